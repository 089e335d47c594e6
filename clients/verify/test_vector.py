"""The test vector of docs/RECORDS.md. Run in this folder: python3 -m unittest"""

import unittest

from verify import commitment, deal_key, fresh, permuted

GAME = bytes(range(16))
SEED = bytes(range(32))


class Vector(unittest.TestCase):
    def setUp(self):
        self.key = deal_key(GAME, SEED, [b"", b"\x00\xff"])

    def test_the_commitment(self):
        self.assertEqual(commitment(GAME, SEED).hex(), "f1e17fde6f2f6bbfd67430d1a255b8455ca384a0b11f9a5e07681c0b95903629")

    def test_the_deal_key(self):
        self.assertEqual(self.key.hex(), "86035459d9c3d8d3af5d1966a3c54e355d8a80906d4058bd2826a48d798494ee")

    def test_the_shuffles(self):
        self.assertEqual(permuted(self.key, b"shuffle", 0, fresh(1, 0))[:8], "9C 3D KC KS 6D 2S 3H 9D".split())
        self.assertEqual(permuted(self.key, b"shuffle", 1, fresh(2, 1))[:8], "4H QC AC 9H 8D QD 9S 9D".split())

    def test_the_seating(self):
        self.assertEqual(permuted(self.key, b"seating", 0, range(4)), [2, 3, 1, 0])


if __name__ == "__main__":
    unittest.main()
