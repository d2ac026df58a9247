// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"

#include <QProcess>

namespace ember::tests {

// Waits for the end of a program that was started. False: it did not start, or it goes on.
inline bool waitForEnd(QProcess &process)
{
    return process.waitForFinished(int(std::chrono::milliseconds(ember::tests::patience).count()));
}

} // namespace ember::tests
