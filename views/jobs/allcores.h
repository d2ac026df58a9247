// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace ember::views {

// Calls work(0) … work(count − 1) on all cores, in no particular order, and returns when all are
// done. An exception of one call stops those not begun and is thrown again here.
//
// For pictures, many times a second: unlike model::forEachInParallel() it keeps its threads, and
// does not wait for threads that have not begun, e.g. while the target keeps all cores busy. For
// any thread.
void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace ember::views
