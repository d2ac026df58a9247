// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkparser.h"
#include "model/formats/sentry/uuidtext.h"

namespace ember::model::sentry {

namespace {

enum class DebugMetaField : std::uint8_t { Images };

constexpr std::array<FieldNames<DebugMetaField>, 1> debugMetaNames{{
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

constexpr std::array<FieldNames<ImageField>, 12> imageNames{{
    {"type", ImageField::Type},
    {"code_file", ImageField::CodeFile},
    {"debug_id", ImageField::DebugId},
    {"image_addr", ImageField::Address},
    {"image_size", ImageField::Size},
    {"image_vmaddr", ImageField::VmAddress},
    {"uuid", ImageField::Uuid},
    {"name", ImageField::CodeFile},
    {"id", ImageField::DebugId},
    {"build_id", ImageField::Uuid},
    {"debug_file", ImageField::DebugFile},
    {"code_id", ImageField::CodeId},
}};

enum class SeriesField : std::uint8_t { Unit, Values };

constexpr std::array<FieldNames<SeriesField>, 2> seriesNames{{
    {"unit", SeriesField::Unit},
    {"values", SeriesField::Values},
}};

enum class MeasuredField : std::uint8_t { Timestamp, Value };

constexpr std::array<FieldNames<MeasuredField>, 2> measuredNames{{
    {"timestamp", MeasuredField::Timestamp},
    {"value", MeasuredField::Value},
}};

bool isKnownImageType(std::string_view type)
{
    return type == "macho" || type == "symbolic" || type == "sourcemap" || type == "proguard"
        || type == "jvm";
}

} // namespace

void ChunkParser::parseDebugMeta(JsonValue value, const JsonPlace &place)
{
    auto object = m_fields.object(value, place);
    if (!object)
        return;
    bool hasImages = false;
    m_chunk.metadata.debugMetaRest =
        m_fields.members(*object, place, debugMetaNames,
                         [&](DebugMetaField, JsonValue member, const JsonPlace &here) {
                             hasImages = true;
                             parseImages(member, here);
                         });
    if (!hasImages)
        m_fields.missing(place, "images");
}

void ChunkParser::parseImages(JsonValue value, const JsonPlace &place)
{
    forEachObject(value, place,
                  [this](JsonObject object, const JsonPlace &here) { parseImage(object, here); });
}

void ChunkParser::parseImage(JsonObject object, const JsonPlace &place)
{
    constexpr auto null = Null::Allowed;
    auto &image = m_chunk.images.emplace_back();
    bool hasType = false;
    image.rest = m_fields.members(object, place, imageNames,
                                  [&](ImageField field, JsonValue value, const JsonPlace &here) {
                                      switch (field) {
                                      case ImageField::Type:
                                          hasType = true;
                                          image.type = m_fields.text(value, here);
                                          break;
                                      case ImageField::CodeFile:
                                          image.codeFile = m_fields.text(value, here, null);
                                          break;
                                      case ImageField::DebugId:
                                          image.debugId = m_fields.text(value, here, null);
                                          break;
                                      case ImageField::Uuid:
                                          image.uuid = m_fields.text(value, here, null);
                                          break;
                                      case ImageField::Address:
                                          image.address = m_fields.address(value, here);
                                          break;
                                      case ImageField::VmAddress:
                                          image.vmAddress = m_fields.address(value, here);
                                          break;
                                      case ImageField::Size:
                                          image.size = m_fields.size(value, here);
                                          break;
                                      case ImageField::DebugFile:
                                          image.debugFile = m_fields.foreignText(value);
                                          break;
                                      case ImageField::CodeId:
                                          image.codeId = m_fields.foreignText(value);
                                          break;
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

void ChunkParser::parseMeasurements(JsonValue value, const JsonPlace &place)
{
    forEachNamedObject(value, place,
                       [this](std::string_view name, JsonObject object, const JsonPlace &here) {
                           auto &series = m_chunk.measurements.emplace_back();
                           series.name = m_fields.intern(name);
                           parseSeries(series, object, here);
                       });
}

void ChunkParser::parseSeries(ChunkMeasurement &series, JsonObject object, const JsonPlace &place)
{
    bool hasUnit = false;
    bool hasValues = false;
    m_fields.members(object, place, seriesNames,
                     [&](SeriesField field, JsonValue value, const JsonPlace &here) {
                         if (field == SeriesField::Unit) {
                             hasUnit = true;
                             parseUnit(series, value, here);
                         } else {
                             hasValues = true;
                             parseValues(series, value, here);
                         }
                     });
    if (!hasUnit)
        m_fields.missing(place, "unit");
    if (!hasValues)
        m_fields.missing(place, "values");
}

void ChunkParser::parseUnit(ChunkMeasurement &series, JsonValue value, const JsonPlace &place)
{
    series.unit = m_fields.text(value, place);
    if (series.unit.isValid() && longUnit(m_chunk.text(series.unit)).empty())
        m_fields.reject(place, "unknown unit");
}

void ChunkParser::parseValues(ChunkMeasurement &series, JsonValue value, const JsonPlace &place)
{
    const auto type = value.type().value();
    if (type != JsonType::object) {
        forEachObject(value, place, [&](JsonObject object, const JsonPlace &here) {
            parseMeasured(series, object, here);
        });
        return;
    }
    // The example in an older page of the text (S29).
    m_fields.reject(place, "expected an array, found an object");
    m_fields.find("backend-values-list", "backend", Severity::Warning, place,
                  "values is one object; Relay takes a list only");
    parseMeasured(series, value.get_object().value(), place);
}

void ChunkParser::parseMeasured(ChunkMeasurement &series, JsonObject object, const JsonPlace &place)
{
    ChunkMeasurementValue measured;
    unsigned present = 0;
    m_fields.members(object, place, measuredNames,
                     [&](MeasuredField field, JsonValue value, const JsonPlace &here) {
                         present |= 1U << static_cast<unsigned>(field);
                         if (field == MeasuredField::Value) {
                             measured.value = m_fields.measured(value, here).value_or(0);
                         } else if (const auto time = m_fields.timestamp(value, here)) {
                             measured.timestamp = time->seconds;
                             measured.time = time->time;
                         }
                     });
    for (const auto &[name, field] : measuredNames) {
        if ((present & (1U << static_cast<unsigned>(field))) == 0)
            m_fields.missing(place, name);
    }
    series.values.push_back(measured);
}

} // namespace ember::model::sentry
