// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/capturelogimporter.h"
#include "model/formats/formatregistry.h"
#include "model/formats/rprof/rprofimporter.h"
#include "model/formats/sentry/importer.h"
#include "model/formats/sqlite/sqliteimporter.h"

namespace ember::model {

const FormatRegistry &builtinFormats()
{
    static const FormatRegistry formats = [] {
        FormatRegistry all;
        all.add(std::make_unique<capturelog::CaptureLogImporter>());
        all.add(std::make_unique<rprof::RprofImporter>());
        all.add(std::make_unique<sentry::ChunkImporter>());
        all.add(std::make_unique<sqlite::SqliteImporter>());
        return all;
    }();
    return formats;
}

} // namespace ember::model
