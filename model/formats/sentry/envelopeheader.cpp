// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelopeheader.h"

#include "model/formats/json/jsonmembers.h"

namespace ember::model::sentry {

namespace {

// What the header says of the trace must hold for the event that is written.
void setTrace(JsonMembers &header, AboutEvent event, const ChunkOptions &options, KeptHeader &kept)
{
    if (event == AboutEvent::Another) {
        if (header.erase("trace"))
            kept.changes.emplace_back(
                "trace of the envelope: left out, what is written has ids of its own");
        return;
    }
    auto trace = header.object("trace");
    if (!trace || (!options.release && !options.environment))
        return;
    if (options.release)
        trace->setText("release", *options.release);
    if (options.environment)
        trace->setText("environment", *options.environment);
    header.setJson("trace", trace->json());
}

} // namespace

KeptHeader keptHeader(std::string_view header, AboutEvent event, const ChunkOptions &options)
{
    KeptHeader kept;
    auto members = JsonMembers::read(header);
    if (!members) {
        kept.changes.emplace_back("header of the envelope: left out, it cannot be read");
        return kept;
    }
    members->erase("event_id");
    for (const char *key : {"sent_at", "dsn"}) {
        if (members->erase(key))
            kept.changes.push_back(std::string(key)
                                   + " of the envelope: left out, it is for sending");
    }
    setTrace(*members, event, options, kept);
    if (!members->isEmpty())
        kept.json = members->json();
    return kept;
}

} // namespace ember::model::sentry
