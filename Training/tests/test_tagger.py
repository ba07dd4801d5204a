import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import tagger  # noqa: E402
import tagger_input  # noqa: E402

VOCABULARY = ["[UNK]", "grant", "##or", "##s", "a", "##b", "0000"]


class TaggerTests(unittest.TestCase):
    def test_takes_the_longest_pieces_and_both_ends_of_a_long_word(self):
        pieces = tagger_input.Pieces(VOCABULARY)
        self.assertEqual(pieces.of("Grantors"), [1, 2, 3])
        self.assertEqual(pieces.of("abbbbbbb"), [4, 5, 5, 5, 5, 5])
        self.assertEqual(pieces.of("1987"), [6])
        self.assertEqual(pieces.of("grantxyz"), [0])

    def test_a_row_tells_of_the_words_above_and_below_and_of_the_line(self):
        words = [("Name:", (10, 10, 50, 10)), ("Ada", (10, 30, 30, 10)), ("Moss", (60, 30, 40, 10))]
        rows = tagger_input.rows([(words, 200, 100)], tagger_input.Pieces(VOCABULARY))
        up, down = tagger_input.PIECES, tagger_input.PIECES + 1
        self.assertEqual(list(rows[:, up]), [-1, 0, -1])
        self.assertEqual(list(rows[:, down]), [1, -1, -1])
        self.assertEqual(rows.shape, (3, tagger_input.WIDTH))

    def test_wear_keeps_each_words_tag(self):
        words = [[f"w{i:03}x", [20 * (i % 20), 20 * (i // 20), 15, 10], i // 20, "B-grantor" if i % 3 == 0 else "O"] for i in range(200)]
        for seed in range(20):
            for words_of_page, *_, tags in tagger.worn({"pages": [{"w": 400, "h": 400, "words": words}]}, random.Random(seed)):
                self.assertEqual(len(words_of_page), len(tags))
                for (text, _), tag in zip(words_of_page, tags):
                    number = re.fullmatch(r"w(\d{3})x", text.lower())
                    if number:
                        self.assertEqual(tag, "B-grantor" if int(number[1]) % 3 == 0 else "O")

    def test_spans_end_where_another_begins(self):
        tags = ["O", "B-grantor", "I-grantor", "B-grantor", "caption", "I-page"]
        self.assertEqual(tagger.spans(tags), [("grantor", 1, 3), ("grantor", 3, 4), ("page", 5, 6)])

    def test_keeps_the_pieces_that_a_folded_word_may_hold(self):
        self.assertTrue(all(tagger.can_occur(p) for p in ("deed", "0", "a", "'", "[")))
        self.assertFalse(any(tagger.can_occur(p) for p in ("1919", "é", "北", "[unused1]", "\u2028")))


if __name__ == "__main__":
    unittest.main()
