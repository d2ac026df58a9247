// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/dynamicsymbols.h"
#include "capture/procfs/processimages.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace ember::capture {

// An image of a process, as a runtime's room looks at it to see whether its runtime is in there.
// The process runs meanwhile.
class RuntimeCandidate {
public:
    RuntimeCandidate(pid_t process, const MappedImage &image);

    pid_t process() const { return m_process; }

    const MappedImage &image() const { return m_image; }

    // An exported symbol; its address is that in the process.
    std::optional<DynamicSymbol> symbol(std::string_view name) const;
    // An exported thread-local variable; its slot is that in the process.
    std::optional<ThreadLocalSymbol> threadLocal(std::string_view name) const;

    // Reads memory of the process; false if not all of it could be read.
    bool read(std::uint64_t address, std::span<std::byte> into) const;

    template<typename Value>
    std::optional<Value> readValue(std::uint64_t address) const
    {
        Value value{};
        return read(address, std::as_writable_bytes(std::span(&value, 1))) ? std::optional(value)
                                                                           : std::nullopt;
    }

private:
    pid_t m_process;
    const MappedImage &m_image;
    std::optional<DynamicSymbols> m_symbols; // absent: the file cannot be read
};

// What a room says of an image. Neither runtime nor refusal: its runtime is not in there.
struct RuntimeSearch {
    std::shared_ptr<const ScriptRuntime> runtime;
    std::string refusal; // the runtime is there, but cannot be read: a sentence that says why
    // False: the process's memory could not be read, or the runtime has not begun; the image may
    // have one all the same. The refusal then holds if later looks find no more.
    bool isSure = true;
};

using RuntimeRoom = RuntimeSearch (*)(const RuntimeCandidate &candidate);

} // namespace ember::capture
