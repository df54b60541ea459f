"""How the bytes of the locations are cut: an access has one event for each granule of memory."""

from machines.programs import CELLS, LOCATIONS


def signed(value, bits=32):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Layout:
    """`x` and `y` have `count` granules of so many bytes each, whose values have no sign. With one
    granule all accesses are to 32 bits, with a sign."""

    def __init__(self, granule=4, count=1):
        self.granule, self.count = granule, count

    @property
    def is_mixed(self):
        return self.count > 1

    def extents(self):
        """The aligned places of accesses inside a location: the first granule, and how many."""
        sizes = [n for n in (1, 2, 4, 8) if n <= self.count]
        return [(begin, n) for n in sizes for begin in range(0, self.count, n)]

    def bytes(self, action):
        return self.granule * action.get("extent", (0, 1))[1]

    def bits(self, action):
        return 8 * self.bytes(action)

    def offset(self, action):
        return self.granule * action.get("extent", (0, 1))[0]

    def granules(self, location):
        return [location] if location in CELLS else [(location, i) for i in range(self.count)]

    def places(self, action):
        """The granules of an access."""
        begin, count = action.get("extent", (0, 1))
        return self.granules(action["location"])[begin:begin + count]

    def all(self):
        return [place for location in LOCATIONS + CELLS for place in self.granules(location)]

    def split(self, value, count):
        if not self.is_mixed:
            return [value]
        bits = 8 * self.granule
        return [value >> (bits * i) & ((1 << bits) - 1) for i in range(count)]

    def join(self, values):
        if not self.is_mixed:
            return values[0]
        return sum(value << (8 * self.granule * i) for i, value in enumerate(values))


# By machine: the granules and their number.
MIXED = {"AArch64": [(1, 2), (2, 2), (4, 2), (1, 4), (2, 4)],
         "RISCV": [(2, 2), (4, 2), (4, 2), (1, 4), (2, 4)],
         "X86_64": [(1, 2), (2, 2), (1, 4)]}
