// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/budgetreader.h"
#include "capture/runtimes/hotspot/packednumbers.h"
#include "capture/runtimes/hotspot/vmlayout.h"
#include "capture/runtimes/steadymemory.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::capture::hotspot {

// A method as its class file describes it.
struct JavaMethod {
    std::uint32_t number = 0; // identifies the method for this copier; never used for another one
    std::string name; // "run"
    std::string className; // "com.example.Server$1"
    std::string file; // "Server.java"; "": not known
    std::vector<BytecodeLine> lines;
    bool isNative = false;
    bool isHidden = false; // Java leaves it out of its own stack traces
    std::uint64_t codeBegin = 0; // address of the bytecodes
    std::uint32_t codeSize = 0;

    // Roughly the bytes of memory that this object takes.
    std::size_t bytes() const
    {
        return sizeof(*this) + name.capacity() + className.capacity() + file.capacity()
            + lines.capacity() * sizeof(BytecodeLine);
    }

    std::uint32_t firstLine() const { return lines.empty() ? 0 : lines.front().line; }

    // Words of the target's memory by which the method is recognised at later stops.
    std::uint64_t constMethod = 0;
    std::uint64_t constants = 0;
    std::uint32_t sizeWord = 0;
    std::uint16_t nameIndex = 0;
    std::uint64_t seenAtStop = 0; // number of the last stop at which these words were unchanged
};

// The methods of one process, by the address of their Method. Memory of methods is used again after
// classes were unloaded or redefined, so each is looked at again at each stop that needs it.
class JavaMethods {
public:
    explicit JavaMethods(const VmLayout &layout);

    void beginStop()
    {
        ++m_stop;
        m_heads.begin();
    }

    // Whether the methods that this stop took from earlier ones are unchanged; see
    // ScriptCopier::confirm().
    bool confirm(StopReader &reader) { return m_heads.confirm(reader); }

    // The method at an address as it is now; null: there is none, it contradicts itself, or a limit
    // is reached.
    const JavaMethod *at(std::uint64_t address, StopReader &reader);

private:
    static constexpr std::size_t mostMethods = std::size_t(1) << 17U;
    static constexpr std::size_t mostBytes = std::size_t(64) << 20U;
    // Limit of method numbers: the decoder keeps each number, and an address may hold new methods
    // again and again.
    static constexpr std::uint32_t mostNumbers = 1U << 20U;

    bool isSame(std::uint64_t address, const JavaMethod &method, StopReader &reader);
    std::unique_ptr<JavaMethod> readMethod(std::uint64_t address, StopReader &reader) const;
    bool readNames(JavaMethod &method, StopReader &reader) const;
    bool readLines(JavaMethod &method, std::uint64_t size, StopReader &reader) const;
    std::string symbol(std::uint64_t address, StopReader &reader) const;
    std::string symbolOf(std::uint64_t pool, std::uint32_t length, std::uint32_t index,
                         StopReader &reader) const;

    const VmLayout &m_layout;
    std::unordered_map<std::uint64_t, std::unique_ptr<JavaMethod>> m_methods;
    SteadyMemory m_heads; // heads of methods, and of their constant parts (ConstMethod)
    SteadyWords m_constantWords;
    std::size_t m_bytes = 0; // memory that all known methods take
    std::uint64_t m_stop = 0;
    std::uint32_t m_nextNumber = 0;
};

} // namespace ember::capture::hotspot
