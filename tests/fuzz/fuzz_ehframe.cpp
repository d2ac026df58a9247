// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/dwarfexpression.h"
#include "capture/unwind/ehframe.h"

#include <cstddef>
#include <cstdint>
#include <span>

using namespace ember::capture;

// Tables of any bytes, in both kinds of section, and every expression that got into them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    const StackCopy copy{0x1000, bytes};
    for (const FrameSection section : {FrameSection::EhFrame, FrameSection::DebugFrame}) {
        FrameSectionContent content;
        content.bytes = bytes;
        content.address = 0x1000;
        content.section = section;
        const UnwindTable table = parseFrames({&content, 1}, {});
        for (std::uint64_t address = 0; address < size; ++address)
            (void)table.saved(table.find(0x1000 + address));
        for (std::int32_t number = 0; !table.expression(number).empty(); ++number) {
            StackMemory memory({&copy, 1}, nullptr, 0x1000);
            const RegisterFile registers(Registers{.pc = 0x1000, .sp = 0x1000, .fp = 0x1010});
            (void)evaluateExpression(table.expression(number), registers, memory, 0x1020);
        }
    }
    return 0;
}
