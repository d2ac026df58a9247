// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sameoutput.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/session/filenames.h"
#include "model/core/files.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::app {

namespace {

QString forceOption()
{
    return QStringLiteral("force");
}

std::string pathOf(const QString &name, const char *stream)
{
    return name == QLatin1String("-") ? std::string(stream) : toPath(name);
}

} // namespace

void addForceArgument(QCommandLineParser &parser)
{
    parser.addOption(
        {forceOption(),
         QCoreApplication::translate(
             "cli", "Writes over one of the files that are read, even if something is lost.")});
}

bool isSameFile(const QString &input, const QString &output)
{
    return model::isSameFile(pathOf(input, "/dev/stdin"), pathOf(output, "/dev/stdout"));
}

std::vector<std::string> protectedInputs(const QCommandLineParser &parser)
{
    std::vector<std::string> paths;
    if (parser.isSet(forceOption()))
        return paths;
    for (const QString &input : parser.positionalArguments())
        paths.push_back(pathOf(input, "/dev/stdin"));
    return paths;
}

std::optional<QString> replacedInput(const QCommandLineParser &parser, const QString &output)
{
    const auto inputs = parser.positionalArguments();
    const auto found = std::ranges::find_if(
        inputs, [&](const QString &input) { return isSameFile(input, output); });
    if (found == inputs.end() || parser.isSet(forceOption()))
        return std::nullopt;
    return *found;
}

int refuseToReplace(const QString &output)
{
    printNote(QCoreApplication::translate(
                  "cli",
                  "“%1” is one of the files that are read, and not all that it has would be in the "
                  "new one: write to another file, or give --force")
                  .arg(output));
    return exitcode::usage;
}

} // namespace ember::app
