// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkparser.h"

#include "model/formats/sentry/uuidtext.h"

namespace ember::model::sentry {

namespace {

enum class Top : std::uint8_t {
    Version,
    ChunkId,
    ProfilerId,
    Platform,
    Release,
    Environment,
    ClientSdk,
    DebugMeta,
    Measurements,
    Profile,
    SampledProfile,
};

constexpr std::array<FieldName<Top>, 11> topNames{{
    {"version", Top::Version},
    {"chunk_id", Top::ChunkId},
    {"profiler_id", Top::ProfilerId},
    {"platform", Top::Platform},
    {"release", Top::Release},
    {"environment", Top::Environment},
    {"client_sdk", Top::ClientSdk},
    {"debug_meta", Top::DebugMeta},
    {"measurements", Top::Measurements},
    {"profile", Top::Profile},
    {"sampled_profile", Top::SampledProfile},
}};

enum class Sdk : std::uint8_t { Name, Version };

constexpr std::array<FieldName<Sdk>, 2> sdkNames{{
    {"name", Sdk::Name},
    {"version", Sdk::Version},
}};

// Which members a document had, whatever stood in them.
class Presence {
public:
    void add(Top field) { m_bits |= bit(field); }

    bool has(Top field) const { return (m_bits & bit(field)) != 0; }

private:
    static std::uint32_t bit(Top field) { return 1U << static_cast<unsigned>(field); }

    std::uint32_t m_bits = 0;
};

} // namespace

void ChunkParser::parse()
{
    const JsonPlace root;
    Presence presence;
    auto &metadata = m_chunk.metadata;
    bool hasTrace = false;
    metadata.rest = m_fields.members(root, topNames, [&](Top field, const JsonPlace &place) {
        presence.add(field);
        switch (field) {
        case Top::Version: parseVersion(place); break;
        case Top::ChunkId: parseId(metadata.chunkId, place); break;
        case Top::ProfilerId: parseId(metadata.profilerId, place); break;
        case Top::Platform: metadata.platform = m_fields.text(place); break;
        case Top::Release: metadata.release = m_fields.text(place, Null::Allowed); break;
        case Top::Environment: metadata.environment = m_fields.text(place, Null::Allowed); break;
        case Top::ClientSdk: parseClientSdk(place); break;
        case Top::DebugMeta: parseDebugMeta(place); break;
        case Top::Measurements: parseMeasurements(place); break;
        case Top::Profile: parseProfile(place); break;
        case Top::SampledProfile: hasTrace = m_json.skip().text != "null"; break;
        }
    });

    using enum Top;
    for (const auto &[name, field, growth] : topNames) {
        const bool required = field == ChunkId || field == ProfilerId || field == Platform
            || field == ClientSdk || field == Profile;
        if (required && !presence.has(field))
            m_fields.missing(root, name);
    }
    if (presence.has(ChunkId) || presence.has(ProfilerId))
        m_reading.kind = PayloadKind::Chunk;
    else if (m_chunk.text(metadata.version) == "1")
        m_reading.kind = PayloadKind::ProfileV1;
    if (hasTrace && m_chunk.text(metadata.platform) == "android")
        m_reading.kind = PayloadKind::AndroidTrace;
}

void ChunkParser::parseVersion(const JsonPlace &place)
{
    auto &version = m_chunk.metadata.version;
    version = m_fields.idText(place);
    const auto text = m_chunk.text(version);
    // "Unknown" is the name of Relay's own fallback, and so a version it can read.
    const bool isKnown =
        text == "1" || text == "2" || text == "2.android-trace" || text == "Unknown";
    if (!isKnown && version.isValid())
        m_fields.reject(place, "unknown version");
}

void ChunkParser::parseId(StringIndex &id, const JsonPlace &place)
{
    id = m_fields.idText(place);
    if (id.isValid() && !parseUuid(m_chunk.text(id)))
        m_fields.reject(place, "not a UUID");
}

void ChunkParser::parseClientSdk(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    auto &metadata = m_chunk.metadata;
    bool hasName = false;
    bool hasVersion = false;
    metadata.sdkRest = m_fields.members(place, sdkNames, [&](Sdk field, const JsonPlace &here) {
        (field == Sdk::Name ? hasName : hasVersion) = true;
        (field == Sdk::Name ? metadata.sdkName : metadata.sdkVersion) = m_fields.text(here);
    });
    if (!hasName)
        m_fields.missing(place, "name");
    if (!hasVersion)
        m_fields.missing(place, "version");
}

} // namespace ember::model::sentry
