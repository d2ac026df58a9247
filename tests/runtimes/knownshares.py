# Works 50/30/20 % of its CPU time in alpha, beta and gamma, until so many seconds of CPU time are used.
import sys
import time


def spin(until):
    while time.thread_time() < until:
        total = 0
        for number in range(2000):
            total += number * number


def alpha(seconds):
    spin(time.thread_time() + seconds)


def beta(seconds):
    list(map(lambda step: spin(time.thread_time() + step), [seconds / 3] * 3))


def gamma(seconds):
    for step in (spin(time.thread_time() + part) for part in [seconds / 2] * 2):
        pass


def main(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        alpha(0.05)
        beta(0.03)
        gamma(0.02)


main(float(sys.argv[1]))
