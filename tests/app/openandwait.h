// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/loader.h"
#include "app/window/mainwindow.h"
#include "tests/support/patience.h"

#include <QSignalSpy>

namespace ember::tests {

// Opens files and waits until the chart has them.
inline void openAndWait(app::MainWindow &window, const QStringList &paths)
{
    const QSignalSpy loaded(&window.loader(), &app::Loader::loaded);
    window.openFiles(paths);
    EMBER_TRY(!loaded.isEmpty());
}

} // namespace ember::tests
