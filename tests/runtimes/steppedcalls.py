# Calls in the ways that make frames. Which function calls which is in tst_pythonsteps.cpp.
import posix


def leaf(number):
    return number + 1


class Point:
    def __init__(self, x):
        self.x = leaf(x)

    @property
    def twice(self):
        return leaf(self.x)

    def __lt__(self, other):
        return leaf(self.x) < other.x


def numbers(count):
    for number in range(count):
        yield leaf(number)


def recurse(depth):
    return recurse(depth - 1) if depth > 0 else leaf(depth)


def key(number):
    return leaf(-number)


def failing(number):
    raise ValueError(leaf(number))


def catching():
    try:
        failing(1)
    except ValueError:
        leaf(0)


def work():
    sorted([Point(2), Point(1)])[0].twice
    sum(numbers(3))
    recurse(4)
    sorted([3, 1, 2], key=key)
    catching()
    list(map(leaf, [1, 2]))
    exec("leaf(1)")


def main():
    while True:
        work()


posix.kill(posix.getpid(), 19)  # SIGSTOP: ready
main()
