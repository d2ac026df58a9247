// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

// The members of the objects in V2 chunks and V1 profiles, in the order in which Relay writes them.
// A member is declared once, in these tables. They are used to read documents
// (FieldReader::object), to find missing members, to write documents (documentjson.cpp), and to
// keep members as attributes of a source (chunkattributes.cpp, files/v1writer.cpp).
namespace ember::model::sentry {

// The values that Relay accepts for a field (SENTRY.md §1.2, §2).
enum class Takes : std::uint8_t {
    Value, // a text, a number, true or false: only the type is checked
    ValueOrNull,
    Anything, // a value of any type, which Relay neither checks nor forwards; texts are kept
    Uuid, // forwarded as 32 lower-case hex digits
    Version, // a version of the sample format
    Time, // RFC 3339
    Address, // "0x" and hex digits, a decimal text, a number or null
    LongNumber, // 64 bits; SPEC V1-9 asks for a string
};

// The way in which a document writes a member that has no value.
enum class Absent : std::uint8_t {
    Nothing, // leaves the member out
    Null, // writes null in V2, leaves the member out in V1
    Default, // Relay's output has an empty text or 0, ours leaves the member out
};

// The properties that fields and parts share.
struct MemberName {
    std::string_view name;
    std::string_view alias = {}; // another spelling; both in one object are a duplicate
    bool isInV1 = true;
    bool isInV2 = true;
    bool isRequiredInV1 = false;
    bool isRequiredInV2 = false;
    bool isNullableInV1 = false; // null counts as absent

    constexpr bool isIn(SampleFormat format) const
    {
        return format == SampleFormat::V1 ? isInV1 : isInV2;
    }

    constexpr bool isRequired(SampleFormat format) const
    {
        return format == SampleFormat::V1 ? isRequiredInV1 : isRequiredInV2;
    }

    // Whether `key` is this member in a document of that format.
    constexpr bool is(std::string_view key, SampleFormat format) const
    {
        return (key == name || (!alias.empty() && key == alias)) && isIn(format);
    }
};

// Sets properties of a member: each function returns a changed copy.
template<typename Derived>
struct MemberBuilder : MemberName {
    constexpr explicit MemberBuilder(std::string_view spelling) : MemberName{spelling} { }

    constexpr Derived required() const
    {
        return with([](auto &member) { member.isRequiredInV1 = member.isRequiredInV2 = true; });
    }

    constexpr Derived requiredIn(SampleFormat format) const
    {
        return with([format](auto &member) {
            (format == SampleFormat::V1 ? member.isRequiredInV1 : member.isRequiredInV2) = true;
        });
    }

    constexpr Derived onlyIn(SampleFormat format) const
    {
        return with([format](auto &member) {
            (format == SampleFormat::V1 ? member.isInV2 : member.isInV1) = false;
        });
    }

    constexpr Derived nullableInV1() const
    {
        return with([](auto &member) { member.isNullableInV1 = true; });
    }

    constexpr Derived orSpelled(std::string_view other) const
    {
        return with([other](auto &member) { member.alias = other; });
    }

protected:
    constexpr Derived with(auto change) const
    {
        auto changed = static_cast<const Derived &>(*this);
        change(changed);
        return changed;
    }
};

// A member that is a field of a struct.
template<typename Object, typename Value>
struct Field : MemberBuilder<Field<Object, Value>> {
    using Base = MemberBuilder<Field<Object, Value>>;

    constexpr Field(std::string_view spelling, Value Object::*field, Takes values = Takes::Value)
        : Base(spelling),
          member(field),
          takes(values),
          takesInV1(values)
    {
    }

    constexpr Field takingInV1(Takes values) const
    {
        return Base::with([values](Field &field) { field.takesInV1 = values; });
    }

    constexpr Field absentAs(Absent value) const
    {
        return Base::with([value](Field &field) { field.absent = value; });
    }

    // Makes an empty text count as absent, in V1.
    constexpr Field neverEmptyInV1() const
    {
        return Base::with([](Field &field) { field.isNeverEmptyInV1 = true; });
    }

    constexpr Takes takesIn(SampleFormat format) const
    {
        return format == SampleFormat::V1 ? takesInV1 : takes;
    }

    Value Object::*member;
    Takes takes;
    Takes takesInV1;
    Absent absent = Absent::Nothing;
    bool isNeverEmptyInV1 = false;
};

// A member with a reader and a writer of its own: an object or array, the time of a sample.
template<typename Id>
struct PartMember : MemberBuilder<PartMember<Id>> {
    constexpr PartMember(std::string_view spelling, Id part)
        : MemberBuilder<PartMember>(spelling),
          id(part)
    {
    }

    Id id;
};

template<typename T>
constexpr bool isField = false;

template<typename Object, typename Value>
constexpr bool isField<Field<Object, Value>> = true;

// Calls use(row, member) for each member of a table.
template<const auto &table>
constexpr void forEachMemberOf(auto use)
{
    using Table = std::remove_cvref_t<decltype(table)>;
    [&]<std::size_t... row>(std::index_sequence<row...>)
    {
        (use(row, std::get<row>(table)), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<Table>>());
}

// Calls use(row, member) for the member with the key. Returns false if there is none.
template<const auto &table>
constexpr bool withMemberOf(std::string_view key, SampleFormat format, auto use)
{
    using Table = std::remove_cvref_t<decltype(table)>;
    return [&]<std::size_t... row>(std::index_sequence<row...>)
    {
        return ((std::get<row>(table).is(key, format) && (use(row, std::get<row>(table)), true))
                || ...);
    }
    (std::make_index_sequence<std::tuple_size_v<Table>>());
}

// Top-level members that are not objects.
inline constexpr std::tuple metadataFields{
    Field("version", &ChunkMetadata::version, Takes::Version),
    Field("event_id", &ChunkMetadata::eventId, Takes::Uuid)
        .onlyIn(SampleFormat::V1)
        .requiredIn(SampleFormat::V1)
        .orSpelled("profile_id"),
    Field("chunk_id", &ChunkMetadata::chunkId, Takes::Uuid)
        .onlyIn(SampleFormat::V2)
        .requiredIn(SampleFormat::V2),
    Field("profiler_id", &ChunkMetadata::profilerId, Takes::Uuid)
        .onlyIn(SampleFormat::V2)
        .requiredIn(SampleFormat::V2),
    Field("platform", &ChunkMetadata::platform).required(),
    Field("timestamp", &ChunkMetadata::timestamp, Takes::Time)
        .onlyIn(SampleFormat::V1)
        .requiredIn(SampleFormat::V1),
    Field("release", &ChunkMetadata::release, Takes::ValueOrNull)
        .absentAs(Absent::Null)
        .neverEmptyInV1(),
    Field("environment", &ChunkMetadata::environment, Takes::ValueOrNull)
        .takingInV1(Takes::Value)
        .neverEmptyInV1(),
    Field("dist", &ChunkMetadata::dist).onlyIn(SampleFormat::V1).neverEmptyInV1(),
};

inline constexpr std::tuple clientSdkFields{
    Field("name", &ChunkMetadata::sdkName).required(),
    Field("version", &ChunkMetadata::sdkVersion).required(),
};

inline constexpr std::tuple deviceFields{
    Field("architecture", &Device::architecture).required(),
    Field("is_emulator", &Device::isEmulator, Takes::ValueOrNull),
    Field("locale", &Device::locale, Takes::ValueOrNull),
    Field("manufacturer", &Device::manufacturer, Takes::ValueOrNull),
    Field("model", &Device::model, Takes::ValueOrNull),
};

inline constexpr std::tuple osFields{
    Field("name", &OperatingSystem::name).required(),
    Field("version", &OperatingSystem::version).required(),
    Field("build_number", &OperatingSystem::buildNumber, Takes::ValueOrNull),
};

inline constexpr std::tuple runtimeFields{
    Field("name", &Runtime::name).required(),
    Field("version", &Runtime::version).required(),
};

inline constexpr std::tuple transactionFields{
    Field("id", &V1Transaction::id, Takes::Uuid).required(),
    Field("name", &V1Transaction::name).required(),
    Field("trace_id", &V1Transaction::traceId, Takes::Uuid).required(),
    Field("active_thread_id", &V1Transaction::activeThread, Takes::LongNumber)
        .absentAs(Absent::Default),
    Field("segment_id", &V1Transaction::segmentId, Takes::ValueOrNull).absentAs(Absent::Default),
    Field("relative_start_ns", &V1Transaction::relativeStart).absentAs(Absent::Default),
    Field("relative_end_ns", &V1Transaction::relativeEnd).absentAs(Absent::Default),
    Field("relative_cpu_start_ms", &V1Transaction::relativeCpuStart).absentAs(Absent::Default),
    Field("relative_cpu_end_ms", &V1Transaction::relativeCpuEnd).absentAs(Absent::Default),
};

inline constexpr std::tuple queueFields{
    Field("label", &Queue::label).required(),
};

inline constexpr std::tuple imageFields{
    Field("type", &ChunkImage::type).required(),
    Field("code_file", &ChunkImage::codeFile, Takes::ValueOrNull).orSpelled("name"),
    Field("debug_id", &ChunkImage::debugId, Takes::ValueOrNull).orSpelled("id"),
    Field("image_addr", &ChunkImage::address, Takes::Address),
    Field("image_vmaddr", &ChunkImage::vmAddress, Takes::Address),
    Field("image_size", &ChunkImage::size),
    Field("uuid", &ChunkImage::uuid, Takes::ValueOrNull).orSpelled("build_id"),
    Field("debug_file", &ChunkImage::debugFile, Takes::Anything),
    Field("code_id", &ChunkImage::codeId, Takes::Anything),
};

inline constexpr std::tuple frameFields{
    Field("function", &ChunkFrame::function, Takes::ValueOrNull).orSpelled("name"),
    Field("filename", &ChunkFrame::filename, Takes::ValueOrNull).orSpelled("file"),
    Field("abs_path", &ChunkFrame::absPath, Takes::ValueOrNull),
    Field("module", &ChunkFrame::module, Takes::ValueOrNull),
    Field("package", &ChunkFrame::package, Takes::ValueOrNull),
    Field("platform", &ChunkFrame::platform, Takes::ValueOrNull),
    Field("lineno", &ChunkFrame::line, Takes::ValueOrNull).orSpelled("line"),
    Field("colno", &ChunkFrame::column, Takes::ValueOrNull).orSpelled("column"),
    Field("in_app", &ChunkFrame::inApp, Takes::ValueOrNull),
    Field("instruction_addr", &ChunkFrame::instructionAddress, Takes::Address),
};

inline constexpr std::tuple threadFields{
    Field("name", &ChunkThread::name, Takes::ValueOrNull),
    Field("priority", &ChunkThread::priority, Takes::ValueOrNull),
};

} // namespace ember::model::sentry
