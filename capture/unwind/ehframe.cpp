// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/ehframe.h"

#include "capture/unwind/cfiprogram.h"
#include "capture/unwind/dwarfconstants.h"
#include "capture/unwind/frameentries.h"

#include <algorithm>

namespace ember::capture {

namespace {

// Hand-written code whose unwind information begins later than the code: no further than this.
constexpr std::uint64_t shortStretch = 256;

// Writes the rows of functions in address order, and what lies between them.
class TableWriter {
public:
    TableWriter(const FrameEntries &entries, UnwindTableBuilder &builder)
        : m_entries(entries),
          m_builder(builder)
    {
        // Compilers need about five rows for a function.
        m_builder.reserve(entries.functions().size() * 5);
    }

    UnwindTable write(std::optional<std::uint64_t> entry)
    {
        for (const FunctionEntry &function : m_entries.functions()) {
            // Identical code folding leaves several entries for one address.
            if (function.start < m_end)
                continue;
            fillGap(function, entry);
            writeFunction(function);
        }
        if (entry && *entry >= m_end)
            writeRoot(*entry, *entry + shortStretch);
        return m_builder.take();
    }

private:
    void fillGap(const FunctionEntry &next, std::optional<std::uint64_t> entry)
    {
        if (entry && *entry >= m_end && *entry < next.start)
            writeRoot(*entry, std::min(next.start, *entry + shortStretch));
        // clone and clone3: see CfaKind::Clone.
        const bool isThreadStart = m_end != 0 && next.start > m_end
            && next.start - m_end < shortStretch && startsAsRoot(next);
        if (isThreadStart) {
            SavedRegisters saved;
            saved.set(trackedReturnAddress, {SavedIn::AtCfa, -8});
            CfaRule rule{.value = 8, .kind = CfaKind::Clone};
            if (m_builder.internSaved(saved, rule))
                m_builder.appendRow(m_end, rule);
        }
    }

    void writeRoot(std::uint64_t start, std::uint64_t end)
    {
        m_builder.appendRow(start, {.kind = CfaKind::Root});
        m_builder.appendRow(end, {});
        m_end = end;
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
    UnwindTableBuilder &m_builder;
    std::uint64_t m_end = 0; // of what has been written
};

} // namespace

UnwindTable parseEhFrame(const FrameSectionContent &content)
{
    UnwindTableBuilder builder;
    const FrameEntries entries(content, builder);
    return TableWriter(entries, builder).write(content.entry);
}

UnwindTable parseEhFrame(std::span<const std::byte> bytes)
{
    FrameSectionContent content;
    content.bytes = bytes;
    return parseEhFrame(content);
}

} // namespace ember::capture
