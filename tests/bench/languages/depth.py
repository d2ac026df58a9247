# depth.py DEPTH SECONDS: computes at this depth of calls.
import sys
import time

sys.setrecursionlimit(10_000)


def spin(end):
    total = 0
    while time.monotonic() < end:
        for number in range(1000):
            total += number * number


def down(depth, end):
    if depth > 1:
        down(depth - 1, end)
    else:
        spin(end)


down(int(sys.argv[1]), time.monotonic() + float(sys.argv[2]))
