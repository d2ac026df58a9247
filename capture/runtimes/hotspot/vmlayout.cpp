// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/vmlayout.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace ember::capture::hotspot {

namespace {

// Limits on what a table may hold; Java 17 has about 790 fields, 770 types and 460 constants.
constexpr std::size_t mostEntries = 2048;
constexpr std::uint64_t longestStride = 256;
constexpr std::size_t blockBytes = std::size_t(64) << 10U;
constexpr std::size_t longestName = 128;

template<typename Value>
Value valueAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    Value value{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(value))
        std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

// Reads one of the tables, which ends with a row whose name is a null pointer.
class TableReader {
public:
    TableReader(const VmTables::FindSymbol &symbol, StopReader &reader)
        : m_symbol(symbol),
          m_reader(reader)
    {
    }

    // The word that an exported symbol holds.
    std::uint64_t word(const std::string &name)
    {
        std::uint64_t value = 0;
        const auto address = m_symbol(name);
        if (!address || !m_reader.readValue(*address, value))
            m_isWhole = false;
        return value;
    }

    // Returns the rows of a table; each has the size that the VM exports as the table's stride.
    std::vector<std::vector<std::byte>> rows(const std::string &table, const std::string &entry,
                                             std::uint64_t nameOffset)
    {
        std::vector<std::vector<std::byte>> rows;
        auto address = word(table);
        const auto stride = word(entry + "ArrayStride");
        if (!m_isWhole || address == 0 || stride < sizeof(address) || stride > longestStride) {
            m_isWhole = false;
            return rows;
        }
        while (m_isWhole && rows.size() < mostEntries) {
            const auto bytes = block(address, stride);
            for (std::size_t at = 0; at + stride <= bytes.size(); at += stride) {
                const auto row = std::span(bytes).subspan(at, stride);
                if (valueAt<std::uint64_t>(row, nameOffset) == 0)
                    return rows;
                rows.emplace_back(row.begin(), row.end());
            }
            address += bytes.size();
        }
        m_isWhole = false; // the table has no end
        return rows;
    }

    // Reads the texts at these addresses; "" for address 0.
    std::vector<std::string> texts(std::span<const std::uint64_t> addresses)
    {
        std::vector<std::array<char, longestName>> bytes(addresses.size());
        std::vector<StopReader::Piece> pieces;
        std::vector<std::string> texts(addresses.size());
        for (std::size_t i = 0; i < addresses.size(); ++i)
            pieces.push_back({addresses[i], std::as_writable_bytes(std::span(bytes[i]))});
        for (std::size_t done = 0; done < pieces.size();) {
            const auto count = std::min(pieces.size() - done, StopReader::mostPieces);
            const auto read = m_reader.read(std::span(pieces).subspan(done, count));
            for (std::size_t i = done; i < done + read; ++i)
                texts[i] = textIn(bytes[i]);
            done += read;
            if (read < count) { // null, or a text near the end of what is mapped
                texts[done] = shortText(addresses[done]);
                ++done;
            }
        }
        return texts;
    }

    bool isWhole() const { return m_isWhole; }

private:
    static std::string textIn(std::span<const char> bytes)
    {
        return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
    }

    // Reads a text up to the end of its page, behind which nothing may be mapped.
    std::string shortText(std::uint64_t address)
    {
        std::array<char, longestName> bytes{};
        const auto size = std::min<std::uint64_t>(longestName, pageSize - address % pageSize);
        const auto text = std::span(bytes).first(static_cast<std::size_t>(size));
        const bool isRead = address != 0 && m_reader.read(address, std::as_writable_bytes(text));
        return isRead ? textIn(text) : std::string();
    }

    // Reads as many whole rows as can be read at once: behind the table's end nothing may be
    // mapped.
    std::vector<std::byte> block(std::uint64_t address, std::uint64_t stride)
    {
        for (auto size = blockBytes / stride * stride; size >= stride;
             size = size / 2 / stride * stride) {
            std::vector<std::byte> bytes(size);
            if (m_reader.read(address, bytes))
                return bytes;
        }
        m_isWhole = false;
        return {};
    }

    const VmTables::FindSymbol &m_symbol;
    StopReader &m_reader;
    bool m_isWhole = true;
};

void readFields(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMStructEntry";
    const auto type = reader.word(entry + "TypeNameOffset");
    const auto field = reader.word(entry + "FieldNameOffset");
    const auto isStatic = reader.word(entry + "IsStaticOffset");
    const auto offset = reader.word(entry + "OffsetOffset");
    const auto address = reader.word(entry + "AddressOffset");
    const auto rows = reader.rows("gHotSpotVMStructs", entry, type);
    std::vector<std::uint64_t> names;
    for (const auto &row : rows) {
        names.push_back(valueAt<std::uint64_t>(row, type));
        names.push_back(valueAt<std::uint64_t>(row, field));
    }
    const auto texts = reader.texts(names);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool hasAddress = valueAt<std::int32_t>(rows[i], isStatic) != 0;
        tables.addField(
            texts[2 * i], texts[2 * i + 1],
            {valueAt<std::uint64_t>(rows[i], hasAddress ? address : offset), hasAddress});
    }
}

// Calls use(name, row) for each row of a table; `nameOffset` is where a row has its name.
template<typename Use>
void forEachNamed(TableReader &reader, const std::string &table, const std::string &entry,
                  std::uint64_t nameOffset, Use use)
{
    const auto rows = reader.rows(table, entry, nameOffset);
    std::vector<std::uint64_t> names;
    names.reserve(rows.size());
    for (const auto &row : rows)
        names.push_back(valueAt<std::uint64_t>(row, nameOffset));
    const auto texts = reader.texts(names);
    for (std::size_t i = 0; i < rows.size(); ++i)
        use(texts[i], rows[i]);
}

void readSizes(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMTypeEntry";
    const auto name = reader.word(entry + "TypeNameOffset");
    const auto size = reader.word(entry + "SizeOffset");
    forEachNamed(reader, "gHotSpotVMTypes", entry, name, [&](const auto &text, const auto &row) {
        tables.addSize(text, valueAt<std::uint64_t>(row, size));
    });
}

void readConstants(TableReader &reader, VmTables &tables)
{
    const std::string entry = "gHotSpotVMIntConstantEntry";
    const auto name = reader.word(entry + "NameOffset");
    const auto value = reader.word(entry + "ValueOffset");
    forEachNamed(reader, "gHotSpotVMIntConstants", entry, name,
                 [&](const auto &text, const auto &row) {
                     tables.addConstant(text, valueAt<std::int32_t>(row, value));
                 });
}

} // namespace

std::optional<VmTables> VmTables::read(const FindSymbol &symbol, StopReader &reader)
{
    TableReader table(symbol, reader);
    VmTables tables;
    readFields(table, tables);
    readSizes(table, tables);
    readConstants(table, tables);
    return table.isWhole() ? std::optional(std::move(tables)) : std::nullopt;
}

std::optional<VmTables::Field> VmTables::field(std::string_view type, std::string_view name) const
{
    const auto found = m_fields.find(std::pair(std::string(type), std::string(name)));
    return found == m_fields.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> VmTables::sizeOf(std::string_view type) const
{
    const auto found = m_sizes.find(type);
    return found == m_sizes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> VmTables::constant(std::string_view name) const
{
    const auto found = m_constants.find(name);
    return found == m_constants.end() ? std::nullopt : std::optional(found->second);
}

void VmTables::addField(std::string type, std::string name, Field field)
{
    m_fields.insert_or_assign(std::pair(std::move(type), std::move(name)), field);
}

void VmTables::addSize(std::string type, std::uint64_t size)
{
    m_sizes.insert_or_assign(std::move(type), size);
}

void VmTables::addConstant(std::string name, std::int64_t value)
{
    m_constants.insert_or_assign(std::move(name), value);
}

namespace {

// Versions whose compiled code has the form that is described below: 23 moved parts of it out of
// the code heap.
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

// Largest offset in a structure, or size of one, that is believed.
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

    // Takes the words of an interpreter's frame: the tables have the places of only two
    // (frame_x86.hpp).
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
