// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importsession.h"
#include "model/tables/metarows.h"
#include "model/tables/reading.h"
#include "model/tables/tables.h"

#include <string>

namespace ember::model {

// Makes JSON cells of tables valid: attributes that are not JSON become JSON strings, cells that
// should be objects and are not are dropped. Later code may then copy them into documents
// unchecked.
void makeJsonValid(tables::Tables &tables);

// Reports as notes what the tables contain and the profile cannot hold, and as warnings
// contradictions between tables.
inline void logNotes(const tables::Reading &reading, const FileNotes &notes)
{
    std::string disagreements;
    for (const auto &disagreement : reading.disagreements)
        disagreements += (disagreements.empty() ? "" : "; ") + disagreement;
    if (!disagreements.empty())
        notes.warn(notes.origin() + "-disagreement", disagreements);
    if (!reading.leftOut.empty())
        notes.note(notes.origin() + "-left-out", tables::leftOutText(reading.leftOut));
    if (const auto meta = tables::metaLossText(reading.tables); !meta.empty())
        notes.note(notes.origin() + "-meta", meta);
    if (reading.saysNoThreads())
        notes.note(
            notes.origin() + "-no-threads",
            "nothing says of which thread the samples are: those of a source are one thread's");
}

} // namespace ember::model
