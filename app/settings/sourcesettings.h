// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/sourceplaces.h"

#include <QString>

class QSettings;

namespace ember::app {

// Folders of source files, and the editor.
struct SourceSettings {
    views::PathMappings mappings;
    QString editor; // its command: see editorWords(); "": the first one found

    static SourceSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const SourceSettings &, const SourceSettings &) = default;
};

} // namespace ember::app
