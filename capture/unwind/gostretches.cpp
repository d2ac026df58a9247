// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/gostretches.h"

#include "capture/unwind/gofunctions.h"

#include <algorithm>
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

class StretchWriter {
public:
    explicit StretchWriter(const GoFunctions &functions) : m_functions(functions) { }

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
        m_functions.forEachStretch(
            function, GoFunctions::Column::FrameSize,
            [this](const GoFunctions::Stretch &stretch) { writeFrame(stretch); });
    }

    // Functions with a frame keep their caller's frame pointer at its upper end.
    void writeFrame(const GoFunctions::Stretch &stretch)
    {
        if (stretch.value < 0 || stretch.value > largestGoFrame)
            return;
        add({stretch.start, stretch.end, CfaKind::Offset, stretch.value + returnAddressSize,
             stretch.value > 0 ? Saved::FramePointer : Saved::ReturnAddress});
    }

    void add(const CodeStretch &stretch)
    {
        // Stretches do not overlap: what begins a byte early takes it from the function before.
        if (!m_stretches.empty() && m_stretches.back().end > stretch.start)
            m_stretches.back().end = stretch.start;
        if (m_stretches.size() < mostStretches)
            m_stretches.push_back(stretch);
    }

    const GoFunctions &m_functions;
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
    return functions ? StretchWriter(*functions).write() : std::vector<CodeStretch>();
}

} // namespace ember::capture
