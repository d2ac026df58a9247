// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "app/window/capturecontroller.h"
#include "app/window/mainwindow.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"

#include <QSignalSpy>

#include <cstddef>

namespace ember::tests {

// What works and prints for so long.
inline app::LaunchCommand busyCommand(int iterations)
{
    app::LaunchCommand command;
    command.program = QString::fromLatin1(shell);
    command.arguments = busyScript(iterations);
    command.rateHz = 499;
    return command;
}

// That the window shows so far.
inline std::size_t samples(app::MainWindow &window)
{
    const auto &spans = window.viewState().spans();
    return spans ? spans->profile()->sampleCount() : 0;
}

inline void recordToTheEnd(app::MainWindow &window, int iterations)
{
    const QSignalSpy ended(&partOf<app::CaptureController>(window), &app::CaptureController::ended);
    window.launch(busyCommand(iterations));
    EMBER_TRY(!ended.isEmpty());
    QVERIFY(samples(window) > 10);
}

// Launches a command that ends before a sample is taken, and waits for its end. On a busy machine
// it may last until one is: then it is launched again, up to three times in all.
inline void runToItsEndWithoutSamples(app::MainWindow &window, const app::LaunchCommand &command)
{
    int runs = 0;
    do {
        const QSignalSpy ended(&partOf<app::CaptureController>(window),
                               &app::CaptureController::ended);
        window.launch(command);
        EMBER_TRY(!ended.isEmpty());
    } while (!window.document().isEmpty() && ++runs < 3);
    QVERIFY(window.document().isEmpty());
}

} // namespace ember::tests
