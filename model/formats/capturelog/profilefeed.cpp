// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/profilefeed.h"

#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/symbolcodec.h"
#include "model/formats/capturelog/validutf8.h"
#include "model/profile/debugid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ember::model::capturelog {

namespace {

std::string_view baseName(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::uint32_t saturated(Nanoseconds duration)
{
    const auto most = std::int64_t(std::numeric_limits<std::uint32_t>::max());
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(duration.count(), 0, most));
}

} // namespace

ProfileFeed::ProfileFeed(std::string name, ProfileBuilder &builder, const ReadOptions &options)
    : m_name(std::move(name)),
      m_builder(builder),
      m_options(options),
      m_names(options.resolver),
      m_stacks(builder, m_names),
      m_output(builder)
{
}

RecordOutcome ProfileFeed::take(const RawRecord &record)
{
    if (!m_segment && record.type != RecordType::Segment)
        return RecordOutcome::Malformed;
    ByteReader from(record.payload);
    m_malformed = false;
    takeRecord(record.type, from);
    return from.hasFailed() || m_malformed ? RecordOutcome::Malformed : RecordOutcome::Taken;
}

void ProfileFeed::takeRecord(RecordType type, ByteReader &from)
{
    const auto base = m_segment ? m_segment->start : Timestamp();
    // A record is used when all of it could be read.
    const auto use = [&](auto record, auto member) {
        if (!from.hasFailed())
            (this->*member)(record);
    };
    using enum RecordType;
    switch (type) {
    case Segment: use(decodeSegment(from), &ProfileFeed::takeSegment); break;
    case SegmentEnd: decodeSegmentEnd(from, base); break;
    case Process: use(decodeProcess(from, base), &ProfileFeed::takeProcess); break;
    case ProcessEnd: use(decodeProcessEnd(from, base), &ProfileFeed::takeProcessEnd); break;
    case Thread: use(decodeThread(from, base), &ProfileFeed::takeThread); break;
    case ThreadChange: use(decodeThreadChange(from, base), &ProfileFeed::takeThreadChange); break;
    case ThreadEnd: use(decodeThreadEnd(from, base), &ProfileFeed::takeThreadEnd); break;
    case Image: use(decodeImage(from, base), &ProfileFeed::takeImage); break;
    case ImageUnload: use(decodeImageUnload(from, base), &ProfileFeed::takeImageUnload); break;
    case Frames:
        if (m_segmentIsWhole)
            m_stacks.takeFrames(from);
        break;
    case Stacks:
        if (m_segmentIsWhole)
            m_stacks.takeStacks(from);
        break;
    case Ticks:
        if (m_segmentIsWhole)
            m_ticks.decode(from, *this);
        break;
    case Event: use(decodeEvent(from, base), &ProfileFeed::takeEvent); break;
    case Output: use(decodeOutput(from, base), &ProfileFeed::takeOutput); break;
    case Series: use(decodeSeries(from), &ProfileFeed::takeSeries); break;
    case Value: use(decodeValue(from, base), &ProfileFeed::takeValue); break;
    case Symbols: use(decodeSymbols(from), &ProfileFeed::takeSymbols); break;
    case End: use(decodeEnd(from, base), &ProfileFeed::takeEnd); break;
    case Bookmark: break;
    }
    // Other types come from newer minor versions.
}

void ProfileFeed::takeSegment(const SegmentRecord &segment)
{
    const bool isFirst = !m_segment;
    m_segment = segment;
    m_segmentIsWhole = true;
    m_stacks.startSegment();
    m_ticks.startSegment(segment.start, segment.period);
    if (!isFirst)
        return;
    m_lastTime = segment.start;
    m_start = segment.start;
    m_builder.statistics().rateHz =
        std::isfinite(segment.rateHz) && segment.rateHz > 0 ? segment.rateHz : 0;
    Source source;
    source.type = m_builder.string("emberchart");
    source.uri = m_builder.string(validUtf8(m_name));
    for (const auto &entry : segment.metadata) {
        source.attributes.push_back(
            {m_builder.string(validUtf8(entry.key)), m_builder.string(validUtf8(entry.json))});
    }
    m_source = m_builder.addSource(std::move(source));
}

void ProfileFeed::takeProcess(const ProcessRecord &record)
{
    if (m_processes.contains(record.serial))
        return; // said again at the start of a segment
    model::Process process;
    process.pid = record.pid;
    process.parent = processIndex(record.parent);
    process.name = m_builder.string(validUtf8(baseName(record.executable)));
    process.command = m_builder.string(validUtf8(record.command));
    process.executable = m_builder.string(validUtf8(record.executable));
    process.profilerId = m_builder.string(validUtf8(record.profilerId));
    process.platform = m_builder.string("native");
    process.sdkName = m_builder.string("emberchart");
    process.sdkVersion = m_builder.string(EMBER_VERSION);
    process.start = record.start;
    process.launched = record.launched;
    const auto index = m_builder.addProcess(process);
    m_processes.emplace(record.serial, KnownProcess{index, record.executable, record.launched});
    if (record.launched && !m_launched.isValid()) {
        m_launched = index;
        m_builder.source(m_source).process = index;
    }
}

ProcessIndex ProfileFeed::processIndex(ProcessSerial serial) const
{
    const auto known = m_processes.find(serial);
    return known == m_processes.end() ? ProcessIndex() : known->second.index;
}

void ProfileFeed::takeProcessEnd(const ProcessEndRecord &end)
{
    const auto index = processIndex(end.process);
    if (!index.isValid())
        return;
    m_builder.process(index).end = end.time;
    m_builder.process(index).exit = end.exit;
}

void ProfileFeed::takeThread(const ThreadRecord &record)
{
    m_ticks.addThread(record.serial);
    if (m_threads.contains(record.serial))
        return;
    model::Thread thread;
    thread.process = processIndex(record.process);
    thread.id = m_builder.string(std::to_string(record.tid));
    if (!record.name.empty())
        thread.name = m_builder.string(validUtf8(record.name));
    thread.priority = record.priority;
    thread.start = record.start;
    thread.isMain = record.isMain;
    m_threads.emplace(record.serial, m_builder.addThread(thread));
}

void ProfileFeed::takeThreadChange(const ThreadChangeRecord &change)
{
    const auto thread = m_threads.find(change.thread);
    if (thread == m_threads.end())
        return;
    const auto name =
        change.name.empty() ? StringIndex() : m_builder.string(validUtf8(change.name));
    m_builder.addThreadChange({thread->second, change.time, name, change.priority});
}

void ProfileFeed::takeThreadEnd(const ThreadEndRecord &end)
{
    m_ticks.removeThread(end.thread);
    if (const auto thread = m_threads.find(end.thread); thread != m_threads.end())
        m_builder.thread(thread->second).end = end.time;
}

void ProfileFeed::takeImage(const ImageRecord &record)
{
    if (m_images.contains(record.serial))
        return;
    const auto process = m_processes.find(record.process);
    model::Image image;
    image.process = processIndex(record.process);
    image.type = m_builder.string("symbolic");
    image.codeFile = m_builder.string(validUtf8(record.path));
    if (!record.buildId.empty()) {
        image.codeId = m_builder.string(validUtf8(record.buildId));
        image.debugId = m_builder.string(debugIdFromBuildId(record.buildId));
    }
    image.address = record.address;
    image.size = record.size;
    image.bias = record.bias;
    image.loaded = record.loaded;
    const auto index = m_builder.addImage(std::move(image));
    m_images.emplace(record.serial, index);

    InApp inApp = InApp::Unset;
    if (m_options.inApp != nullptr && process != m_processes.end()) {
        const auto &known = process->second;
        inApp = m_options.inApp->of(record.path, known.launched ? known.executable : std::string());
    }
    m_stacks.addImage(record, index, inApp);
}

void ProfileFeed::takeImageUnload(const ImageUnloadRecord &unload)
{
    if (const auto image = m_images.find(unload.image); image != m_images.end())
        m_builder.image(image->second).unloaded = unload.time;
}

void ProfileFeed::takeEvent(const EventRecord &event)
{
    auto &statistics = m_builder.statistics();
    if (event.kind == CaptureEventKind::MissedTicks)
        statistics.missedTicks += event.count;
    if (event.kind == CaptureEventKind::Dropped)
        statistics.dropped += event.count;
    const auto text = event.text.empty() ? StringIndex() : m_builder.string(validUtf8(event.text));
    m_builder.addEvent({event.time, event.kind, event.count, text});
}

void ProfileFeed::takeSeries(const SeriesRecord &record)
{
    if (m_series.contains(record.serial))
        return;
    Measurement series;
    series.process = processIndex(record.process);
    series.name = m_builder.string(validUtf8(record.name));
    series.unit = m_builder.string(validUtf8(record.unit));
    m_series.emplace(record.serial, m_builder.addMeasurement(std::move(series)));
}

void ProfileFeed::takeValue(const ValueRecord &value)
{
    if (const auto series = m_series.find(value.series); series != m_series.end())
        m_builder.addMeasurementValue(series->second, {value.time, value.value});
}

void ProfileFeed::takeSymbols(ImageSymbols symbols)
{
    m_names.add(std::move(symbols));
}

void ProfileFeed::takeEnd(const EndRecord &end)
{
    m_ended = true;
    const auto text = end.text.empty() ? StringIndex() : m_builder.string(validUtf8(end.text));
    m_builder.addEvent({end.time, CaptureEventKind::Stopped, 0, text});
}

void ProfileFeed::beginTick(Timestamp time)
{
    ++m_builder.statistics().ticks;
    m_lastTime = time;
}

void ProfileFeed::sample(Timestamp time, const TickSample &sample)
{
    const auto *stack = m_stacks.find(sample.stack);
    const auto thread = m_threads.find(sample.thread);
    if (stack == nullptr || thread == m_threads.end()) {
        m_malformed = true;
        return;
    }
    if (!wantsMore())
        return;
    ++m_samples;
    const SampleDetail detail{saturated(sample.cpu), saturated(sample.stop), sample.state};
    m_builder.addSample(thread->second, {time, stack->index, detail});
    m_firstSample = std::min(m_firstSample.value_or(time), time);
    m_lastSample = std::max(m_lastSample.value_or(time), time);
    count(sample, *stack);
}

void ProfileFeed::count(const TickSample &sample, const KnownStack &stack)
{
    auto &statistics = m_builder.statistics();
    if (sample.kind == SampleKind::Credited) {
        ++statistics.reused;
        return;
    }
    if (sample.stop > Nanoseconds(0)) {
        ++statistics.suspensions;
        m_stops.add(sample.stop);
    }
    if (stack.index == emptyStack)
        return;
    ++statistics.nativeStacks;
    statistics.rootsReached += stack.rootReached ? 1 : 0;
    for (std::size_t method = 0; method < stack.framesByMethod.size(); ++method)
        statistics.framesByMethod[method] += stack.framesByMethod[method];
}

void ProfileFeed::publish(std::uint64_t logBytes)
{
    if (!m_source.isValid())
        return;
    auto &source = m_builder.source(m_source);
    source.bytes = logBytes;
    source.samples = m_samples;
    if (m_firstSample)
        source.range = {*m_firstSample, *m_lastSample};
    m_builder.statistics().stopP50 = m_stops.quantile(0.50);
    m_builder.statistics().stopP99 = m_stops.quantile(0.99);
}

void ProfileFeed::finish()
{
    m_output.finish();
    const auto &tables = m_builder.tables();
    for (const auto &[serial, index] : m_images) {
        const auto &image = tables.images[index];
        const auto state =
            m_names.state({tables.strings[image.codeFile], tables.strings[image.debugId],
                           tables.strings[image.codeId], image.address, image.size, image.bias});
        if (state != image.symbols)
            m_builder.image(index).symbols = state;
    }
}

void ProfileFeed::addDamage(std::uint64_t bytes)
{
    m_builder.addEvent({m_lastTime, CaptureEventKind::Damaged, bytes, {}});
}

} // namespace ember::model::capturelog
