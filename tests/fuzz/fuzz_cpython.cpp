// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythoncopier.h"
#include "capture/runtimes/cpython/pythonlines.h"
#include "tests/fuzz/memoryimage.h"

using namespace ember::capture;

// The bytes are the memory of a process with a CPython of each layout: its runtime is at their
// start, the type of code objects behind it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    for (unsigned minor = 8; minor <= 13; ++minor) {
        PythonPlaces places;
        places.layout = *pythonLayout({3, minor});
        places.layout.runtimeInterpreters = 0;
        places.layout.interpreterNext = 8;
        places.layout.interpreterThreads = 16;
        places.runtime = MemoryImage::start;
        places.codeType = MemoryImage::start + 64;
        MemoryImage image(std::as_bytes(std::span(data, size)));
        PythonCopier copier(places);
        FrameDecoder decoder(pythonLines(places.layout.version));
        copyAndDecode(image, copier, decoder);
    }
    return 0;
}
