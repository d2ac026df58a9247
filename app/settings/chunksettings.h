// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkoptions.h"

#include <QString>

class QSettings;

namespace ember::app {

// Metadata for written chunks that overrides the profile's. Empty: the profile's value, else the
// default of ChunkOptions.
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
