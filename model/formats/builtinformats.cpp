// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "model/formats/capturelog/logreader.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/collapsed/collapsedformat.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/formatregistry.h"
#include "model/formats/html/htmlformat.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "model/formats/sqlite/sqliteformat.h"

namespace ember::model {

// Lists all formats. If several importers are equally confident, the first one listed is taken.
// Exporters are listed in the order of their formats.
const FormatRegistry &builtinFormats()
{
    static const FormatRegistry formats = [] {
        FormatRegistry all;
        all.add(std::make_unique<capturelog::CaptureLogImporter>());
        all.add(rds::format);
        all.add(std::make_unique<sentry::ChunkImporter>());
        all.add(sqlite::format);
        for (const FileFormat *const format :
             {&pprof::format, &rprof::format, &speedscope::format, &chrometrace::format,
              &chrometrace::cpuProfileFormat, &firefox::format, &callgrind::format,
              &perfscript::format, &collapsed::format, &html::format})
            all.add(*format);
        return all;
    }();
    return formats;
}

} // namespace ember::model
