// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/findings.h"

#include <algorithm>
#include <array>

namespace ember::model::tables {

std::string_view ruleName(Rule rule)
{
    static constexpr std::array<std::string_view, 31> names{
        "M1",    "T1",    "K1",    "F1",    "F2",    "D1",    "S1",   "V1",
        "V2",    "V3",    "L1",    "N1",    "N2",    "W",     "v1-1", "v1-2",
        "v1-3",  "v1-4",  "v1-5",  "v1-6",  "v1-7",  "v1-8",  "v1-9", "v1-10",
        "v1-11", "v1-12", "v1-13", "v1-14", "v1-15", "v1-16", "v1-17"};
    return names.at(static_cast<std::size_t>(rule));
}

std::string toText(const TableFinding &finding)
{
    std::string text = finding.grade == Grade::Error ? "error " : "warning ";
    text += ruleName(finding.rule);
    text += ' ' + finding.table;
    if (finding.row > 0)
        text += " row " + std::to_string(finding.row);
    return text + ": " + finding.detail;
}

std::string errorSummary(const std::vector<TableFinding> &findings)
{
    const auto isError = [](const TableFinding &finding) { return finding.grade == Grade::Error; };
    const auto first = std::ranges::find_if(findings, isError);
    if (first == findings.end())
        return {};
    const auto others = std::ranges::count_if(findings, isError) - 1;
    return toText(*first) + (others > 0 ? "; and " + std::to_string(others) + " more" : "");
}

} // namespace ember::model::tables
