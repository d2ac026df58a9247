// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/reader.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    ember::model::capturelog::fuzzCaptureLog({reinterpret_cast<const char *>(data), size});
    return 0;
}
