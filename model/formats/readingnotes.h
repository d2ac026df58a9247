// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importlog.h"
#include "model/tables/metarows.h"
#include "model/tables/reading.h"

#include <string>

namespace ember::model {

// What a profile does not have of the file its tables were read from, as notes; what the tables
// said in two ways, as warnings.
inline void logNotes(const tables::Reading &reading, const std::string &format,
                     const std::string &file, ImportLog &log)
{
    const auto note = [&](const char *code, std::string detail) {
        log.add({.code = format + code,
                 .origin = format,
                 .severity = Severity::Note,
                 .subject = file,
                 .detail = std::move(detail)});
    };
    std::string disagreements;
    for (const auto &disagreement : reading.disagreements)
        disagreements += (disagreements.empty() ? "" : "; ") + disagreement;
    if (!disagreements.empty())
        log.add({.code = format + "-disagreement",
                 .origin = format,
                 .severity = Severity::Warning,
                 .subject = file,
                 .detail = disagreements});
    if (!reading.leftOut.empty())
        note("-left-out", tables::leftOutText(reading.leftOut));
    if (const auto meta = tables::metaLossText(reading.tables); !meta.empty())
        note("-meta", meta);
    if (reading.saysNoThreads())
        note("-no-threads",
             "nothing says of which thread the samples are: those of a source are one thread's");
}

} // namespace ember::model
