// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/comparisontext.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/symbolarguments.h"
#include "app/cli/weightargument.h"
#include "model/formats/report/reportjson.h"
#include "model/query/counterparts.h"
#include "model/query/weights.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

using namespace model;

struct Options {
    QCommandLineOption json{QStringLiteral("json"),
                            QCoreApplication::translate("cli", "An object for scripts.")};
    QCommandLineOption by{
        QStringLiteral("by"),
        QCoreApplication::translate(
            "cli",
            "What is compared: per “second” (unless told otherwise), the “share” of the "
            "whole, or the “amount” as it is."),
        QStringLiteral("HOW"), QStringLiteral("second")};
    QCommandLineOption total{
        QStringLiteral("total"),
        QCoreApplication::translate("cli", "List functions with all they call.")};
    QCommandLineOption weight{
        QStringLiteral("weight"),
        QCoreApplication::translate(
            "cli", "Weigh functions by the values of this type, of files that have some."),
        QStringLiteral("TYPE")};
};

std::optional<Normalisation> normalisationCalled(const QString &name)
{
    for (const auto by : {Normalisation::PerSecond, Normalisation::Share, Normalisation::Amount}) {
        if (name.toStdString() == report::normalisationName(by))
            return by;
    }
    return std::nullopt;
}

std::optional<ImportedProfile> openOne(const QString &path, const SymbolSettings &symbols)
{
    auto opened = openFiles({path}, symbols);
    if (!opened || opened->profiles.empty())
        return std::nullopt;
    if (opened->profiles.size() > 1)
        printNote(
            QCoreApplication::translate("cli", "“%1” holds several profiles; this is the first")
                .arg(path));
    return std::move(opened->profiles.front());
}

Result<Comparison> comparison(const Profile &before, const Profile &after, std::string_view weight,
                              Normalisation by)
{
    Selection selection;
    selection.weight = weightType(after, findValueType(after, weight));
    EMBER_ASSIGN_OR_RETURN(const Selection same, sameSelection(after, selection, before));
    const auto weigh = [](const Profile &profile, const Selection &asked) {
        return CallWeigher().weigh(ProfilePointer(ProfilePointer(), &profile), asked);
    };
    return model::compare(weigh(before, same), weigh(after, selection), by);
}

} // namespace

int compare(const QStringList &arguments)
{
    CommandParser parser(
        arguments, QCoreApplication::translate("cli", "What has changed between two profiles."));
    const Options options;
    for (const auto &option : {options.json, options.by, options.total, options.weight})
        parser.addOption(option);
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("BEFORE"),
                                 QCoreApplication::translate("cli", "The profile to start from."));
    parser.addPositionalArgument(
        QStringLiteral("AFTER"),
        QCoreApplication::translate("cli", "The profile that is compared with it."));
    if (const auto code = parser.parseAll())
        return *code;
    const QStringList files = parser.positionalArguments();
    if (files.size() != 2)
        return parser.usageError(QCoreApplication::translate("cli", "compare needs two files"));
    const auto by = normalisationCalled(parser.value(options.by));
    if (!by)
        return parser.usageError(QCoreApplication::translate("cli", "“%1” is no way to compare")
                                     .arg(parser.value(options.by)));
    const auto symbols = symbolSettings(parser);
    const auto before = openOne(files.at(0), symbols);
    const auto after = before ? openOne(files.at(1), symbols) : std::nullopt;
    if (!before || !after || !haveWeight({&*after, 1}, parser.value(options.weight).toStdString()))
        return exitcode::bad;
    const auto both = comparison(*before->profile, *after->profile,
                                 parser.value(options.weight).toStdString(), *by);
    if (!both) {
        printError(both.error());
        return exitcode::bad;
    }
    const auto listed = parser.isSet(options.total) ? ComparedBy::Total : ComparedBy::Self;
    const bool isPrinted = parser.isSet(options.json)
        ? printJson(report::comparisonJson(*before, *after, *both))
        : printResult(comparisonText(*before, *after, *both, listed));
    return isPrinted ? exitcode::done : exitcode::bad;
}

} // namespace ember::app
