// SPDX-License-Identifier: GPL-3.0-or-later
// Rprof files: whatever is in one, its tables keep the rules, and what is written of it
// is read again.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/rprof/rprofformat.h"
#include "model/tables/fromprofile.h"
#include "model/tables/validate.h"

#include <cstdint>
#include <cstdlib>

using namespace ember::model;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Bytes bytes({reinterpret_cast<const char *>(data), size});
    ImportLog log;
    const auto profile = rprof::readRprof("x", bytes.view(), log, {});
    if (!profile)
        return 0;
    const auto tables = tables::tablesOf(**profile);
    if (!tables || !tables::errorSummary(tables::validate(*tables)).empty())
        std::abort();
    const auto written = FormatExporter(rprof::format).write({&*profile, 1}, {});
    if (written && !rprof::readRprof("x", written->bytes, log, {}))
        std::abort();
    return 0;
}
