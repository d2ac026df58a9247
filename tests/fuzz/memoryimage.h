// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace ember::capture {

// All of the memory that a process has.
class MemoryImage : public StopReader {
public:
    static constexpr std::uint64_t start = 0x10000;

    explicit MemoryImage(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    std::size_t read(std::span<const Piece> pieces) override
    {
        std::size_t count = 0;
        for (const auto &[address, into] : pieces) {
            if (address < start || address - start > m_bytes.size()
                || into.size() > m_bytes.size() - (address - start))
                break;
            if (!into.empty())
                std::memcpy(into.data(), m_bytes.data() + (address - start), into.size());
            ++count;
        }
        return count;
    }

private:
    std::span<const std::byte> m_bytes;
};

// Copies and decodes the stack of a thread at two stops: the second one reads ahead.
inline void copyAndDecode(MemoryImage &image, ScriptCopier &copier, ScriptDecoder &decoder)
{
    class NoFunctions : public ScriptFunctions {
        ScriptFunctionSerial serial(const ScriptFunction & /*function*/) override
        {
            return ScriptFunctionSerial(0);
        }
    };

    for (int stop = 0; stop < 2; ++stop) {
        StoppedThread thread;
        thread.process = 1;
        thread.thread = 1;
        thread.threadPointer = MemoryImage::start;
        std::vector<std::byte> copy;
        copier.copy(thread, image, copy);
        if (!copier.confirm(image))
            std::abort(); // it does not change
        NoFunctions functions;
        const UnwoundStack native;
        ScriptStack stack;
        decoder.decode({copy, thread.registers, {}, native}, functions, stack);
    }
}

} // namespace ember::capture
