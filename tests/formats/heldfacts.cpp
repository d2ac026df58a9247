// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/heldfacts.h"

#include "model/profile/profile.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

namespace ember::tests {

using namespace model;

namespace {

std::string baseName(const std::string &path)
{
    return path.substr(path.rfind('/') + 1);
}

std::string endOf(Nanoseconds end)
{
    return "ends at " + std::to_string(end.count());
}

class Facts {
public:
    Facts(const Profile &profile, Part part, Called called)
        : m_profile(profile),
          m_part(part),
          m_called(called)
    {
    }

    std::set<std::string> all()
    {
        addSamples();
        for (const Thread &thread : m_profile.tables().threads)
            addThread(thread);
        addProcesses();
        addRest();
        return std::move(m_facts);
    }

private:
    template<typename... Values>
    void say(Part part, const Values &...values)
    {
        if (part != m_part)
            return;
        std::ostringstream text;
        ((text << values << " | "), ...);
        m_facts.insert(text.str());
    }

    static std::string at(const std::optional<Timestamp> &time)
    {
        return time ? std::to_string(toNs(*time)) : std::string("-");
    }

    std::string text(StringIndex index) const { return std::string(m_profile.text(index)); }

    std::string nameOf(FrameIndex index) const
    {
        const auto function = m_profile.frame(index).function;
        const bool isRaw = m_called == Called::ByRawName && function.isValid()
            && !text(m_profile.function(function).rawName).empty();
        return isRaw ? text(m_profile.function(function).rawName) : frameName(m_profile, index);
    }

    void addLabels(const std::string &leaf, const std::string &json);
    void addSamples();
    void addFrame(FrameIndex index);
    void addThread(const Thread &thread);
    void addProcesses();
    void addRun(const Process &process);
    void addImage(const Image &image);
    void addStatistics(const CaptureStatistics &figures);
    void sayState(const std::string &leaf, const SampleDetail &detail);
    void addRest();

    const Profile &m_profile;
    Part m_part;
    Called m_called;
    std::set<std::string> m_facts;
};

// [["key","text"],["key",1,"unit"]]
void Facts::addLabels(const std::string &leaf, const std::string &json)
{
    for (std::size_t at = json.find('[', 1); at < json.size();) {
        const auto end = std::min(json.find("],[", at), json.size() - 2);
        say(Part::Labels, leaf, json.substr(at + 1, end - at - 1));
        at = end + 2;
    }
}

void Facts::sayState(const std::string &leaf, const SampleDetail &detail)
{
    say(Part::States, leaf, int(detail.state), detail.cpuNs, detail.stopNs, int(detail.call));
}

void Facts::addSamples()
{
    std::map<std::string, double> sums;
    const auto start = m_profile.timeRange().start;
    const bool isTimed = m_profile.tables().origin != TimeOrigin::None;
    for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
        const auto &samples = m_profile.samples(ThreadIndex(row));
        const auto last = lastDuration(m_profile, ThreadIndex(row));
        if (m_part == Part::LastDurations && last.count() > 0)
            m_facts.insert(endOf(samples.times.back() - start + last));
        for (std::size_t at = 0; at < samples.size(); ++at) {
            const SampleIndex sample(at);
            auto stack = samples.stacks[sample];
            const auto leaf =
                stack == emptyStack ? std::string() : nameOf(m_profile.stack(stack).frame);
            if (isTimed)
                say(Part::Times, (samples.times[sample] - start).count(), leaf);
            if (!samples.labels.isEmpty() && samples.labels[sample].isValid())
                addLabels(leaf, text(samples.labels[sample]));
            if (at < samples.details.size())
                sayState(leaf, samples.details[sample]);
            if (samples.source(sample).row() > 0)
                say(Part::Sources, samples.source(sample).row());
            for (const auto &column : samples.values) {
                const auto &type = m_profile.tables().valueTypes[column.type];
                if (column.values[sample] == column.values[sample])
                    sums[text(type.type) + '/' + text(type.unit)] += column.values[sample];
            }
            for (; stack != emptyStack; stack = m_profile.stack(stack).parent)
                addFrame(m_profile.stack(stack).frame);
        }
    }
    if (sums.size() > (isTimed ? 0U : 1U)) {
        for (const auto &[type, sum] : sums)
            say(Part::Values, type, sum);
    }
}

void Facts::addFrame(FrameIndex index)
{
    const Frame &frame = m_profile.frame(index);
    const auto name = nameOf(index);
    if (frame.line != 0)
        say(Part::Lines, name, frame.line);
    if (frame.column != 0)
        say(Part::Columns, name, frame.column);
    if (frame.address)
        say(Part::Addresses, name, "start", *frame.address);
    if (frame.pc != 0)
        say(Part::Addresses, name, "pc", frame.pc);
    if (frame.inlined == Inlined::Yes)
        say(Part::Inlining, name);
    if (frame.inApp != InApp::Unset)
        say(Part::InApp, name, int(frame.inApp));
    if (frame.platform.isValid())
        say(Part::FramePlatforms, name, text(frame.platform));
    if (frame.attributes.isValid())
        say(Part::FrameFacts, name, text(frame.attributes));
    if (!frame.function.isValid())
        return;
    const auto &function = m_profile.function(frame.function);
    const auto file = text(function.file);
    const auto path = text(function.absPath);
    if (function.module.isValid())
        say(Part::Modules, name, text(function.module));
    if (!text(function.package).empty())
        say(Part::Packages, name, text(function.package));
    if (!file.empty() || !path.empty())
        say(Part::Files, name, baseName(file.empty() ? path : file));
    if (!file.empty() && !path.empty())
        say(Part::Paths, name, file, path);
    if (!text(function.rawName).empty() && function.rawName != function.name)
        say(Part::NonUtf8Names, name, text(function.rawName));
    if (function.startLine != 0)
        say(Part::StartLines, name, function.startLine);
}

void Facts::addThread(const Thread &thread)
{
    const auto id = text(thread.id);
    const auto name = text(thread.name).empty() ? id : text(thread.name);
    if (!name.empty())
        say(Part::Threads, name);
    if (!id.empty())
        say(Part::ThreadIds, id);
    if (thread.isMain)
        say(Part::MainThreads, name);
    if (thread.priority)
        say(Part::Priorities, name, *thread.priority);
    if (thread.start || thread.end)
        say(Part::ThreadLives, name, at(thread.start), at(thread.end));
}

void Facts::addProcesses()
{
    const auto &processes = m_profile.tables().processes;
    for (std::size_t row = 0; row < processes.size(); ++row) {
        const Process &process = processes[ProcessIndex(row)];
        if (row > 0)
            say(Part::Processes, row);
        if (process.pid != 0)
            say(Part::ProcessIds, process.pid);
        if (!text(process.name).empty())
            say(Part::ProcessNames, text(process.name));
        if (!text(process.executable).empty())
            say(Part::Executables, text(process.executable));
        addRun(process);
    }
}

void Facts::addRun(const Process &process)
{
    const bool hasRun = process.parent.isValid() || process.start || process.end || process.exit
        || !text(process.command).empty() || !text(process.workingDirectory).empty();
    const auto exit = process.exit.value_or(ExitStatus{});
    if (hasRun)
        say(Part::ProcessRuns, text(process.command), text(process.workingDirectory),
            at(process.start), at(process.end), process.parent.isValid(), process.exit.has_value(),
            exit.code, exit.bySignal, exit.coreDumped);
    std::string release;
    for (const auto part : {process.profilerId, process.platform, process.release,
                            process.environment, process.dist, process.sdkName, process.sdkVersion})
        release += text(part) + " | ";
    if (release.find_first_not_of(" |") != std::string::npos)
        say(Part::Releases, release);
}

void Facts::addImage(const Image &image)
{
    const auto file = text(image.codeFile);
    say(Part::Images, file, image.address, image.size, text(image.codeId));
    const bool hasFacts = !text(image.debugFile).empty() || !text(image.debugId).empty()
        || image.bias != 0 || image.loaded || image.unloaded;
    if (hasFacts)
        say(Part::ImageFacts, file, text(image.debugFile), text(image.debugId), image.bias,
            at(image.loaded), at(image.unloaded));
    if (!text(image.type).empty())
        say(Part::ImageFacts, file, text(image.type));
    for (const auto &attribute : image.attributes)
        say(Part::ImageFacts, file, text(attribute.key), text(attribute.json));
}

void Facts::addStatistics(const CaptureStatistics &figures)
{
    if (figures.rateHz == 0)
        return;
    say(Part::Statistics, figures.rateHz, figures.ticks, figures.missedTicks, figures.suspensions,
        figures.reused, figures.dropped, figures.nativeStacks, figures.rootsReached,
        figures.stopTotal.count(), figures.stopP50.count(), figures.stopP99.count());
    for (const auto frames : figures.framesByMethod)
        say(Part::Statistics, frames);
}

void Facts::addRest()
{
    const auto &tables = m_profile.tables();
    if (tables.origin == TimeOrigin::UnixEpoch || tables.start)
        say(Part::Dates, toNs(m_profile.timeRange().start));
    for (const Source &source : tables.sources) {
        for (const auto &attribute : source.attributes)
            say(Part::SourceFacts, text(attribute.key), text(attribute.json));
    }
    for (const Image &image : tables.images)
        addImage(image);
    for (const Measurement &series : tables.measurements) {
        series.values.forEach([&](std::size_t, const MeasurementValue &value) {
            const auto since = value.time - m_profile.timeRange().start;
            say(Part::Measurements, text(series.name), text(series.unit), since.count(),
                value.value);
        });
    }
    tables.threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
        say(Part::ThreadChanges, toNs(change.time), text(change.name),
            change.priority.value_or(-1000));
    });
    tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        const auto transaction = span.transaction.isValid()
            ? text(tables.transactions[span.transaction].spanId)
            : std::string("none");
        say(Part::Spans, text(span.name), toNs(span.start), toNs(span.end), text(span.op),
            text(span.id), text(span.parent), text(span.status), transaction);
    });
    tables.transactions.forEach([&](std::size_t, const Transaction &own) {
        say(Part::Spans, text(own.name), toNs(own.start), toNs(own.end), text(own.op),
            text(own.traceId), text(own.spanId), text(own.parent), text(own.status),
            text(own.profilerId), text(own.event));
    });
    tables.output.forEach([&](std::size_t, const OutputLine &line) {
        say(Part::Output, toNs(line.time), int(line.stream), text(line.text));
    });
    tables.events.forEach([&](std::size_t, const CaptureEvent &event) {
        say(Part::Events, toNs(event.time), int(event.kind), event.count, text(event.text));
    });
    addStatistics(tables.statistics);
}

} // namespace

std::set<std::string> lastEnds(const Profile &profile)
{
    std::set<std::string> ends;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        if (!times.isEmpty())
            ends.insert(endOf(times.back() - profile.timeRange().start
                              + lastDuration(profile, ThreadIndex(row))));
    }
    return ends;
}

std::set<std::string> factsOf(const Profile &profile, Part part, Called called)
{
    return Facts(profile, part, called).all();
}

} // namespace ember::tests
