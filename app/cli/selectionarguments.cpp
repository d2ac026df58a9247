// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/selectionarguments.h"

#include "app/cli/messages.h"
#include "capture/control/commandline.h"
#include "model/formats/sentry/hiddenthreads.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace ember::app {

namespace {

using namespace model;

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

std::vector<std::string> threadPatterns(const CommandParser &parser)
{
    std::vector<std::string> patterns;
    for (const QString &pattern : parser.values(QStringLiteral("thread")))
        patterns.push_back(pattern.toStdString());
    return patterns;
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
    selection.threads = threadsCalled(profile, threadPatterns(parser));
    if (!selection.threads.empty())
        return selection;
    printError({ErrorCode::InvalidArgument,
                parser.values(QStringLiteral("thread")).join(QStringLiteral(", ")).toStdString(),
                "no thread of " + file + " has this name or id"});
    return std::nullopt;
}

void printLeftOut(const Excerpt &part)
{
    if (part.threadsLeftOut > 0)
        printDetail(QCoreApplication::translate("cli", "left out, as asked for: %n thread(s)",
                                                nullptr, static_cast<int>(part.threadsLeftOut)));
    if (part.samplesLeftOut > 0)
        printDetail(QCoreApplication::translate("cli", "left out, as asked for: %n sample(s)",
                                                nullptr, static_cast<int>(part.samplesLeftOut)));
}

} // namespace ember::app
