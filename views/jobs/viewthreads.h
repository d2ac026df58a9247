// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

class QThreadPool;

namespace ember::views {

// The threads in which views compute what they show. They are separate from Qt's global pool, where
// Qt paints pieces of pictures for which the window waits. The application waits for this pool when
// it ends.
QThreadPool &backgroundPool();

// Runs `work` in a thread of the background pool. UI thread.
void startInBackground(std::function<void()> work);
// Lowers the priority of the background pool's threads for good, in favour of the window and the
// target. UI thread.
void letBackgroundGoLast();

// Asks the scheduler to run the UI thread and Qt's painting threads with short latency, and lowers
// background computations, so that the window stays responsive while the recorded program keeps all
// CPUs busy. Launched programs do not inherit this. UI thread.
void keepPicturesPrompt();

// Calls work(0) … work(count − 1) on all cores, in no particular order, and returns when all are
// done. An exception of one call stops those not begun and is thrown again here.
//
// For pictures, many times a second: unlike model::forEachInParallel() it keeps its threads, and
// does not wait for threads that have not begun, e.g. while the target keeps all cores busy. Can be
// called in any thread.
void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace ember::views
