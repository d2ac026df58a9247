// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkrepair.h"

#include "model/core/rowset.h"
#include "model/formats/sentry/uuidtext.h"
#include "model/profile/debugid.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ember::model::sentry {

namespace {

constexpr std::size_t idDigits = 32;

// Sets the digits that say "version 4".
void setVersion4(std::string &digits)
{
    constexpr std::size_t versionPlace = 12;
    constexpr std::size_t variantPlace = 16;
    constexpr std::string_view variants = "89ab";
    digits[versionPlace] = '4';
    digits[variantPlace] =
        variants[static_cast<unsigned char>(digits[variantPlace]) % variants.size()];
}

// 32 digits that follow from a text: an id that was no UUID gets the same new one in every chunk.
std::string digitsFrom(std::string_view text)
{
    constexpr int hexadecimal = 16;
    std::string digits;
    for (const std::uint64_t seed : {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL}) {
        std::size_t hash = seed;
        for (const char c : text)
            hash = mixHash(hash, static_cast<unsigned char>(c));
        std::array<char, idDigits / 2> buffer;
        const auto end =
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), hash, hexadecimal);
        const std::string_view part(buffer.data(),
                                    static_cast<std::size_t>(end.ptr - buffer.data()));
        digits.append(buffer.size() - part.size(), '0').append(part);
    }
    return digits;
}

// How many of our units one of theirs is, for units that Relay does not know.
struct Conversion {
    std::string_view from;
    std::string_view to;
    double factor;
};

constexpr std::array<Conversion, 11> conversions{{
    {"second", "nanosecond", 1e9},
    {"seconds", "nanosecond", 1e9},
    {"s", "nanosecond", 1e9},
    {"millisecond", "nanosecond", 1e6},
    {"milliseconds", "nanosecond", 1e6},
    {"ms", "nanosecond", 1e6},
    {"microsecond", "nanosecond", 1e3},
    {"microseconds", "nanosecond", 1e3},
    {"bytes", "byte", 1},
    {"kilobyte", "byte", 1e3},
    {"megabyte", "byte", 1e6},
}};

bool isRelayType(std::string_view type)
{
    return type == "macho" || type == "symbolic" || type == "sourcemap" || type == "proguard"
        || type == "jvm";
}

} // namespace

void ChunkRepair::repair()
{
    metadata();
    images();
    clocks();
    measurements();
    stacks();
    frames();
    samples();
    order();
    threads();
}

void ChunkRepair::note(std::string_view subject, std::string_view detail)
{
    const auto same = std::ranges::find(m_changes, detail, &RepairChange::detail);
    if (same != m_changes.end())
        ++same->count;
    else
        m_changes.push_back({std::string(subject), std::string(detail), 1});
}

void ChunkRepair::set(StringIndex &field, std::string_view value, std::string_view subject)
{
    if (!m_chunk.text(field).empty())
        return;
    field = m_strings.intern(value);
    note(subject, "was missing, now " + std::string(value));
}

void ChunkRepair::metadata()
{
    auto &metadata = m_chunk.metadata;
    id(metadata.chunkId, "chunk_id");
    id(metadata.profilerId, "profiler_id");
    if (m_chunk.text(metadata.version) != "2") {
        metadata.version = m_strings.intern("2");
        note("version", "now \"2\"");
    }
    set(metadata.platform, "other", "platform");
    set(metadata.release, "unknown", "release");
    set(metadata.environment, "production", "environment");
    set(metadata.sdkName, "emberchart", "client_sdk.name");
    set(metadata.sdkVersion, EMBER_VERSION, "client_sdk.version");
}

void ChunkRepair::id(StringIndex &id, std::string_view subject)
{
    const auto text = m_chunk.text(id);
    if (isStrictId(text))
        return;
    auto digits = parseUuid(text);
    if (!digits) {
        // Without an id, what the chunk holds tells it from others.
        const auto seed = !text.empty() || m_chunk.samples.empty()
            ? std::string(text)
            : std::to_string(toNs(m_chunk.samples.front().time))
                + std::to_string(m_chunk.samples.size());
        digits = digitsFrom(std::string(subject) + seed);
    }
    if (!isStrictId(*digits))
        setVersion4(*digits);
    id = m_strings.intern(*digits);
    note(subject, "now " + *digits + ", 32 lower-case hex digits of a version 4 UUID");
}

void ChunkRepair::images()
{
    std::erase_if(m_chunk.images, [this](ChunkImage &entry) { return !image(entry); });
    for (auto &entry : m_chunk.images) {
        if (entry.codeFile.isValid())
            continue;
        entry.codeFile = entry.debugFile.isValid() ? entry.debugFile : entry.debugId;
        if (entry.codeFile.isValid())
            note("debug_meta.images", "code_file was missing, now debug_file or debug_id");
    }
}

// Whether the image can stay.
bool ChunkRepair::image(ChunkImage &image)
{
    constexpr std::string_view subject = "debug_meta.images";
    if (!isRelayType(m_chunk.text(image.type))) {
        note(subject, "type " + std::string(m_chunk.text(image.type)) + " is now symbolic");
        image.type = m_strings.intern("symbolic");
    }
    if (image.uuid.isValid() && !parseUuid(m_chunk.text(image.uuid))) {
        if (!image.codeId.isValid())
            image.codeId = image.uuid;
        image.uuid = {};
        note(subject, "a build-id in place of the uuid is now code_id");
    }
    if (!image.debugId.isValid() || !isDebugId(m_chunk.text(image.debugId))) {
        const auto debugId = debugIdFromBuildId(m_chunk.text(image.codeId));
        image.debugId = debugId.empty() ? image.uuid : m_strings.intern(debugId);
        if (image.debugId.isValid())
            note(subject, "debug_id now follows from the build-id");
    }
    const auto type = m_chunk.text(image.type);
    const bool isBinary = type == "macho" || type == "symbolic";
    if (!isBinary || (image.debugId.isValid() && image.address && image.size))
        return true;
    note(subject, "images without debug_id, address or size are left out");
    return false;
}

// The readers and views calculate with the repaired clock; so does the repaired file.
void ChunkRepair::clocks()
{
    if (m_chunk.repairedClocks == 0)
        return;
    constexpr double perSecond = 1e9;
    for (auto &series : m_chunk.measurements) {
        for (auto &value : series.values)
            value.timestamp = static_cast<double>(toNs(value.time)) / perSecond;
    }
    note("measurements", "timestamps are seconds now");
}

void ChunkRepair::measurements()
{
    std::erase_if(m_chunk.measurements, [this](ChunkMeasurement &series) {
        const auto unit = m_chunk.text(series.unit);
        if (!longUnit(unit).empty())
            return false;
        const auto known = std::ranges::find(conversions, unit, &Conversion::from);
        const auto subject = "measurements." + std::string(m_chunk.text(series.name));
        if (known == conversions.end()) {
            note(subject, "left out: nobody knows its unit " + std::string(unit));
            return true;
        }
        for (auto &value : series.values)
            value.value *= known->factor;
        series.unit = m_strings.intern(known->to);
        note(subject, "in " + std::string(known->to) + " now, it was in " + std::string(unit));
        return false;
    });
}

} // namespace ember::model::sentry
