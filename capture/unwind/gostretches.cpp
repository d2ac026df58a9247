// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/gostretches.h"

#include "capture/unwind/gofunctions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::uint64_t tableLimit = std::uint64_t(512) << 20U;
// The biggest Go programs have a million; a small damaged table can describe them without end.
constexpr std::size_t mostStretches = std::size_t(4) << 20U;
// Deeper frames come from a damaged table: Go's largest are some hundred megabytes.
constexpr std::int32_t largestGoFrame = 1 << 30;
constexpr std::int32_t returnAddressSize = 8;
constexpr std::int32_t interruptedStack = 160; // of the interrupted code's rsp in struct ucontext

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
        constexpr std::uint64_t longest = 4096;
        const auto size = std::min(function.end - function.start, longest);
        const auto code =
            m_reader.readUpTo(m_range.offset + (function.start - m_range.address), size);
        const auto first = std::search(code.begin(), code.end(), keepIt.begin(), keepIt.end());
        const auto last =
            std::find_end(code.begin(), code.end(), takeItBack.begin(), takeItBack.end());
        if (first == code.end() || last == code.end() || last < first)
            return {};
        const auto start = function.start + std::uint64_t(first - code.begin()) + keepIt.size();
        return {start, function.start + std::uint64_t(last - code.begin()) + takeItBack.size(), 0};
    }

private:
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
        // A handler returns to its first byte, and what calls is looked for one byte before.
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
            return;
        }
        if (name == "runtime.mcall" || name == "runtime.morestack") {
            add({function.start, function.end, CfaKind::GoSwitch, 1, Saved::ReturnAddress});
            return;
        }
        m_hasNoFrame = false;
        m_kept = keepsStackPointer(name) ? m_code.keptStretch(function) : GoFunctions::Stretch();
        m_functions.forEachStretch(
            function, GoFunctions::Column::FrameSize,
            [this](const GoFunctions::Stretch &stretch) { writeFrame(stretch); });
    }

    // Functions with a frame keep their caller's frame pointer at its upper end.
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
        // Stretches do not overlap: what begins a byte early takes it from the function before.
        if (!m_stretches.empty() && m_stretches.back().end > stretch.start)
            m_stretches.back().end = stretch.start;
        if (m_stretches.size() < mostStretches)
            m_stretches.push_back(stretch);
    }

    const GoFunctions &m_functions;
    const CodeSection &m_code;
    bool m_hasNoFrame = false; // before the stretch that is being written
    GoFunctions::Stretch m_kept; // of the function that is being written
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
