// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace ember::model {

// Runs `release`, which must not throw, in a thread that all such calls share, one after the other
// and at low priority: the system takes up to a second per gigabyte to release files, and the last
// owner may be any thread, even the window's. If no thread can be started, it runs at once. Any
// thread. Releases that wait at the process's end are left to the system.
void releaseAside(std::function<void()> release) noexcept;

} // namespace ember::model
