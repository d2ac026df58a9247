// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkbuilder.h"

#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/documentfields.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/formats/sentry/specfindings.h"
#include "model/json/jsontext.h"
#include "model/json/numbertext.h"
#include "model/profile/debugid.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace ember::model::sentry {

namespace {

// A Go function's name without its package, as Sentry's SDK for Go writes it beside the module.
std::string_view nameInPackage(const Profile &profile, const Function &function)
{
    auto name = profile.text(function.name);
    const auto package = profile.text(function.module);
    if (!package.empty() && name.starts_with(package)
        && name.substr(package.size()).starts_with('.'))
        name.remove_prefix(package.size() + 1);
    return name;
}

// Whether this writer sets the member itself, or it would change which kind the payload is
// (SENTRY.md §1).
bool isForbiddenMember(std::string_view key)
{
    static constexpr std::array<std::string_view, 8> names{
        "client_sdk", "dist",     "debug_meta", "measurements",
        "profile",    "event_id", "profile_id", "sampled_profile"};
    return isFieldPath(key, SampleFormat::V2) || key == "verdict"
        || std::ranges::find(names, key) != names.end() || key.starts_with("client_sdk.")
        || key.starts_with("debug_meta.") || key.starts_with("profile.") || key == attribute::clock
        || key == attribute::emptySeries || key == attribute::envelopeHeader
        || key == sampleOrderAttribute;
}

// The text of a JSON string without its quotes; "" if it is none. Good only for texts without
// escapes.
std::string_view unquoted(std::string_view json)
{
    return json.size() < 2 ? std::string_view() : json.substr(1, json.size() - 2);
}

std::size_t hashOf(const ChunkFrame &frame)
{
    std::size_t hash = frame.instructionAddress.value_or(1);
    for (const std::uint64_t field :
         {std::uint64_t(frame.function.raw()), std::uint64_t(frame.filename.raw()),
          std::uint64_t(frame.module.raw()), std::uint64_t(frame.package.raw()),
          std::uint64_t(frame.line.value_or(0)), std::uint64_t(frame.column.value_or(0))})
        hash = mixHash(hash, field);
    return hash;
}

bool isSame(const ChunkFrame &a, const ChunkFrame &b)
{
    bool areSame = a.rest == b.rest;
    forEachMemberOf<frameFields>([&](std::size_t, const auto &field) {
        areSame = areSame && a.*field.member == b.*field.member;
    });
    return areSame;
}

std::optional<std::uint32_t> numberOrNone(std::uint32_t number)
{
    return number == 0 ? std::nullopt : std::optional(number);
}

} // namespace

ChunkBuilder::ChunkBuilder(const Profile &profile, const Piece &piece,
                           const SessionIdentity &identity, const ChunkThreadIds &threadIds,
                           Waits waits, const Redactor *redactor, Replacements &replacements)
    : m_profile(profile),
      m_piece(piece),
      m_source(piece.source.isValid() ? &profile.tables().sources[piece.source] : nullptr),
      m_identity(identity),
      m_threadIds(threadIds),
      m_waits(waits),
      m_redactor(redactor),
      m_replacements(replacements),
      m_start(profile.tables().start.value_or(Timestamp()).time_since_epoch()),
      m_texts(profile.strings().size()),
      m_frames(profile.tables().frames.size()),
      m_stacks(profile.tables().stacks.size())
{
}

Chunk ChunkBuilder::build(std::string_view chunkId) &&
{
    addMetadata(chunkId);
    addImages();
    addThreads();
    addSamples();
    addMeasurements();
    return std::move(m_chunk);
}

StringIndex ChunkBuilder::copy(StringIndex index)
{
    if (!index.isValid())
        return {};
    auto &known = m_texts[index.row()];
    if (!known.isValid())
        known = text(m_profile.text(index));
    return known;
}

void ChunkBuilder::addMetadata(std::string_view chunkId)
{
    auto &metadata = m_chunk.metadata;
    metadata.version = text("2");
    metadata.chunkId = text(chunkId);
    metadata.profilerId = text(m_identity.profilerId);
    for (const auto &member : identityTexts)
        metadata.*member.ofChunk = text(m_identity.*member.ofSession);
    addMembersOfSource();
}

// Adds `dist`. A chunk that is written unsplit also keeps the members of its source that SPEC.md
// does not know.
void ChunkBuilder::addMembersOfSource()
{
    std::string rest;
    if (!m_identity.dist.empty())
        appendJsonMember(rest, "dist", jsonString(m_identity.dist));
    if (m_source != nullptr) {
        const auto dist = findAttribute(m_profile, *m_source, "dist");
        if (rest.empty() && dist)
            appendJsonMember(rest, "dist", *dist);
        for (const auto &[key, json] : m_source->attributes) {
            if (!isForbiddenMember(m_profile.text(key)))
                appendJsonMember(rest, m_profile.text(key), m_profile.text(json));
        }
    }
    if (!rest.empty())
        m_chunk.metadata.rest = text(rest + '}');
}

void ChunkBuilder::addImages()
{
    for (const Image &image : m_profile.tables().images) {
        const bool wasLoaded = !image.loaded || *image.loaded <= m_piece.last;
        const bool isGone = image.unloaded && *image.unloaded < m_piece.first;
        const bool isHidden = m_redactor != nullptr && m_redactor->hides(image);
        if (image.process == m_piece.process && wasLoaded && !isGone && !isHidden)
            addImage(image);
    }
    // Required on native platforms (SPEC S10), even if no image is known.
    const auto platform = m_chunk.text(m_chunk.metadata.platform);
    const auto *const file =
        m_source != nullptr ? m_source : profileSource(m_profile, m_piece.process);
    const bool isInFile = file != nullptr && findAttribute(m_profile, *file, attribute::images);
    m_chunk.metadata.hasDebugMeta =
        !m_chunk.images.empty() || isInFile || isNativePlatform(platform);
}

void ChunkBuilder::addImage(const Image &image)
{
    ChunkImage row;
    // The debug_meta interface has the types elf, pe and wasm, but Relay accepts only symbolic for
    // them (SENTRY.md §1.2).
    const auto type = m_profile.text(image.type);
    const bool isSymbolic = type.empty() || type == "elf" || type == "pe" || type == "wasm";
    row.type = isSymbolic ? text("symbolic") : copy(image.type);
    row.codeFile = copy(image.codeFile);
    row.debugFile = copy(image.debugFile);
    row.debugId = copy(image.debugId);
    row.codeId = copy(image.codeId);
    if (m_profile.text(image.debugId).empty())
        row.debugId = text(debugIdFromBuildId(m_profile.text(image.codeId)));
    // Source maps have no address in memory, so none is written. SPEC S11 asks for addresses of
    // binaries only.
    if (isSymbolic || type == "macho" || image.address != 0)
        row.address = image.address;
    row.size = image.size;
    std::string rest;
    for (const auto &[keyIndex, jsonIndex] : image.attributes) {
        const auto key = m_profile.text(keyIndex);
        const auto json = m_profile.text(jsonIndex);
        if (key == "uuid")
            row.uuid = text(unquoted(json));
        else if (key == "image_vmaddr")
            row.vmAddress = parseAddress(unquoted(json));
        else
            appendJsonMember(rest, key, json);
    }
    if (!rest.empty())
        row.rest = text(rest + '}');
    // A binary without an id cannot be looked up, and Relay requires one.
    if (m_chunk.text(row.debugId).empty() && !row.uuid.isValid())
        return;
    m_chunk.images.push_back(row);
}

void ChunkBuilder::addThreads()
{
    for (const auto &part : m_piece.threads) {
        const Thread &thread = m_profile.thread(part.thread);
        if (!isToBeDescribed(thread) || part.first == part.end)
            continue;
        m_chunk.threads.push_back(
            {text(m_threadIds.ids[part.thread.row()]), copy(thread.name), thread.priority, {}});
    }
}

// Whether the thread gets an entry in thread_metadata. A chunk that is written unsplit has only the
// entries of its file.
bool ChunkBuilder::isToBeDescribed(const Thread &thread) const
{
    return thread.name.isValid() || thread.priority || m_source == nullptr
        || m_profile.text(m_source->type) != "sentry-v2"
        || findAttribute(m_profile, *m_source,
                         std::string(attribute::threads) + std::string(m_profile.text(thread.id)));
}

void ChunkBuilder::addSamples()
{
    auto &samples = m_chunk.samples;
    samples.reserve(m_piece.samples());
    for (const auto &part : m_piece.threads) {
        const auto id = text(m_threadIds.ids[part.thread.row()]);
        const auto &own = m_profile.samples(part.thread);
        for (auto row = part.first.row(); row < part.end.row(); ++row) {
            const SampleIndex sample(row);
            const bool isLeftOut =
                m_waits == Waits::Thinned && isInsideWait(m_profile, part, sample);
            if (isLeftOut || isGapMark(own, sample))
                continue;
            samples.push_back({0, own.times[sample] + m_start, stack(own.stacks[sample]), id});
        }
    }
    std::ranges::stable_sort(samples, {}, &ChunkSample::time);
    takeOrderOfSource();
    // All threads of a tick have one time, so it is converted once.
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const bool isRepeated = row > 0 && samples[row].time == samples[row - 1].time;
        samples[row].timestamp =
            isRepeated ? samples[row - 1].timestamp : toSeconds(samples[row].time);
    }
}

// Restores the file's order of samples with one time, for a chunk or profile that is written
// unsplit.
void ChunkBuilder::takeOrderOfSource()
{
    const auto *source = m_source;
    if (source == nullptr)
        source = profileSource(m_profile, m_piece.process);
    const bool isWhole = source != nullptr && source->samples == m_piece.samples()
        && m_chunk.samples.size() == m_piece.samples();
    const auto order =
        isWhole ? findAttribute(m_profile, *source, sampleOrderAttribute) : std::nullopt;
    if (!order)
        return;
    std::map<StringIndex, ThreadIndex> threads; // by their ids in the chunk
    for (const auto &part : m_piece.threads)
        threads.emplace(text(m_threadIds.ids[part.thread.row()]), part.thread);
    std::vector<TimedThread> timed;
    for (const ChunkSample &sample : m_chunk.samples)
        timed.push_back({sample.time, threads.at(sample.thread)});
    ChunkSamples ordered;
    ordered.reserve(timed.size());
    for (const auto place : inOrderOfSource(*order, timed))
        ordered.push_back(m_chunk.samples[place]);
    m_chunk.samples = std::move(ordered);
}

ChunkStackIndex ChunkBuilder::stack(StackIndex index)
{
    auto &known = m_stacks[index.row()];
    if (known.isValid())
        return known;
    std::vector<ChunkFrameIndex> frames;
    std::size_t hash = 0;
    for (auto node = index; node != emptyStack; node = m_profile.stack(node).parent) {
        const auto place = m_profile.stack(node).frame;
        const Frame &called = m_profile.frame(place);
        // Sentry finds inlined functions itself, at the address of the function they are in.
        if (called.inlined == Inlined::Yes && isRaw(called))
            continue;
        frames.push_back(frame(place));
        hash = mixHash(hash, frames.back().raw());
    }
    known = ChunkStackIndex(m_stackRows.findOrAppend(
        hash,
        [&](std::uint32_t row) {
            return std::ranges::equal(m_chunk.stacks[ChunkStackIndex(row)], frames);
        },
        [&] {
            m_chunk.stacks.append(frames);
            return static_cast<std::uint32_t>(m_chunk.stacks.size() - 1);
        }));
    return known;
}

ChunkFrameIndex ChunkBuilder::frame(FrameIndex index)
{
    auto &known = m_frames[index.row()];
    if (known.isValid())
        return known;
    const auto made = makeFrame(index);
    known = ChunkFrameIndex(m_frameRows.findOrAppend(
        hashOf(made), [&](std::uint32_t row) { return isSame(m_chunk.frames[row], made); },
        [&] {
            m_chunk.frames.push_back(made);
            return static_cast<std::uint32_t>(m_chunk.frames.size() - 1);
        }));
    return known;
}

// The frame of a function whose module is hidden: nothing of it is left but a number. Native frames
// need an address (SPEC S20): all get the same one, where no binary is.
ChunkFrame ChunkBuilder::makeHiddenFrame(FrameIndex index, const std::string &name)
{
    constexpr std::uint64_t nowhere = 0x100;
    const Frame &frame = m_profile.frame(index);
    const auto own = frame.function.isValid()
        ? m_profile.text(m_profile.function(frame.function).name)
        : std::string_view();
    m_replacements.add(own.empty() ? frameName(m_profile, index) : std::string(own), name);
    ChunkFrame row;
    row.function = text(name);
    row.platform = copy(frame.platform);
    row.inApp = frame.inAppOfFile.value_or(frame.inApp);
    if (isNativePlatform(row.platform.isValid() ? m_chunk.text(row.platform)
                                                : std::string_view(m_identity.platform)))
        row.instructionAddress = nowhere;
    return row;
}

// Whether the frame is written without a name, for Sentry to name it from debug files: on a
// platform that it symbolicates, in a binary that debug_meta identifies.
bool ChunkBuilder::isRaw(const Frame &frame) const
{
    if (!isSymbolicatedBySentry(m_identity.platform) || frame.pc == 0 || !frame.image.isValid())
        return false;
    const Image &image = m_profile.image(frame.image);
    return !m_profile.text(image.debugId).empty() || !m_profile.text(image.codeId).empty();
}

ChunkFrame ChunkBuilder::makeFrame(FrameIndex index)
{
    if (const auto name = m_redactor != nullptr ? m_redactor->nameOf(index) : std::nullopt)
        return makeHiddenFrame(index, *name);
    const Frame &frame = m_profile.frame(index);
    const Function function =
        frame.function.isValid() ? m_profile.function(frame.function) : Function();
    ChunkFrame row;
    if (isRaw(frame)) {
        row.package = copy(m_profile.image(frame.image).codeFile);
        row.instructionAddress = frame.pc;
        return row;
    }
    // Sentry does not symbolize native code, so a captured address gets the name that the window
    // shows.
    const bool isNamed = !m_profile.text(function.name).empty();
    row.function =
        isNamed || frame.pc == 0 ? copy(function.name) : text(frameName(m_profile, index));
    if (isNamed && frame.pc != 0 && m_profile.text(frame.platform) == "go") // a capture's own
        row.function = text(nameInPackage(m_profile, function));
    row.filename = copy(function.file);
    row.absPath = copy(function.absPath);
    row.module = copy(function.module);
    // An empty package means that the file had none.
    if (!m_profile.text(function.package).empty())
        row.package = copy(function.package);
    else if (!function.package.isValid() && frame.image.isValid())
        row.package = copy(m_profile.image(frame.image).codeFile);
    row.platform = copy(frame.platform);
    row.rest = frameRest(frame, function);
    row.inApp = frame.inAppOfFile.value_or(frame.inApp);
    row.line = numberOrNone(frame.line);
    row.column = numberOrNone(frame.column);
    row.instructionAddress = frame.address;
    if (!row.instructionAddress && frame.pc != 0)
        row.instructionAddress = frame.pc;
    return row;
}

StringIndex ChunkBuilder::frameRest(const Frame &frame, const Function &function)
{
    if (frame.attributes.isValid())
        return copy(frame.attributes);
    if (!function.rawName.isValid() || function.rawName == function.name)
        return {};
    std::string rest;
    appendJsonMember(rest, "raw_function", jsonString(m_profile.text(function.rawName)));
    return text(rest + '}');
}

namespace {

// The long unit that Sentry expects for series of that name; "": any.
std::string_view expectedUnit(std::string_view name)
{
    if (name == slowFrameSeries || name == frozenFrameSeries)
        return "nanosecond";
    if (name == "screen_frame_rates")
        return "hertz";
    if (name.starts_with("cpu_usage"))
        return "percent";
    if (name == "memory_footprint" || name == "memory_native_footprint")
        return "byte";
    return name == "cpu_energy_usage" ? "nanojoule" : std::string_view();
}

struct SeriesUnit {
    std::string_view name;
    std::string_view unit; // in its long form

    friend bool operator<(const SeriesUnit &left, const SeriesUnit &right)
    {
        return std::tie(left.name, left.unit) < std::tie(right.name, right.unit);
    }
};

// The names of a process's series, the same in all of its chunks. A chunk holds one series of each
// name: of several series of one name, that with the unit that Sentry expects keeps the name, else
// the first one; the others get their unit as a suffix.
std::map<SeriesUnit, std::string> namesOfSeries(const Profile &profile, ProcessIndex process)
{
    std::map<SeriesUnit, std::string> names;
    std::map<std::string_view, std::string_view> plain; // by name: the unit that keeps it
    std::vector<SeriesUnit> all;
    for (const Measurement &series : profile.tables().measurements) {
        const SeriesUnit own{profile.text(series.name), longUnit(profile.text(series.unit))};
        if (series.process != process || own.unit.empty())
            continue;
        all.push_back(own);
        auto &unit = plain[own.name];
        if (unit.empty() || own.unit == expectedUnit(own.name))
            unit = own.unit;
    }
    std::set<std::string> taken;
    for (const SeriesUnit &own : all) {
        if (plain[own.name] == own.unit)
            taken.emplace(names[own] = own.name);
    }
    for (const SeriesUnit &own : all) {
        std::string &name = names[own];
        if (plain[own.name] == own.unit || !name.empty())
            continue;
        name = std::string(own.name) + '_' + std::string(own.unit);
        while (!taken.insert(name).second)
            name += '_';
    }
    return names;
}

} // namespace

void ChunkBuilder::addMeasurements()
{
    const auto names = namesOfSeries(m_profile, m_piece.process);
    const auto mixedClock = keptMixedClock(m_profile, m_source);
    const auto seconds = [&](Timestamp time) {
        return mixedClock ? toMixedClock(time, *mixedClock) : toSeconds(time + m_start);
    };
    for (const Measurement &series : m_profile.tables().measurements) {
        if (series.process != m_piece.process)
            continue;
        // Relay refuses a chunk with a unit it does not know, so such series are left out.
        const auto name =
            names.find({m_profile.text(series.name), longUnit(m_profile.text(series.unit))});
        if (name == names.end())
            continue;
        ChunkMeasurement row{text(name->second), copy(series.unit), {}};
        series.values.forEach([&](std::size_t, const MeasurementValue &value) {
            if (m_piece.coverage.contains(value.time))
                row.values.push_back({seconds(value.time), value.time + m_start, value.value});
        });
        addSeries(std::move(row));
    }
    addEmptySeries();
}

// Adds a series. Other formats may have several of one name and unit; they are merged.
void ChunkBuilder::addSeries(ChunkMeasurement series)
{
    if (series.values.empty())
        return;
    const auto known =
        std::ranges::find(m_chunk.measurements, series.name, &ChunkMeasurement::name);
    if (known == m_chunk.measurements.end()) {
        m_chunk.measurements.push_back(std::move(series));
        return;
    }
    known->values.insert(known->values.end(), series.values.begin(), series.values.end());
    std::ranges::stable_sort(known->values, {}, &ChunkMeasurementValue::time);
}

void ChunkBuilder::addEmptySeries()
{
    const auto kept = keptEmptySeries(m_profile, m_source);
    std::set<std::string_view> known;
    for (const ChunkMeasurement &series : m_chunk.measurements)
        known.insert(m_chunk.text(series.name));
    for (const auto &[name, unit] : kept) {
        if (!longUnit(unit).empty() && !known.contains(name))
            m_chunk.measurements.push_back({text(name), text(unit), {}});
    }
}

} // namespace ember::model::sentry
