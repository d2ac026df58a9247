// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfscriptformat.h"
#include "tests/fuzz/fuzzformat.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const ember::model::FormatImporter importer(ember::model::perfscript::format);
    ember::tests::fuzzFormat(importer, nullptr, {reinterpret_cast<const char *>(data), size});
    return 0;
}
