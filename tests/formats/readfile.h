// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/importer.h"

#include <QString>

#include <string>
#include <string_view>

namespace ember::tests {

// Through the importer, as a file of these bytes.
model::Result<model::Import> readBytes(const model::Importer &importer, std::string_view bytes);

// The names of a stack's functions, root first: "a;b;c".
QString stackText(const model::Profile &profile, model::StackIndex stack);

// A line per sample, "1.5ms a;b;c [3]": time, root first, values; threads under their names. Or the
// error: "Truncated: detail".
QString printed(const model::Profile &profile);
QString printed(const model::Result<model::Import> &import);

// A line per series of measurements, "7 malloc [byte]: 1ms 5, 2ms 8": the id of its process, its
// name, its unit and its values.
QString series(const model::Profile &profile);

// JSON with ' in place of ", which is hard to read in C++.
std::string json(std::string text);

// What the exporter makes of it; "" after an error.
model::Export exported(const model::Exporter &exporter, const model::ProfilePointer &profile);

// What is wrong with the times of a hundred threads whose file says they last for ages: their sums
// must fit, and the log say so with `code`. Empty if nothing is.
QString absurdTimesMistake(const model::Result<model::Import> &import, std::string_view code);

QStringList lossesOf(const model::Export &file);

} // namespace ember::tests
