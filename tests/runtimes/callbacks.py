# Nothing but short functions that native code calls, for so many seconds of CPU time.
import sys
import time


def leaf(number):
    return number


def main(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        for _ in range(20):
            list(map(leaf, range(200)))


main(float(sys.argv[1]))
