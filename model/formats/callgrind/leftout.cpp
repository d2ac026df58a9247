// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/leftout.h"

namespace ember::model::callgrind {

void LeftOut::report(const std::string &file, ImportLog &log) const
{
    const auto note = [&](const char *code, std::uint64_t count, const char *detail) {
        if (count > 0)
            log.add({.code = code,
                     .origin = "callgrind",
                     .severity = Severity::Note,
                     .subject = file,
                     .detail = detail,
                     .count = count});
    };
    note("callgrind-call-counts", callCounts,
         "how often calls were made is left out: only their costs are read");
    note("callgrind-addresses", addresses, "addresses of instructions are left out");
    note("callgrind-jumps", jumps, "jumps are left out");
    note("callgrind-derived-events", derivedEvents, "events that are sums of others are left out");
    note("callgrind-descriptions", descriptions, "descriptions (\"desc:\") are left out");
}

} // namespace ember::model::callgrind
