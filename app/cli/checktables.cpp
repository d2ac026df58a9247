// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/opentables.h"
#include "app/cli/sharedarguments.h"
#include "model/formats/json/jsontext.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::app {

namespace {

namespace tables = model::tables;

bool isValid(const OpenedTables &opened)
{
    return tables::errorSummary(opened.findings).empty();
}

std::string textOf(const std::vector<OpenedTables> &opened)
{
    std::string text;
    for (const OpenedTables &one : opened) {
        text += shownText(one.file) + (isValid(one) ? "\tvalid\n" : "\tinvalid\n");
        for (const auto &finding : one.findings)
            text += "  " + shownText(toText(finding)) + '\n';
    }
    return text;
}

std::string jsonOf(const std::vector<OpenedTables> &opened)
{
    model::JsonWriter json;
    json.beginArray();
    for (const OpenedTables &one : opened) {
        json.beginObject();
        json.key("file").value(one.file);
        json.key("valid").boolean(isValid(one));
        json.key("findings").beginArray();
        for (const auto &finding : one.findings) {
            json.beginObject();
            json.key("rule").value(tables::ruleName(finding.rule));
            json.key("severity").value(finding.grade == tables::Grade::Error ? "error" : "warning");
            json.key("table").value(finding.table);
            json.key("row").value(finding.row);
            json.key("detail").value(finding.detail);
            json.end();
        }
        json.end();
        json.end();
    }
    json.end();
    return json.take() + '\n';
}

} // namespace

int checkTables(const QStringList &arguments)
{
    CommandParser parser(
        arguments,
        QCoreApplication::translate(
            "cli",
            "Holds the tables of databases, of R's files and of profiles against the rules of "
            "profile data."));
    const QCommandLineOption json(QStringLiteral("json"),
                                  QCoreApplication::translate("cli", "An array for scripts."));
    parser.addOption(json);
    addSymbolArguments(parser);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("cli", "Profiles to read."),
                                 QStringLiteral("FILE…"));
    if (const auto code = parser.parseAll())
        return *code;
    if (parser.positionalArguments().isEmpty())
        return parser.usageError(QCoreApplication::translate("cli", "check-tables needs files"));
    const auto [opened, isAll] = openTables(parser.positionalArguments(), symbolSettings(parser));
    if (opened.empty())
        return exitcode::bad;
    if (!(parser.isSet(json) ? printJson(jsonOf(opened)) : printResult(textOf(opened))))
        return exitcode::bad;
    return isAll && std::ranges::all_of(opened, isValid) ? exitcode::done : exitcode::bad;
}

} // namespace ember::app
