// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/windowoptions.h"
#include "model/core/result.h"

namespace ember::app {

class MainWindow;

// Opens the files in `window`, applies the options and writes a picture. Waits for the files, for
// servers up to their time limit, and then up to 30 s for views; runs an event loop meanwhile.
// Ignores filters, range and threads stored with the files. Returns what the picture lacks, one
// line each. Errors: those of opening; InvalidArgument (unknown thread, view or format, range
// outside the profile, output is one of the files); FileNotWritable.
model::Result<QStringList> takeScreenshot(MainWindow &window, const QStringList &files,
                                          const ScreenshotOptions &options);

} // namespace ember::app
