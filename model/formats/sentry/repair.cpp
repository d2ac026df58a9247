// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/repair.h"

#include "model/core/rowset.h"
#include "model/core/stringtable.h"
#include "model/core/text.h"
#include "model/core/uuid.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/specfindings.h"
#include "model/formats/sentry/tracingevent.h"
#include "model/profile/debugid.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::sentry {

// Brings a chunk into the form that SPEC.md and Relay require, rule by rule, and lists the changes.
class ChunkRepair {
public:
    explicit ChunkRepair(Chunk &chunk) : m_chunk(chunk), m_strings(chunk.strings) { }

    void repair();

    const std::vector<RepairChange> &changes() const { return m_changes; }

private:
    void note(std::string_view subject, std::string_view detail);

    void set(StringIndex &field, std::string_view value, std::string_view subject);
    // Each repairs a part other than stacks, frames, samples and threads.
    void metadata();
    void id(StringIndex &id, std::string_view subject);
    void images();
    bool image(ChunkImage &image);
    void measurements();
    void clocks();
    // Each repairs a part of the chunk's contents.
    void stacks();
    void frames();
    void samples();
    void order();
    void threads();

    Chunk &m_chunk;
    StringInterner m_strings;
    std::vector<RepairChange> m_changes;
};

namespace {

constexpr std::size_t idDigits = 32;

// Sets the digits of a UUID that mean "version 4".
void setVersion4(std::string &digits)
{
    constexpr std::size_t versionPlace = 12;
    constexpr std::size_t variantPlace = 16;
    constexpr std::string_view variants = "89ab";
    digits[versionPlace] = '4';
    digits[variantPlace] =
        variants[static_cast<unsigned char>(digits[variantPlace]) % variants.size()];
}

// Computes 32 digits from a text, so that an id that was no UUID gets the same new one in every
// chunk.
std::string digitsFrom(std::string_view text)
{
    std::string digits;
    for (const std::uint64_t seed : {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL}) {
        std::size_t hash = seed;
        for (const char c : text)
            hash = mixHash(hash, static_cast<unsigned char>(c));
        digits += hexDigits(hash, idDigits / 2);
    }
    return digits;
}

// Converts a unit that Relay does not know to one that it knows; `factor`: units of `to` in one of
// `from`.
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
        // The contents of a chunk without an id distinguish it from others.
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

// Repairs an image. Returns whether it can stay.
bool ChunkRepair::image(ChunkImage &image)
{
    constexpr std::string_view subject = "debug_meta.images";
    if (!isRelayImageType(m_chunk.text(image.type))) {
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

// Sets the times of measured values to the repaired clock, with which readers and views calculate.
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

// Removes missing frames; the rest of the stack can be shown.
void ChunkRepair::stacks()
{
    const auto isThere = [this](ChunkFrameIndex frame) {
        return frame.row() < m_chunk.frames.size();
    };
    ChunkStacks sound;
    for (std::size_t row = 0; row < m_chunk.stacks.size(); ++row) {
        for (const auto frame : m_chunk.stacks[ChunkStackIndex(row)]) {
            if (isThere(frame))
                sound.appendFrame(frame);
            else
                note(elementPath("profile.stacks", row),
                     "frames that are not in the table are left out");
        }
        sound.endStack();
    }
    m_chunk.stacks = std::move(sound);
}

void ChunkRepair::frames()
{
    for (std::size_t row = 0; row < m_chunk.frames.size(); ++row) {
        auto &frame = m_chunk.frames[row];
        if (frame.function.isValid() || frame.filename.isValid() || frame.instructionAddress)
            continue;
        frame.function = frame.absPath.isValid() ? frame.absPath : m_strings.intern("unknown");
        note(elementPath("profile.frames", row), "an empty frame got a function's name");
    }
}

// Removes samples without stack, thread or time, and those of threads that Relay would remove.
void ChunkRepair::samples()
{
    std::vector<std::uint32_t> active(m_chunk.strings.size());
    std::vector<bool> goes(m_chunk.samples.size());
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        const auto &sample = m_chunk.samples[row];
        const auto subject = [row] { return elementPath("profile.samples", row); };
        goes[row] = true;
        if (!sample.thread.isValid())
            note(subject(), "samples without thread are left out");
        else if (!m_chunk.stacks.contains(sample.stack))
            note(subject(), "samples whose stack is not in the table are left out");
        else if (sample.timestamp == 0)
            note(subject(), "samples without time are left out");
        else
            goes[row] = false;
        if (!goes[row] && !m_chunk.stacks[sample.stack].empty())
            ++active[sample.thread.row()];
    }
    ChunkSamples kept;
    kept.reserve(m_chunk.samples.size());
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        const auto &sample = m_chunk.samples[row];
        if (goes[row])
            continue;
        if (active[sample.thread.row()] >= 2)
            kept.push_back(sample);
        else
            note(elementPath("profile.samples", row),
                 "samples of threads with fewer than two that are not idle are left out");
    }
    if (kept.size() == m_chunk.samples.size())
        return;
    m_chunk.samples = std::move(kept);
    m_chunk.sampleRests.clear();
}

void ChunkRepair::order()
{
    if (std::ranges::is_sorted(m_chunk.samples, {}, &ChunkSample::timestamp))
        return;
    std::ranges::stable_sort(m_chunk.samples, {}, &ChunkSample::timestamp);
    m_chunk.sampleRests.clear();
    note("profile.samples", "in time order now");
}

void ChunkRepair::threads()
{
    std::vector<bool> used(m_chunk.strings.size());
    std::vector<StringIndex> ids;
    for (const auto &sample : m_chunk.samples) {
        if (!used[sample.thread.row()])
            ids.push_back(sample.thread);
        used[sample.thread.row()] = true;
    }
    const auto unused = std::erase_if(
        m_chunk.threads, [&used](const ChunkThread &thread) { return !used[thread.id.row()]; });
    if (unused > 0)
        note("profile.thread_metadata", "threads without samples are left out");
    for (const auto id : ids) {
        if (std::ranges::find(m_chunk.threads, id, &ChunkThread::id) != m_chunk.threads.end())
            continue;
        m_chunk.threads.push_back({id, {}, {}, {}});
        note("profile.thread_metadata." + std::string(m_chunk.text(id)),
             "threads with samples have an entry now");
    }
}

namespace {

constexpr double pieceSeconds = 60.0;

// Cuts samples, which are in time order, into pieces of 60 s; a short tail joins the piece before
// it.
std::vector<ChunkSamples> piecesOf(const ChunkSamples &samples)
{
    std::vector<ChunkSamples> pieces;
    auto start = samples.begin();
    while (start != samples.end()) {
        auto length = pieceSeconds;
        if (samples.back().timestamp - start->timestamp <= maxChunkSeconds)
            length = maxChunkSeconds;
        const auto end = std::ranges::find_if(start, samples.end(), [&](const ChunkSample &sample) {
            return sample.timestamp - start->timestamp > length;
        });
        pieces.emplace_back(start, end);
        start = end;
    }
    return pieces;
}

// Judges a repaired chunk like any other chunk.
void judgeAgain(Repair &repair, const std::string &json, const std::stop_token &stop)
{
    const Bytes bytes{std::string_view(json)};
    auto reading = readChunk(bytes.view(), stop);
    if (!reading) {
        repair.rejection = Rejection{RejectReason::InvalidJson, {}, reading.error().detail};
        return;
    }
    ImportLog log;
    addSpecFindings(reading->chunk, {}, log);
    for (const auto &finding : log.findings()) {
        if (breaksMust(finding))
            repair.left.push_back(finding);
    }
    if (auto verdict = judge(*reading); verdict.rejection && !repair.rejection)
        repair.rejection = std::move(verdict.rejection);
}

// Lists what was read although Relay refuses it, and is now written as Relay reads it, or left out.
// Places that a rule of the repair has listed already are not listed again.
void addReadingChanges(Repair &repair, const ChunkReading &reading)
{
    const auto add = [&repair](const Rejection &fault, std::uint64_t count) {
        if (std::ranges::find(repair.changes, fault.path, &RepairChange::subject)
            == repair.changes.end())
            repair.changes.push_back(
                {fault.path, fault.detail + "; written as Relay reads it, or left out", count});
    };
    if (reading.dispatch)
        add(*reading.dispatch, 1);
    for (const FieldFault &fault : reading.fields)
        add(fault.first, fault.count);
    if (reading.furtherFieldFaults > 0)
        repair.changes.push_back({"further fields", "written as Relay reads them, or left out",
                                  reading.furtherFieldFaults});
}

constexpr const char *v1Advice =
    "it is a V1 profile, and only V2 chunks can be repaired; emberchart-cli convert --to sentry-v1 "
    "writes it as Sentry takes it, with its transaction";

void writePieces(Repair &repair, Chunk &chunk)
{
    auto pieces = piecesOf(chunk.samples);
    if (pieces.size() <= 1) {
        repair.chunks.push_back(writeChunkJson(chunk, Members::All));
        return;
    }
    repair.changes.push_back({"profile.samples",
                              "cut into pieces of at most 66 s, each with a chunk_id of its own",
                              pieces.size()});
    const auto measurements = std::move(chunk.measurements);
    const auto threads = chunk.threads;
    const auto firstId = std::string(chunk.text(chunk.metadata.chunkId));
    chunk.sampleRests.clear();
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const auto from = pieces[number].front().timestamp;
        const auto to = number + 1 < pieces.size() ? pieces[number + 1].front().timestamp
                                                   : pieces[number].back().timestamp + 1;
        chunk.samples = std::move(pieces[number]);
        chunk.threads = threads;
        chunk.measurements = measurements;
        for (auto &series : chunk.measurements)
            std::erase_if(series.values, [&](const ChunkMeasurementValue &value) {
                return value.timestamp < from || value.timestamp >= to;
            });
        if (number > 0) {
            StringInterner strings(chunk.strings);
            chunk.metadata.chunkId = strings.intern(firstId + '-' + std::to_string(number));
        }
        ChunkRepair piece(chunk);
        piece.repair();
        if (!chunk.samples.empty())
            repair.chunks.push_back(writeChunkJson(chunk, Members::All));
    }
}

} // namespace

Result<Repair> repairChunk(std::string_view payload, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto reading, readChunk(payload, stop));
    if (reading.kind == PayloadKind::ProfileV1)
        return Error{ErrorCode::UnsupportedVersion, "version", v1Advice};
    if (reading.kind != PayloadKind::Chunk)
        return Error{ErrorCode::UnsupportedVersion, "version", "only V2 chunks can be repaired"};
    Repair repair;
    auto &chunk = reading.chunk;
    ChunkRepair rules(chunk);
    rules.repair();
    repair.changes = rules.changes();
    addReadingChanges(repair, reading);
    repair.platform = chunk.text(chunk.metadata.platform);
    writePieces(repair, chunk);
    for (const auto &json : repair.chunks)
        judgeAgain(repair, json, stop);
    if (stop.stop_requested())
        return Error{ErrorCode::Cancelled, {}, {}};
    return repair;
}

namespace {

void takeOver(RepairedFile &file, Repair &repair)
{
    for (auto &change : repair.changes)
        file.changes.push_back(std::move(change));
    file.isRefused = file.isRefused || repair.rejection.has_value();
    if (repair.rejection)
        file.left.push_back(repair.rejection->path + ": " + repair.rejection->detail);
    for (const auto &finding : repair.left)
        file.left.push_back(finding.code + ": " + finding.subject + ": " + finding.detail);
}

void addEnvelopes(RepairedFile &file, Repair &repair, const EnvelopeHeader &header)
{
    for (std::size_t number = 0; number < repair.chunks.size(); ++number) {
        NewEnvelope envelope;
        if (header.eventId && number == 0)
            envelope.eventId = parseUuid(*header.eventId).value_or(std::string());
        envelope.items.push_back(
            {.platform = repair.platform, .payload = std::move(repair.chunks[number])});
        file.files.push_back(writeEnvelope(envelope));
    }
}

void noteHeader(RepairedFile &file, const EnvelopeItem &item, const std::string &platform)
{
    if (item.platform != platform)
        file.changes.push_back({"item header", "platform is now " + platform, 1});
    if (!item.length)
        file.changes.push_back({"item header", "length is there now", 1});
}

// Returns an envelope that has only the transaction, unchanged.
std::string envelopeOf(const EnvelopeItem &transaction)
{
    NewEnvelope envelope;
    if (const auto event = readTracingEvent(transaction.payload))
        envelope.eventId = parseUuid(event->eventId).value_or(std::string());
    envelope.items.push_back(
        {.type = "transaction", .platform = {}, .payload = std::string(transaction.payload)});
    return writeEnvelope(envelope);
}

Result<RepairedFile> repairEnvelope(std::string_view bytes, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(const auto envelope, parseEnvelope(bytes));
    RepairedFile file;
    const auto isOfType = [](std::string_view type) {
        return [type](const EnvelopeItem &item) { return item.type == type; };
    };
    if (std::ranges::any_of(envelope.items, isOfType("profile"))
        && std::ranges::none_of(envelope.items, isOfType("profile_chunk")))
        return Error{ErrorCode::UnsupportedVersion, "version", v1Advice};
    for (const auto &item : envelope.items) {
        if (item.type == "transaction" && envelope.profileCount() > 0) {
            file.files.push_back(envelopeOf(item));
            continue;
        }
        if (item.type != "profile_chunk") {
            file.changes.push_back({"item " + item.type, "left out", 1});
            continue;
        }
        EMBER_ASSIGN_OR_RETURN(auto repair, repairChunk(item.payload, stop));
        noteHeader(file, item, repair.platform);
        takeOver(file, repair);
        addEnvelopes(file, repair, envelope.header);
    }
    if (file.files.empty())
        return Error{ErrorCode::NothingToShow, {}, "an envelope without profile_chunk"};
    return file;
}

} // namespace

Result<RepairedFile> repairFile(std::string_view bytes, const std::stop_token &stop)
{
    if (looksLikeEnvelope(bytes))
        return repairEnvelope(bytes, stop);
    EMBER_ASSIGN_OR_RETURN(auto repair, repairChunk(bytes, stop));
    RepairedFile file;
    takeOver(file, repair);
    file.files = std::move(repair.chunks);
    return file;
}

} // namespace ember::model::sentry
