// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendrecords.h"
#include "tests/fuzz/readlog.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace ember::model::capturelog;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    ember::tests::readAnyLog(bytes);
    bookmarksIn(bytes, Checksums::Ignore);
    viewIn(bytes, Checksums::Ignore);
    viewOf(bytes);
    return 0;
}
