// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <termios.h>

namespace ember::app {

// Saves the settings of the terminal on standard input (echo and so on) at construction. restore()
// undoes changes by a recorded program that was killed or moved to the background.
class TerminalModes {
public:
    TerminalModes();

    // Restores the saved settings, if standard input is a terminal.
    void restore() const;

private:
    std::optional<termios> m_before;
};

} // namespace ember::app
