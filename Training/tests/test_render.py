"""Pages, their words and tags. Needs what Training/setup installs."""

import importlib.util
import json
import pathlib
import sys
import unittest

TRAINING = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TRAINING))
import wording_format  # noqa: E402

if importlib.util.find_spec("PIL") and importlib.util.find_spec("faker"):
    import render
    READY = all(use in render.families() for use in ("serif", "sans", "typewriter", "hand"))
else:
    READY = False

HEAD = "kind: deed\nsubkind: x\nlayout: letter\nregion: TX\nera: 2001\n\n"
BODY = """{caption:grantor|=Seller:} {grantor|couple}, of {county|county} County.
[x] {-|=yes} [ ] {-|=no}
@stamp turned
Book {book|book}
@end
~ {signature:grantor}
{legal_description|=Lot 5}

{legal_description+|=and the strip behind it}
"""


@unittest.skipUnless(READY, "needs Training/setup")
class Rendering(unittest.TestCase):
    def pages(self, seed=1, body=BODY, head=HEAD):
        return render.render(wording_format.read(head + body), seed, 100)

    def test_the_same_seed_gives_the_same_page(self):
        one, two = self.pages()[0][0], self.pages()[0][0]
        self.assertEqual(one.image.tobytes(), two.image.tobytes())
        self.assertEqual(json.dumps(one.words), json.dumps(two.words))

    def test_each_name_of_a_couple_has_a_span(self):
        words = [word for page in self.pages()[0] for word in page.words]
        self.assertEqual(sum(word["tag"] == "B-grantor" for word in words), 2)
        self.assertEqual(next(w for w in words if w["text"] == "Seller:")["tag"], "B-caption:grantor")
        self.assertEqual(next(w for w in words if w["text"] == "and")["tag"], "O")

    def test_boxes_lie_on_ink(self):
        for seed in range(6):
            for page in self.pages(seed)[0]:
                for word in page.words:
                    x, y, width, height = word["box"]
                    patch = page.image.convert("L").crop((x, y, x + width, y + height))
                    self.assertLess(patch.getextrema()[0], 190, (seed, word))

    def test_marks(self):
        marks = [mark for page in self.pages()[0] for mark in page.marks]
        self.assertEqual([mark["ticked"] for mark in marks if mark["kind"] == "box"], [True, False])
        self.assertEqual([mark["signed"] for mark in marks if mark["kind"] == "signature"], [True])

    def test_a_card_holds_all_its_words(self):
        head = "kind: id\nsubkind: x\nlayout: card\nregion: FRA\ndocument_type: passport\n\n"
        body = "@card front\n# CARD\n@photo\n" + "".join(f"{n} Caption:: {{-|digits 9}}\n" for n in range(12)) + "{mrz|mrz td3}\n"
        for seed in range(5):
            page = self.pages(seed, body, head)[0][0]
            self.assertEqual(sum(word["tag"] == "B-mrz" for word in page.words), 1)
            for word in page.words:
                x, y, width, height = word["box"]
                self.assertTrue(x >= 0 and y >= 0 and x + width <= page.image.width and y + height <= page.image.height, word)


if __name__ == "__main__":
    unittest.main()
