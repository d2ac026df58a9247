// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/vmlayout.h"

#include <array>
#include <string_view>

namespace ember::capture::hotspot {

namespace {

// The versions whose compiled code is described as below: 23 moved it out of the code heap.
constexpr int oldestVersion = 17;
constexpr int newestVersion = 22;
constexpr int firstWithoutZeroBytes = 20;

struct FieldRow {
    std::uint64_t VmLayout::*member;
    std::string_view type;
    std::string_view name;
};

constexpr std::array variables{
    FieldRow{&VmLayout::heaps, "CodeCache", "_heaps"},
    FieldRow{&VmLayout::lowBound, "CodeCache", "_low_bound"},
    FieldRow{&VmLayout::highBound, "CodeCache", "_high_bound"},
    FieldRow{&VmLayout::threadList, "ThreadsSMRSupport", "_java_thread_list"},
    FieldRow{&VmLayout::callStubReturn, "StubRoutines", "_call_stub_return_address"},
    FieldRow{&VmLayout::interpreterCode, "AbstractInterpreter", "_code"},
};

constexpr std::array fields{
    FieldRow{&VmLayout::arrayLength, "GrowableArrayBase", "_len"},
    FieldRow{&VmLayout::arrayData, "GrowableArray<int>", "_data"},
    FieldRow{&VmLayout::heapMemory, "CodeHeap", "_memory"},
    FieldRow{&VmLayout::heapSegments, "CodeHeap", "_segmap"},
    FieldRow{&VmLayout::heapLogSize, "CodeHeap", "_log2_segment_size"},
    FieldRow{&VmLayout::spaceLow, "VirtualSpace", "_low"},
    FieldRow{&VmLayout::spaceHigh, "VirtualSpace", "_high"},
    FieldRow{&VmLayout::blockLength, "HeapBlock::Header", "_length"},
    FieldRow{&VmLayout::blockUsed, "HeapBlock::Header", "_used"},
    FieldRow{&VmLayout::blobName, "CodeBlob", "_name"},
    FieldRow{&VmLayout::blobSize, "CodeBlob", "_size"},
    FieldRow{&VmLayout::codeBegin, "CodeBlob", "_code_begin"},
    FieldRow{&VmLayout::codeEnd, "CodeBlob", "_code_end"},
    FieldRow{&VmLayout::frameSize, "CodeBlob", "_frame_size"},
    FieldRow{&VmLayout::frameComplete, "CodeBlob", "_frame_complete_offset"},
    FieldRow{&VmLayout::method, "CompiledMethod", "_method"},
    FieldRow{&VmLayout::scopesData, "CompiledMethod", "_scopes_data_begin"},
    FieldRow{&VmLayout::deoptHandler, "CompiledMethod", "_deopt_handler_begin"},
    FieldRow{&VmLayout::deoptMhHandler, "CompiledMethod", "_deopt_mh_handler_begin"},
    FieldRow{&VmLayout::compileId, "nmethod", "_compile_id"},
    FieldRow{&VmLayout::originalPc, "nmethod", "_orig_pc_offset"},
    FieldRow{&VmLayout::stubOffset, "nmethod", "_stub_offset"},
    FieldRow{&VmLayout::metadataOffset, "nmethod", "_metadata_offset"},
    FieldRow{&VmLayout::scopesPcsOffset, "nmethod", "_scopes_pcs_offset"},
    FieldRow{&VmLayout::scopesPcsEnd, "nmethod", "_dependencies_offset"},
    FieldRow{&VmLayout::pcOffset, "PcDesc", "_pc_offset"},
    FieldRow{&VmLayout::scopeOffset, "PcDesc", "_scope_decode_offset"},
    FieldRow{&VmLayout::constMethod, "Method", "_constMethod"},
    FieldRow{&VmLayout::accessFlags, "Method", "_access_flags"},
    FieldRow{&VmLayout::constants, "ConstMethod", "_constants"},
    FieldRow{&VmLayout::constMethodSize, "ConstMethod", "_constMethod_size"},
    FieldRow{&VmLayout::codeSize, "ConstMethod", "_code_size"},
    FieldRow{&VmLayout::nameIndex, "ConstMethod", "_name_index"},
    FieldRow{&VmLayout::poolHolder, "ConstantPool", "_pool_holder"},
    FieldRow{&VmLayout::poolLength, "ConstantPool", "_length"},
    FieldRow{&VmLayout::sourceFileIndex, "ConstantPool", "_source_file_name_index"},
    FieldRow{&VmLayout::className, "Klass", "_name"},
    FieldRow{&VmLayout::classConstants, "InstanceKlass", "_constants"},
    FieldRow{&VmLayout::symbolLength, "Symbol", "_length"},
    FieldRow{&VmLayout::symbolBody, "Symbol", "_body[0]"},
    FieldRow{&VmLayout::threadsLength, "ThreadsList", "_length"},
    FieldRow{&VmLayout::threadsArray, "ThreadsList", "_threads"},
    FieldRow{&VmLayout::anchor, "JavaThread", "_anchor"},
    FieldRow{&VmLayout::stackBase, "JavaThread", "_stack_base"},
    FieldRow{&VmLayout::stackSize, "JavaThread", "_stack_size"},
    FieldRow{&VmLayout::lastSp, "JavaFrameAnchor", "_last_Java_sp"},
    FieldRow{&VmLayout::lastPc, "JavaFrameAnchor", "_last_Java_pc"},
    FieldRow{&VmLayout::lastFp, "JavaFrameAnchor", "_last_Java_fp"},
    FieldRow{&VmLayout::wrapperAnchor, "JavaCallWrapper", "_anchor"},
    FieldRow{&VmLayout::queueBuffer, "StubQueue", "_stub_buffer"},
    FieldRow{&VmLayout::queueLimit, "StubQueue", "_buffer_limit"},
    FieldRow{&VmLayout::codeletSize, "InterpreterCodelet", "_size"},
    FieldRow{&VmLayout::codeletText, "InterpreterCodelet", "_description"},
    FieldRow{&VmLayout::codeletBytecode, "InterpreterCodelet", "_bytecode"},
};

struct SizeRow {
    std::uint64_t VmLayout::*member;
    std::string_view type;
    std::uint64_t least = 1;
};

constexpr std::array sizes{
    SizeRow{&VmLayout::blockSize, "HeapBlock"},
    SizeRow{&VmLayout::compiledSize, "nmethod"},
    SizeRow{&VmLayout::pcDescSize, "PcDesc", 16}, // four numbers of 32 bits
    SizeRow{&VmLayout::constMethodHead, "ConstMethod"},
    SizeRow{&VmLayout::poolHead, "ConstantPool"},
};

// Largest offset or size of a structure that is believed.
constexpr std::uint64_t largestOffset = 4096;

class LayoutMaker {
public:
    LayoutMaker(const VmTables &tables, int version) : m_tables(tables)
    {
        m_search.layout.version = version;
    }

    LayoutSearch make()
    {
        for (const auto &row : variables)
            take(row, true);
        for (const auto &row : fields)
            take(row, false);
        for (const auto &row : sizes) {
            const auto size = m_tables.sizeOf(row.type);
            if (!size || *size < row.least || *size > largestOffset)
                refuse(std::string(row.type));
            m_search.layout.*row.member = size.value_or(0);
        }
        takeFlags();
        takeFrames();
        m_search.layout.numbers = m_search.layout.version < firstWithoutZeroBytes
            ? NumberCoding::AllBytes
            : NumberCoding::NoZeroBytes;
        return std::move(m_search);
    }

private:
    void take(const FieldRow &row, bool isVariable)
    {
        const auto field = m_tables.field(row.type, row.name);
        if (!field || field->isStatic != isVariable
            || (!isVariable && field->place > largestOffset)) {
            refuse(std::string(row.type) + "::" + std::string(row.name));
            return;
        }
        m_search.layout.*row.member = field->place;
    }

    std::int64_t constant(std::string_view name)
    {
        const auto value = m_tables.constant(name);
        if (!value)
            refuse(std::string(name));
        return value.value_or(0);
    }

    // Flags have been renamed: the names of Java 17 to 20, then those since 21.
    void takeFlags()
    {
        auto &layout = m_search.layout;
        const auto older = m_tables.field("ConstMethod", "_flags");
        const auto newer = m_tables.field("ConstMethod", "_flags._flags");
        layout.constFlags = (older ? older : newer).value_or(VmTables::Field{}).place;
        const auto lines = m_tables.constant("ConstMethod::_has_linenumber_table");
        layout.hasLineTable =
            lines ? *lines : constant("ConstMethodFlags::_misc_has_linenumber_table");
        const auto flags = m_tables.field("Method", "_flags");
        const auto hidden = m_tables.constant("Method::_hidden");
        layout.methodFlags = flags ? flags->place : 0;
        layout.isHidden = flags ? hidden.value_or(0) : 0;
        if ((!older && !newer) || layout.constFlags > largestOffset
            || layout.methodFlags > largestOffset)
            refuse("ConstMethod::_flags");
    }

    // Of an interpreter's frame the tables have only the places of two words (frame_x86.hpp).
    void takeFrames()
    {
        auto &layout = m_search.layout;
        layout.invocationBci = constant("InvocationEntryBci");
        layout.frameSenderSp = constant("frame::interpreter_frame_sender_sp_offset");
        const auto lastSp = constant("frame::interpreter_frame_last_sp_offset");
        layout.frameMethod = lastSp - 1;
        layout.frameBcp = lastSp - 6;
        layout.frameLast = lastSp - 7;
        layout.frameCallWrapper = constant("frame::entry_frame_call_wrapper_offset");
        if (layout.frameSenderSp != -1 || lastSp != -2)
            refuse("frame");
    }

    void refuse(const std::string &what)
    {
        if (m_search.refusal.empty())
            m_search.refusal = "its description of itself lacks " + what;
    }

    const VmTables &m_tables;
    LayoutSearch m_search;
};

} // namespace

LayoutSearch layoutOf(const VmTables &tables, int version)
{
    if (version < oldestVersion || version > newestVersion) {
        LayoutSearch search;
        search.layout.version = version;
        search.refusal = "the layout of its compiled code is not known";
        return search;
    }
    return LayoutMaker(tables, version).make();
}

} // namespace ember::capture::hotspot
