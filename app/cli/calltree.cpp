// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/profiletext.h"
#include "app/cli/symbolarguments.h"
#include "app/cli/weightargument.h"
#include "model/formats/report/reportjson.h"
#include "model/query/weights.h"
#include "model/spans/spanbuilder.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

std::vector<model::ThreadIndex> threadsCalled(const model::Profile &profile, const QString &id)
{
    std::vector<model::ThreadIndex> chosen;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const model::ThreadIndex index(row);
        if (id.isEmpty() || id.toStdString() == profile.text(profile.thread(index).id))
            chosen.push_back(index);
    }
    return chosen;
}

} // namespace

int calltree(const QStringList &arguments)
{
    CommandParser parser(
        arguments, QCoreApplication::translate("cli", "The calls of each thread in time order."));
    const QCommandLineOption json(
        QStringLiteral("json"), QCoreApplication::translate("cli", "Nested objects for scripts."));
    const QCommandLineOption thread(
        QStringLiteral("thread"), QCoreApplication::translate("cli", "Only the thread of this id."),
        QStringLiteral("ID"));
    parser.addOption(json);
    parser.addOption(thread);
    addWeightArgument(
        parser,
        QCoreApplication::translate(
            "cli", "Weigh calls by the values of this type, where samples have no time."));
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "The profile to read."));
    if (const auto code = parser.parseAll())
        return *code;
    if (parser.positionalArguments().size() != 1)
        return parser.usageError(QCoreApplication::translate("cli", "calltree needs one file"));
    const auto opened = openFiles(parser.positionalArguments(), symbolSettings(parser));
    if (!opened || opened->profiles.empty())
        return exitcode::bad;
    if (opened->profiles.size() > 1)
        printNote(
            QCoreApplication::translate("cli", "“%1” holds several profiles; this is the first")
                .arg(parser.positionalArguments().front()));
    const auto &profile = opened->profiles.front().profile;
    const auto threads = threadsCalled(*profile, parser.value(thread));
    if (threads.empty() && parser.isSet(thread)) {
        printError({model::ErrorCode::InvalidArgument, parser.value(thread).toStdString(),
                    "no thread has this id"});
        return exitcode::bad;
    }
    const auto type = weightArgument(parser);
    if (!type.empty() && profile->tables().origin != model::TimeOrigin::None) {
        printError({model::ErrorCode::InvalidArgument, type, "calls in time are not weighed"});
        return exitcode::bad;
    }
    if (!haveWeight({&opened->profiles.front(), 1}, type))
        return exitcode::bad;
    const auto weight = model::findValueType(*profile, type);
    try {
        const auto spans = model::buildSpans(profile);
        const bool isPrinted = parser.isSet(json)
            ? printJson(model::report::callTreeJson(*spans, threads, weight))
            : printResult(callTreeText(*spans, threads, weight));
        return isPrinted ? exitcode::done : exitcode::bad;
    } catch (const std::bad_alloc &) {
        printError({model::ErrorCode::FileTooBig,
                    parser.positionalArguments().front().toStdString(), "not enough memory"});
        return exitcode::bad;
    }
}

} // namespace ember::app
