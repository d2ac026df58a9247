// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture::hotspot {

// The tables by which HotSpot describes itself (vmStructs.hpp): fields and sizes of its structures,
// and named constants. libjvm exports them for debuggers; each version fills in its own.
class VmTables {
public:
    // A field of a structure. `place` is the address of a static field, else the field's offset.
    struct Field {
        std::uint64_t place = 0;
        bool isStatic = false;
    };

    // Finds the address of an exported symbol in the process.
    using FindSymbol = std::function<std::optional<std::uint64_t>(std::string_view)>;

    // Reads the tables. Absent: a symbol is missing, memory cannot be read, or the loader has not
    // filled in the tables yet. Reads some hundred kilobytes, at most three million bytes.
    static std::optional<VmTables> read(const FindSymbol &symbol, StopReader &reader);

    std::optional<Field> field(std::string_view type, std::string_view name) const;
    std::optional<std::uint64_t> sizeOf(std::string_view type) const;
    std::optional<std::int64_t> constant(std::string_view name) const;

    void addField(std::string type, std::string name, Field field);
    void addSize(std::string type, std::uint64_t size);
    void addConstant(std::string name, std::int64_t value);

private:
    std::map<std::pair<std::string, std::string>, Field, std::less<>> m_fields;
    std::map<std::string, std::uint64_t, std::less<>> m_sizes;
    std::map<std::string, std::int64_t, std::less<>> m_constants;
};

constexpr std::uint64_t wordSize = 8; // bytes of a word on the machines that are known

// How small numbers are packed (unsigned5.hpp): up to five bytes, six bits in all but the last.
enum class NumberCoding : std::uint8_t {
    AllBytes, // up to Java 19
    NoZeroBytes, // from Java 20 on: 0 is no digit, but ends a list
};

// Where HotSpot's structures lie and what they look like: out of its own tables, by name. Offsets
// are in bytes.
struct VmLayout {
    int version = 0; // 17
    NumberCoding numbers = NumberCoding::AllBytes;

    // Addresses of the VM's variables
    std::uint64_t heaps = 0, lowBound = 0, highBound = 0; // CodeCache
    std::uint64_t threadList = 0; // ThreadsSMRSupport
    std::uint64_t callStubReturn = 0; // StubRoutines: where Java code returns to native code
    std::uint64_t interpreterCode = 0; // AbstractInterpreter

    std::uint64_t arrayLength = 0, arrayData = 0; // GrowableArray
    std::uint64_t heapMemory = 0, heapSegments = 0, heapLogSize = 0; // CodeHeap
    std::uint64_t spaceLow = 0, spaceHigh = 0; // VirtualSpace
    std::uint64_t blockLength = 0, blockUsed = 0, blockSize = 0; // HeapBlock

    // CodeBlob, nmethod
    std::uint64_t blobName = 0, blobSize = 0, codeBegin = 0, codeEnd = 0;
    std::uint64_t frameSize = 0, frameComplete = 0;
    std::uint64_t method = 0, compileId = 0, scopesData = 0, deoptHandler = 0, deoptMhHandler = 0;
    std::uint64_t originalPc = 0, stubOffset = 0, metadataOffset = 0, scopesPcsOffset = 0;
    std::uint64_t scopesPcsEnd = 0;
    std::uint64_t compiledSize = 0; // size of an nmethod's head

    // PcDesc
    std::uint64_t pcOffset = 0, scopeOffset = 0, pcDescSize = 0;
    std::int64_t invocationBci = 0;

    // Method, ConstMethod, ConstantPool, InstanceKlass, Symbol
    std::uint64_t constMethod = 0, methodFlags = 0, accessFlags = 0;
    std::uint64_t constants = 0, constMethodSize = 0, constFlags = 0, codeSize = 0, nameIndex = 0;
    std::uint64_t constMethodHead = 0;
    std::int64_t hasLineTable = 0, isHidden = 0;
    std::uint64_t poolHolder = 0, poolLength = 0, sourceFileIndex = 0, poolHead = 0;
    std::uint64_t className = 0, classConstants = 0;
    std::uint64_t symbolLength = 0, symbolBody = 0;

    // JavaThread, JavaFrameAnchor, JavaCallWrapper
    std::uint64_t threadsLength = 0, threadsArray = 0;
    std::uint64_t anchor = 0, stackBase = 0, stackSize = 0;
    std::uint64_t lastSp = 0, lastPc = 0, lastFp = 0;
    std::uint64_t wrapperAnchor = 0;

    // StubQueue, InterpreterCodelet
    std::uint64_t queueBuffer = 0, queueLimit = 0;
    std::uint64_t codeletSize = 0, codeletText = 0, codeletBytecode = 0;

    // Offsets in the interpreter's frames, in words from the frame pointer
    std::int64_t frameSenderSp = 0, frameMethod = 0, frameBcp = 0, frameLast = 0;
    std::int64_t frameCallWrapper = 0;
};

struct LayoutSearch {
    VmLayout layout;
    std::string refusal; // "": the layout is known
};

// Makes the layout out of the tables. Versions whose structures are not known, or lack one, are
// refused: their stacks must not be guessed.
LayoutSearch layoutOf(const VmTables &tables, int version);

} // namespace ember::capture::hotspot
