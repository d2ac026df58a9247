// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/specfindings.h"

#include "model/core/uuid.h"
#include "model/json/numbertext.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ember::model::sentry {

namespace {

constexpr std::uint64_t maxSpecBytes = 50'000'000;

enum class Of : std::uint8_t { Both, V1 };

// A rule that SPEC.md got in a later version than the format it is about (SPEC V1-17).
struct LaterRule {
    std::string_view rule;
    std::string_view version;
    Of format = Of::Both;
};

constexpr std::array laterRules{
    LaterRule{"S19", "1.1.0"}, // what a frame must have
    LaterRule{"S32", "1.1.0", Of::V1}, // this and the next: the section "V1 Validation"
    LaterRule{"S34", "1.1.0", Of::V1}, LaterRule{"S36", "1.1.0", Of::V1},
    LaterRule{"V1-10", "1.1.0"},       LaterRule{"V1-11", "1.1.0"},
    LaterRule{"T1", "2.1.0"}, // this and the next: the section "Tracing Context Payload"
    LaterRule{"T2", "2.1.0"},          LaterRule{"T3", "2.1.0"},
    LaterRule{"T4", "2.1.0"},          LaterRule{"T5", "2.1.0"},
    LaterRule{"S8", "2.2.0"}, // client_sdk was optional before
    LaterRule{"S6", "2.4.0"}, // the item header names the platform
    LaterRule{"S1", "2.5.0"}, // V1 is deprecated
};

// Adds the version to a finding's words: "required (since 2.4.0)".
std::string dated(std::string detail, std::string_view rule, SampleFormat format)
{
    const auto found = std::ranges::find_if(laterRules, [&](const LaterRule &later) {
        return later.rule == rule && (later.format == Of::Both || format == SampleFormat::V1);
    });
    if (found != laterRules.end())
        detail += " (since " + std::string(found->version) + ')';
    return detail;
}

// Checks a chunk or V1 profile, with one function per part. Each names its rules.
class SpecCheck {
public:
    SpecCheck(const Chunk &chunk, ImportLog &log)
        : m_chunk(chunk),
          m_isNative(isNativePlatform(chunk.text(chunk.metadata.platform))),
          m_log(log)
    {
    }

    void run(const Packing &packing);

private:
    void metadata();
    void itemHeader(const Packing &packing);
    void identityV1();
    void timestampV1(const std::optional<TransactionEvent> &event);
    void transactionV1();
    void samplesV1();
    void size();
    void images();
    void measurements();
    void profile();
    void frames();
    void duplicateStacks();
    void unusedThreads();
    void rate();

    void must(std::string_view code, std::string_view rule, std::string subject, std::string detail)
    {
        m_log.add({std::string(code), std::string(rule), Severity::Warning, std::move(subject),
                   dated(std::move(detail), rule, m_chunk.format)});
    }

    void should(std::string_view code, std::string_view rule, std::string subject,
                std::string detail)
    {
        m_log.add({std::string(code), std::string(rule), Severity::Note, std::move(subject),
                   dated(std::move(detail), rule, m_chunk.format)});
    }

    void releaseAndEnvironment(std::string_view releaseRule, std::string_view environmentRule);
    bool isNative(const ChunkFrame &frame) const
    {
        return frame.platform.isValid() ? isNativePlatform(m_chunk.text(frame.platform))
                                        : m_isNative;
    }

    void id(StringIndex id, std::string_view rule, std::string_view name);

    const Chunk &m_chunk;
    bool m_isNative;
    ImportLog &m_log;
};

void SpecCheck::id(StringIndex id, std::string_view rule, std::string_view name)
{
    if (id.isValid() && !isStrictId(m_chunk.text(id)))
        must("spec-id-form", rule, std::string(name),
             "must be a version 4 UUID as 32 lower-case hex digits");
}

void SpecCheck::releaseAndEnvironment(std::string_view releaseRule,
                                      std::string_view environmentRule)
{
    if (m_chunk.text(m_chunk.metadata.release).empty())
        must("spec-missing-release", releaseRule, "release", "a release is required");
    if (m_chunk.text(m_chunk.metadata.environment).empty())
        should("spec-missing-environment", environmentRule, "environment",
               "recommended; shown as production");
}

void SpecCheck::metadata()
{
    const auto &metadata = m_chunk.metadata;
    id(metadata.chunkId, "S4", "chunk_id");
    id(metadata.profilerId, "S3", "profiler_id");
    releaseAndEnvironment("S7", "S9");
    if (!metadata.sdkName.isValid() || !metadata.sdkVersion.isValid())
        must("spec-client-sdk", "S8", "client_sdk",
             "name and version are required, not optional as before");
}

void SpecCheck::size()
{
    if (m_chunk.bytes > maxSpecBytes)
        must("spec-size", "S34", {}, "more than 50 MB");
}

void SpecCheck::itemHeader(const Packing &packing)
{
    if (packing.place == Packing::Place::Bare)
        return;
    const auto platform = m_chunk.text(m_chunk.metadata.platform);
    if (!packing.itemPlatform)
        must("spec-platform-header", "S6", "platform", "the item header must name the platform");
    else if (*packing.itemPlatform != platform)
        must("spec-platform-header", "S6", "platform",
             "the item header says " + *packing.itemPlatform + ", the payload "
                 + std::string(platform));
}

void SpecCheck::images()
{
    if (!m_chunk.metadata.hasDebugMeta && m_isNative)
        must("spec-native-debug-meta", "S10", "debug_meta", "required on native platforms");
    for (std::size_t row = 0; row < m_chunk.images.size(); ++row) {
        const auto &image = m_chunk.images[row];
        const auto type = m_chunk.text(image.type);
        const bool isBinary =
            type == "macho" || type == "symbolic" || type == "elf" || type == "pe";
        if (!isBinary)
            continue;
        if (!image.debugId.isValid() || !image.address || !image.size || !image.codeFile.isValid())
            must("spec-image-fields", "S11", elementPath("debug_meta.images", row),
                 "debug_id, image_addr, image_size and code_file are required");
    }
}

void SpecCheck::measurements()
{
    for (const auto &series : m_chunk.measurements) {
        const auto unit = longUnit(m_chunk.text(series.unit));
        const auto path = "measurements." + std::string(m_chunk.text(series.name));
        if (unit.empty() || unit == "nanojoule")
            should("spec-unit", "S30", path + ".unit", "not one of the listed units");
    }
}

void SpecCheck::profile()
{
    const auto missing = [this](std::string_view table) {
        must("spec-chunk-data-missing", "S32", "profile." + std::string(table),
             "samples, stacks and frames must not be empty");
    };
    if (m_chunk.samples.empty())
        missing("samples");
    if (m_chunk.stacks.size() == 0)
        missing("stacks");
    if (m_chunk.frames.empty())
        missing("frames");
    if (m_chunk.threads.empty())
        must("spec-missing-thread-metadata", "S13", "profile.thread_metadata",
             "an object keyed by thread id is required");
}

void SpecCheck::frames()
{
    for (std::size_t row = 0; row < m_chunk.frames.size(); ++row) {
        const auto &frame = m_chunk.frames[row];
        const bool isEmpty =
            !frame.filename.isValid() && !frame.function.isValid() && !frame.instructionAddress;
        if (isEmpty)
            must("spec-empty-frame", "S19", elementPath("profile.frames", row),
                 "one of filename, function, instruction_addr is required");
        if (!frame.instructionAddress && isNative(frame))
            must("spec-native-address", "S20", elementPath("profile.frames", row),
                 "instruction_addr is required in native frames");
    }
}

void SpecCheck::duplicateStacks()
{
    std::unordered_set<std::u32string_view> known;
    std::vector<std::u32string> contents(m_chunk.stacks.size());
    for (std::size_t row = 0; row < contents.size(); ++row) {
        for (const auto frame : m_chunk.stacks[ChunkStackIndex(row)])
            contents[row] += static_cast<char32_t>(frame.raw());
        if (!known.insert(contents[row]).second)
            should("spec-should-dedup-stacks", "S18", elementPath("profile.stacks", row),
                   "stacks should be there once");
    }
}

void SpecCheck::unusedThreads()
{
    std::vector<bool> used(m_chunk.strings.size());
    for (const auto &sample : m_chunk.samples) {
        if (sample.thread.isValid())
            used[sample.thread.row()] = true;
    }
    for (const auto &thread : m_chunk.threads) {
        if (!used[thread.id.row()])
            should("spec-should-drop-threads", "S36",
                   "profile.thread_metadata." + std::string(m_chunk.text(thread.id)),
                   "threads without samples should be left out");
    }
}

// Checks the sampling rate by the median period of the thread with most samples.
void SpecCheck::rate()
{
    std::vector<std::uint32_t> counts(m_chunk.strings.size());
    for (const auto &sample : m_chunk.samples) {
        if (sample.thread.isValid())
            ++counts[sample.thread.row()];
    }
    const auto busiest = std::ranges::max_element(counts);
    constexpr std::uint32_t enough = 20;
    if (busiest == counts.end() || *busiest < enough)
        return;
    const StringIndex thread(static_cast<std::size_t>(busiest - counts.begin()));
    std::vector<double> times;
    for (const auto &sample : m_chunk.samples) {
        if (sample.thread == thread)
            times.push_back(sample.timestamp);
    }
    std::ranges::sort(times);
    for (std::size_t i = 0; i + 1 < times.size(); ++i)
        times[i] = times[i + 1] - times[i];
    times.pop_back();
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    constexpr double period = 1.0 / 101;
    constexpr double tolerance = 0.1;
    if (*middle < period * (1 - tolerance) || *middle > period * (1 + tolerance))
        should("spec-should-rate", "S25", "profile.samples",
               "a median period of " + std::to_string(*middle * 1000)
                   + " ms is not 101 Hz; since 2.1.1 the text says why: a prime runs in "
                     "lockstep with few loops");
}

void SpecCheck::identityV1()
{
    should("spec-should-v2", "S1", "version",
           "V1 is deprecated: new implementations use the sample format V2");
    id(m_chunk.metadata.eventId, "V1-1", "event_id");
    releaseAndEnvironment("V1-2", "V1-7");
}

// Checks the timestamp, which SPEC.md recommends and Relay requires.
void SpecCheck::timestampV1(const std::optional<TransactionEvent> &event)
{
    constexpr auto precision = std::chrono::milliseconds(1); // of the times that SDKs write
    if (!m_chunk.metadata.timestamp.isValid())
        should("spec-v1-timestamp", "V1-6", "timestamp", "recommended; Relay requires it");
    else if (event && event->start && m_chunk.metadata.start
             && std::chrono::abs(*event->start - *m_chunk.metadata.start) > precision)
        should("spec-v1-timestamp", "V1-6", "timestamp",
               "the transaction starts " + secondsText(*event->start - *m_chunk.metadata.start)
                   + " later");
}

void SpecCheck::transactionV1()
{
    if (m_chunk.metadata.transaction && !m_chunk.metadata.transaction->activeThread)
        must("spec-v1-active-thread", "V1-5", "transaction.active_thread_id", "required");
}

// Checks the number and the duration of samples. SPEC.md and Relay define the duration differently,
// so the finding has both.
void SpecCheck::samplesV1()
{
    if (m_chunk.samples.size() < 2)
        must("spec-v1-samples", "V1-10", "profile.samples", "fewer than two");
    if (m_chunk.samples.empty())
        return;
    const auto [first, last] = std::ranges::minmax_element(m_chunk.samples, {}, &ChunkSample::time);
    if (last->time - first->time > longestProfile)
        must("spec-v1-duration", "V1-11", "profile.samples",
             secondsText(last->time - first->time)
                 + " from first to last sample, at most 30 s; Relay looks at the last one's offset "
                   "only: "
                 + secondsText(m_chunk.samples.back().time - Timestamp()));
}

void SpecCheck::run(const Packing &packing)
{
    if (m_chunk.format == SampleFormat::V1) {
        identityV1();
        timestampV1(packing.event);
        transactionV1();
        samplesV1();
    } else {
        metadata();
        itemHeader(packing);
    }
    size();
    images();
    measurements();
    profile();
    frames();
    duplicateStacks();
    unusedThreads();
    rate();
}

} // namespace

void addSpecFindings(const Chunk &chunk, const Packing &packing, ImportLog &log)
{
    SpecCheck(chunk, log).run(packing);
}

namespace {

// Checks the transaction of a V2 profile.
class TransactionCheck {
public:
    TransactionCheck(const TracingEvent &event, const Chunk *beside, ImportLog &log)
        : m_event(event),
          m_log(log)
    {
        if (beside == nullptr)
            return;
        for (const auto *threads : {&beside->threads, &beside->unusedThreads}) {
            for (const ChunkThread &thread : *threads)
                m_names[beside->text(thread.id)] = beside->text(thread.name);
        }
        const auto id = beside->text(beside->metadata.profilerId);
        m_isOfChunk = event.profilerId.empty() || parseUuid(id) == event.profilerId;
    }

    void run()
    {
        profilerId();
        if (m_event.root.threadId.empty())
            add("spec-transaction-thread-id", "T2", "contexts.trace.data",
                "thread.id is required, a text");
        if (m_event.hasNumericThreadId)
            add("spec-transaction-thread-id", "T2", "thread.id", "must be a text");
        thread(m_event.root, "contexts.trace.data", "T2");
        for (std::size_t row = 0; row < m_event.spans.size(); ++row)
            span(m_event.spans[row], elementPath("spans", row) + ".data");
    }

private:
    void add(std::string_view code, std::string_view rule, std::string place, std::string detail,
             Severity severity = Severity::Warning)
    {
        m_log.add({std::string(code), std::string(rule), severity,
                   "transaction: " + std::move(place),
                   dated(std::move(detail), rule, SampleFormat::V2)});
    }

    void profilerId()
    {
        const auto &id = m_event.profilerId;
        if (!m_event.hasProfileContext)
            add("spec-transaction-profiler-id", "T1", "contexts.profile.profiler_id",
                id.empty() ? "required" : "required; it is in contexts.trace.data only");
        else if (!isStrictId(id))
            add("spec-id-form", "T1", "contexts.profile.profiler_id",
                "must be a version 4 UUID as 32 lower-case hex digits");
        if (!m_isOfChunk)
            add("spec-transaction-other-profiler", "T1", "contexts.profile.profiler_id",
                "is not that of the chunk in the envelope", Severity::Note);
    }

    void span(const EventSpan &span, const std::string &place)
    {
        if (span.threadId.empty())
            add("spec-span-thread-id", "T4", place, "thread.id is required");
        if (!span.profilerId.empty() && !isStrictId(span.profilerId))
            add("spec-id-form", "T5", place + ".profiler_id",
                "must be a version 4 UUID as 32 lower-case hex digits");
        if (span.profilerId.empty() || span.profilerId == m_event.profilerId)
            thread(span, place, "T4");
    }

    // Checks that the thread is in the thread_metadata, if the chunk of the profiler is here.
    void thread(const EventSpan &span, const std::string &place, std::string_view rule)
    {
        if (span.threadId.empty() || m_names.empty() || !m_isOfChunk)
            return;
        const auto known = m_names.find(span.threadId);
        if (known == m_names.end())
            add("spec-transaction-thread", rule, place,
                "thread.id " + span.threadId + ": no thread_metadata has it");
        else if (!span.threadName.empty() && !known->second.empty()
                 && span.threadName != known->second)
            add("spec-transaction-thread-name", rule == "T2" ? "T3" : "T5", place,
                "thread.name is not that of the thread_metadata", Severity::Note);
    }

    const TracingEvent &m_event;
    ImportLog &m_log;
    std::map<std::string_view, std::string_view, std::less<>> m_names; // of the chunk, by thread id
    bool m_isOfChunk = true;
};

} // namespace

void addTransactionFindings(const TracingEvent &event, const Chunk *beside, ImportLog &log)
{
    if (beside != nullptr || !event.profilerId.empty())
        TransactionCheck(event, beside, log).run();
}

void addRelayFindings(const Verdict &verdict, ImportLog &log)
{
    const auto add = [&log](std::string_view code, Severity severity, std::size_t count,
                            std::string detail, std::string_view subject = "profile.samples") {
        if (count > 0)
            log.add({std::string(code), "backend", severity, std::string(subject),
                     std::move(detail), count});
    };
    const auto &report = verdict.report;
    add("backend-thread-removed", Severity::Warning, report.removedThreads,
        "threads with fewer than two samples that are not idle are removed, with "
            + std::to_string(report.removedSamples) + " samples; not in the text");
    add("backend-unsorted", Severity::Note, report.sorted ? 1 : 0,
        "samples are sorted by time; not in the text");
    add("backend-v1-window", Severity::Warning, report.outsideWindow,
        "samples outside relative_start_ns to relative_end_ns are removed");
    add("backend-v1-idle-edges", Severity::Note, report.idleEdges,
        "idle samples before a thread's first and after its last other one are removed");
    add("backend-thread-removed", Severity::Warning, report.loneSamples,
        "the only sample of a thread is removed");
    add("backend-masked-addresses", Severity::Note, report.maskedAddresses,
        "bits of addresses above the 36th, pointer authentication, are taken off",
        "profile.frames");
    const bool isTooLong = verdict.format == SampleFormat::V2 && verdict.rejection
        && verdict.rejection->reason == RejectReason::DurationIsTooLong;
    add("backend-duration", Severity::Warning, isTooLong ? 1 : 0,
        "over 66 s is refused; not in the text");
}

bool breaksMust(const Finding &finding)
{
    return finding.severity != Severity::Note && finding.origin != "backend";
}

bool isNativePlatform(std::string_view platform)
{
    return platform == "native" || platform == "cocoa" || platform == "rust";
}

bool isSymbolicatedBySentry(std::string_view platform)
{
    return platform == "rust";
}

} // namespace ember::model::sentry
