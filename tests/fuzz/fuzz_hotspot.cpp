// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javacopier.h"
#include "tests/fuzz/memoryimage.h"
#include "tests/runtimes/hotspotlayout.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

using namespace ember::capture;
using namespace ember::capture::hotspot;

namespace {

class Numbers final : public ScriptFunctions {
public:
    ScriptFunctionSerial serial(const ScriptFunction & /*function*/) override
    {
        return ScriptFunctionSerial(m_next++);
    }

private:
    std::size_t m_next = 0;
};

} // namespace

// A process whose whole memory is the input, stopped at a place that the input says, twice; then a
// copy that is the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    MemoryImage reader(bytes);
    const auto bounds = std::make_shared<CodeBounds>();
    JavaCopier copier(ember::tests::layoutOfJava17(), bounds);
    JavaDecoder decoder(bounds);
    Numbers functions;
    ScriptStack stack;
    UnwoundStack native;
    StoppedThread thread;
    if (size >= 128)
        std::memcpy(&thread.registers.pc, data + 64, 64);
    for (std::size_t i = 0; i + 8 <= size && i < 64; i += 8) {
        native.frames.push_back({});
        std::memcpy(&native.frames.back().pc, data + i, 8);
    }
    thread.stack = {MemoryImage::start, bytes};
    for (int i = 0; i < 2; ++i) {
        std::vector<std::byte> copy;
        copier.copy(thread, reader, copy);
        copier.confirm(reader);
        decoder.decode({copy, thread.registers, {}, native}, functions, stack);
        thread.registers.pc = bounds->low + 64;
    }
    decoder.decode({bytes, thread.registers, {}, native}, functions, stack);
    return 0;
}
