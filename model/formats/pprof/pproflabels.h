// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::model::pprof {

// The labels by which a pprof profile says what else a profile has a place for.
namespace labelkey {
constexpr const char *thread = "thread";
constexpr const char *threadName = "thread_name";
constexpr const char *timestamp = "timestamp"; // nanoseconds since 1970
} // namespace labelkey

constexpr const char *timestampUnit = "nanoseconds";

// What stands for a function without a name: pprof has "" for it.
constexpr const char *namelessFunction = "<?>";

} // namespace ember::model::pprof
