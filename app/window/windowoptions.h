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

// Seconds from the profile's start.
struct RelativeRange {
    double start = 0;
    double end = 0;
};

// A picture of the window instead of the window.
struct ScreenshotOptions {
    QString output;
    QSize size{1600, 1000};
    std::optional<ThemeChoice> theme;
    QString thread; // id; "": all
    std::optional<RelativeRange> range;
    QString search;
    QString baseline; // the file that is compared with; "": none
    QString view; // the panel in front, by name, or "sidebyside"; "": as at the start
    std::chrono::seconds serverPatience{30}; // for debug info from servers, of all files together
};

// What `emberchart …` is asked for.
struct WindowOptions {
    QStringList files;
    std::optional<LaunchCommand> launch; // or attach
    std::optional<ScreenshotOptions> screenshot;
    QString baseline; // what the window compares the files with; "": nothing
    QString answer; // --help, --version: print it and end
    QString error; // usage: print it and end with 2
};

// `arguments` without the program's name. Pure, but for the name of the process of --pid.
WindowOptions parseWindowOptions(const QStringList &arguments);

} // namespace ember::app
