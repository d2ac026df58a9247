# SPDX-License-Identifier: GPL-3.0-or-later
# Does known work in a transaction under the profiler of Sentry's SDK for Python, which sends both to SENTRY_DSN;
# only the transaction where the SDK has no continuous profiling.
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


profiler = getattr(sentry_sdk, "profiler", None)
isContinuous = hasattr(profiler, "start_profiler")  # since 2.24; Debian 12 has an older one
options = {"profile_session_sample_rate": 1.0} if isContinuous else {}
sentry_sdk.init(release="known-work@1.0.0", traces_sample_rate=1.0, **options)
if isContinuous:
    profiler.start_profiler()
with sentry_sdk.start_transaction(name="known work"):
    knownCaller()
if isContinuous:
    profiler.stop_profiler()
sentry_sdk.flush(30)
