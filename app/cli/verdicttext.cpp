// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verdicttext.h"

#include "app/cli/showntext.h"
#include "model/formats/json/jsontext.h"

#include <algorithm>

namespace ember::app {

namespace {

using model::appendJsonNumber;
using model::appendJsonString;
using model::Finding;
using model::Severity;
using model::sentry::FileVerdict;
using model::sentry::Rejection;

const char *severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "warning";
}

std::string times(std::uint64_t count)
{
    return count > 1 ? " (" + std::to_string(count) + " times)" : std::string();
}

// "path: detail" on one line; tabs and line feeds are replaced, as they separate cells.
std::string placeAndReason(const Rejection &rejection)
{
    auto text =
        rejection.path.empty() ? rejection.detail : rejection.path + ": " + rejection.detail;
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

std::string findingText(const Finding &finding)
{
    std::string text = "  " + std::string(severityName(finding.severity)) + ' ' + finding.code
        + " [" + finding.origin + "] ";
    if (!finding.subject.empty())
        text += finding.subject + ": ";
    text += finding.detail + times(finding.count);
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return shownText(text) + '\n';
}

void appendMember(std::string &json, std::string_view key, std::string_view value)
{
    if (json.back() != '{')
        json += ',';
    appendJsonString(json, key);
    json += ':';
    appendJsonString(json, value);
}

void appendFinding(std::string &json, const Finding &finding)
{
    json += '{';
    appendMember(json, "code", finding.code);
    appendMember(json, "origin", finding.origin);
    appendMember(json, "severity", severityName(finding.severity));
    appendMember(json, "subject", finding.subject);
    appendMember(json, "detail", finding.detail);
    json += ",\"count\":";
    appendJsonNumber(json, finding.count);
    json += '}';
}

void appendVerdict(std::string &json, const FileVerdict &verdict)
{
    json += '{';
    appendMember(json, "file", verdict.file);
    if (verdict.unread) {
        appendMember(json, "verdict", "unreadable");
        appendMember(json, "reason", codeName(verdict.unread->code));
        appendMember(json, "detail", verdict.unread->detail);
        json += ",\"findings\":[]}";
        return;
    }
    appendMember(json, "verdict", verdict.isAccepted() ? "accepted" : "rejected");
    if (verdict.isAccepted()) {
        json += R"(,"reason":null,"detail":null)";
    } else {
        appendMember(json, "reason", reasonName(verdict.rejection->reason));
        appendMember(json, "detail", placeAndReason(*verdict.rejection));
    }
    json += ",\"findings\":[";
    for (std::size_t i = 0; i < verdict.findings.size(); ++i) {
        if (i > 0)
            json += ',';
        appendFinding(json, verdict.findings[i]);
    }
    json += "]}";
}

} // namespace

std::string verdictsAsText(std::span<const FileVerdict> verdicts)
{
    std::string text;
    for (const auto &verdict : verdicts) {
        if (verdict.unread) // already reported
            continue;
        text += shownText(verdict.file) + '\t';
        if (verdict.isAccepted())
            text += "accepted";
        else
            text += std::string("rejected\t") + reasonName(verdict.rejection->reason) + '\t'
                + shownText(placeAndReason(*verdict.rejection));
        text += '\n';
        for (const auto &finding : verdict.findings)
            text += findingText(finding);
    }
    return text;
}

std::string verdictsAsJson(std::span<const FileVerdict> verdicts)
{
    std::string json = "[";
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        json += i > 0 ? ",\n " : "\n ";
        appendVerdict(json, verdicts[i]);
    }
    return json + "\n]\n";
}

std::string changeText(const model::sentry::RepairChange &change)
{
    return change.subject + ": " + change.detail + times(change.count);
}

} // namespace ember::app
