// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/assembler.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/pauses.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ember::model::sentry {

void Namesakes::add(ThreadIndex thread, const ThreadSamples &samples)
{
    if (samples.isEmpty()) {
        if (!m_unsampled.isValid())
            m_unsampled = thread;
        return;
    }
    m_sampled.push_back({{samples.times[SampleIndex(0)], samples.times.back()}, thread});
    m_isInOrder = false;
}

Namesakes::Found Namesakes::nearest(Timestamp time)
{
    if (!std::exchange(m_isInOrder, true))
        putInOrder();
    if (m_sampled.empty())
        return {m_unsampled};
    const auto after = std::ranges::upper_bound(m_sampled, time, {},
                                                [](const Sampled &one) { return one.range.start; });
    if (after == m_sampled.begin())
        return found(*after, time);
    const auto earlier = found(*std::prev(after), time);
    if (after == m_sampled.end())
        return earlier;
    const auto later = found(*after, time);
    return later.distance < earlier.distance ? later : earlier;
}

Namesakes::Found Namesakes::found(const Sampled &one, Timestamp time)
{
    return {one.thread, std::max({one.range.start - time, time - one.range.end, Nanoseconds(0)})};
}

// Sorts by start. Each entry then gets the end, and the thread, of the one before it if that lasted
// longer.
void Namesakes::putInOrder()
{
    std::ranges::stable_sort(m_sampled, {}, [](const Sampled &one) { return one.range.start; });
    for (std::size_t row = 1; row < m_sampled.size(); ++row) {
        const Sampled &before = m_sampled[row - 1];
        if (m_sampled[row].range.end <= before.range.end)
            m_sampled[row] = {{m_sampled[row].range.start, before.range.end}, before.thread};
    }
}

// Returns the nearest thread of that name or without a name; if there is none, any other of the id.
Namesakes::Found TransactionRows::SameId::nearest(std::string_view name, Timestamp time)
{
    if (name.empty())
        return all.nearest(time);
    Namesakes::Found best;
    for (const auto wanted : {name, std::string_view()}) {
        const auto known = named.find(wanted);
        if (known == named.end())
            continue;
        const auto other = known->second.nearest(time);
        if (!best.thread.isValid() || other.distance < best.distance)
            best = other;
    }
    return best.thread.isValid() ? best : all.nearest(time);
}

TransactionRows::TransactionRows(ProfileBuilder &builder, const Profile &sampled,
                                 ProcessIndex process, ThreadIndex activeThread)
    : m_builder(builder),
      m_process(process),
      m_activeThread(activeThread)
{
    for (std::size_t row = 0; row < sampled.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const Thread &known = sampled.thread(thread);
        know(thread, sampled.samples(thread), sampled.text(known.id), sampled.text(known.name));
    }
}

void TransactionRows::know(ThreadIndex thread, const ThreadSamples &samples, std::string_view id,
                           std::string_view name)
{
    auto &same = m_threads[std::string(id)];
    same.all.add(thread, samples);
    same.named[std::string(name)].add(thread, samples);
}

StringIndex TransactionRows::text(std::string_view text)
{
    return text.empty() ? StringIndex() : m_builder.string(text);
}

void TransactionRows::add(const TransactionFile &file)
{
    const auto &event = file.event;
    const auto &root = event.root;
    if (m_firstUri.empty())
        m_firstUri = file.uri;
    // The times of a V1 profile count from its start, which should be the transaction's (V1-6).
    const auto &tables = m_builder.tables();
    const auto zero = tables.origin == TimeOrigin::ProfileStart
        ? tables.start.value_or(*root.start).time_since_epoch()
        : Nanoseconds(0);
    Transaction row;
    row.process = m_process;
    row.thread = threadOf(root, *root.start - zero);
    row.name = text(root.description);
    row.op = text(root.op);
    row.traceId = text(event.traceId);
    row.spanId = text(root.id);
    row.parent = text(root.parent);
    row.status = text(root.status);
    row.profilerId = text(event.profilerId);
    row.start = *root.start - zero;
    row.end = *root.end - zero;
    row.event = text(event.json);
    const auto transaction = m_builder.addTransaction(row);
    for (const auto &span : event.spans) {
        const auto start = *span.start - zero;
        m_builder.addTracingSpan({m_process, threadOf(span, start), text(span.description), start,
                                  *span.end - zero, text(span.op), text(span.id), text(span.parent),
                                  text(span.status), transaction});
    }
}

// Returns a span's thread. Ids are reused: of several threads with its id, one of its name or
// without a name is preferred, then the one that was sampled nearest to the time.
ThreadIndex TransactionRows::threadOf(const EventSpan &span, Timestamp start)
{
    if (span.threadId.empty())
        return m_activeThread;
    m_ids.insert(span.threadId);
    const auto known = m_threads.find(span.threadId);
    return known == m_threads.end() ? addThread(span)
                                    : known->second.nearest(span.threadName, start).thread;
}

ThreadIndex TransactionRows::addThread(const EventSpan &span)
{
    Thread row;
    row.process = m_process;
    row.id = m_builder.string(span.threadId);
    row.name = text(span.threadName);
    row.isMain = span.threadName == "main" || span.threadName == "MainThread";
    const auto thread = m_builder.addThread(std::move(row));
    know(thread, {}, span.threadId, {}); // without a name, so that other names find it, too
    return thread;
}

void TransactionRows::reportThreads(const ThreadIds &described, ImportLog &log) const
{
    constexpr std::size_t most = 10;
    std::uint64_t count = 0;
    std::string named;
    for (const auto &id : m_ids) {
        if (described.contains(id))
            continue;
        if (count++ < most)
            named += (named.empty() ? "" : ", ") + id;
    }
    if (count > 0)
        log.add({"spec-transaction-thread", "T2", Severity::Warning, m_firstUri,
                 "thread.id " + named + (count > most ? ", …" : "") + ": no thread_metadata has it",
                 count});
}

namespace {

// A longer time between chunks is a pause or a lost chunk: SDKs leave one or two sampling periods.
constexpr auto shortestGap = std::chrono::milliseconds(500);

// Whether the timestamp is 0, as it is if it could not be read. That is no time in a profile with
// others of this century.
bool isWithoutTime(const ChunkSample &sample)
{
    return sample.time.time_since_epoch() == Nanoseconds(0);
}

bool isOfThisCentury(const ChunkSample &sample)
{
    return sample.time.time_since_epoch() > std::chrono::hours(24 * 365 * 30);
}

} // namespace

Timestamp ThreadTimeLimit::bounded(ThreadIndex thread, Timestamp time)
{
    if (thread.row() >= m_ranges.size())
        m_ranges.resize(thread.row() + 1);
    auto &range = m_ranges[thread.row()];
    if (!range)
        range = {time, time};
    time = std::clamp(time, range->start - m_left, range->end + m_left);
    m_left -= std::max({range->start - time, time - range->end, Nanoseconds(0)});
    range = {std::min(range->start, time), std::max(range->end, time)};
    return time;
}

void Assembler::startChunk(const Chunk &chunk)
{
    m_strings.assign(chunk.strings.size(), {});
    m_frames.assign(chunk.frames.size(), {});
    m_stacks.assign(chunk.stacks.size(), {});
    m_threads.assign(chunk.strings.size() + 1, {});
    if (std::exchange(m_areStringsOwn, false)) {
        for (std::size_t row = 0; row < m_strings.size(); ++row)
            m_strings[row] = StringIndex(row);
    }
    if (!m_process.isValid())
        addProcess(chunk);
}

void Assembler::add(const ChunkFile &file)
{
    const Chunk &chunk = file.chunk;
    startChunk(chunk);

    Source source;
    const bool isV1 = chunk.format == SampleFormat::V1;
    source.type = m_builder.string(isV1 ? "sentry-v1" : "sentry-v2");
    source.uri = m_builder.string(file.uri);
    if (chunk.metadata.chunkId.isValid()) {
        const auto id = chunk.text(chunk.metadata.chunkId);
        source.chunkId = m_builder.string(parseUuid(id).value_or(std::string(id)));
    }
    source.process = m_process;
    source.bytes = chunk.bytes;
    source.attributes = chunkAttributes(m_builder, chunk, file.verdict);
    if (isV1) {
        m_builder.setStart(chunk.metadata.start);
        addActiveThread(chunk);
    }

    addImages(chunk);
    addThreads(chunk);
    addSamples(chunk, source);
    noteSampleRests(chunk);
    addMeasurements(chunk);
    if (source.samples > 0)
        markGap(source.range);
    m_builder.addSource(std::move(source));
}

void Assembler::addProcess(const Chunk &chunk)
{
    const auto &metadata = chunk.metadata;
    Process process;
    if (metadata.profilerId.isValid()) {
        const auto id = chunk.text(metadata.profilerId);
        process.profilerId = m_builder.string(parseUuid(id).value_or(std::string(id)));
    }
    for (const auto &member : identityTexts)
        process.*member.ofProcess = text(chunk, metadata.*member.ofChunk);
    process.launched = true;
    m_process = m_builder.addProcess(std::move(process));
}

void Assembler::addProcess(const TracingEvent &event)
{
    const auto text = [this](const std::string &value) {
        return value.empty() ? StringIndex() : m_builder.string(value);
    };
    Process process;
    process.profilerId = text(event.profilerId);
    process.platform = text(event.platform);
    process.release = text(event.release);
    process.environment = text(event.environment);
    process.dist = text(event.dist);
    process.sdkName = text(event.sdkName);
    process.sdkVersion = text(event.sdkVersion);
    process.launched = true;
    m_process = m_builder.addProcess(std::move(process));
}

void Assembler::addSource(const TransactionFile &transaction)
{
    Source source;
    source.type = m_builder.string("sentry-transaction");
    source.uri = m_builder.string(transaction.uri);
    source.process = m_process;
    source.range = {*transaction.event.root.start, *transaction.event.root.end};
    source.bytes = transaction.event.json.size();
    m_builder.addSource(std::move(source));
}

void Assembler::add(std::span<const TransactionFile> transactions)
{
    const bool isAlone = !m_process.isValid();
    if (isAlone) {
        addProcess(transactions.front().event);
        std::ranges::for_each(transactions, [this](const auto &file) { addSource(file); });
    }
    const auto sampled = m_builder.snapshot();
    TransactionRows rows(m_builder, *sampled, m_process, m_activeThread);
    for (const auto &transaction : transactions)
        rows.add(transaction);
    if (isAlone)
        m_log.add({"transaction-alone", "file", Severity::Note, transactions.front().uri,
                   "no profile of it is here: there are spans, and no samples",
                   transactions.size()});
    else if (m_builder.tables().origin == TimeOrigin::UnixEpoch)
        rows.reportThreads(m_describedThreads, m_log);
}

StringIndex Assembler::text(const Chunk &chunk, StringIndex index)
{
    if (!index.isValid())
        return {};
    auto &known = m_strings[index.row()];
    if (!known.isValid())
        known = m_builder.string(chunk.text(index));
    return known;
}

// Adds the thread that the backend draws, so that it is the first.
void Assembler::addActiveThread(const Chunk &chunk)
{
    const auto &transaction = chunk.metadata.transaction;
    const auto active = transaction ? transaction->activeThread : std::nullopt;
    const auto id = std::to_string(active.value_or(0));
    const auto isActive = [&](const ChunkSample &sample) {
        return chunk.text(sample.thread) == id;
    };
    if (std::ranges::any_of(chunk.samples, isActive))
        m_activeThread = findThread(id, {});
}

void Assembler::addImages(const Chunk &chunk)
{
    for (const ChunkImage &image : chunk.images) {
        auto row = chunkImage(m_builder, chunk, image, m_process);
        const auto address = row.address;
        if (!m_knownImages.emplace(row.debugId, row.codeFile, address).second)
            continue;
        const auto index = m_builder.addImage(std::move(row));
        if (m_builder.tables().images[index].size > 0)
            m_imagesByAddress.insert_or_assign(address, index);
    }
}

void Assembler::addThreads(const Chunk &chunk)
{
    std::map<std::string_view, const ChunkThread *> entries; // Relay keeps the last of equal ids
    for (const ChunkThread &entry : chunk.threads)
        entries[chunk.text(entry.id)] = &entry;
    for (const ChunkThread &entry : chunk.unusedThreads)
        m_describedThreads.emplace(chunk.text(entry.id));
    for (const ChunkThread &entry : chunk.threads) {
        const auto id = chunk.text(entry.id);
        if (entries[id] != &entry)
            continue;
        m_describedThreads.emplace(id);
        const auto index = findThread(id, chunk.text(entry.name));
        auto &row = m_builder.thread(index);
        if (!chunk.text(entry.name).empty())
            row.name = text(chunk, entry.name);
        const auto name = chunk.text(entry.name);
        row.isMain = name == "main" || name == "MainThread";
        if (entry.priority)
            row.priority = entry.priority;
    }
}

// The last thread with that id, unless both have names and these differ; else a new one.
ThreadIndex Assembler::findThread(std::string_view id, std::string_view name)
{
    const auto newest = m_newestThreads.find(id);
    if (newest != m_newestThreads.end()) {
        const auto known =
            m_builder.tables().strings[m_builder.tables().threads[newest->second].name];
        if (name.empty() || known.empty() || name == known)
            return newest->second;
    }
    Thread row;
    row.process = m_process;
    row.id = m_builder.string(id);
    const auto index = m_builder.addThread(std::move(row));
    m_newestThreads.insert_or_assign(std::string(id), index);
    return index;
}

ThreadIndex Assembler::thread(const Chunk &chunk, StringIndex id)
{
    auto &known = m_threads[id.isValid() ? id.row() : m_threads.size() - 1];
    if (!known.isValid())
        known = findThread(chunk.text(id), {});
    return known;
}

void Assembler::addSamples(const Chunk &chunk, Source &source)
{
    const bool isDated = m_builder.tables().origin == TimeOrigin::UnixEpoch
        && std::ranges::any_of(chunk.samples, isOfThisCentury);
    const SourceIndex index(m_builder.tables().sources.size()); // index that the source will have
    const bool isAfterGap = isBehindGap(chunk, isDated);
    std::uint64_t withoutTime = 0;
    std::uint64_t moved = 0;
    SampleOrderNotes order;
    for (const ChunkSample &sample : chunk.samples) {
        if (isDated && isWithoutTime(sample)) {
            ++withoutTime;
            continue;
        }
        const auto sampled = thread(chunk, sample.thread);
        const auto time = m_threadTime.bounded(sampled, sample.time);
        moved += time == sample.time ? 0U : 1U;
        const NewSample taken{time, stack(chunk, sample.stack, sampled), {}, index};
        if (isAfterGap && time >= m_end)
            endBeforeGap(sampled);
        m_builder.addSample(sampled, taken);
        remember(sampled, taken);
        order.add(time, sampled);
        if (source.samples++ == 0)
            source.range = {time, time};
        source.range.start = std::min(source.range.start, time);
        source.range.end = std::max(source.range.end, time);
    }
    if (const auto json = order.take(); !json.empty())
        source.attributes.push_back(
            {m_builder.string(sampleOrderAttribute), m_builder.string(json)});
    if (withoutTime > 0)
        m_log.add({"sample-without-time", "S16", Severity::Warning, "profile.samples",
                   "left out of the picture", withoutTime});
    if (moved > 0)
        m_log.add({"absurd-times", "S16", Severity::Warning, "profile.samples",
                   "times are moved: all threads together would last more than 146 years", moved});
}

// Notes dropped members of samples: queue_address in V1, unknown ones in V2.
void Assembler::noteSampleRests(const Chunk &chunk)
{
    if (chunk.sampleRests.empty())
        return;
    const bool isQueue = chunk.format == SampleFormat::V1;
    m_log.add(
        {isQueue ? "queue-addresses" : "unknown-sample-members", "backend", Severity::Note,
         "profile.samples",
         isQueue ? "queue_address is not kept" : "members that no text describes are not kept",
         chunk.sampleRests.size()});
}

// Returns the stack, in which `thread` was sampled. It is built from the last path of that thread,
// as the stacks of one thread are much alike.
StackIndex Assembler::stack(const Chunk &chunk, ChunkStackIndex index, ThreadIndex thread)
{
    if (!index.isValid() || !chunk.stacks.contains(index))
        return emptyStack;
    auto &known = m_stacks[index.row()];
    if (known.isValid())
        return known;
    m_path.clear();
    for (const auto row : chunk.stacks[index]) {
        if (row.isValid() && row.row() < chunk.frames.size())
            m_path.push_back(frame(chunk, row));
    }
    if (thread.row() >= m_lastPaths.size())
        m_lastPaths.resize(thread.row() + 1);
    known = m_builder.stackFromLeafFirst(m_path, m_lastPaths[thread.row()]);
    return known;
}

FrameIndex Assembler::frame(const Chunk &chunk, ChunkFrameIndex index)
{
    auto &known = m_frames[index.row()];
    if (!known.isValid())
        known = makeFrame(chunk, chunk.frames[index.row()]);
    return known;
}

FrameIndex Assembler::makeFrame(const Chunk &chunk, const ChunkFrame &frame)
{
    Function function;
    function.name = text(chunk, frame.function);
    function.module = text(chunk, frame.module);
    function.package = text(chunk, frame.package);
    function.file = text(chunk, frame.filename);
    function.absPath = text(chunk, frame.absPath);

    Frame row;
    row.line = frame.line.value_or(0);
    row.column = frame.column.value_or(0);
    row.address = frame.instructionAddress;
    row.inApp = frame.inApp;
    row.inAppOfFile = frame.inAppOfFile;
    row.attributes = frameAttributes(chunk, frame);
    if (frame.platform.isValid()
        && chunk.text(frame.platform) != chunk.text(chunk.metadata.platform))
        row.platform = text(chunk, frame.platform);
    if (frame.instructionAddress && chunk.text(frame.function).empty()) {
        row.image = imageAt(*frame.instructionAddress);
        // The location of the code is known, but the backend has no package: it stays empty.
        if (row.image.isValid() && !function.package.isValid())
            function.package = m_builder.string("");
    }
    row.function = m_builder.function(function);
    return m_builder.frame(row);
}

// Keeps members of the frame. A line or column 0 means none in the profile, so it is kept as a
// member to be written again.
StringIndex Assembler::frameAttributes(const Chunk &chunk, const ChunkFrame &frame)
{
    std::string members;
    if (frame.line == 0U)
        members += R"(,"lineno":0)";
    if (frame.column == 0U)
        members += R"(,"colno":0)";
    if (members.empty())
        return text(chunk, frame.rest);
    auto object = frame.rest.isValid() ? std::string(chunk.text(frame.rest)) : std::string("{}");
    object.pop_back();
    return m_builder.string(object + members.substr(object.size() == 1 ? 1 : 0) + '}');
}

ImageIndex Assembler::imageAt(std::uint64_t address) const
{
    auto after = m_imagesByAddress.upper_bound(address);
    if (after == m_imagesByAddress.begin())
        return {};
    const auto index = std::prev(after)->second;
    const Image &image = m_builder.tables().images[index];
    return address - image.address < image.size ? index : ImageIndex();
}

void Assembler::addMeasurements(const Chunk &chunk)
{
    for (const ChunkMeasurement &measurement : chunk.measurements) {
        const auto unit = chunk.text(measurement.unit);
        const auto longForm = longUnit(unit);
        const auto index = series(text(chunk, measurement.name),
                                  m_builder.string(longForm.empty() ? unit : longForm));
        for (const ChunkMeasurementValue &value : measurement.values)
            m_builder.addMeasurementValue(index, {value.time, value.value});
    }
}

// Finds or adds a series. Series of one name and different units are separate: their numbers cannot
// be compared.
MeasurementIndex Assembler::series(StringIndex name, StringIndex unit)
{
    const auto [place, isNew] = m_series.try_emplace({name, unit});
    if (isNew) {
        Measurement measurement;
        measurement.process = m_process;
        measurement.name = name;
        measurement.unit = unit;
        place->second = m_builder.addMeasurement(std::move(measurement));
    }
    return place->second;
}

// Whether there is a gap between the earlier chunks and this one.
bool Assembler::isBehindGap(const Chunk &chunk, bool isDated) const
{
    auto start = Timestamp::max();
    for (const ChunkSample &sample : chunk.samples) {
        if (!isDated || !isWithoutTime(sample))
            start = std::min(start, sample.time);
    }
    return m_hasSamples && !chunk.samples.empty() && start - m_end >= shortestGap;
}

// Adds a gap mark that ends the thread's calls with the last chunk, instead of with this one.
void Assembler::endBeforeGap(ThreadIndex thread)
{
    if (thread.row() >= m_ongoing.size() || !m_ongoing[thread.row()].hasCalls)
        return;
    const auto &ongoing = m_ongoing[thread.row()];
    if (ongoing.since > m_end || ongoing.source == SourceIndex(m_builder.tables().sources.size()))
        return;
    m_builder.addSample(thread, {m_end, emptyStack, {}, SourceIndex()}); // a gap mark
    m_ongoing[thread.row()].hasCalls = false;
}

void Assembler::remember(ThreadIndex thread, const NewSample &sample)
{
    if (thread.row() >= m_ongoing.size())
        m_ongoing.resize(thread.row() + 1);
    auto &ongoing = m_ongoing[thread.row()];
    if (ongoing.source == sample.source && sample.time < ongoing.since)
        return;
    ongoing = {sample.stack != emptyStack, sample.time, sample.source};
}

// Adds a gap as events, as the durations of samples do not show it: the backend draws the last
// stack through it.
void Assembler::markGap(TimeRange range)
{
    if (m_hasSamples && range.start - m_end >= shortestGap) {
        const auto text = m_builder.string(betweenChunks);
        m_builder.addEvent({m_end, CaptureEventKind::Paused, 0, text});
        m_builder.addEvent({range.start, CaptureEventKind::Resumed, 0, text});
    }
    m_end = m_hasSamples ? std::max(m_end, range.end) : range.end;
    m_hasSamples = true;
}

} // namespace ember::model::sentry
