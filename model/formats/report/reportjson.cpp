// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/reportjson.h"

#include "model/answers/profileanswer.h"
#include "model/formats/report/answerjson.h"
#include "model/formats/report/figures.h"
#include "model/json/jsontext.h"
#include "model/profile/samplerows.h"
#include "model/query/secondrecords.h"
#include "model/query/summary.h"
#include "model/query/threadstatistics.h"
#include "model/query/weights.h"

#include <array>
#include <set>
#include <vector>

namespace ember::model::report {

namespace {

std::string_view fileOf(const Profile &profile, const Frame &frame)
{
    return frame.function.isValid() ? profile.text(profile.function(frame.function).file)
                                    : std::string_view();
}

void writeInApp(JsonWriter &json, InApp inApp)
{
    json.key("in_app");
    // Like the backend, counts a frame without in_app as in-app.
    json.boolean(inApp != InApp::No);
}

void beginNode(JsonWriter &json, const Profile &profile, const CallNode &node)
{
    const Frame &frame = profile.frame(node.frame);
    json.beginObject();
    json.key("name").value(nodeName(profile, node.frame));
    json.key("module").value(moduleName(profile, node.frame));
    json.key("file").value(fileOf(profile, frame));
    json.key("line").value(frame.line);
    writeInApp(json, frame.inApp);
    json.key("start_ns").value(toNs(node.start));
    json.key("duration_ns").value(node.duration.count());
    json.key("samples").value(node.samples);
    if (profile.tables().origin == TimeOrigin::None)
        json.key("value").value(node.value);
    json.key("children").beginArray();
}

void endNode(JsonWriter &json)
{
    json.end();
    json.end();
}

// Writes the calls of a tree, nested. Returns false as soon as the sink does.
bool writeNodes(JsonWriter &json, const Profile &profile, const CallTree &tree,
                const TextSink &sink)
{
    constexpr std::size_t piece = 4096; // calls per piece of the text
    std::size_t open = 0;
    std::size_t written = 0;
    for (const CallNode &node : tree.nodes) {
        if (++written % piece == 0 && !sink(json.take()))
            return false;
        for (; open > node.depth; --open)
            endNode(json);
        beginNode(json, profile, node);
        ++open;
    }
    for (; open > 0; --open)
        endNode(json);
    return true;
}

std::string_view noiseName(Noise noise)
{
    switch (noise) {
    case Noise::Within: return "within";
    case Noise::Beyond: return "beyond";
    case Noise::Unknown: break;
    }
    return "unknown";
}

void writeSide(JsonWriter &json, std::string_view key, const ImportedProfile &imported,
               const ComparedSide &side)
{
    const Profile &profile = *imported.profile;
    json.key(key).beginObject();
    json.key("file").value(imported.files.empty() ? std::string_view() : imported.files.front());
    json.key("format").value(imported.format);
    json.key("samples").value(side.calls->total.front().samples);
    json.key("duration_ns").value(profile.timeRange().duration().count());
    json.key("whole").value(side.calls->whole() * side.scale);
    json.end();
}

std::string_view countedName(Counted counted)
{
    switch (counted) {
    case Counted::All: return "all";
    case Counted::Busy: return "busy";
    case Counted::Running: return "running";
    case Counted::Waiting: break;
    }
    return "waiting";
}

void writeAmount(JsonWriter &json, std::string_view key, const ComparedAmount &amount)
{
    json.key(key).beginObject();
    json.key("before").value(amount.before);
    json.key("after").value(amount.after);
    json.key("difference").value(amount.difference());
    json.key("ratio").valueOrNull(amount.ratio());
    json.key("noise").value(noiseName(amount.noise));
    json.end();
}

std::string_view kindName(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Sum: return "sum";
    case ValueKind::Gauge: return "gauge";
    case ValueKind::Time: return "time";
    }
    return "";
}

// Writes the metadata of all processes and sources; of equal keys the first counts.
void writeMetadata(JsonWriter &json, const Profile &profile)
{
    const ProfileTables &tables = profile.tables();
    std::set<std::string_view> written;
    json.key("metadata").beginObject();
    const auto text = [&](std::string_view name, StringIndex value) {
        if (value.isValid() && written.insert(name).second)
            json.key(name).value(profile.text(value));
    };
    for (const Process &process : tables.processes) {
        text("profiler_id", process.profilerId);
        text("platform", process.platform);
        text("release", process.release);
        text("environment", process.environment);
        text("dist", process.dist);
        text("client_sdk.name", process.sdkName);
        text("client_sdk.version", process.sdkVersion);
        text("command", process.command);
        text("executable", process.executable);
    }
    for (const Source &source : tables.sources) {
        for (const Attribute &attribute : source.attributes) {
            const auto name = profile.text(attribute.key);
            if (written.insert(name).second)
                json.key(name).raw(profile.text(attribute.json));
        }
    }
    json.end();
}

void writeStates(JsonWriter &json, const ThreadSamples &samples)
{
    const auto states = threadStates(samples, SampleIndex(0), SampleIndex(samples.size()));
    if (states.known() == 0)
        return;
    json.key("states").beginObject();
    json.key("running").value(states.running);
    json.key("runnable").value(states.runnable);
    json.key("blocked").value(states.blocked);
    json.end();
    json.key("blocked_in").objects(states.blockedIn, [&](const auto &blocked) {
        json.key("call").value(systemCallText(blocked.call));
        json.key("samples").value(blocked.samples);
    });
}

void writeThreads(JsonWriter &json, const SummarisedProfile &item, const Summary &summary)
{
    const Profile &profile = *item.imported.profile;
    const auto second =
        item.selection.threads.empty() ? secondRecords(profile) : std::vector<ThreadIndex>();
    json.key("threads").beginArray();
    for (const auto &row : summary.threads) {
        if (item.isPart() && row.samples == 0)
            continue;
        const Thread &thread = profile.thread(row.thread);
        json.beginObject();
        json.key("id").value(profile.text(thread.id));
        json.key("name").value(profile.text(thread.name));
        const bool hasProcess = thread.process.isValid();
        json.key("pid").value(hasProcess ? profile.process(thread.process).pid : 0);
        json.key("process").value(hasProcess ? profile.text(profile.process(thread.process).name)
                                             : std::string_view());
        json.key("priority").valueOrNull(thread.priority);
        json.key("samples").value(row.samples);
        json.key("duration_ns").value(row.duration.count());
        json.key("running_ns").value(row.running.count());
        json.key("running_known").boolean(row.isRunningKnown);
        writeStates(json, profile.samples(row.thread));
        if (std::ranges::binary_search(second, row.thread))
            json.key("second_record").boolean(true);
        json.end();
    }
    json.end();
}

void writeFunctions(JsonWriter &json, const Summary &summary)
{
    json.key("functions").objects(summary.functions, [&](const auto &function) {
        json.key("name").value(function.name);
        json.key("module").value(function.module);
        json.key("file").value(function.file);
        json.key("self_ns").value(function.self.count());
        json.key("total_ns").value(function.total.count());
        json.key("self_samples").value(function.selfSamples);
        json.key("total_samples").value(function.totalSamples);
        json.key("busy_self_ns").value(function.busySelf.count());
        json.key("busy_total_ns").value(function.busyTotal.count());
        if (summary.weight.isValid()) {
            json.key("self").value(function.selfValue);
            json.key("total").value(function.totalValue);
        }
    });
}

void writeWeight(JsonWriter &json, const Profile &profile, const Summary &summary)
{
    if (!summary.weight.isValid())
        return;
    const ValueType &type = profile.tables().valueTypes[summary.weight];
    json.key("weight").beginObject();
    json.key("type").value(profile.text(type.type));
    json.key("unit").value(profile.text(type.unit));
    json.key("samples_without").value(summary.weightless);
    json.end();
}

void writeValues(JsonWriter &json, const Profile &profile, const Summary &summary)
{
    json.key("values").objects(summary.values, [&](const auto &figures) {
        const ValueType &type = profile.tables().valueTypes[figures.type];
        json.key("type").value(profile.text(type.type));
        json.key("unit").value(profile.text(type.unit));
        json.key("kind").value(kindName(type.kind));
        json.key("sum").valueOrNull(figures.sum);
        if (!figures.sum && figures.level.time) {
            json.key("peak").value(figures.level.peak);
            json.key("last").value(figures.level.last);
        }
    });
    json.key("measurements").objects(profile.tables().measurements, [&](const Measurement &series) {
        json.key("name").value(profile.text(series.name));
        json.key("unit").value(profile.text(series.unit));
        json.key("values").value(series.values.size());
    });
}

std::string_view threadId(const Profile &profile, ThreadIndex thread)
{
    return thread.isValid() ? profile.text(profile.thread(thread).id) : std::string_view();
}

void writeSpan(JsonWriter &json, const Profile &profile, const TracingSpan &span)
{
    json.beginObject();
    json.key("op").value(profile.text(span.op));
    json.key("description").value(profile.text(span.name));
    json.key("span_id").value(profile.text(span.id));
    json.key("parent_span_id").value(profile.text(span.parent));
    json.key("thread_id").value(threadId(profile, span.thread));
    json.key("start_ns").value(toNs(span.start));
    json.key("duration_ns").value((span.end - span.start).count());
    json.end();
}

// Returns the profiler of a transaction. One that was not read from an event was recorded, and has
// that of its process.
StringIndex profilerOf(const Profile &profile, const Transaction &transaction)
{
    const bool isRecorded = !transaction.profilerId.isValid() && !transaction.event.isValid()
        && transaction.process.isValid();
    return isRecorded ? profile.process(transaction.process).profilerId : transaction.profilerId;
}

// Writes all transactions, each with its spans; absent texts are "".
void writeTransactions(JsonWriter &json, const Profile &profile)
{
    const ProfileTables &tables = profile.tables();
    std::vector<std::vector<const TracingSpan *>> spans(tables.transactions.size());
    tables.tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        if (span.transaction.isValid())
            spans[span.transaction.row()].push_back(&span);
    });
    json.key("transactions").beginArray();
    tables.transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        json.beginObject();
        json.key("name").value(profile.text(transaction.name));
        json.key("op").value(profile.text(transaction.op));
        json.key("trace_id").value(profile.text(transaction.traceId));
        json.key("span_id").value(profile.text(transaction.spanId));
        json.key("thread_id").value(threadId(profile, transaction.thread));
        json.key("profiler_id").value(profile.text(profilerOf(profile, transaction)));
        json.key("start_ns").value(toNs(transaction.start));
        json.key("duration_ns").value((transaction.end - transaction.start).count());
        json.key("status").value(profile.text(transaction.status));
        json.key("spans").beginArray();
        for (const TracingSpan *span : spans[row])
            writeSpan(json, profile, *span);
        json.end();
        json.end();
    });
    json.end();
}

// Writes the busy time in functions without names. "code_file" and "build_id" are "" where they are
// not known.
void writeNameless(JsonWriter &json, const Profile &profile, const NamelessTime &time)
{
    json.key("nameless").beginObject();
    json.key("share").value(time.share());
    json.key("busy_ns").value(time.busy.time.count());
    json.key("self_ns").value(time.nameless.time.count());
    json.key("samples").value(time.nameless.samples);
    json.key("modules").objects(time.modules, [&](const NamelessModule &module) {
        const Image image = module.image.isValid() ? profile.image(module.image) : Image();
        json.key("module").value(module.name);
        json.key("code_file").value(profile.text(image.codeFile));
        json.key("build_id").value(profile.text(image.codeId));
        json.key("self_ns").value(module.spent.time.count());
        json.key("samples").value(module.spent.samples);
    });
    json.end();
}

void writeExit(JsonWriter &json, const Profile &profile)
{
    json.key("exit");
    const auto exit = launchedExit(profile);
    if (!exit) {
        json.null();
        return;
    }
    json.beginObject();
    json.key(exit->bySignal ? "signal" : "status").value(exit->code);
    if (exit->bySignal)
        json.key("core_dumped").boolean(exit->coreDumped);
    json.end();
}

void writeNotes(JsonWriter &json, const Profile &profile)
{
    json.key("notes").beginArray();
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Note && event.text.isValid())
            json.value(profile.text(event.text));
    });
    json.end();
}

void writeCapture(JsonWriter &json, const Profile &profile, const Summary &summary)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    json.key("capture").beginObject();
    json.key("ticks").value(statistics.ticks);
    json.key("missed_ticks").value(statistics.missedTicks);
    json.key("suspensions").value(statistics.suspensions);
    json.key("reused").value(statistics.reused);
    json.key("stop_ns_p50").value(statistics.stopP50.count());
    json.key("stop_ns_p99").value(statistics.stopP99.count());
    json.key("dropped").value(statistics.dropped);
    json.key("reports_lost").value(summary.reportsLost);
    writeExit(json, profile);
    writeNotes(json, profile);
    json.key("root_reached").valueOrNull(summary.rootReached);
    json.key("cut_stacks").beginObject();
    json.key("count").value(summary.cutStacks);
    json.key("modules").objects(summary.cutModules, [&](const CutModule &module) {
        json.key("module").value(module.module);
        json.key("count").value(module.samples);
    });
    json.end();
    json.key("frames_by_method").beginObject();
    constexpr std::array names{"leaf", "eh_frame", "frame_pointer", "signal", "script"};
    for (std::size_t method = 0; method < names.size(); ++method)
        json.key(names.at(method)).value(statistics.framesByMethod.at(method));
    json.end();
    json.end();
}

void writeProfile(JsonWriter &json, const SummarisedProfile &item)
{
    const ImportedProfile &imported = item.imported;
    const Profile &profile = *imported.profile;
    const Summary summary = summarise(profile, item.selection);
    json.beginObject();
    json.key("file").value(imported.files.empty() ? std::string_view() : imported.files.front());
    json.key("format").value(imported.format);
    writeMetadata(json, profile);
    json.key("samples").value(summary.samples);
    json.key("stacks").value(summary.stacks);
    json.key("frames").value(summary.frames);
    json.key("duration_ns").value(summary.duration.count());
    json.key("period_ns_p50").value(summary.periodP50.count());
    json.key("sampled_ns").value(summary.idle.all.count());
    json.key("idle_ns").value(summary.idle.idle.count());
    writeThreads(json, item, summary);
    writeWeight(json, profile, summary);
    writeFunctions(json, summary);
    writeValues(json, profile, summary);
    writeNameless(json, profile, summary.nameless);
    writeTransactions(json, profile);
    json.key("images").value(profile.tables().images.size());
    if (isCapture(profile))
        writeCapture(json, profile, summary);
    json.key("answer");
    writeAnswer(json, profile, profileAnswer(imported.profile));
    json.end();
}

} // namespace

bool callTreeJson(const SpanTable &spans, std::span<const ThreadIndex> threads,
                  ValueTypeIndex weight, const TextSink &sink)
{
    const Profile &profile = *spans.profile();
    JsonWriter json;
    json.beginObject();
    json.key("threads").beginArray();
    for (const auto index : threads) {
        const Thread &thread = profile.thread(index);
        json.beginObject();
        json.key("id").value(profile.text(thread.id));
        json.key("name").value(profile.text(thread.name));
        json.key("pid").value(thread.process.isValid() ? profile.process(thread.process).pid : 0);
        json.key("samples").value(countSamples(profile.samples(index)));
        json.key("roots").beginArray();
        if (!writeNodes(json, profile, callTree(spans, index, weight), sink))
            return false;
        json.end();
        json.end();
    }
    json.end();
    json.end();
    return sink(json.take() + '\n');
}

std::string comparedUnit(const Comparison &comparison)
{
    if (comparison.by == Normalisation::Share)
        return "share";
    const CallWeights &calls = *comparison.after.calls;
    std::string unit;
    switch (calls.measure) {
    case Measure::Time: unit = "ns"; break;
    case Measure::Samples: unit = "samples"; break;
    case Measure::Value:
        unit = calls.profile->text(calls.profile->tables().valueTypes[calls.type].unit);
        break;
    }
    return comparison.by == Normalisation::PerSecond ? unit + "/s" : unit;
}

std::string_view normalisationName(Normalisation by)
{
    switch (by) {
    case Normalisation::PerSecond: return "second";
    case Normalisation::Share: return "share";
    case Normalisation::Amount: break;
    }
    return "amount";
}

std::string comparisonJson(const ImportedProfile &before, const ImportedProfile &after,
                           const Comparison &comparison)
{
    JsonWriter json;
    json.beginObject();
    writeSide(json, "before", before, comparison.before);
    writeSide(json, "after", after, comparison.after);
    json.key("by").value(normalisationName(comparison.by));
    json.key("unit").value(comparedUnit(comparison));
    json.key("counted").value(countedName(comparison.after.calls->selection.counted));
    json.key("functions").objects(comparison.functions, [&](const ComparedFunction &function) {
        json.key("name").value(function.name);
        json.key("module").value(function.module);
        json.key("file").value(function.file);
        writeAmount(json, "self", function.self);
        writeAmount(json, "total", function.total);
    });
    json.end();
    return json.take() + '\n';
}

std::string summaryJson(std::span<const SummarisedProfile> profiles)
{
    JsonWriter json;
    json.beginArray();
    for (const auto &profile : profiles)
        writeProfile(json, profile);
    json.end();
    return json.take() + '\n';
}

} // namespace ember::model::report
