// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "app/settings/settings.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace ember::app {

// A range in seconds from the profile's start.
struct RelativeRange {
    double start = 0;
    double end = 0;
};

// Options of --screenshot.
struct ScreenshotOptions {
    QString output;
    QSize size{1600, 1000};
    std::optional<ThemeChoice> theme;
    QString thread; // id; "": all
    std::optional<RelativeRange> range;
    QString search;
    QString baseline; // the file that is compared with; "": none
    QString view; // the panel in front, by name, or "sidebyside"; "": the one shown at the start
    std::chrono::seconds serverPatience{30}; // for debug info, of the files and of the baseline
};

// The parsed command line of `emberchart`.
struct WindowOptions {
    QStringList files;
    std::optional<LaunchCommand> launch; // launch or attach
    std::optional<ScreenshotOptions> screenshot;
    QString baseline; // the file to compare with; "": none
    QString answer; // output of --help or --version: print and exit
    QString error; // usage error: print and exit with 2
};

// Parses arguments (without the program's name). Reads nothing else but the name of the --pid
// process.
WindowOptions parseWindowOptions(const QStringList &arguments);

} // namespace ember::app
