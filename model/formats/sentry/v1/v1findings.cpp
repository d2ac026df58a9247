// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1findings.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/specfindings.h"
#include "model/formats/sentry/speclog.h"
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace ember::model::sentry::v1 {

namespace {

class SpecCheck : SpecLog {
public:
    SpecCheck(const Reading &reading, ImportLog &log)
        : SpecLog(log),
          m_chunk(reading.chunk()),
          m_metadata(reading.metadata)
    {
    }

    void identity();
    void timestamp(const std::optional<TransactionEvent> &event);
    void transaction();
    void samples();

private:
    const Chunk &m_chunk;
    const Metadata &m_metadata;
};

void SpecCheck::identity()
{
    should("spec-should-v2", "S1", "version",
           "V1 is deprecated since 2.5.0: new implementations use the sample format V2");
    if (m_metadata.eventId.isValid() && !isStrictId(m_chunk.text(m_metadata.eventId)))
        must("spec-id-form", "V1-1", "event_id",
             "must be a version 4 UUID as 32 lower-case hex digits");
    if (m_chunk.text(m_chunk.metadata.release).empty())
        must("spec-missing-release", "V1-2", "release", "a release is required");
    if (m_chunk.text(m_chunk.metadata.environment).empty())
        should("spec-missing-environment", "V1-7", "environment",
               "recommended; shown as production");
}

// Recommended by the text; Relay refuses a profile without it.
void SpecCheck::timestamp(const std::optional<TransactionEvent> &event)
{
    constexpr auto precision = std::chrono::milliseconds(1); // of what SDKs write
    if (!m_metadata.timestamp.isValid())
        should("spec-v1-timestamp", "V1-6", "timestamp", "recommended; Relay requires it");
    else if (event && event->start && m_metadata.start
             && std::chrono::abs(*event->start - *m_metadata.start) > precision)
        should("spec-v1-timestamp", "V1-6", "timestamp",
               "the transaction starts " + secondsText(*event->start - *m_metadata.start)
                   + " later");
}

void SpecCheck::transaction()
{
    if (m_metadata.transaction && !m_metadata.transaction->activeThread)
        must("spec-v1-active-thread", "V1-5", "transaction.active_thread_id", "required");
}

// The text and Relay measure different things: both figures.
void SpecCheck::samples()
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

} // namespace

void addSpecFindings(const Reading &reading, const std::optional<TransactionEvent> &event,
                     ImportLog &log)
{
    SpecCheck check(reading, log);
    check.identity();
    check.timestamp(event);
    check.transaction();
    check.samples();
    addTableFindings(reading.chunk(), log);
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
    add("backend-v1-window", Severity::Warning,
        "samples outside relative_start_ns to relative_end_ns are removed", report.outsideWindow);
    add("backend-v1-idle-edges", Severity::Note,
        "idle samples before a thread's first and after its last other one are removed",
        report.idleEdges);
    add("backend-thread-removed", Severity::Warning, "the only sample of a thread is removed",
        report.loneSamples);
    if (report.maskedAddresses > 0)
        log.add(maskedAddresses(report.maskedAddresses));
}

void addFillFindings(const IdleFill &fill, ImportLog &log)
{
    if (fill.filled > 0)
        log.add({"backend-v1-idle-filled", "backend", Severity::Note, "profile.samples",
                 "idle samples between two others are drawn with what their stacks have in common",
                 fill.filled});
    if (fill.left > 0)
        log.add({"backend-v1-idle-left", "backend", Severity::Warning, "profile.samples",
                 "idle samples are drawn idle: filling them would take too much memory",
                 fill.left});
}

} // namespace ember::model::sentry::v1
