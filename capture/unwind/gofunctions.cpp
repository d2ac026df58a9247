// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/gofunctions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::size_t goWordSize = sizeof(std::uint64_t);
// Longer names and paths come from a damaged table.
constexpr std::size_t longestText = 4096;
// Limit of columns and tables per function; Go has about ten.
constexpr std::uint32_t mostColumns = 64;

template<typename T>
T loadAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(T))
        std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

std::span<const std::byte> tailFrom(std::span<const std::byte> bytes, std::uint64_t offset)
{
    return offset < bytes.size() ? bytes.subspan(offset) : std::span<const std::byte>();
}

// A zero-terminated text; "" if it does not end.
std::string_view goTextAt(std::span<const std::byte> bytes, std::uint64_t offset)
{
    const auto rest = tailFrom(bytes, offset);
    const auto room = std::min(rest.size(), longestText);
    const std::string_view text(reinterpret_cast<const char *>(rest.data()), room);
    const auto end = text.find('\0');
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

std::optional<GoFunctions::Layout> layoutOf(std::uint32_t magic)
{
    switch (magic) {
    case 0xfffffffa: return GoFunctions::Layout::Go16;
    case 0xfffffff0: return GoFunctions::Layout::Go18;
    case 0xfffffff1: return GoFunctions::Layout::Go20;
    default: return std::nullopt;
    }
}

// Fields of a function's record, behind its entry address, in words of four bytes.
enum Field : std::uint8_t { nameField = 0, firstColumn = 3, columnCount = 6, unitField = 7 };

constexpr std::uint8_t rootFlag = 1;

} // namespace

std::optional<std::uint64_t> relocatedWord(std::span<const std::byte> relocations,
                                           std::uint64_t address)
{
    for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= relocations.size();
         at += sizeof(Elf64_Rela)) {
        const auto relocation = loadAt<Elf64_Rela>(relocations, at);
        if (relocation.r_offset == address && ELF64_R_SYM(relocation.r_info) == 0)
            return static_cast<std::uint64_t>(relocation.r_addend);
    }
    return std::nullopt;
}

std::optional<GoFunctions> GoFunctions::read(const GoSections &sections)
{
    GoFunctions functions;
    if (!functions.readHeader(sections) || !functions.isInOrder())
        return std::nullopt;
    return functions;
}

// The header: magic number, two zero bytes, bytes per step of an address, bytes per word; then
// words.
bool GoFunctions::readHeader(const GoSections &sections)
{
    constexpr std::size_t startSize = 8;
    m_table = sections.table;
    m_address = sections.address;
    m_codeStart = sections.codeStart;
    m_codeEnd = sections.codeEnd;
    const auto layout = layoutOf(loadAt<std::uint32_t>(m_table, 0));
    const auto start = loadAt<std::array<std::uint8_t, startSize>>(m_table, 0);
    m_quantum = start[6];
    const bool isQuantum = m_quantum == 1 || m_quantum == 2 || m_quantum == 4;
    if (!layout || start[4] != 0 || start[5] != 0 || !isQuantum || start[7] != goWordSize)
        return false;
    m_layout = *layout;
    const auto word = [&](std::size_t number) {
        return loadAt<std::uint64_t>(m_table, startSize + number * goWordSize);
    };
    std::size_t next = 2; // number of the next word; the counts of functions and files come first
    if (m_layout != Layout::Go16) {
        // The word in a position-independent file is right only after relocation.
        const auto place = m_address + startSize + next * goWordSize;
        m_textStart = relocatedWord(sections.relocations, place).value_or(word(next));
        if (m_textStart < m_codeStart || m_textStart >= m_codeEnd)
            m_textStart = m_codeStart;
        ++next;
    }
    m_names = tailFrom(m_table, word(next));
    m_units = tailFrom(m_table, word(next + 1));
    m_files = tailFrom(m_table, word(next + 2));
    m_columns = tailFrom(m_table, word(next + 3));
    m_functions = tailFrom(m_table, word(next + 4));
    const std::size_t entrySize = m_layout == Layout::Go16 ? 2 * goWordSize : goWordSize;
    const auto count = word(0);
    if (count == 0 || count >= m_functions.size() / entrySize) // one more entry is the end
        return false;
    m_count = count;
    return true;
}

bool GoFunctions::isInOrder() const
{
    for (std::size_t number = 0; number < m_count; ++number) {
        if (startOf(number) > startOf(number + 1))
            return false;
    }
    return true;
}

// Returns half of an entry of the index: the first half is the address, the second the place of the
// record.
std::uint64_t GoFunctions::entry(std::size_t number, std::size_t half) const
{
    const auto place = 2 * number + half;
    return m_layout == Layout::Go16
        ? loadAt<std::uint64_t>(m_functions, place * goWordSize)
        : loadAt<std::uint32_t>(m_functions, place * sizeof(std::uint32_t));
}

std::uint64_t GoFunctions::startOf(std::size_t number) const
{
    return entry(number, 0) + (m_layout == Layout::Go16 ? 0 : m_textStart);
}

std::optional<GoFunctions::Function> GoFunctions::function(std::size_t number) const
{
    if (number >= m_count)
        return std::nullopt;
    const Function found{startOf(number), startOf(number + 1),
                         static_cast<std::size_t>(entry(number, 1))};
    const bool isCode =
        found.start >= m_codeStart && found.start < found.end && found.end <= m_codeEnd;
    const bool hasRecord =
        found.record < m_functions.size() && m_functions.size() - found.record >= fixedSize();
    return isCode && hasRecord ? std::optional(found) : std::nullopt;
}

std::optional<GoFunctions::Function> GoFunctions::functionAt(std::uint64_t address) const
{
    std::size_t low = 0; // the first whose start is after the address
    for (std::size_t high = m_count; low < high;) {
        const auto middle = low + (high - low) / 2;
        if (startOf(middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    const auto found = low > 0 ? function(low - 1) : std::nullopt;
    return found && address < found->end ? found : std::nullopt;
}

// Size of a record without the columns and tables that follow it.
std::size_t GoFunctions::fixedSize() const
{
    return m_layout == Layout::Go18 ? 40 : 44;
}

std::uint32_t GoFunctions::field(const Function &function, std::size_t number) const
{
    const std::size_t entrySize = m_layout == Layout::Go16 ? goWordSize : sizeof(std::uint32_t);
    return loadAt<std::uint32_t>(m_functions,
                                 function.record + entrySize + number * sizeof(std::uint32_t));
}

std::uint32_t GoFunctions::columnOffset(const Function &function, Column column) const
{
    return field(function, std::size_t(firstColumn) + std::size_t(column));
}

std::string_view GoFunctions::name(const Function &function) const
{
    return nameAt(static_cast<std::int32_t>(field(function, nameField)));
}

std::string_view GoFunctions::nameAt(std::int64_t offset) const
{
    return offset >= 0 ? goTextAt(m_names, std::uint64_t(offset)) : std::string_view();
}

std::string_view GoFunctions::file(const Function &function, std::int32_t number) const
{
    if (number < 0)
        return {};
    const auto place = std::uint64_t(field(function, unitField)) + std::uint64_t(number);
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    const auto at = place * sizeof(none);
    if (at + sizeof(none) > m_units.size())
        return {};
    const auto offset = loadAt<std::uint32_t>(m_units, at);
    return offset == none ? std::string_view() : goTextAt(m_files, offset);
}

bool GoFunctions::isRoot(const Function &function) const
{
    // The last four bytes: kind of function, flags, padding, number of tables of data.
    return (loadAt<std::uint8_t>(m_functions, function.record + fixedSize() - 3) & rootFlag) != 0;
}

std::optional<GoFunctions::Stretch> GoFunctions::valueAt(const Function &function, Column column,
                                                         std::uint64_t address) const
{
    return find(function, columnOffset(function, column), address);
}

std::optional<GoFunctions::Stretch>
GoFunctions::dataAt(const Function &function, std::uint32_t number, std::uint64_t address) const
{
    if (number >= field(function, columnCount))
        return std::nullopt;
    const auto place = function.record + fixedSize() + std::uint64_t(number) * 4;
    return find(function, loadAt<std::uint32_t>(m_functions, place), address);
}

std::optional<std::uint64_t> GoFunctions::referencePlace(const Function &function,
                                                         std::uint32_t number) const
{
    const auto columns = field(function, columnCount);
    const auto tables = loadAt<std::uint8_t>(m_functions, function.record + fixedSize() - 1);
    if (number >= tables || columns > mostColumns)
        return std::nullopt;
    auto place = function.record + fixedSize() + std::uint64_t(columns) * 4;
    if (m_layout == Layout::Go16) {
        // The records are aligned in memory, and so are the words in them.
        const auto start = m_address + (m_table.size() - m_functions.size());
        place += (goWordSize - (start + place) % goWordSize) % goWordSize;
        place += std::uint64_t(number) * goWordSize;
    } else {
        place += std::uint64_t(number) * 4;
    }
    return m_address + (m_table.size() - m_functions.size()) + place;
}

std::optional<std::uint64_t> GoFunctions::reference(const Function &function,
                                                    std::uint32_t number) const
{
    const auto place = referencePlace(function, number);
    if (!place)
        return std::nullopt;
    const auto at = *place - m_address;
    if (m_layout == Layout::Go16) {
        const auto address = loadAt<std::uint64_t>(m_table, at);
        return address != 0 ? std::optional(address) : std::nullopt;
    }
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    if (at + sizeof(none) > m_table.size())
        return std::nullopt;
    const auto offset = loadAt<std::uint32_t>(m_table, at);
    return offset != none ? std::optional(std::uint64_t(offset)) : std::nullopt;
}

std::optional<GoFunctions::Stretch>
GoFunctions::find(const Function &function, std::uint32_t offset, std::uint64_t address) const
{
    Steps steps(*this, function, offset);
    while (const auto stretch = steps.next()) {
        if (address < stretch->end)
            return address >= stretch->start ? stretch : std::nullopt;
    }
    return std::nullopt;
}

// Offset 0 says that the function has no such column.
GoFunctions::Steps::Steps(const GoFunctions &table, const Function &function, std::uint32_t offset)
    : m_rest(offset != 0 ? tailFrom(table.m_columns, offset) : std::span<const std::byte>()),
      m_end(function.end),
      m_quantum(table.m_quantum),
      m_stretch{function.start, function.start, -1}
{
}

std::optional<GoFunctions::Stretch> GoFunctions::Steps::next()
{
    const auto valueStep = number();
    if (!valueStep || (*valueStep == 0 && !m_isFirst))
        return std::nullopt;
    m_isFirst = false;
    const auto addressStep = number();
    if (!addressStep || *addressStep == 0)
        return std::nullopt;
    // The lowest bit is the sign. Unsigned, so that what a damaged table adds up to may overflow.
    const std::uint32_t change = (*valueStep >> 1U) ^ (0U - (*valueStep & 1U));
    m_stretch.value =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(m_stretch.value) + change);
    m_stretch.start = m_stretch.end;
    m_stretch.end = std::min(m_stretch.start + std::uint64_t(*addressStep) * m_quantum, m_end);
    return m_stretch.start < m_stretch.end ? std::optional(m_stretch) : std::nullopt;
}

// Seven bits a byte, the lowest first.
std::optional<std::uint32_t> GoFunctions::Steps::number()
{
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 32 && !m_rest.empty(); shift += 7) {
        const auto byte = std::to_integer<std::uint32_t>(m_rest.front());
        m_rest = m_rest.subspan(1);
        value |= (byte & 0x7fU) << shift;
        if ((byte & 0x80U) == 0)
            return value;
    }
    return std::nullopt;
}

namespace {

constexpr std::uint64_t tableLimit = std::uint64_t(512) << 20U;
// Limit of a program's stretches: the biggest Go programs have a million; a small damaged table can
// describe stretches without end.
constexpr std::size_t mostStretches = std::size_t(4) << 20U;
// Largest frame that is believed: Go's largest are some hundred megabytes.
constexpr std::int32_t largestGoFrame = 1 << 30;
constexpr std::int32_t returnAddressSize = 8;
constexpr std::int32_t interruptedStack = 160; // offset of the interrupted code's rsp in struct
                                               // ucontext

const StoredSection *firstSection(const std::vector<StoredSection> &sections,
                                  std::initializer_list<std::string_view> names)
{
    for (const auto name : names) {
        if (const auto *section = findSection(sections, name))
            return section;
    }
    return nullptr;
}

// Go's clocks call the kernel's code on the thread's own stack and keep the stack pointer in r12
// meanwhile.
bool keepsStackPointer(std::string_view name)
{
    return name == "runtime.nanotime1" || name == "runtime.walltime" || name == "time.now";
}

constexpr auto keptStackPointer = static_cast<Register>(12);
constexpr std::array keepIt{std::byte(0x49), std::byte(0x89), std::byte(0xe4)}; // mov %rsp,%r12
constexpr std::array takeItBack{std::byte(0x4c), std::byte(0x89), std::byte(0xe4)};

// Reads the code of functions.
class CodeSection {
public:
    CodeSection(const BinaryReader &reader, const FileRange &range)
        : m_reader(reader),
          m_range(range)
    {
    }

    // From where to where in the function r12 has the stack pointer; empty if nowhere.
    GoFunctions::Stretch keptStretch(const GoFunctions::Function &function) const
    {
        const auto code = bytesOf(function);
        const auto first = std::search(code.begin(), code.end(), keepIt.begin(), keepIt.end());
        const auto last =
            std::find_end(code.begin(), code.end(), takeItBack.begin(), takeItBack.end());
        if (first == code.end() || last == code.end() || last < first)
            return {};
        const auto start = function.start + std::uint64_t(first - code.begin()) + keepIt.size();
        return {start, function.start + std::uint64_t(last - code.begin()) + takeItBack.size(), 0};
    }

    // Returns what both threads run of Go's clone: from the end of its first system call to that of
    // the creator's return. Behind it only the new thread runs. Empty, at the function's end, if
    // that is not found.
    GoFunctions::Stretch sharedStretch(const GoFunctions::Function &clone) const
    {
        constexpr std::array systemCall{std::byte(0x0f), std::byte(0x05)};
        constexpr auto returnCode = std::byte(0xc3);
        const auto code = bytesOf(clone);
        const auto call =
            std::search(code.begin(), code.end(), systemCall.begin(), systemCall.end());
        const auto last = std::find(call, code.end(), returnCode);
        if (last == code.end())
            return {clone.end, clone.end, 0};
        return {clone.start + std::uint64_t(call - code.begin()) + systemCall.size(),
                clone.start + std::uint64_t(last - code.begin()) + 1, 0};
    }

    // Returns the offset in Go's structure of a thread (m) of the pointer to its goroutine, by the
    // instruction that compares it: cmp m_curg(%rbx),%rax. 0: not found.
    std::int32_t goroutineOffset(const GoFunctions::Function &systemStack) const
    {
        constexpr std::array compare{std::byte(0x48), std::byte(0x3b), std::byte(0x83)};
        constexpr std::int32_t largest = 4096;
        const auto code = bytesOf(systemStack);
        const auto found = std::search(code.begin(), code.end(), compare.begin(), compare.end());
        std::int32_t offset = 0;
        if (std::size_t(code.end() - found) < compare.size() + sizeof(offset))
            return 0;
        std::memcpy(&offset, &*found + compare.size(), sizeof(offset));
        return offset >= 8 && offset % 8 == 0 && offset <= largest ? offset : 0;
    }

private:
    std::vector<std::byte> bytesOf(const GoFunctions::Function &function) const
    {
        constexpr std::uint64_t longest = 4096;
        const auto size = std::min(function.end - function.start, longest);
        return m_reader.readUpTo(m_range.offset + (function.start - m_range.address), size);
    }

    const BinaryReader &m_reader;
    const FileRange &m_range;
};

class StretchWriter {
public:
    StretchWriter(const GoFunctions &functions, const CodeSection &code)
        : m_functions(functions),
          m_code(code)
    {
    }

    std::vector<CodeStretch> write()
    {
        for (std::size_t number = 0; number < m_functions.count(); ++number) {
            if (const auto function = m_functions.function(number))
                writeFunction(*function);
        }
        return std::move(m_stretches);
    }

private:
    using Saved = CodeStretch::Saved;

    void writeFunction(const GoFunctions::Function &function)
    {
        const auto name = m_functions.name(function);
        // A handler returns to the function's first byte, and callers are looked up one byte
        // before.
        if (isGoSignalReturn(name)) {
            add({function.start - 1, function.end, CfaKind::Dereference, interruptedStack,
                 Saved::ByKernel});
            return;
        }
        // Go ends its own tracebacks at its signal handler; ours go on to what it interrupted.
        if (m_functions.isRoot(function) && name != "runtime.sigtramp") {
            add({function.start, function.end, CfaKind::Root, 0, Saved::ReturnAddress});
            return;
        }
        if (name == "runtime.systemstack" || name == "runtime.asmcgocall") {
            add({function.start, function.end, CfaKind::GoSwitch, 0, Saved::ReturnAddress});
            if (name == "runtime.systemstack") // comes before runtime.morestack, as one file has
                                               // both
                m_goroutineOffset = m_code.goroutineOffset(function);
            return;
        }
        if (name == "runtime.mcall") {
            add({function.start, function.end, CfaKind::GoSwitch, 1, Saved::ReturnAddress});
            return;
        }
        if (name == "runtime.morestack" || name == "runtime.morestack_noctxt") {
            add({function.start, function.end, CfaKind::GoSwitch, std::max(m_goroutineOffset, 1),
                 Saved::ReturnAddress});
            return;
        }
        if (name == "runtime.clone") {
            const auto shared = m_code.sharedStretch(function);
            add({function.start, shared.start, CfaKind::Offset, returnAddressSize,
                 Saved::ReturnAddress});
            add({shared.start, shared.end, CfaKind::Clone, returnAddressSize,
                 Saved::ReturnAddress});
            add({shared.end, function.end, CfaKind::Root, 0, Saved::ReturnAddress});
            return;
        }
        m_hasNoFrame = false;
        m_kept = keepsStackPointer(name) ? m_code.keptStretch(function) : GoFunctions::Stretch();
        m_functions.forEachStretch(
            function, GoFunctions::Column::FrameSize,
            [this](const GoFunctions::Stretch &stretch) { writeFrame(stretch); });
    }

    // Adds a stretch of code with one frame size. Functions with a frame keep their caller's frame
    // pointer at the frame's upper end.
    void writeFrame(const GoFunctions::Stretch &stretch)
    {
        if (stretch.value < 0 || stretch.value > largestGoFrame)
            return;
        CodeStretch frame{.start = stretch.start,
                          .end = stretch.end,
                          .kind = CfaKind::Offset,
                          .value = stretch.value + returnAddressSize,
                          .saved = stretch.value > 0 ? Saved::FramePointer : Saved::ReturnAddress};
        // The first instruction with a frame is the one that saves the frame pointer.
        if (stretch.value > 0 && m_hasNoFrame) {
            auto first = frame;
            first.end = ++frame.start;
            first.saved = Saved::ReturnAddress;
            add(first);
        }
        m_hasNoFrame = stretch.value == 0;
        const auto keptStart = std::clamp(m_kept.start, frame.start, stretch.end);
        const auto keptEnd = std::clamp(m_kept.end, frame.start, stretch.end);
        if (keptStart < keptEnd) {
            frame.end = keptStart;
            add(frame);
            frame.start = keptStart;
            frame.end = keptEnd;
            frame.base = keptStackPointer;
            add(frame);
            frame.start = keptEnd;
            frame.end = stretch.end;
            frame.base = machine::stackPointer;
        }
        add(frame);
    }

    void add(const CodeStretch &stretch)
    {
        if (stretch.start >= stretch.end)
            return;
        // Stretches do not overlap: one that begins a byte early ends the function before it.
        if (!m_stretches.empty() && m_stretches.back().end > stretch.start)
            m_stretches.back().end = stretch.start;
        if (m_stretches.size() < mostStretches)
            m_stretches.push_back(stretch);
    }

    const GoFunctions &m_functions;
    const CodeSection &m_code;
    bool m_hasNoFrame = false; // the stretch before the one that is being written has no frame
    GoFunctions::Stretch m_kept; // where the function that is being written keeps the stack pointer
                                 // in r12
    std::int32_t m_goroutineOffset = 0;
    std::vector<CodeStretch> m_stretches;
};

} // namespace

std::vector<CodeStretch> goStretches(const BinaryReader &reader,
                                     const std::vector<StoredSection> &sections)
{
    const auto *table = firstSection(sections, {".gopclntab", ".data.rel.ro.gopclntab"});
    const auto *code = findSection(sections, ".text");
    if (machine::elfNumber != EM_X86_64 || table == nullptr || code == nullptr)
        return {};
    const auto bytesOf = [&](const StoredSection *section) {
        return section == nullptr
            ? std::vector<std::byte>()
            : reader.readUpTo(section->range.offset, std::min(section->range.size, tableLimit));
    };
    const auto tableBytes = bytesOf(table);
    const auto relocations = bytesOf(firstSection(sections, {".rela.dyn", ".rela"}));
    const auto functions = GoFunctions::read({tableBytes, table->range.address, code->range.address,
                                              code->range.address + code->range.size, relocations});
    if (!functions)
        return {};
    const CodeSection codeSection(reader, code->range);
    return StretchWriter(*functions, codeSection).write();
}

} // namespace ember::capture
