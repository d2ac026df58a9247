// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"
#include "capture/runtimes/php/phpcopier.h"
#include "tests/fuzz/memoryimage.h"

using namespace ember::capture;

// The bytes are the memory of a process with a PHP of each layout; at their start is the pointer to
// the frame that runs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (const std::uint32_t api : {20210902U, 20220829U, 20240924U}) {
        PhpPlaces places;
        places.layout = *phpLayout(api);
        places.currentFrame = MemoryImage::start;
        MemoryImage image(std::as_bytes(std::span(data, size)));
        PhpCopier copier(places);
        FrameDecoder decoder(phpLine);
        copyAndDecode(image, copier, decoder);
    }
    return 0;
}
