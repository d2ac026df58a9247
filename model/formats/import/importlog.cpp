// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importlog.h"

#include <algorithm>
#include <utility>

namespace ember::model {

void ImportLog::add(Finding finding)
{
    const auto same = std::ranges::find(m_findings, finding.code, &Finding::code);
    if (same == m_findings.end()) {
        m_findings.push_back(std::move(finding));
        return;
    }
    same->count += finding.count;
    same->severity = std::max(same->severity, finding.severity);
}

bool ImportLog::countAgain(std::string_view code)
{
    const auto same = std::ranges::find(m_findings, code, &Finding::code);
    if (same == m_findings.end())
        return false;
    ++same->count;
    return true;
}

void ImportLog::add(const ImportLog &other)
{
    for (const Finding &finding : other.m_findings)
        add(finding);
}

void ImportLog::renameFile(std::string_view path, std::string_view name)
{
    for (auto &finding : m_findings) {
        if (finding.subject.starts_with(path))
            finding.subject.replace(0, path.size(), name);
    }
}

std::uint64_t ImportLog::warnings() const
{
    std::uint64_t count = 0;
    for (const auto &finding : m_findings) {
        if (finding.severity != Severity::Note)
            count += finding.count;
    }
    return count;
}

ImportLog ofFile(const ImportLog &log, const std::string &file)
{
    ImportLog named;
    for (Finding finding : log.findings()) {
        if (finding.subject.empty())
            finding.subject = file;
        else if (!finding.subject.starts_with(file))
            finding.subject = file + ": " + finding.subject;
        named.add(std::move(finding));
    }
    return named;
}

FileNotes::FileNotes(std::string origin, std::string subject, ImportLog &log)
    : m_origin(std::move(origin)),
      m_subject(std::move(subject)),
      m_log(&log)
{
}

void FileNotes::add(const FindingSpec &spec, std::uint64_t count, std::string start) const
{
    if (count > 0)
        add(spec.severity, std::string(spec.code), start.append(spec.text), count);
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
