// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// Reports findings about one input file, or a place in it. Counters that are zero are not reported.
class FileNotes {
public:
    // `origin` and `subject` of all findings; the log must outlive it.
    FileNotes(std::string origin, std::string subject, ImportLog &log);

    const std::string &origin() const { return m_origin; }

    void note(std::string code, std::string detail, std::uint64_t count = 1) const;
    void warn(std::string code, std::string detail, std::uint64_t count = 1) const;
    // Warns about a line of the file: the first line is named, further ones are only counted. For
    // findings that may occur millions of times.
    void warnOfLine(std::string_view code, std::size_t line, std::string_view detail) const;

private:
    void add(Severity severity, std::string code, std::string detail, std::uint64_t count) const;

    std::string m_origin;
    std::string m_subject;
    ImportLog *m_log;
};

} // namespace ember::model
