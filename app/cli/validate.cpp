// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/output.h"
#include "app/errortext.h"
#include "app/session/filecheck.h"
#include "app/session/filenames.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"
#include "model/json/jsontext.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::app {

namespace {

using model::Bytes;
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

void writeFinding(model::JsonWriter &json, const Finding &finding)
{
    json.beginObject();
    json.key("code").value(finding.code);
    json.key("origin").value(finding.origin);
    json.key("severity").value(severityName(finding.severity));
    json.key("subject").value(finding.subject);
    json.key("detail").value(finding.detail);
    json.key("count").value(finding.count);
    json.end();
}

std::string verdictAsJson(const FileVerdict &verdict)
{
    model::JsonWriter json;
    json.beginObject();
    json.key("file").value(verdict.file);
    if (verdict.unread) {
        json.key("verdict").value("unreadable");
        json.key("reason").value(codeName(verdict.unread->code));
        json.key("detail").value(verdict.unread->detail);
    } else if (verdict.isAccepted()) {
        json.key("verdict").value("accepted");
        json.key("reason").null();
        json.key("detail").null();
    } else {
        json.key("verdict").value("rejected");
        json.key("reason").value(reasonName(verdict.rejection->reason));
        json.key("detail").value(placeAndReason(*verdict.rejection));
    }
    json.key("findings").beginArray();
    if (!verdict.unread) {
        for (const Finding &finding : verdict.findings)
            writeFinding(json, finding);
    }
    json.end();
    json.end();
    return json.take();
}

// One line per file: FILE, tab, "accepted" or "rejected", tab, reason, tab, detail; findings are
// indented below.
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

// [{"file","verdict","reason","detail",
// "findings":[{"code","origin","severity","subject","detail","count"}]}]
// with null for the reason and detail of what was accepted.
std::string verdictsAsJson(std::span<const FileVerdict> verdicts)
{
    std::string json = "[";
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        json += i > 0 ? ",\n " : "\n ";
        json += verdictAsJson(verdicts[i]);
    }
    return json + "\n]\n";
}

std::string changeText(const model::sentry::RepairChange &change)
{
    return change.subject + ": " + change.detail + times(change.count);
}

enum class Measure { Acceptance, EveryMust };

struct Demands {
    Measure measure = Measure::Acceptance;
    std::string normalised; // output path; empty: none
    std::string fixed;
    std::vector<std::string> inputs; // must not be replaced under a numbered name
};

bool writeAll(const std::string &path, const std::vector<std::string> &contents,
              const std::vector<std::string> &inputs)
{
    const auto written = saveNumbered(path, contents, inputs);
    if (!written)
        printError(written.error());
    return written.has_value();
}

bool writeNormalised(const std::string &path, const std::vector<FileVerdict> &verdicts,
                     const std::vector<std::string> &inputs)
{
    std::vector<std::string> kept;
    for (const auto &verdict : verdicts) {
        if (!verdict.normalised.empty())
            kept.push_back(verdict.normalised);
        for (const auto &difference : verdict.differences)
            printDetail(QCoreApplication::translate("cli", "not kept as it is: %1")
                            .arg(findingLine(difference)));
    }
    if (!kept.empty())
        return writeAll(path, kept, inputs);
    printNote(QCoreApplication::translate("cli", "“%1” is not written: nothing was accepted")
                  .arg(fromArgument(path)));
    return false;
}

// Writes repaired chunks. Returns whether they are valid.
bool writeRepaired(const std::string &path, const Bytes &bytes, const std::string &name,
                   const std::vector<std::string> &inputs)
{
    const auto repaired = model::sentry::repairFile(bytes.view());
    if (!repaired && repaired.error().code == model::ErrorCode::UnsupportedVersion) {
        printNote(QCoreApplication::translate("cli", "“%1” is not repaired (%2)")
                      .arg(fromArgument(name), QString::fromStdString(repaired.error().detail)));
        return false;
    }
    if (!repaired) {
        printError({repaired.error().code, name, repaired.error().detail});
        return false;
    }
    for (const auto &change : repaired->changes)
        printDetail(QCoreApplication::translate("cli", "changed: %1")
                        .arg(QString::fromStdString(changeText(change))));
    if (repaired->changes.empty())
        printNote(QCoreApplication::translate("cli", "nothing had to be changed"));
    for (const auto &fault : repaired->left)
        printDetail(QCoreApplication::translate("cli", "not repaired: %1")
                        .arg(QString::fromStdString(fault)));
    return writeAll(path, repaired->files, inputs) && repaired->left.empty();
}

// Validates one file and adds its verdicts. Returns whether all of them are good.
bool judgeFile(const Demands &demands, const std::string &path, const std::string &name,
               std::vector<FileVerdict> &verdicts)
{
    const auto keep = demands.normalised.empty() ? model::sentry::KeepNormalised::No
                                                 : model::sentry::KeepNormalised::Yes;
    auto judgement = judgeForSentry(path, name, keep);
    if (!judgement) {
        printError(judgement.error());
        verdicts.push_back({name, {}, {}, judgement.error(), {}});
        return false;
    }
    const auto &bytes = judgement->bytes;
    auto &judged = judgement->verdicts;
    bool good = std::ranges::all_of(judged, [&](const FileVerdict &verdict) {
        return demands.measure == Measure::EveryMust ? verdict.isStrictlyValid()
                                                     : verdict.isAccepted();
    });
    if (!demands.normalised.empty())
        good = writeNormalised(demands.normalised, judged, demands.inputs) && good;
    if (!demands.fixed.empty()) // the repaired output counts
        good = writeRepaired(demands.fixed, bytes, name, demands.inputs);
    std::ranges::move(judged, std::back_inserter(verdicts));
    return good;
}

constexpr std::array validateOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "An array for scripts.")},
    OptionSpec{
        .name = "strict",
        .help = QT_TRANSLATE_NOOP("cli", "A broken MUST of the format's texts is an error, too.")},
    OptionSpec{.name = "normalised",
               .value = "OUT.json",
               .help = QT_TRANSLATE_NOOP("cli", "Writes what Sentry would keep.")},
    OptionSpec{.name = "fix",
               .value = "OUT.json",
               .help = QT_TRANSLATE_NOOP("cli", "Writes a repaired copy; each change is listed.")},
};

int validate(const CommandParser &parser)
{
    const QStringList names = parser.positionalArguments();
    if ((parser.has("fix") || parser.has("normalised")) && names.size() > 1)
        return parser.usageError(
            QCoreApplication::translate("cli", "--fix and --normalised take one file"));
    for (const auto &copy : {parser.valueOf("fix"), parser.valueOf("normalised")}) {
        if (replacedInput(parser, copy))
            return refuseToReplace(copy);
    }
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return exitcode::bad;
    }
    const Demands demands{parser.has("strict") ? Measure::EveryMust : Measure::Acceptance,
                          toPath(parser.valueOf("normalised")), toPath(parser.valueOf("fix")),
                          protectedInputs(parser)};
    std::vector<FileVerdict> verdicts;
    bool good = true;
    for (const auto &path : input->paths())
        good = judgeFile(demands, path, input->nameOf(path), verdicts) && good;
    const bool isPrinted = parser.has("json") ? printJson(verdictsAsJson(verdicts))
                                              : printResult(verdictsAsText(verdicts));
    return isPrinted && good ? exitcode::done : exitcode::bad;
}

} // namespace

constinit const CommandSpec validateCommand{
    .name = "validate",
    .summary = QT_TRANSLATE_NOOP(
        "cli", "say whether Sentry would accept chunks and envelopes, and why not"),
    .description = QT_TRANSLATE_NOOP("cli",
                                     "Says for each file, or each profile in an "
                                     "envelope, whether Sentry would accept it."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "Chunks and envelopes to judge."), "FILE…"}}},
    .leastOperands = 1,
    .operandFault = QT_TRANSLATE_NOOP("cli", "validate needs files"),
    .options = {validateOptions, forceOptionSpecs},
    .run = validate,
};

} // namespace ember::app
