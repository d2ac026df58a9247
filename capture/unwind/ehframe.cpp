// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/ehframe.h"

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/dwarfconstants.h"
#include "capture/unwind/frameentries.h"

#include <algorithm>
#include <limits>

namespace ember::capture {

namespace {

// Hand-written code whose unwind information begins later than the code: no further than this.
constexpr std::uint64_t shortStretch = 256;

// Writes the rows of functions in address order, and what lies between them.
class TableWriter {
public:
    TableWriter(const FrameEntries &entries, const FrameSectionContent &content,
                UnwindTableBuilder &builder)
        : m_entries(entries),
          m_stretches(content.undescribed),
          m_builder(builder)
    {
        // Compilers need about five rows for a function.
        m_builder.reserve(entries.functions().size() * 5);
        if (content.entry)
            m_stretches.push_back(
                {*content.entry, *content.entry + shortStretch, CfaKind::Root, 0});
        std::ranges::stable_sort(m_stretches, {}, &CodeStretch::start);
    }

    UnwindTable write()
    {
        for (const FunctionEntry &function : m_entries.functions()) {
            // Identical code folding leaves several entries for one address.
            if (function.start < m_end)
                continue;
            writeStretches(function.start);
            writeThreadStart(function);
            writeFunction(function);
        }
        writeStretches(std::numeric_limits<std::uint64_t>::max());
        return m_builder.take();
    }

private:
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
    void writeThreadStart(const FunctionEntry &next)
    {
        const bool isThreadStart = m_end != 0 && next.start > m_end
            && next.start - m_end < shortStretch && startsAsRoot(next);
        CfaRule rule{.value = 8, .kind = CfaKind::Clone};
        if (isThreadStart && m_builder.internSaved(onlyReturnAddress(), rule))
            m_builder.appendRow(m_end, rule);
    }

    static SavedRegisters onlyReturnAddress()
    {
        SavedRegisters saved;
        saved.set(trackedReturnAddress, {SavedIn::AtCfa, -8});
        return saved;
    }

    // Its first instruction says that the return address is undefined.
    bool startsAsRoot(const FunctionEntry &function) const
    {
        DwarfCursor instructions = m_entries.instructionsOf(function);
        return instructions.byte() == dwarf::DW_CFA_undefined
            && instructions.uleb() == m_entries.commonOf(function).returnColumn;
    }

    void writeFunction(const FunctionEntry &function)
    {
        const CommonEntry &common = m_entries.commonOf(function);
        CfiProgram program(common, m_entries.dataBase(), m_builder);
        DwarfCursor instructions = m_entries.instructionsOf(function);
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

    const FrameEntries &m_entries;
    std::vector<CodeStretch> m_stretches; // by start
    std::size_t m_stretch = 0; // the next to write
    UnwindTableBuilder &m_builder;
    std::uint64_t m_end = 0; // of what has been written
};

} // namespace

UnwindTable parseEhFrame(const FrameSectionContent &content)
{
    UnwindTableBuilder builder;
    const FrameEntries entries(content, builder);
    return TableWriter(entries, content, builder).write();
}

UnwindTable parseEhFrame(std::span<const std::byte> bytes)
{
    FrameSectionContent content;
    content.bytes = bytes;
    return parseEhFrame(content);
}

} // namespace ember::capture
