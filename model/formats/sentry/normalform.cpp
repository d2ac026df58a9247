// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/normalform.h"

#include "model/formats/sentry/specfindings.h"

#include <nlohmann/json.hpp>

#include <string>

namespace ember::model::sentry {

namespace {

// The members of a JSON object that has no field for them.
std::uint64_t memberCount(const Chunk &chunk, StringIndex rest)
{
    if (!rest.isValid())
        return 0;
    const auto members = nlohmann::json::parse(chunk.text(rest), nullptr, false);
    return members.is_object() ? members.size() : 0;
}

std::uint64_t memberCount(const Chunk &chunk, const auto &rows)
{
    std::uint64_t count = 0;
    for (const auto &row : rows)
        count += memberCount(chunk, row.rest);
    return count;
}

} // namespace

std::vector<Finding> differencesOfNormalForm(const Chunk &chunk, const Verdict &verdict)
{
    ImportLog log;
    addRelayFindings(verdict, log);
    auto differences = log.findings();
    const auto add = [&differences](const char *code, const char *subject, std::uint64_t count,
                                    const char *detail) {
        if (count > 0)
            differences.push_back({code, "backend", Severity::Note, subject, detail, count});
    };
    const auto addUnknown = [&](const char *subject, std::uint64_t count) {
        add("backend-members-dropped", subject, count, "members that Sentry does not keep");
    };
    const auto &metadata = chunk.metadata;
    add("backend-metadata-removed", "profile.thread_metadata", verdict.report.removedMetadata,
        "entries without samples are removed");
    addUnknown("top level", memberCount(chunk, metadata.rest));
    addUnknown("client_sdk", memberCount(chunk, metadata.sdkRest));
    addUnknown("debug_meta", memberCount(chunk, metadata.debugMetaRest));
    addUnknown("debug_meta.images", memberCount(chunk, chunk.images));
    addUnknown("profile", memberCount(chunk, metadata.profileRest));
    addUnknown("profile.frames", memberCount(chunk, chunk.frames));
    addUnknown("profile.thread_metadata", memberCount(chunk, chunk.threads));
    if (chunk.format == SampleFormat::V2)
        addUnknown("profile.samples", memberCount(chunk, chunk.sampleRests));
    std::uint64_t renamed = 0;
    for (const ChunkMeasurement &series : chunk.measurements)
        renamed += chunk.text(series.unit) == longUnit(chunk.text(series.unit)) ? 0U : 1U;
    add("backend-units-renamed", "measurements", renamed, "units get their long names");
    return differences;
}

} // namespace ember::model::sentry
