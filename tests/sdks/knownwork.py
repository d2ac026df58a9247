# SPDX-License-Identifier: GPL-3.0-or-later
# Does known work in a transaction under the profiler of Sentry's SDK for Python, which sends both to SENTRY_DSN.
import math
import time

import sentry_sdk


def knownLeaf(seconds):
    total = 0.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        total += sum(math.sqrt(i) for i in range(1000))
    return total


def knownCaller():
    total = knownLeaf(1.0)
    return total > 0


sentry_sdk.init(release="known-work@1.0.0", traces_sample_rate=1.0, profile_session_sample_rate=1.0)
sentry_sdk.profiler.start_profiler()
with sentry_sdk.start_transaction(name="known work"):
    knownCaller()
sentry_sdk.profiler.stop_profiler()
sentry_sdk.flush(30)
