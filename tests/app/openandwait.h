// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/loader.h"
#include "app/window/mainwindow.h"
#include "tests/app/sandbox.h"
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

// Files of one profiler session, in their order: 400 samples each.
inline QStringList partsOfASession(const Sandbox &sandbox)
{
    QStringList paths;
    for (const char *id : {"1", "2", "3"})
        paths << sandbox.write(QString::fromLatin1(id),
                               smallChunk("aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa",
                                          QByteArray("bbbbbbbbbbbb4bbb8bbbbbbbbbbbbbb") + id));
    return paths;
}

} // namespace ember::tests
