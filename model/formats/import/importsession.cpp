// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importsession.h"

#include <utility>

namespace ember::model {

FileNotes::FileNotes(std::string origin, std::string subject, ImportLog &log)
    : m_origin(std::move(origin)),
      m_subject(std::move(subject)),
      m_log(&log)
{
}

void FileNotes::note(std::string code, std::string detail, std::uint64_t count) const
{
    add(Severity::Note, std::move(code), std::move(detail), count);
}

void FileNotes::warn(std::string code, std::string detail, std::uint64_t count) const
{
    add(Severity::Warning, std::move(code), std::move(detail), count);
}

void FileNotes::warnOfLine(std::string_view code, std::size_t line, std::string_view detail) const
{
    if (!m_log->countAgain(code))
        m_log->add({.code = std::string(code),
                    .origin = m_origin,
                    .severity = Severity::Warning,
                    .subject = m_subject + ": line " + std::to_string(line),
                    .detail = std::string(detail)});
}

void FileNotes::add(Severity severity, std::string code, std::string detail,
                    std::uint64_t count) const
{
    if (count > 0)
        m_log->add({.code = std::move(code),
                    .origin = m_origin,
                    .severity = severity,
                    .subject = m_subject,
                    .detail = std::move(detail),
                    .count = count});
}

} // namespace ember::model
