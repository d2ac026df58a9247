// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <QCommandLineParser>

#include <span>
#include <string>

namespace ember::app {

// Adds --weight TYPE.
void addWeightArgument(QCommandLineParser &parser, const QString &description);
std::string weightArgument(const QCommandLineParser &parser);

// Whether all profiles have values of the type (or none is requested). Prints those that do not,
// and the available types.
bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type);

} // namespace ember::app
