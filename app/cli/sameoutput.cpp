// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sameoutput.h"

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/session/filenames.h"

#include <QCoreApplication>

#include <algorithm>
#include <sys/stat.h>

namespace ember::app {

namespace {

QString forceOption()
{
    return QStringLiteral("force");
}

} // namespace

void addForceArgument(QCommandLineParser &parser)
{
    parser.addOption(
        {forceOption(),
         QCoreApplication::translate(
             "cli", "Writes over one of the files that are read, even if something is lost.")});
}

bool isSameFile(const QString &one, const QString &other)
{
    struct stat first { };
    struct stat second { };

    return ::stat(toPath(one).c_str(), &first) == 0 && ::stat(toPath(other).c_str(), &second) == 0
        && S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
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
