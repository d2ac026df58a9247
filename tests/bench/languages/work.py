# work.py: always the same work; prints the CPU time that it took, in nanoseconds.
import time


def leaf(number):
    return number * number % 7


def spin(count):
    return sum(leaf(number) for number in range(count))


def down(depth):
    return down(depth - 1) if depth > 1 else spin(20_000)


start = time.process_time_ns()
for _ in range(1600):
    down(20)
print(time.process_time_ns() - start)
