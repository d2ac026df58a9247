// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/collapsed/collapsedformat.h"
#include "tests/fuzz/fuzzformat.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ember::model::collapsed::CollapsedImporter importer;
    const ember::model::collapsed::CollapsedExporter exporter;
    ember::tests::fuzzFormat(importer, &exporter, {reinterpret_cast<const char *>(data), size});
    return 0;
}
