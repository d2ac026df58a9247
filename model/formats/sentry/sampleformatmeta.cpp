// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sampleformatparser.h"
#include "model/formats/sentry/uuidtext.h"

namespace ember::model::sentry {

namespace {

enum class Sdk : std::uint8_t { Name, Version };

constexpr std::array<FieldName<Sdk>, 2> sdkNames{{
    {"name", Sdk::Name},
    {"version", Sdk::Version},
}};

enum class DebugMetaField : std::uint8_t { Images };

constexpr std::array<FieldName<DebugMetaField>, 1> debugMetaNames{{
    {"images", DebugMetaField::Images},
}};

enum class ImageField : std::uint8_t {
    Type,
    CodeFile,
    DebugFile,
    DebugId,
    CodeId,
    Uuid,
    Address,
    VmAddress,
    Size,
};

constexpr std::array<FieldName<ImageField>, 12> imageNames{{
    {"type", ImageField::Type},
    {"code_file", ImageField::CodeFile},
    {"debug_id", ImageField::DebugId},
    {"image_addr", ImageField::Address},
    {"image_size", ImageField::Size},
    {"image_vmaddr", ImageField::VmAddress},
    {"uuid", ImageField::Uuid},
    {"name", ImageField::CodeFile, 5},
    {"id", ImageField::DebugId, 6},
    {"build_id", ImageField::Uuid},
    {"debug_file", ImageField::DebugFile},
    {"code_id", ImageField::CodeId},
}};

enum class SeriesField : std::uint8_t { Unit, Values };

constexpr std::array<FieldName<SeriesField>, 2> seriesNames{{
    {"unit", SeriesField::Unit},
    {"values", SeriesField::Values},
}};

bool isKnownImageType(std::string_view type)
{
    return type == "macho" || type == "symbolic" || type == "sourcemap" || type == "proguard"
        || type == "jvm";
}

} // namespace

void SampleFormatParser::parseVersion(const JsonPlace &place)
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

void SampleFormatParser::parseId(StringIndex &id, const JsonPlace &place)
{
    id = m_fields.idText(place);
    if (id.isValid() && !parseUuid(m_chunk.text(id)))
        m_fields.reject(place, "not a UUID");
}

void SampleFormatParser::parseClientSdk(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    auto &metadata = m_chunk.metadata;
    Presence<Sdk> presence;
    metadata.sdkRest = m_fields.members(place, sdkNames, [&](Sdk field, const JsonPlace &here) {
        presence.add(field);
        (field == Sdk::Name ? metadata.sdkName : metadata.sdkVersion) = m_fields.text(here);
    });
    m_fields.require(place, presence, sdkNames, {Sdk::Name, Sdk::Version});
}

void SampleFormatParser::parseDebugMeta(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    m_chunk.metadata.hasDebugMeta = true;
    bool hasImages = false;
    m_chunk.metadata.debugMetaRest =
        m_fields.members(place, debugMetaNames, [&](DebugMetaField, const JsonPlace &here) {
            hasImages = true;
            parseImages(here);
        });
    if (!hasImages)
        m_fields.missing(place, "images");
}

void SampleFormatParser::parseImages(const JsonPlace &place)
{
    forEachObject(place, [this](const JsonPlace &here) { parseImage(here); });
}

void SampleFormatParser::parseImage(const JsonPlace &place)
{
    constexpr auto null = Null::Allowed;
    auto &image = m_chunk.images.emplace_back();
    bool hasType = false;
    image.rest = m_fields.members(place, imageNames, [&](ImageField field, const JsonPlace &here) {
        switch (field) {
        case ImageField::Type:
            hasType = true;
            image.type = m_fields.text(here);
            break;
        case ImageField::CodeFile: image.codeFile = m_fields.text(here, null); break;
        case ImageField::DebugId: image.debugId = m_fields.text(here, null); break;
        case ImageField::Uuid: image.uuid = m_fields.text(here, null); break;
        case ImageField::Address: image.address = m_fields.address(here); break;
        case ImageField::VmAddress: image.vmAddress = m_fields.address(here); break;
        case ImageField::Size: image.size = m_fields.number64(here); break;
        case ImageField::DebugFile: image.debugFile = m_fields.foreignText(); break;
        case ImageField::CodeId: image.codeId = m_fields.foreignText(); break;
        }
    });
    if (!hasType)
        m_fields.missing(place, "type");
    const JsonPlace typePlace{&place, "type", 0};
    const auto type = m_chunk.text(image.type);
    if (image.type.isValid() && !isKnownImageType(type)) {
        m_fields.reject(typePlace, "unknown image type");
        m_fields.find("backend-image-type", "backend", Severity::Warning, typePlace,
                      "Relay refuses a chunk with an image of type " + std::string(type));
    }
    if (image.debugId.isValid() && !isDebugId(m_chunk.text(image.debugId)))
        m_fields.reject({&place, "debug_id", 0}, "not a debug id");
    if (image.uuid.isValid() && !parseUuid(m_chunk.text(image.uuid)))
        m_fields.reject({&place, "uuid", 0}, "not a UUID");
}

void SampleFormatParser::parseMeasurements(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view name, const JsonPlace &here) {
        auto &series = m_chunk.measurements.emplace_back();
        series.name = m_fields.intern(name);
        parseSeries(series, here);
    });
}

void SampleFormatParser::parseSeries(ChunkMeasurement &series, const JsonPlace &place)
{
    Presence<SeriesField> presence;
    m_fields.members(place, seriesNames, [&](SeriesField field, const JsonPlace &here) {
        presence.add(field);
        if (field == SeriesField::Unit)
            parseUnit(series, here);
        else
            parseValues(series, here);
    });
    m_fields.require(place, presence, seriesNames, {SeriesField::Unit, SeriesField::Values});
}

void SampleFormatParser::parseUnit(ChunkMeasurement &series, const JsonPlace &place)
{
    series.unit = m_fields.text(place);
    if (!series.unit.isValid())
        return;
    const auto spelling = m_chunk.text(series.unit);
    const auto written = longUnit(spelling);
    if (written.empty())
        m_fields.reject(place, "unknown unit");
    else
        m_chunk.growth += written.size() - spelling.size();
}

void SampleFormatParser::parseValues(ChunkMeasurement &series, const JsonPlace &place)
{
    if (m_json.type() != JsonType::Object) {
        forEachObject(place, [&](const JsonPlace &here) { parseMeasured(series, here); });
        return;
    }
    // The example in an older page of the text (S29).
    m_fields.reject(place, "expected an array, found an object");
    m_fields.find("backend-values-list", "backend", Severity::Warning, place,
                  "values is one object; Relay takes a list only");
    parseMeasured(series, place);
}

} // namespace ember::model::sentry
