// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythoncopier.h"
#include "capture/runtimes/cpython/pythondecoder.h"
#include "capture/runtimes/scriptnames.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace ember::capture;

namespace {

// All of the memory that the process has.
class Image : public StopReader {
public:
    static constexpr std::uint64_t start = 0x1000;

    explicit Image(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        std::size_t count = 0;
        for (const auto &piece : pieces) {
            const auto size = piece.into.size();
            const auto offset = piece.address - start;
            if (piece.address < start || offset > m_bytes.size() || size > m_bytes.size() - offset)
                break;
            std::ranges::copy(m_bytes.subspan(static_cast<std::size_t>(offset), size),
                              piece.into.begin());
            ++count;
        }
        return count;
    }

private:
    std::span<const std::byte> m_bytes;
};

class Names : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction &function) override
    {
        return m_names.serial("python", function);
    }

private:
    ScriptNames m_names;
};

} // namespace

// The bytes are the memory of a process with a CPython of each layout: its runtime is at their
// start, the type of code objects behind it. Two stops: the second one reads ahead.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    for (unsigned minor = 8; minor <= 13; ++minor) {
        PythonPlaces places;
        places.layout = *pythonLayout({3, minor});
        places.layout.runtimeInterpreters = 0;
        places.layout.interpreterNext = 8;
        places.layout.interpreterThreads = 16;
        places.runtime = Image::start;
        places.codeType = Image::start + 64;
        Image image(bytes);
        PythonCopier copier(places);
        PythonDecoder decoder(places.layout.version);
        Names names;
        std::vector<std::byte> copy;
        for (int stop = 0; stop < 2; ++stop) {
            copy.clear();
            StoppedThread thread;
            thread.thread = 1;
            thread.threadPointer = 1;
            copier.copy(thread, image, copy);
            ScriptStack stack;
            const UnwoundStack native;
            decoder.decode({copy, thread.registers, {}, native}, names, stack);
        }
    }
    return 0;
}
