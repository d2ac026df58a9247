// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/specfindings.h"

#include "model/formats/sentry/speclog.h"
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace ember::model::sentry {

namespace {

constexpr std::uint64_t maxSpecBytes = 50'000'000;

// One function per part of a chunk; each names the rules it knows.
class SpecCheck : SpecLog {
public:
    SpecCheck(const Chunk &chunk, ImportLog &log)
        : SpecLog(log),
          m_chunk(chunk),
          m_isNative(isNativePlatform(chunk.text(chunk.metadata.platform)))
    {
    }

    void metadata();
    void header(const ChunkPacking &packing);
    void size();
    void images();
    void measurements();
    void profile();
    void frames();
    void duplicateStacks();
    void unusedThreads();
    void rate();

private:
    bool isNative(const ChunkFrame &frame) const
    {
        return frame.platform.isValid() ? isNativePlatform(m_chunk.text(frame.platform))
                                        : m_isNative;
    }

    void id(StringIndex id, std::string_view rule, std::string_view name);

    const Chunk &m_chunk;
    bool m_isNative;
};

std::string elementPath(std::string_view table, std::size_t row)
{
    return std::string(table) + '[' + std::to_string(row) + ']';
}

void SpecCheck::id(StringIndex id, std::string_view rule, std::string_view name)
{
    if (id.isValid() && !isStrictId(m_chunk.text(id)))
        must("spec-id-form", rule, std::string(name),
             "must be a version 4 UUID as 32 lower-case hex digits");
}

void SpecCheck::metadata()
{
    const auto &metadata = m_chunk.metadata;
    id(metadata.chunkId, "S4", "chunk_id");
    id(metadata.profilerId, "S3", "profiler_id");
    if (m_chunk.text(metadata.release).empty())
        must("spec-missing-release", "S7", "release", "a release is required");
    if (m_chunk.text(metadata.environment).empty())
        should("spec-missing-environment", "S9", "environment", "recommended; shown as production");
    if (!metadata.sdkName.isValid() || !metadata.sdkVersion.isValid())
        must("spec-client-sdk", "S8", "client_sdk",
             "name and version are required; it was valid without them before 2.2.0");
}

void SpecCheck::size()
{
    if (m_chunk.bytes > maxSpecBytes)
        must("spec-size", "S34", {}, "more than 50 MB");
}

void SpecCheck::header(const ChunkPacking &packing)
{
    if (packing.packing == Packing::Bare)
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

// The median distance of neighbouring samples of the thread that has most of them.
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
               "a median period of " + std::to_string(*middle * 1000) + " ms is not 101 Hz");
}

} // namespace

void addSpecFindings(const Chunk &chunk, const ChunkPacking &packing, ImportLog &log)
{
    SpecCheck check(chunk, log);
    check.metadata();
    check.header(packing);
    addTableFindings(chunk, log);
}

void addTableFindings(const Chunk &chunk, ImportLog &log)
{
    SpecCheck check(chunk, log);
    check.size();
    check.images();
    check.measurements();
    check.profile();
    check.frames();
    check.duplicateStacks();
    check.unusedThreads();
    check.rate();
}

Finding maskedAddresses(std::uint64_t count)
{
    return {"backend-masked-addresses",
            "backend",
            Severity::Note,
            "profile.frames",
            "bits of addresses above the 36th, pointer authentication, are taken off",
            count};
}

void addRelayFindings(const Verdict &verdict, ImportLog &log)
{
    const auto add = [&log](std::string_view code, Severity severity, std::string detail,
                            std::uint64_t count) {
        if (count > 0)
            log.add({std::string(code), "backend", severity, "profile.samples", std::move(detail),
                     count});
    };
    const auto &report = verdict.report;
    add("backend-thread-removed", Severity::Warning,
        "threads with fewer than two samples that are not idle are removed, with "
            + std::to_string(report.removedSamples) + " samples; not in the text",
        report.removedThreads);
    add("backend-unsorted", Severity::Note, "samples are sorted by time; not in the text",
        report.sorted ? 1 : 0);
    if (report.maskedAddresses > 0)
        log.add(maskedAddresses(report.maskedAddresses));
    const bool isTooLong =
        verdict.rejection && verdict.rejection->reason == RejectReason::DurationIsTooLong;
    add("backend-duration", Severity::Warning, "over 66 s is refused; not in the text",
        isTooLong ? 1 : 0);
}

bool breaksMust(const Finding &finding)
{
    return finding.severity != Severity::Note && finding.origin != "backend";
}

bool isNativePlatform(std::string_view platform)
{
    return platform == "native" || platform == "cocoa" || platform == "rust";
}

} // namespace ember::model::sentry
