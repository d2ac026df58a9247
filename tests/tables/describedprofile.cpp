// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tables/describedprofile.h"

#include <bit>
#include <map>
#include <sstream>

namespace ember::tests {

using namespace ember::model;

namespace {

class Describer {
public:
    explicit Describer(const Profile &profile) : m_profile(profile) { }

    std::string describe()
    {
        const ProfileTables &tables = m_profile.tables();
        line("origin", int(tables.origin));
        for (const Source &source : tables.sources)
            add(source);
        for (const Process &process : tables.processes)
            add(process);
        for (const Image &image : tables.images)
            add(image);
        for (const ValueType &type : tables.valueTypes)
            line("value type", text(type.type), text(type.unit), int(type.kind));
        line("main value", tables.mainValue.raw());
        for (std::size_t row = 0; row < m_profile.threadCount(); ++row)
            addThread(ThreadIndex(row));
        addRest();
        return m_out.str();
    }

private:
    template<typename... Values>
    void line(const char *what, Values... values)
    {
        m_out << what;
        ((m_out << " | " << values), ...);
        m_out << '\n';
    }

    std::string text(StringIndex index) const
    {
        return index.isValid() ? '"' + std::string(m_profile.text(index)) + '"' : "-";
    }

    static std::string time(const std::optional<Timestamp> &time)
    {
        return time ? std::to_string(toNs(*time)) : "-";
    }

    template<typename Number>
    static std::string number(const std::optional<Number> &number)
    {
        return number ? std::to_string(*number) : "-";
    }

    static std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

    void add(const std::vector<Attribute> &attributes)
    {
        for (const Attribute &attribute : attributes)
            line("  attribute", text(attribute.key), text(attribute.json));
    }

    void add(const Source &source)
    {
        line("source", text(source.type), text(source.uri), text(source.chunkId),
             source.process.raw(), toNs(source.range.start), toNs(source.range.end), source.samples,
             source.bytes);
        add(source.attributes);
    }

    void add(const Process &process)
    {
        line("process", process.pid, process.parent.raw(), text(process.name),
             text(process.command), text(process.executable), text(process.workingDirectory),
             text(process.profilerId), text(process.platform), text(process.release),
             text(process.environment), text(process.dist), text(process.sdkName),
             text(process.sdkVersion), time(process.start), time(process.end), process.launched);
        if (process.exit)
            line("  exit", process.exit->code, process.exit->bySignal, process.exit->coreDumped);
    }

    void add(const Image &image)
    {
        line("image", image.process.raw(), text(image.type), text(image.codeFile),
             text(image.debugFile), text(image.debugId), text(image.codeId), image.address,
             image.size, image.bias, time(image.loaded), time(image.unloaded), int(image.symbols));
        add(image.attributes);
    }

    std::string function(FunctionIndex index) const
    {
        if (!index.isValid())
            return "none";
        const Function &function = m_profile.function(index);
        return text(function.name) + text(function.rawName) + text(function.module)
            + text(function.package) + text(function.file) + text(function.absPath) + ' '
            + std::to_string(function.startLine);
    }

    int stack(StackIndex index)
    {
        const auto [known, isNew] = m_stacks.try_emplace(index, int(m_stacks.size()));
        if (!isNew)
            return known->second;
        line("stack", known->second);
        for (; index != emptyStack; index = m_profile.stack(index).parent) {
            const Frame &frame = m_profile.frame(m_profile.stack(index).frame);
            line("  frame", function(frame.function), frame.line, frame.column,
                 number(frame.address), frame.pc, frame.image.raw(), int(frame.inApp),
                 int(frame.inAppOfFile.value_or(InApp::Unset)), int(frame.inlined),
                 text(frame.platform), text(frame.attributes));
        }
        return known->second;
    }

    void addThread(ThreadIndex index)
    {
        const Thread &thread = m_profile.thread(index);
        const ThreadSamples &samples = m_profile.samples(index);
        line("thread", thread.process.raw(), text(thread.id), text(thread.name),
             number(thread.priority), time(thread.start), time(thread.end), thread.isMain,
             samples.size());
        for (std::size_t row = 0; row < samples.size(); ++row)
            addSample(samples, SampleIndex(row));
    }

    void addSample(const ThreadSamples &samples, SampleIndex index)
    {
        line("sample", toNs(samples.times[index]), stack(samples.stacks[index]),
             samples.source(index).raw());
        if (!samples.labels.isEmpty())
            line("  labels", text(samples.labels[index]));
        if (index.row() < samples.details.size()) {
            const SampleDetail &detail = samples.details[index];
            line("  detail", detail.cpuNs, detail.stopNs, int(detail.state), int(detail.call));
        }
        for (const ValueColumn &column : samples.values) {
            if (column.values[index] == column.values[index]) // not NaN
                line("  value", column.type.raw(), bits(column.values[index]));
        }
    }

    void addRest()
    {
        const ProfileTables &tables = m_profile.tables();
        for (const Measurement &series : tables.measurements) {
            line("measurement", series.process.raw(), text(series.name), text(series.unit));
            series.values.forEach([&](std::size_t, const MeasurementValue &value) {
                line("  at", toNs(value.time), bits(value.value));
            });
        }
        tables.threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
            line("change", change.thread.raw(), toNs(change.time), text(change.name),
                 number(change.priority));
        });
        for (const CutRoot &root : tables.cutRoots)
            line("cut", stack(root.stack), root.samples);
        tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
            line("span", span.process.raw(), span.thread.raw(), text(span.name), toNs(span.start),
                 toNs(span.end), text(span.op), text(span.id), text(span.parent), text(span.status),
                 span.transaction.raw());
        });
        tables.transactions.forEach([&](std::size_t, const Transaction &own) {
            line("transaction", own.process.raw(), own.thread.raw(), text(own.name), text(own.op),
                 text(own.traceId), text(own.spanId), text(own.parent), text(own.status),
                 text(own.profilerId), toNs(own.start), toNs(own.end), text(own.event));
        });
        tables.events.forEach([&](std::size_t, const CaptureEvent &event) {
            line("event", toNs(event.time), int(event.kind), event.count, text(event.text));
        });
        tables.output.forEach([&](std::size_t, const OutputLine &output) {
            line("output", toNs(output.time), int(output.stream), text(output.text));
        });
        const CaptureStatistics &figures = tables.statistics;
        line("statistics", figures.rateHz, figures.ticks, figures.missedTicks, figures.suspensions,
             figures.reused, figures.dropped, figures.nativeStacks, figures.rootsReached,
             figures.stopTotal.count(), figures.stopP50.count(), figures.stopP99.count());
        for (const auto frames : figures.framesByMethod)
            line("  frames", frames);
    }

    const Profile &m_profile;
    std::map<StackIndex, int> m_stacks{{emptyStack, 0}};
    std::ostringstream m_out;
};

} // namespace

std::string described(const Profile &profile)
{
    return Describer(profile).describe();
}

std::string firstDifference(const Profile &left, const Profile &right)
{
    std::istringstream leftLines(described(left));
    std::istringstream rightLines(described(right));
    for (;;) {
        std::string leftLine;
        std::string rightLine;
        const bool isLeft = bool(std::getline(leftLines, leftLine));
        const bool isRight = bool(std::getline(rightLines, rightLine));
        if (leftLine != rightLine || isLeft != isRight)
            return leftLine + "  <>  " + rightLine;
        if (!isLeft)
            return {};
    }
}

} // namespace ember::tests
