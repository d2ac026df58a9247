// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminalmodes.h"

#include <csignal>
#include <unistd.h>

namespace ember::app {

TerminalModes::TerminalModes()
{
    termios now{};
    if (tcgetattr(STDIN_FILENO, &now) == 0)
        m_before = now;
}

void TerminalModes::restore() const
{
    if (!m_before)
        return;
    // Blocks SIGTTOU, by which changing the terminal from the background would stop this process.
    sigset_t terminalOutput;
    sigset_t blocked;
    sigemptyset(&terminalOutput);
    sigaddset(&terminalOutput, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &terminalOutput, &blocked);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &*m_before);
    pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

} // namespace ember::app
