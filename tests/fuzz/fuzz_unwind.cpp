// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwinder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

using namespace ember::capture;

// The bytes are a binary that is mapped, and the stack of a thread that runs in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr std::uint64_t codeAddress = 0x10000000;
    constexpr std::uint64_t stackAddress = 0x20000000;
    const auto bytes = std::as_bytes(std::span(data, size));
    MappedImage image;
    image.start = codeAddress;
    image.bias = codeAddress;
    image.end = codeAddress + size;
    image.memory = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
    Unwinder unwinder({.depthLimit = 64}, std::make_shared<TableCache>());
    unwinder.addImage(image);
    const StackCopy copy{stackAddress, bytes};
    UnwoundStack stack;
    for (std::uint64_t offset = 0; offset < size; offset += 16) {
        const Registers registers{.pc = codeAddress + offset,
                                  .sp = stackAddress + offset / 8 * 8,
                                  .fp = stackAddress + offset / 2 / 8 * 8,
                                  .rbx = stackAddress};
        unwinder.unwind(registers, {&copy, 1}, nullptr, stack);
    }
    return 0;
}
