// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::app {

// Where a log is recorded: whether its process ids are this machine's.
enum class LogOrigin { ThisMachine, AnotherMachine };

} // namespace ember::app
