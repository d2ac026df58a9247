// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// Adds --force.
void addForceArgument(QCommandLineParser &parser);

// Whether both paths are the same file, through any links.
bool isSameFile(const QString &one, const QString &other);

// The input file that the output would replace; empty if there is none, or with --force.
std::optional<QString> replacedInput(const QCommandLineParser &parser, const QString &output);

// No: the output replaces an input and must contain all of it.
enum class LossesAllowed : bool { No, Yes };

// Prints that an input is not replaced, because content would be lost. Returns the exit code.
int refuseToReplace(const QString &output);

} // namespace ember::app
