// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace ember::views {

// Calls work(0) … work(count − 1), spread over the processor's cores, in no particular order, and
// returns when all are done. What one call throws stops those not begun and is thrown again here.
//
// For pictures, many times a second: unlike model::forEachInParallel() it keeps its threads, and
// does not wait for those the system has not let run, as while the program that is watched keeps
// all cores busy. Any thread.
void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace ember::views
