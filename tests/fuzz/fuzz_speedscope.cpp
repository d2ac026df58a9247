// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/speedscope/speedscopeformat.h"
#include "tests/fuzz/fuzzformat.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ember::model::FormatImporter importer(ember::model::speedscope::format);
    const ember::model::FormatExporter exporter(ember::model::speedscope::format);
    ember::tests::fuzzFormat(importer, &exporter, {reinterpret_cast<const char *>(data), size});
    return 0;
}
