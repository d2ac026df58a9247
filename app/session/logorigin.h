// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::app {

// The machine that records a log: whether its process ids are valid on this machine.
enum class LogOrigin { ThisMachine, AnotherMachine };

} // namespace ember::app
