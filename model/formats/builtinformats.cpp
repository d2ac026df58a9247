// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindimporter.h"
#include "model/formats/capturelog/capturelogimporter.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/collapsed/collapsedformat.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/formatregistry.h"
#include "model/formats/perfscript/perfscriptimporter.h"
#include "model/formats/pprof/pprofformat.h"
#include "model/formats/rds/rdsimporter.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/speedscope/speedscopeformat.h"
#include "model/formats/sqlite/sqliteimporter.h"

namespace ember::model {

const FormatRegistry &builtinFormats()
{
    static const FormatRegistry formats = [] {
        FormatRegistry all;
        all.add(std::make_unique<capturelog::CaptureLogImporter>());
        all.add(std::make_unique<rds::RdsImporter>());
        all.add(std::make_unique<rprof::RprofImporter>());
        all.add(std::make_unique<sentry::ChunkImporter>());
        all.add(std::make_unique<sqlite::SqliteImporter>());
        all.add(std::make_unique<pprof::PprofImporter>());
        all.add(std::make_unique<speedscope::SpeedscopeImporter>());
        all.add(std::make_unique<chrometrace::ChromeTraceImporter>());
        all.add(std::make_unique<chrometrace::CpuProfileImporter>());
        all.add(std::make_unique<firefox::FirefoxImporter>());
        all.add(std::make_unique<callgrind::CallgrindImporter>());
        all.add(std::make_unique<perfscript::PerfScriptImporter>());
        all.add(std::make_unique<collapsed::CollapsedImporter>());

        all.add(std::make_unique<pprof::PprofExporter>());
        all.add(std::make_unique<rprof::RprofExporter>());
        all.add(std::make_unique<speedscope::SpeedscopeExporter>());
        all.add(std::make_unique<chrometrace::ChromeTraceExporter>());
        all.add(std::make_unique<firefox::FirefoxExporter>());
        all.add(std::make_unique<collapsed::CollapsedExporter>());
        return all;
    }();
    return formats;
}

} // namespace ember::model
