// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace ember::model {

// Has `release`, which must not throw, run by a thread that all such calls share, one after the
// other and behind whatever else wants a processor: giving back what lies in files takes the system
// up to a second per gigabyte, and the last to let go of it is anybody, the window's thread, too.
// Where no thread can be had, it runs at once. Any thread; what is under way at the process's end
// is left to the system.
void releaseAside(std::function<void()> release) noexcept;

} // namespace ember::model
