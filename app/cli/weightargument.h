// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

#include <QCommandLineParser>

#include <span>
#include <string>

namespace ember::app {

// --weight TYPE.
void addWeightArgument(QCommandLineParser &parser, const QString &description);
std::string weightArgument(const QCommandLineParser &parser);

// Whether a profile has values of the type (or none is asked for). Says on stderr which have none,
// and what there is.
bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type);

} // namespace ember::app
