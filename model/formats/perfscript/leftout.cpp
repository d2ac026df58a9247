// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/leftout.h"

#include "model/formats/perfscript/perflines.h"

namespace ember::model::perfscript {

bool LeftOut::begins(std::string_view line)
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

bool LeftOut::goesOn(std::string_view line) const
{
    return m_isOpen && isFrame(line);
}

void LeftOut::report(const std::string &file, ImportLog &log) const
{
    const auto say = [&](const char *code, Severity severity, const char *detail,
                         std::uint64_t count) {
        if (count > 0)
            log.add({.code = code,
                     .origin = "perfscript",
                     .severity = severity,
                     .subject = file,
                     .detail = detail,
                     .count = count});
    };
    say("perfscript-records", Severity::Note,
        "lines of PERF_RECORD_ (maps, names and ends of threads) are left out: they are no samples",
        m_records);
    say("perfscript-odd-times", Severity::Warning,
        "samples whose time is below 0 or beyond 64 bits are left out", m_oddTimes);
    say("perfscript-odd-periods", Severity::Warning,
        "periods beyond 2^64 are left out, their samples are there", m_oddPeriods);
}

} // namespace ember::model::perfscript
