// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/windowoptions.h"
#include "model/core/result.h"

namespace ember::app {

class MainWindow;

// Opens the files in `window`, brings it into the state that is asked for, and writes a picture of
// it. Waits for all background work, but for servers no longer than they may take; runs an event
// loop meanwhile. Returns what the picture lacks, a line each.
// Whatever filters, range and threads the files were left with, it shows only what is asked for.
// Errors: those of opening; InvalidArgument (no such thread or view, a range beside the profile's);
// FileNotWritable.
model::Result<QStringList> takeScreenshot(MainWindow &window, const QStringList &files,
                                          const ScreenshotOptions &options);

} // namespace ember::app
