// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/filenotes.h"
#include "model/formats/perfscript/perflayout.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model::perfscript {

// What is in the text, but in no profile: what perf records beside samples, and samples whose time
// is none. Each is a line and those of its frames.
class Skipped {
public:
    explicit Skipped(Layout layout) : m_layout(layout) { }

    // Whether the line begins something that is left out, which then is counted.
    bool begins(std::string_view line);

    // `line`, which begins no sample, goes on with what began last, if that was left out.
    bool goesOn(std::string_view line) const;

    // A sample begins, or an empty line stands behind what was left out.
    void end() { m_isOpen = false; }

    // Of a sample that is not left out: only its period is.
    void addOddPeriod() { ++m_oddPeriods; }

    void report(const FileNotes &notes) const;

private:
    Layout m_layout;
    bool m_isOpen = false;
    std::uint64_t m_records = 0;
    std::uint64_t m_oddTimes = 0;
    std::uint64_t m_oddPeriods = 0;
};

} // namespace ember::model::perfscript
