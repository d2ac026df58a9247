// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/ehframe.h"

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/dwarfconstants.h"
#include "capture/unwind/frameentries.h"

#include <algorithm>
#include <limits>
#include <list>

namespace ember::capture {

namespace {

// Hand-written code whose unwind information begins later than the code: no further than this.
constexpr std::uint64_t shortStretch = 256;

constexpr std::int32_t pushedByCall = machine::pushesReturnAddress ? 8 : 0;

// Writes the rows of functions in address order, and what lies between them.
class TableWriter {
public:
    TableWriter(const std::list<FrameEntries> &sections, const UndescribedCode &code,
                UnwindTableBuilder &builder)
        : m_stretches(code.stretches),
          m_builder(builder)
    {
        for (const FrameEntries &entries : sections) {
            for (const FunctionEntry &function : entries.functions())
                m_functions.push_back({&entries, &function});
        }
        // Each section is in order. Stable: what the first one describes counts.
        if (sections.size() > 1)
            std::ranges::stable_sort(m_functions, {}, &Described::start);
        // Compilers need about five rows for a function.
        m_builder.reserve(m_functions.size() * 5);
        if (code.entry)
            m_stretches.push_back({*code.entry, *code.entry + shortStretch, CfaKind::Root, 0});
        std::ranges::stable_sort(m_stretches, {}, &CodeStretch::start);
    }

    UnwindTable write()
    {
        for (const Described &function : m_functions) {
            // Identical code folding leaves several entries for one address.
            if (function.start() < m_end)
                continue;
            writeStretches(function.start());
            writeThreadStart(function);
            writeFunction(function);
        }
        writeStretches(std::numeric_limits<std::uint64_t>::max());
        return m_builder.take();
    }

private:
    struct Described {
        std::uint64_t start() const { return function->start; }

        const FrameEntries *entries;
        const FunctionEntry *function;
    };

    // Those that begin before `limit`, and no further than to it.
    void writeStretches(std::uint64_t limit)
    {
        for (; m_stretch < m_stretches.size(); ++m_stretch) {
            CodeStretch stretch = m_stretches[m_stretch];
            if (stretch.start >= limit)
                return;
            stretch.end = std::min(stretch.end, limit);
            if (stretch.start >= m_end && stretch.start < stretch.end)
                writeStretch(stretch);
        }
    }

    void writeStretch(const CodeStretch &stretch)
    {
        CfaRule rule{.value = stretch.value, .kind = stretch.kind};
        if (rule.kind != CfaKind::Root && !m_builder.internSaved(onlyReturnAddress(), rule))
            return;
        m_builder.appendRow(stretch.start, rule);
        m_builder.appendRow(stretch.end, {});
        m_end = stretch.end;
    }

    // clone and clone3: see CfaKind::Clone.
    void writeThreadStart(const Described &next)
    {
        const bool isThreadStart = m_end != 0 && next.start() > m_end
            && next.start() - m_end < shortStretch && startsAsRoot(next);
        CfaRule rule{.value = pushedByCall, .kind = CfaKind::Clone};
        if (isThreadStart && m_builder.internSaved(onlyReturnAddress(), rule))
            m_builder.appendRow(m_end, rule);
    }

    static SavedRegisters onlyReturnAddress()
    {
        SavedRegisters saved;
        if (machine::pushesReturnAddress)
            saved.set(trackedReturnAddress, {SavedIn::AtCfa, -pushedByCall});
        return saved;
    }

    // Its first instruction says that the return address is undefined.
    static bool startsAsRoot(const Described &described)
    {
        DwarfCursor instructions = described.entries->instructionsOf(*described.function);
        return instructions.byte() == dwarf::DW_CFA_undefined
            && instructions.uleb() == described.entries->commonOf(*described.function).returnColumn;
    }

    void writeFunction(const Described &described)
    {
        const auto &[entries, entry] = described;
        const FunctionEntry &function = *entry;
        const CommonEntry &common = entries->commonOf(function);
        CfiProgram program(common, entries->dataBase(), m_builder);
        DwarfCursor instructions = entries->instructionsOf(function);
        program.setLocation(function.start);
        for (bool more = true; more;) {
            more = program.nextRow(instructions);
            if (program.location() >= function.end)
                break;
            if (!program.isGood())
                m_builder.countDefect();
            m_builder.appendRow(program.location(),
                                program.isGood() ? toRule(program.state(), m_builder) : CfaRule());
        }
        m_builder.appendRow(function.end, {});
        m_builder.countFunction();
        m_end = function.end;
    }

    std::vector<Described> m_functions; // by start
    std::vector<CodeStretch> m_stretches; // by start
    std::size_t m_stretch = 0; // the next to write
    UnwindTableBuilder &m_builder;
    std::uint64_t m_end = 0; // of what has been written
};

} // namespace

UnwindTable parseFrames(std::span<const FrameSectionContent> sections, const UndescribedCode &code)
{
    UnwindTableBuilder builder;
    std::list<FrameEntries> entries; // they do not move
    for (const FrameSectionContent &section : sections)
        entries.emplace_back(section, builder);
    return TableWriter(entries, code, builder).write();
}

UnwindTable parseEhFrame(std::span<const std::byte> bytes)
{
    FrameSectionContent content;
    content.bytes = bytes;
    return parseFrames({&content, 1}, {});
}

} // namespace ember::capture
