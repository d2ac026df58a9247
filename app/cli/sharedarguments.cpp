// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sharedarguments.h"

#include "app/cli/messages.h"
#include "app/session/filenames.h"
#include "app/settings/settings.h"
#include "capture/control/commandline.h"
#include "model/formats/sentry/redaction.h"
#include "model/query/weights.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <vector>

namespace ember::app {

using namespace model;

namespace {

std::optional<std::string> given(const CommandParser &parser, const char *option)
{
    if (!parser.has(option))
        return std::nullopt;
    return parser.valueOf(option).toStdString();
}

std::vector<std::string> textsOf(const CommandParser &parser, const char *option)
{
    std::vector<std::string> texts;
    for (const QString &text : parser.values(QLatin1String(option)))
        texts.push_back(text.toStdString());
    return texts;
}

// Prints a count on stderr; nothing for 0.
void say(const char *text, std::uint64_t count)
{
    if (count > 0)
        printDetail(QCoreApplication::translate("cli", text, nullptr, static_cast<int>(count)));
}

// A word of --redact, and the rule that it switches on.
struct RedactWord {
    const char *word;
    bool model::sentry::RedactionRules::*rule;
};

constexpr std::array redactWords{
    RedactWord{"home", &model::sentry::RedactionRules::homes},
    RedactWord{"user", &model::sentry::RedactionRules::users},
    RedactWord{"host", &model::sentry::RedactionRules::hosts},
    RedactWord{"arguments", &model::sentry::RedactionRules::arguments},
};

QStringList wordsToRedact(const CommandParser &parser)
{
    QStringList words;
    for (const QString &value : parser.values(QStringLiteral("redact")))
        words += value.split(u',');
    return words;
}

const RedactWord *redactWord(const QString &text)
{
    const auto *const found = std::ranges::find_if(
        redactWords, [&](const RedactWord &row) { return text == QLatin1String(row.word); });
    return found == redactWords.end() ? nullptr : found;
}

void replaceIfGiven(QStringList &paths, const CommandParser &parser, const char *option)
{
    if (parser.has(option))
        paths = parser.values(QLatin1String(option));
}

QString typesOf(const model::ImportedProfile &imported)
{
    const auto names = model::weightNames({&imported.profile, 1});
    return names.empty() ? QCoreApplication::translate("cli", "none") : cellText(names);
}

} // namespace

std::optional<QString> chunkArgumentFault(const CommandParser &parser)
{
    for (const char *option : {"release", "environment", "transaction-name"}) {
        if (parser.has(option) && parser.valueOf(option).isEmpty())
            return QCoreApplication::translate("cli", "--%1 needs a text")
                .arg(QLatin1String(option));
    }
    return redactionFault(parser);
}

std::optional<QString> redactionFault(const CommandParser &parser)
{
    for (const QString &word : wordsToRedact(parser)) {
        if (redactWord(word) == nullptr)
            return QCoreApplication::translate(
                       "cli", "--redact knows no “%1”, but home, user, host and arguments")
                .arg(word);
    }
    return std::nullopt;
}

model::sentry::RedactionRules redactionRules(const CommandParser &parser)
{
    model::sentry::RedactionRules rules;
    for (const QString &text : wordsToRedact(parser)) {
        if (const auto *const known = redactWord(text))
            rules.*(known->rule) = true;
    }
    rules.modules = textsOf(parser, "hide-module");
    rules.threads = textsOf(parser, "leave-out-thread");
    return rules;
}

model::sentry::ChunkOptions chunkOptions(const CommandParser &parser)
{
    model::sentry::ChunkOptions options;
    options.release = given(parser, "release");
    options.environment = given(parser, "environment");
    options.platform = given(parser, "platform");
    options.dist = given(parser, "dist");
    if (parser.has("fresh-ids"))
        options.ids = model::sentry::Ids::Fresh;
    options.redaction = redactionRules(parser);
    if (parser.has("with-transaction") || parser.has("transaction-name"))
        options.transaction = parser.valueOf("transaction-name").toStdString();
    if (parser.has("thin-idle"))
        options.waits = model::sentry::Waits::Thinned;
    return options;
}

void printUnwritten(const model::Error &error)
{
    if (error.code != model::ErrorCode::NothingToShow)
        return printError(error);
    printNote(QCoreApplication::translate("cli", "“%1”: nothing to write (%2)")
                  .arg(fromArgument(error.subject), QString::fromStdString(error.detail)));
}

void printReport(const model::sentry::WriteReport &report)
{
    for (const std::string &change : report.changes)
        printDetail(
            QCoreApplication::translate("cli", "changed: %1").arg(QString::fromStdString(change)));
    say(QT_TRANSLATE_N_NOOP("cli",
                            "not written: %n sample(s) that no chunk can hold (a thread needs two "
                            "in a chunk)"),
        report.loss.samples);
    say(QT_TRANSLATE_N_NOOP("cli", "not written: %n idle sample(s) of such threads"),
        report.loss.idleSamples);
    say(QT_TRANSLATE_N_NOOP("cli", "not written at all: %n thread(s)"), report.loss.threads);
    say(QT_TRANSLATE_N_NOOP("cli", "not written: %n thread(s) without samples"),
        report.threadsWithoutSamples);
    say(QT_TRANSLATE_N_NOOP(
            "cli", "not written: %n measured value(s), of a unit that Sentry does not know"),
        report.measuredValues);
    say(QT_TRANSLATE_N_NOOP("cli",
                            "not written: %n transaction(s), which are of another time, or bigger "
                            "than Sentry takes"),
        report.transactionsLeft);
    say(QT_TRANSLATE_N_NOOP("cli", "not written: %n tracing span(s)"), report.tracingSpans);
    say(QT_TRANSLATE_N_NOOP("cli", "left out, as asked for: %n thread(s)"), report.threadsLeftOut);
    say(QT_TRANSLATE_N_NOOP("cli", "left out, as asked for: %n sample(s) inside waits"),
        report.thinnedSamples);
    say(QT_TRANSLATE_N_NOOP("cli", "redacted: %n text(s)"), report.replacements.total());
    say(QT_TRANSLATE_N_NOOP("cli",
                            "%n thread(s) got new ids, because theirs were used again or are not "
                            "decimal"),
        report.renumberedThreads);
    say(QT_TRANSLATE_N_NOOP("cli", "%n image(s) without a build-id are left out of debug_meta"),
        report.imagesWithoutId);
}

SymbolSettings symbolSettings(const CommandParser &parser)
{
    auto settings = Settings().symbols();
    replaceIfGiven(settings.searchFolders, parser, "symbol-path");
    settings.useServers();
    if (parser.has("debuginfod")) {
        settings.askDebugServers = AskDebugServers::Yes;
        if (capture::debugServerUrls().empty())
            printNote(QCoreApplication::translate(
                "cli", "no debuginfod server is asked: DEBUGINFOD_URLS names none"));
    }
    replaceIfGiven(settings.ownPaths, parser, "in-app");
    replaceIfGiven(settings.foreignPaths, parser, "not-in-app");
    return settings;
}

std::string weightArgument(const CommandParser &parser)
{
    return parser.valueOf("weight").toStdString();
}

bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type)
{
    if (type.empty())
        return true;
    bool isLevel = false;
    const auto hasType = [&](const model::ImportedProfile &imported) {
        return model::findValueType(*imported.profile, type).isValid();
    };
    for (const auto &imported : profiles) {
        const auto file = imported.files.empty() ? std::string() : imported.files.front();
        if (!model::addsUp(*imported.profile, model::findValueType(*imported.profile, type))) {
            isLevel = true;
            printNote(QCoreApplication::translate(
                          "cli",
                          "“%1”: values of the type “%2” are levels, which do not add up: nothing "
                          "can be weighed by them")
                          .arg(cellText(file), cellText(type)));
        }
        if (hasType(imported))
            continue;
        printNote(QCoreApplication::translate(
                      "cli", "“%1” has no values of the type “%2”; the types it has: %3")
                      .arg(cellText(file), cellText(type), typesOf(imported)));
    }
    return !isLevel && std::ranges::any_of(profiles, hasType);
}

namespace {

// Reads a time with its unit; without one it is in seconds.
std::optional<Nanoseconds> timeFrom(const QString &text)
{
    const auto given = text.toStdString();
    const auto time = capture::parseTime(given);
    return time ? time : capture::parseTime(given + 's');
}

// The value of --from, or of --to if it is a time; nullopt: not given.
std::optional<Nanoseconds> timeOf(const CommandParser &parser, const char *option)
{
    std::optional<Nanoseconds> time;
    for (const QString &text : parser.values(QLatin1String(option))) {
        if (const auto given = timeFrom(text))
            time = given;
    }
    return time;
}

std::vector<ThreadIndex> threadsCalled(const Profile &profile,
                                       const std::vector<std::string> &patterns)
{
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        if (sentry::matchesOneOf(patterns, profile.text(thread.name))
            || sentry::matchesOneOf(patterns, profile.text(thread.id)))
            threads.emplace_back(row);
    }
    return threads;
}

} // namespace

bool isTime(const QString &text)
{
    return timeFrom(text).has_value();
}

std::optional<QString> selectionFault(const CommandParser &parser)
{
    for (const QString &text : parser.values(QStringLiteral("from"))) {
        if (!isTime(text))
            return QCoreApplication::translate("cli", "--from takes seconds, not “%1”").arg(text);
    }
    const auto from = timeOf(parser, "from");
    const auto to = timeOf(parser, "to");
    if (to && *to <= from.value_or(Nanoseconds(0)))
        return QCoreApplication::translate("cli", "--to has to be after --from");
    return std::nullopt;
}

bool asksForPart(const CommandParser &parser)
{
    return parser.has("running") || parser.has("thread") || timeOf(parser, "from")
        || timeOf(parser, "to");
}

std::optional<Selection> selectionOf(const CommandParser &parser, const Profile &profile,
                                     const std::string &file)
{
    Selection selection;
    if (parser.has("running"))
        selection.counted = Counted::Running;
    const auto from = timeOf(parser, "from");
    const auto to = timeOf(parser, "to");
    if ((from || to) && profile.tables().origin == TimeOrigin::None) {
        printError({ErrorCode::InvalidArgument, file, "its samples have no times"});
        return std::nullopt;
    }
    const auto start = profile.timeRange().start;
    if (from)
        selection.range.start = start + *from;
    if (to)
        selection.range.end = start + *to;
    if (!parser.has("thread"))
        return selection;
    selection.threads = threadsCalled(profile, textsOf(parser, "thread"));
    if (!selection.threads.empty())
        return selection;
    printError({ErrorCode::InvalidArgument,
                parser.values(QStringLiteral("thread")).join(QStringLiteral(", ")).toStdString(),
                "no thread of " + file + " has this name or id"});
    return std::nullopt;
}

void printLeftOut(const Excerpt &part)
{
    say(QT_TRANSLATE_N_NOOP("cli", "left out, as asked for: %n thread(s)"), part.threadsLeftOut);
    say(QT_TRANSLATE_N_NOOP("cli", "left out, as asked for: %n sample(s)"), part.samplesLeftOut);
}

} // namespace ember::app
