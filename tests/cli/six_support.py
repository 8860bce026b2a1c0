"""What the tests of `cerrado six` share: its files as docs/formats.md has them, and commands."""
import json
import struct
import time

from support import DATASETS, CommandTest, start, wait_for_progress

PETERSEN = str(DATASETS / "petersen.txt")
ICOSAHEDRON = str(DATASETS / "icosahedron.txt")
SIX_CYCLE = "0-1,1-2,2-3,3-4,4-5,0-5"
NEEDED = 145  # points of Petersen's graph for each prime
ALL = 2013265920  # points of prime 0
HEAD, BLOCK = struct.Struct("<8sIIQQ"), struct.Struct("<4sHHQIIQ")


def checksum(data):
    """As docs/formats.md has it."""
    mask, p, q = (1 << 64) - 1, 0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f
    rotate = lambda word, by: (word << by | word >> 64 - by) & mask
    lane = [0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89]
    words = struct.unpack(f"<{-(-len(data) // 8)}Q", data + bytes(-len(data) % 8))
    for i, word in enumerate(words):
        lane[i % 4] = rotate((lane[i % 4] + word * q) & mask, 31) * p & mask
    total = len(words) * p & mask
    for each in lane:
        total = rotate(total ^ each * q & mask, 27) * p & mask
    total = (total ^ total >> 33) * q & mask
    return total ^ total >> 29


def blocks(path):
    """Where each block of values begins in a shard, with its prime, first point and values."""
    data, at = path.read_bytes(), HEAD.size
    while at < len(data):
        _, kind, prime, first, count, _, _ = BLOCK.unpack_from(data, at)
        values = [] if kind == 1 else list(struct.unpack_from(f"<{count}I", data, at + BLOCK.size))
        if kind == 0:
            yield at, prime, first, values
        at += BLOCK.size + 4 * len(values)


def values_of(path):
    return {(prime, first + i): value for _, prime, first, values in blocks(path) for i, value in enumerate(values)}


def lie(path, points):
    """Another value at these points of prime 0, which looks as good as the right one."""
    data = bytearray(path.read_bytes())
    for at, prime, first, values in blocks(path):
        for i in range(len(values)):
            if prime == 0 and first + i in points:
                values[i] ^= 1
        head = struct.pack("<4sHHQII", b"6pts", 0, prime, first, len(values), 0)
        body = struct.pack(f"<{len(values)}I", *values)
        data[at:at + BLOCK.size + len(body)] = head + struct.pack("<Q", checksum(head + body)) + body
    path.write_bytes(data)


def values_of_whole_blocks(path):
    """Those of a shard whose last block is cut short."""
    data = path.read_bytes()
    path.with_suffix(".whole").write_bytes(data[:data.rindex(b"6pts\0\0\0\0half")])
    whole, values = path.with_suffix(".whole"), {}
    try:
        for _, prime, first, some in blocks(whole):
            values.update({(prime, first + i): value for i, value in enumerate(some)})
    except struct.error:  # the process was killed in the middle of a block
        pass
    return values


class Six(CommandTest):
    def six(self, *arguments, **keywords):
        return self.run_command("six", *arguments, **keywords)

    def json_of(self, *arguments, **keywords):
        return json.loads(self.six(*arguments, "--json", "-", **keywords)[0])

    def refused(self, *arguments, code=2, says):
        self.require_refusal("six", *arguments, code=code, says=says)

    def prepare(self, graph=PETERSEN, pattern=SIX_CYCLE, *options, name="c.six"):
        file = self.folder / name
        self.six("prepare", graph, "--pattern", pattern, *options, "--device", "host", "-o", file)
        return file

    def evaluate(self, instance, name, *options, **keywords):
        shard = self.folder / name
        self.six("evaluate", instance, *options, "--device", "host", "-o", shard, **keywords)
        return shard

    def begin(self, instance, name, *options):
        """A long evaluation, of which some values are there."""
        shard = self.folder / name
        process = start("six", "evaluate", instance, "--prime", 0, "--count", ALL // 100, "--device", "host", "--threads", 1,
                        *options, "--progress", "json", "-o", shard)
        wait_for_progress(process)
        while not values_of(shard):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process, shard
