// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/gofunctions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

using namespace ember::capture;

// A table of any bytes: all that it says of all its functions.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::uint64_t codeStart = 0x1000;
    constexpr std::uint64_t codeSize = 0x1000;
    GoSections sections;
    sections.table = std::as_bytes(std::span(data, size));
    sections.address = 0x2000;
    sections.codeStart = codeStart;
    sections.codeEnd = codeStart + codeSize;
    sections.relocations = sections.table;
    const auto functions = GoFunctions::read(sections);
    if (!functions)
        return 0;
    const auto count = std::min<std::size_t>(functions->count(), 64);
    for (std::size_t number = 0; number < count; ++number) {
        const auto function = functions->function(number);
        if (!function)
            continue;
        (void)functions->name(*function);
        (void)functions->isRoot(*function);
        functions->forEachStretch(*function, GoFunctions::Column::FrameSize, [](const auto &) {});
        const auto address = function->start + (function->end - function->start) / 2;
        if (const auto file = functions->valueAt(*function, GoFunctions::Column::File, address))
            (void)functions->file(*function, file->value);
        for (std::uint32_t column = 0; column < 4; ++column) {
            (void)functions->dataAt(*function, column, address);
            (void)functions->reference(*function, column);
        }
    }
    return 0;
}
