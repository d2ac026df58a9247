// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/ruby/rubycopier.h"
#include "tests/fuzz/memoryimage.h"

using namespace ember::capture;

// The bytes are the memory of a process with a Ruby of each layout; at their start is the thread's
// context. They are a line table, too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    for (const RubyVersion version : {RubyVersion{3, 1}, RubyVersion{3, 2}, RubyVersion{3, 3}}) {
        RubyPlaces places;
        places.layout = *rubyLayout(version);
        places.objectClass = MemoryImage::start + 8;
        places.stringClass = MemoryImage::start + 16;
        places.symbolsCode = MemoryImage::start + 24;
        places.imageStart = MemoryImage::start;
        places.imageEnd = MemoryImage::start + size;
        MemoryImage image(bytes);
        RubyCopier copier(places);
        FrameDecoder decoder(rubyLine);
        copyAndDecode(image, copier, decoder);
    }
    rubyLine(bytes, 1, 20);
    rubyLine(bytes, 1, 1000);
    return 0;
}
