# Works, as does a child that becomes another program then: handsover.py COMMAND…
import os
import sys
import time


def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


child = os.fork()
work(0.6)
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
os.waitpid(child, 0)
