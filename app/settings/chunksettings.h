// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkoptions.h"

#include <QString>

class QSettings;

namespace ember::app {

// What is written into chunks where the user wants it otherwise than the profile has it. Empty
// texts: as the profile has it, else ChunkOptions' defaults.
struct ChunkSettings {
    QString release;
    QString environment;
    QString dist;
    QString platform;
    model::sentry::Ids ids = model::sentry::Ids::Keep;

    model::sentry::ChunkOptions options() const;

    static ChunkSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const ChunkSettings &, const ChunkSettings &) = default;
};

} // namespace ember::app
