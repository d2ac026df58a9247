// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QThreadPool;

namespace ember::views {

// The threads in which views have computed what they show. Not the application's: that one Qt has
// paint pieces of pictures, for which the window waits, and what others compute there would keep
// it waiting. The application's end waits for them.
QThreadPool &backgroundPool();

// Does `work` in one of these threads. UI thread.
void startInBackground(std::function<void()> work);
// From now on these threads let others go first: the window's, and the program that is watched. For
// good. UI thread.
void letBackgroundGoLast();

} // namespace ember::views
