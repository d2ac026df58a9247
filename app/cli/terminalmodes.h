// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <termios.h>

namespace ember::app {

// How the terminal on standard input was set when this was made: whether it shows what is typed,
// and so on. A program that outlives its capture in the background leaves it as it likes it.
class TerminalModes {
public:
    TerminalModes();

    // As it was then. Nothing where standard input is no terminal.
    void restore() const;

private:
    std::optional<termios> m_before;
};

} // namespace ember::app
