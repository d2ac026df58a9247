// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged compressed files end in an error with a reason; the start of what unpacks is the same
// both ways.
#include "tests/fuzz/fuzzformat.h"

#include <cstdint>
#include <string>

using namespace ember::model;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::size_t length = 4096;
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    if (compressionOf(input) == Compression::None)
        return 0;
    const auto start = decompressedStart(input, length);
    const auto content = decompress("fuzz", input);
    if (content)
        ember::tests::insist(content->view().substr(0, length) == start);
    else
        ember::tests::insist(!content.error().detail.empty());
    return 0;
}
