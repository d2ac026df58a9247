// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ember::app {

// Adds --force.
void addForceArgument(QCommandLineParser &parser);

// Whether an input and an output are the same file, through any links. "-" is the file behind
// standard input or output.
bool isSameFile(const QString &input, const QString &output);

// Paths of the input files that no output may replace under a name that the user has not given
// (NAME-000.json, NAME-PID.json); none with --force.
std::vector<std::string> protectedInputs(const QCommandLineParser &parser);

// The input file that the output would replace; empty if there is none, or with --force.
std::optional<QString> replacedInput(const QCommandLineParser &parser, const QString &output);

// No: the output replaces an input and must contain all of it.
enum class LossesAllowed : bool { No, Yes };

// Prints that an input is not replaced, because content would be lost. Returns the exit code.
int refuseToReplace(const QString &output);

} // namespace ember::app
