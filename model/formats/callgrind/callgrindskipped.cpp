// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindskipped.h"

namespace ember::model::callgrind {

void Skipped::report(const FileNotes &notes) const
{
    notes.note("callgrind-call-counts",
               "how often calls were made is left out: only their costs are read", callCounts);
    notes.note("callgrind-addresses", "addresses of instructions are left out", addresses);
    notes.note("callgrind-jumps", "jumps are left out", jumps);
    notes.note("callgrind-derived-events", "events that are sums of others are left out",
               derivedEvents);
    notes.note("callgrind-descriptions", "descriptions (\"desc:\") are left out", descriptions);
}

} // namespace ember::model::callgrind
