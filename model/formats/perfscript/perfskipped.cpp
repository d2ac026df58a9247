// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfskipped.h"

#include "model/formats/perfscript/perflines.h"

namespace ember::model::perfscript {

bool Skipped::begins(std::string_view line)
{
    if (isRecordLine(line))
        ++m_records;
    else if (m_layout == Layout::Timed && hasOddTime(line))
        ++m_oddTimes;
    else
        return false;
    m_isOpen = true;
    return true;
}

bool Skipped::goesOn(std::string_view line) const
{
    return m_isOpen && isFrame(line);
}

void Skipped::report(const FileNotes &notes) const
{
    notes.note(
        "perfscript-records",
        "lines of PERF_RECORD_ (maps, names and ends of threads) are left out: they are no samples",
        m_records);
    notes.warn("perfscript-odd-times",
               "samples whose time is below 0 or beyond 64 bits are left out", m_oddTimes);
    notes.warn("perfscript-odd-periods",
               "periods beyond 2^64 are left out, their samples are there", m_oddPeriods);
}

} // namespace ember::model::perfscript
