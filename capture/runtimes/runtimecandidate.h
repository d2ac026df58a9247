// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/dynamicsymbols.h"
#include "capture/procfs/processimages.h"
#include "capture/procfs/procreader.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace ember::capture {

struct GoLayout;

// An image of a process in which the searches for runtimes look for theirs. The process runs
// meanwhile.
class RuntimeCandidate {
public:
    RuntimeCandidate(pid_t process, const MappedImage &image);

    pid_t process() const { return m_process; }

    const MappedImage &image() const { return m_image; }

    // Whether the image's file could be opened, or the image was copied from memory.
    bool isReadable() const { return m_symbols.has_value(); }

    // An exported symbol; its address is that in the process.
    std::optional<DynamicSymbol> symbol(std::string_view name) const;
    // An exported thread-local variable; its slot is that in the process.
    std::optional<ThreadLocalSymbol> threadLocal(std::string_view name) const;

    // Reads pieces of the process's memory; returns how many, from the first on, were read whole.
    std::size_t read(std::span<const MemoryPiece> pieces) const;
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

// What a search for one runtime says of an image. Neither runtime, Go nor refusal: its runtime is
// not in the image.
struct RuntimeSearch {
    std::shared_ptr<const ScriptRuntime> runtime;
    std::string refusal; // the runtime is there, but cannot be read: a sentence that says why
    // False: the process's memory could not be read, or the runtime has not begun; the image may
    // have one all the same. The refusal then holds if later looks find no more.
    bool isSure = true;
    // The image is a program of Go's, which has no script runtime; else null. Never destroyed.
    const GoLayout *go = nullptr;
};

using RuntimeRoom = RuntimeSearch (*)(const RuntimeCandidate &candidate);

// The searches, one for each runtime; each looks into one image.

// CPython 3.8 to 3.13: found where an image exports `_PyRuntime`.
RuntimeSearch findCPython(const RuntimeCandidate &candidate);
// Java's virtual machine, as OpenJDK and its relatives have it: versions 17 to 22, on x86-64. Its
// frames are found by the tables in which libjvm describes itself, without an agent or a flag.
RuntimeSearch findHotSpot(const RuntimeCandidate &candidate);
// PHP 8.0 to 8.5 without threads: found where an image exports `module_registry` and `execute_ex`.
RuntimeSearch findPhp(const RuntimeCandidate &candidate);
// Ruby 3.1 to 4.0: found where an image exports `ruby_api_version` and `rb_errinfo`.
RuntimeSearch findRuby(const RuntimeCandidate &candidate);
// The V8 of Node 18, 20 and 22: found where an image exports `v8dbg_…` symbols.
RuntimeSearch findV8(const RuntimeCandidate &candidate);

// Where a program of Go 1.17 to 1.26 keeps its goroutines' ids, on x86-64. Its functions need no
// runtime: they are native.
RuntimeSearch findGo(const RuntimeCandidate &candidate);

// Searches an image for any runtime that the recorder knows. Called by the unwinding thread while
// the process runs.
RuntimeSearch findRuntime(const RuntimeCandidate &candidate);

} // namespace ember::capture
