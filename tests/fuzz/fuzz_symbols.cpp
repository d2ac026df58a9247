// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

using namespace ember;

// A binary of any bytes, asked for names all over. libelf and libdw are not ours, but what they
// read is what we hand them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    capture::SymbolPaths nowhere;
    nowhere.debugRoots.clear();
    capture::Symbolizer symbolizer(nowhere);
    auto file = capture::ElfFile::fromBytes(std::as_bytes(std::span(data, size)), "[fuzz]");
    if (!file)
        return 0;
    symbolizer.provideFile(std::move(*file));
    model::ImageKey image;
    image.codeFile = "[fuzz]";
    (void)symbolizer.state(image);
    for (std::uint64_t address = 0x1000; address < 0x1100; address += 5)
        (void)symbolizer.resolve(image, address);
    (void)symbolizer.resolve(image, 0);
    (void)symbolizer.resolve(image, ~std::uint64_t(0));
    return 0;
}
