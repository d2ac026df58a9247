# A function of an interpreter that a function of the main one runs, for as many seconds of CPU time as
# the argument says. "no" where Python has no module for it.
import sys
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    try:
        import _interpreters as interpreters
    except ImportError:
        print("no")
        sys.exit()

CODE = """
import time
def inside():
    end = time.thread_time() + %s
    while time.thread_time() < end:
        pass
inside()
"""


def outside():
    interpreters.run_string(interpreters.create(), CODE % sys.argv[1])


def after():
    import time
    end = time.thread_time() + float(sys.argv[1]) / 2
    while time.thread_time() < end:
        pass


outside()
after()
