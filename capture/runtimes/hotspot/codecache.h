// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/budgetreader.h"
#include "capture/runtimes/hotspot/compiledscopes.h"
#include "capture/runtimes/hotspot/vmlayout.h"
#include "capture/runtimes/steadymemory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture::hotspot {

enum class CodeKind : std::uint8_t {
    Compiled, // a Java method
    NativeWrapper, // calls a native method
    Interpreter,
    Stub, // helper code with a frame of a known size
    Frameless, // helper code that makes frames, if any, as it likes; the call stub is in there
};

// A piece of generated code (CodeBlob).
struct CodeBlob {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // end of the whole piece, its data included
    CodeKind kind = CodeKind::Frameless;
    std::uint64_t codeBegin = 0;
    std::uint64_t codeEnd = 0;
    std::uint64_t frameSize = 0; // in bytes, with the return address
    std::uint64_t frameComplete = 0; // address from which on the frame is there
    std::uint64_t method = 0; // address of the Method
    std::uint64_t deoptHandler = 0, deoptMhHandler = 0; // 0: none
    std::uint64_t originalPc = 0; // offset in the frame where the pc is kept if the code is invalid
    std::uint64_t stubs = 0; // address from which on the frame may be gone
    std::uint64_t metadata = 0, scopes = 0, pcs = 0, pcsEnd = 0; // addresses, in this order

    std::uint32_t compileId = 0;
    std::uint64_t blockLength = 0;
    std::uint64_t seenAtStop = 0;
    std::unique_ptr<CompiledScopes> notes; // read when needed; null: not read, or forgotten
    bool hasNoNotes = false; // the notes could not be read
};

// The generated code of one process. Methods are compiled and thrown away all the time, so each
// piece is looked at again at each stop that needs it; the code of a stopped thread's frames stays
// while the thread is stopped.
class CodeCache {
public:
    explicit CodeCache(const VmLayout &layout);

    // Reads where code may lie. False: there is none yet, or it cannot be read.
    bool open(StopReader &reader);

    bool contains(std::uint64_t address) const { return address >= m_low && address < m_high; }

    std::uint64_t low() const { return m_low; }

    std::uint64_t high() const { return m_high; }

    void beginStop()
    {
        ++m_stop;
        m_lastBlob = nullptr;
        m_heads.begin();
        m_instructions.begin();
    }

    // Whether the code that this stop took from earlier ones is unchanged; see
    // ScriptCopier::confirm().
    bool confirm(StopReader &reader)
    {
        const bool hasCode = m_instructions.confirm(reader);
        return m_heads.confirm(reader) && hasCode;
    }

    // The code at an address as it is now; null: there is none, what is known of it contradicts
    // itself, or a limit is reached.
    const CodeBlob *at(std::uint64_t address, StopReader &reader);
    // Returns what the compiler noted of the code; null: the notes cannot be read.
    const CompiledScopes *notes(const CodeBlob &blob, StopReader &reader);
    // Some bytes of code around an instruction, at least 16 before it and 16 from it on; empty:
    // they cannot be read. Valid until the next call.
    struct Around {
        std::uint64_t address = 0;
        std::span<const std::byte> bytes;
    };

    Around around(std::uint64_t pc, StopReader &reader);
    // Whether interpreted code at this address is entering a method, whose frame is not complete.
    bool isMethodEntry(std::uint64_t pc, StopReader &reader);
    // Where Java code returns to the native code that called it.
    std::uint64_t callStubReturn() const { return m_callStubReturn; }

private:
    struct Heap {
        std::uint64_t low = 0, high = 0, segments = 0, segmentsEnd = 0;
        std::uint32_t logSize = 0;
    };

    struct Range {
        std::uint64_t begin = 0, end = 0;
    };

    bool readHeaps(StopReader &reader);
    std::optional<Heap> readHeap(std::uint64_t address, StopReader &reader) const;
    std::optional<std::uint64_t> blockAt(std::uint64_t pc, StopReader &reader);
    std::optional<std::uint64_t> blockIn(const Heap &heap, std::uint64_t pc,
                                         StopReader &reader) const;
    std::unique_ptr<CodeBlob> readBlob(std::uint64_t block, StopReader &reader);
    bool readCompiled(const StructBytes &head, CodeBlob &blob) const;
    std::string_view nameAt(std::uint64_t address, StopReader &reader);
    bool isSame(const CodeBlob &blob, StopReader &reader);
    void readCodelets(StopReader &reader);
    void forgetNotes();

    const VmLayout &m_layout;
    std::uint64_t m_low = 0, m_high = 0;
    std::uint64_t m_callStubReturn = 0;
    std::vector<Heap> m_heaps;
    CodeBlob *m_lastBlob = nullptr; // the blob that was found last at this stop
    std::map<std::uint64_t, std::unique_ptr<CodeBlob>> m_blobs; // by start
    std::map<std::uint64_t, std::string> m_names; // by address: constants of libjvm
    std::vector<Range> m_entries; // code of the interpreter that enters methods
    bool m_hasCodelets = false;
    SteadyMemory m_heads; // heads of the pieces of code (CodeBlob)
    SteadyMemory m_instructions;
    std::size_t m_headSize = 0, m_methodHeadSize = 0; // bytes that are read of the head of any
                                                      // piece, and of a method's
    SteadyWords m_headWords, m_methodHeadWords;
    std::size_t m_noteBytes = 0;
    std::uint64_t m_stop = 0;
};

} // namespace ember::capture::hotspot
