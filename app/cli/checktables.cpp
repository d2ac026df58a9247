// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/opentables.h"
#include "app/cli/sharedarguments.h"
#include "model/json/jsontext.h"

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
        json.key("findings").objects(one.findings, [&](const auto &finding) {
            json.key("rule").value(tables::ruleName(finding.rule));
            json.key("severity").value(finding.grade == tables::Grade::Error ? "error" : "warning");
            json.key("table").value(finding.table);
            json.key("row").value(finding.row);
            json.key("detail").value(finding.detail);
        });
        json.end();
    }
    json.end();
    return json.take() + '\n';
}

constexpr std::array checkTablesOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "An array for scripts.")},
};

int checkTables(const CommandParser &parser)
{
    const auto [opened, isAll] = openTables(parser.positionalArguments(), symbolSettings(parser));
    if (opened.empty())
        return exitcode::bad;
    if (!(parser.has("json") ? printJson(jsonOf(opened)) : printResult(textOf(opened))))
        return exitcode::bad;
    return isAll && std::ranges::all_of(opened, isValid) ? exitcode::done : exitcode::bad;
}

} // namespace

constinit const CommandSpec checkTablesCommand{
    .name = "check-tables",
    .summary = QT_TRANSLATE_NOOP("cli", "hold the relational tables against their rules"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Holds the tables of databases, of R's files and of profiles against the rules of "
        "profile data."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "Profiles to read."), "FILE…"}}},
    .leastOperands = 1,
    .operandFault = QT_TRANSLATE_NOOP("cli", "check-tables needs files"),
    .options = {checkTablesOptions, symbolOptionSpecs},
    .run = checkTables,
};

} // namespace ember::app
