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

} // namespace ember::model
