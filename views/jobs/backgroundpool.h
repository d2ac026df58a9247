// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QThreadPool;

namespace ember::views {

// The threads in which views compute what they show. Separate from Qt's global pool: there Qt
// paints pieces of pictures, for which the window waits. The application waits for this pool at its
// end.
QThreadPool &backgroundPool();

// Runs `work` in one of these threads. UI thread.
void startInBackground(std::function<void()> work);
// Lowers the priority of these threads for good, in favour of the window and the target. UI thread.
void letBackgroundGoLast();

} // namespace ember::views
