// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/bookmarks.h"
#include "model/formats/capturelog/keptviews.h"
#include "model/formats/capturelog/logreader.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace ember::model::capturelog;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    fuzzCaptureLog(bytes);
    bookmarksIn(bytes, Checksums::Ignore);
    viewIn(bytes, Checksums::Ignore);
    viewOf(bytes);
    return 0;
}
