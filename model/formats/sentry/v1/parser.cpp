// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/parser.h"

#include "model/formats/sentry/sentrytime.h"

namespace ember::model::sentry::v1 {

namespace {

enum class Top : std::uint8_t {
    Version,
    EventId,
    Platform,
    Timestamp,
    Release,
    Environment,
    Dist,
    Device,
    Os,
    Runtime,
    Transaction,
    Transactions,
    ClientSdk,
    DebugMeta,
    Measurements,
    Profile,
};

constexpr std::array<FieldName<Top>, 17> topNames{{
    {"version", Top::Version},
    {"event_id", Top::EventId},
    {"profile_id", Top::EventId},
    {"platform", Top::Platform},
    {"timestamp", Top::Timestamp},
    {"release", Top::Release},
    {"environment", Top::Environment},
    {"dist", Top::Dist},
    {"device", Top::Device},
    {"os", Top::Os},
    {"runtime", Top::Runtime},
    {"transaction", Top::Transaction},
    {"transactions", Top::Transactions},
    {"client_sdk", Top::ClientSdk},
    {"debug_meta", Top::DebugMeta},
    {"measurements", Top::Measurements},
    {"profile", Top::Profile},
}};

enum class DeviceField : std::uint8_t { Architecture, IsEmulator, Locale, Manufacturer, Model };

constexpr std::array<FieldName<DeviceField>, 5> deviceNames{{
    {"architecture", DeviceField::Architecture},
    {"is_emulator", DeviceField::IsEmulator},
    {"locale", DeviceField::Locale},
    {"manufacturer", DeviceField::Manufacturer},
    {"model", DeviceField::Model},
}};

// Of the operating system and the runtime.
enum class SoftwareField : std::uint8_t { Name, Version, BuildNumber };

constexpr std::array<FieldName<SoftwareField>, 3> osNames{{
    {"name", SoftwareField::Name},
    {"version", SoftwareField::Version},
    {"build_number", SoftwareField::BuildNumber},
}};

constexpr std::array<FieldName<SoftwareField>, 2> runtimeNames{{
    {"name", SoftwareField::Name},
    {"version", SoftwareField::Version},
}};

enum class TransactionField : std::uint8_t {
    Id,
    Name,
    TraceId,
    SegmentId,
    ActiveThread,
    RelativeStart,
    RelativeEnd,
    RelativeCpuStart,
    RelativeCpuEnd,
};

constexpr std::array<FieldName<TransactionField>, 9> transactionNames{{
    {"id", TransactionField::Id},
    {"name", TransactionField::Name},
    {"trace_id", TransactionField::TraceId},
    {"segment_id", TransactionField::SegmentId},
    {"active_thread_id", TransactionField::ActiveThread},
    {"relative_start_ns", TransactionField::RelativeStart},
    {"relative_end_ns", TransactionField::RelativeEnd},
    {"relative_cpu_start_ms", TransactionField::RelativeCpuStart},
    {"relative_cpu_end_ms", TransactionField::RelativeCpuEnd},
}};

} // namespace

void Parser::parse()
{
    const JsonPlace root;
    Presence<Top> presence;
    auto &chunk = m_chunk.metadata;
    const auto take = [&](Top field, const JsonPlace &place) {
        presence.add(field);
        switch (field) {
        case Top::Version: parseVersion(place); break;
        case Top::EventId: parseId(m_metadata.eventId, place); break;
        case Top::Platform: chunk.platform = m_fields.text(place); break;
        case Top::Timestamp: parseTimestamp(place); break;
        case Top::Release: chunk.release = m_fields.text(place, Null::Allowed); break;
        case Top::Environment: chunk.environment = m_fields.text(place); break;
        case Top::Dist: m_metadata.dist = m_fields.text(place); break;
        case Top::Device: parseDevice(place); break;
        case Top::Os: parseOperatingSystem(place); break;
        case Top::Transactions: parseTransactions(place); break;
        case Top::Profile: parseProfile(place); break;
        // Null is as good as absent for these.
        case Top::Runtime: m_fields.takesNull() ? void() : parseRuntime(place); break;
        case Top::ClientSdk: m_fields.takesNull() ? void() : parseClientSdk(place); break;
        case Top::DebugMeta: m_fields.takesNull() ? void() : parseDebugMeta(place); break;
        case Top::Measurements: m_fields.takesNull() ? void() : parseMeasurements(place); break;
        case Top::Transaction:
            if (!m_fields.takesNull())
                parseTransaction(m_metadata.transaction.emplace(), place);
            break;
        }
    };
    chunk.rest = m_fields.members(root, topNames, take);
    m_fields.require(
        root, presence, topNames,
        {Top::EventId, Top::Platform, Top::Timestamp, Top::Device, Top::Os, Top::Profile});
    if (!m_metadata.transaction)
        m_metadata.transaction = m_firstOfList;
    noteRelativeTimes();
    noteBareNumbers();
    noteUnknownMembers();
    noteAbsurdTimes();
}

void Parser::parseTimestamp(const JsonPlace &place)
{
    m_metadata.timestamp = m_fields.text(place);
    if (!m_metadata.timestamp.isValid())
        return;
    m_metadata.start = parseRfc3339(m_chunk.text(m_metadata.timestamp), UtcOffset::Any);
    if (!m_metadata.start)
        m_fields.reject(place, "not an RFC 3339 time");
}

void Parser::parseDevice(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    constexpr auto null = Null::Allowed;
    auto &device = m_metadata.device;
    Presence<DeviceField> presence;
    const auto take = [&](DeviceField field, const JsonPlace &here) {
        presence.add(field);
        switch (field) {
        case DeviceField::Architecture: device.architecture = m_fields.text(here); break;
        case DeviceField::IsEmulator: device.isEmulator = m_fields.boolean(here, null); break;
        case DeviceField::Locale: device.locale = m_fields.text(here, null); break;
        case DeviceField::Manufacturer: device.manufacturer = m_fields.text(here, null); break;
        case DeviceField::Model: device.model = m_fields.text(here, null); break;
        }
    };
    device.rest = m_fields.members(place, deviceNames, take);
    m_fields.require(place, presence, deviceNames, {DeviceField::Architecture});
}

void Parser::parseOperatingSystem(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    auto &os = m_metadata.os;
    Presence<SoftwareField> presence;
    os.rest = m_fields.members(place, osNames, [&](SoftwareField field, const JsonPlace &here) {
        presence.add(field);
        if (field == SoftwareField::BuildNumber)
            os.buildNumber = m_fields.text(here, Null::Allowed);
        else
            (field == SoftwareField::Name ? os.name : os.version) = m_fields.text(here);
    });
    m_fields.require(place, presence, osNames, {SoftwareField::Name, SoftwareField::Version});
}

void Parser::parseRuntime(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    auto &runtime = m_metadata.runtime.emplace();
    Presence<SoftwareField> presence;
    const auto take = [&](SoftwareField field, const JsonPlace &here) {
        presence.add(field);
        (field == SoftwareField::Name ? runtime.name : runtime.version) = m_fields.text(here);
    };
    runtime.rest = m_fields.members(place, runtimeNames, take);
    m_fields.require(place, presence, runtimeNames, {SoftwareField::Name, SoftwareField::Version});
}

void Parser::parseTransaction(Transaction &transaction, const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    using enum TransactionField;
    Presence<TransactionField> presence;
    const auto number = [this](const JsonPlace &here) {
        return m_fields.number64(here).value_or(0);
    };
    const auto take = [&](TransactionField field, const JsonPlace &here) {
        presence.add(field);
        switch (field) {
        case Id: parseId(transaction.id, here); break;
        case Name: transaction.name = m_fields.text(here); break;
        case TraceId: parseId(transaction.traceId, here); break;
        case SegmentId: transaction.segmentId = m_fields.text(here, Null::Allowed); break;
        case ActiveThread: transaction.activeThread = stringNumber(here); break;
        case RelativeStart: transaction.relativeStart = number(here); break;
        case RelativeEnd: transaction.relativeEnd = number(here); break;
        case RelativeCpuStart: transaction.relativeCpuStart = number(here); break;
        case RelativeCpuEnd: transaction.relativeCpuEnd = number(here); break;
        }
    };
    transaction.rest = m_fields.members(place, transactionNames, take);
    m_fields.require(place, presence, transactionNames, {Id, Name, TraceId});
}

// What came before there was `transaction`; Relay takes the first one.
void Parser::parseTransactions(const JsonPlace &place)
{
    forEachObject(place, [this](const JsonPlace &here) {
        Transaction transaction;
        parseTransaction(transaction, here);
        if (!m_firstOfList)
            m_firstOfList = transaction;
    });
}

} // namespace ember::model::sentry::v1
