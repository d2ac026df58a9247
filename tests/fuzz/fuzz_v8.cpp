// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8copier.h"
#include "capture/runtimes/v8/v8decoder.h"
#include "tests/fuzz/memoryimage.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace ember::capture;

namespace {

class NoFunctions : public ScriptFunctions {
    ScriptFunctionSerial serial(const ScriptFunction & /*function*/) override
    {
        return ScriptFunctionSerial(0);
    }
};

void decode(V8Decoder &decoder, std::span<const std::byte> copy, const Registers &registers)
{
    NoFunctions functions;
    UnwoundStack native;
    native.frames.push_back({registers.pc, ember::model::UnwindMethod::Leaf});
    native.frames.push_back({MemoryImage::start, ember::model::UnwindMethod::FramePointer});
    ScriptStack stack;
    decoder.decode({copy, registers, {}, native}, functions, stack);
}

} // namespace

// The bytes are the memory of a process, its stack, and a copy of a stack.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto bytes = std::as_bytes(std::span(data, size));
    // Small types, so that they are found.
    const V8Layout layout{.functionType = 1,
                          .lastFunctionType = 2,
                          .sharedType = 3,
                          .scopeType = 4,
                          .scriptType = 5,
                          .bytecodeType = 6,
                          .codeType = 7,
                          .streamType = 9,
                          .functionShared = 24,
                          .sharedName = 16,
                          .sharedScript = 32,
                          .scriptSource = 8,
                          .scriptName = 16,
                          .bytecodePositions = 32,
                          .bytecodeStart = 54,
                          .codeDeoptimization = 16,
                          .codePositions = 24,
                          .codeStart = 40,
                          .codeSize = 56};
    MemoryImage memory(bytes);
    V8Copier copier({layout, 0, 0});
    V8Decoder decoder;
    StoppedThread thread;
    thread.registers.pc = MemoryImage::start + size / 2;
    thread.stack = {MemoryImage::start, bytes};
    for (int turn = 0; turn < 2; ++turn) {
        std::vector<std::byte> copy;
        copier.copy(thread, memory, copy);
        copier.confirm(memory);
        decode(decoder, copy, thread.registers);
    }
    V8Decoder other;
    decode(other, bytes, thread.registers);
    return 0;
}
