// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// --force.
void addForceArgument(QCommandLineParser &parser);

// Whether both names lead to one file, by whatever links.
bool isSameFile(const QString &one, const QString &other);

// Finds the input file that the output would replace: nothing if there is none, or if --force is
// given.
std::optional<QString> replacedInput(const QCommandLineParser &parser, const QString &output);

// No: what is written replaces something, and then must have all of it.
enum class LossesAllowed : bool { No, Yes };

// Says why an input is not replaced: what it has would be lost. Gives the exit code.
int refuseToReplace(const QString &output);

} // namespace ember::app
