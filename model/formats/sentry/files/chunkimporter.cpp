// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkimporter.h"

#include "model/core/parallel.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importlog.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/filereading.h"
#include "model/formats/sentry/files/session.h"
#include "model/json/numbertext.h"
#include "model/profile/reframe.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace ember::model::sentry {

namespace {

bool hasNamelessFrames(const Profile &profile)
{
    bool found = false;
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        found = found
            || (frame.image.isValid()
                && profile.text(profile.function(frame.function).name).empty());
    });
    return found;
}

// Collects the sessions of the files, in the order of their first chunks.
class Sessions {
public:
    explicit Sessions(const ImportOptions &options) : m_options(options) { }

    void add(std::vector<ChunkFile> &chunks)
    {
        for (auto &chunk : chunks) {
            const auto id = profilerIdOf(chunk.chunk);
            sessionOf(id).add(std::move(chunk));
        }
        chunks = {};
    }

    void add(std::vector<TransactionFile> &transactions)
    {
        std::ranges::move(transactions, std::back_inserter(m_transactions));
        transactions = {};
    }

    // Reports the first session as it grows, but not more often than `pause`.
    void publish()
    {
        constexpr auto pause = std::chrono::milliseconds(100);
        const auto now = std::chrono::steady_clock::now();
        if (!m_options.grown || m_sessions.empty() || !m_sessions.front().isByTime()
            || (m_published && now - *m_published < pause))
            return;
        const auto profile = m_sessions.front().snapshot();
        if (profile->sampleCount() == 0 || isToBeNamed(*profile))
            return;
        m_options.grown(profile);
        m_published = now;
    }

    void finish(Import &import)
    {
        for (auto &transaction : m_transactions)
            add(std::move(transaction));
        for (auto &session : m_sessions) {
            auto profile = session.finish();
            import.log.add(session.duplicates());
            import.log.add(session.log());
            bool hasGrown = m_published && &session == &m_sessions.front() && session.isByTime();
            if (isToBeNamed(*profile)) {
                profile = reframed(*profile, *m_options.resolver);
                hasGrown = false;
            }
            import.profiles.push_back(
                {std::move(profile), std::string(session.format()), session.files(), hasGrown});
        }
    }

private:
    // The session with that id; a new one if there is none, or no id.
    Session &sessionOf(const std::string &id)
    {
        auto row = m_sessions.size();
        if (!id.empty())
            row = m_known.try_emplace(id, row).first->second;
        return row == m_sessions.size() ? m_sessions.emplace_back() : m_sessions[row];
    }

    // Adds a transaction to the profile of its profiler; without a profiler to the others of its
    // trace. Spans that name another profiler (SPEC T5) go to that profile, if it was read.
    void add(TransactionFile transaction)
    {
        auto &event = transaction.event;
        std::map<Session *, std::vector<EventSpan>> others;
        const auto isOfOther = [&](EventSpan &span) {
            const bool isNamed = !span.profilerId.empty() && span.profilerId != event.profilerId;
            const auto other = isNamed ? m_known.find(span.profilerId) : m_known.end();
            if (other == m_known.end())
                return false;
            others[&m_sessions[other->second]].push_back(std::move(span));
            return true;
        };
        std::erase_if(event.spans, isOfOther);
        for (auto &[session, spans] : others) {
            // The event stays with its own profiler: each copy may be a megabyte.
            auto own = std::exchange(event.spans, std::move(spans));
            auto json = std::exchange(event.json, {});
            TransactionFile part = transaction;
            event.spans = std::move(own);
            event.json = std::move(json);
            session->add(std::move(part));
        }
        const auto id = event.profilerId.empty() ? event.traceId : event.profilerId;
        sessionOf(id).add(std::move(transaction));
    }

    bool isToBeNamed(const Profile &profile) const
    {
        return m_options.resolver != nullptr && hasNamelessFrames(profile);
    }

    const ImportOptions &m_options;
    std::deque<Session> m_sessions;
    std::vector<TransactionFile> m_transactions; // added when all chunks are there
    std::map<std::string, std::size_t> m_known; // by profiler_id, or trace_id without one
    std::optional<std::chrono::steady_clock::time_point> m_published;
};

// Reads files in parallel, and adds their chunks in the order of the files.
Result<Import> readAll(std::vector<ImportFile> files, const ImportOptions &options)
{
    Import import;
    Sessions sessions(options);
    // A single file may use two threads; several files are read in parallel anyway.
    constexpr std::size_t longArray = std::size_t(8) << 20U;
    const FileReading reading(options.stop, files.size() == 1 ? longArray : neverWorthHelp);
    std::vector<FileReading> readings(files.size(), reading);
    std::vector<Result<void>> outcomes(files.size());
    std::vector<std::string> names;
    for (const auto &file : files)
        names.push_back(file.name);
    const auto read = [&](std::size_t row) {
        outcomes[row] = readings[row].read(std::exchange(files[row], {}));
    };
    const auto take = [&](std::size_t row) {
        if (!outcomes[row])
            import.refused.push_back(outcomes[row].error());
        const auto &log = readings[row].log();
        import.log.add(names.size() > 1 ? ofFile(log, names[row]) : log);
        sessions.add(readings[row].chunks());
        sessions.add(readings[row].transactions());
        if (row + 1 < files.size() && !options.stop.stop_requested())
            sessions.publish();
    };
    forEachInOrder(files.size(), read, take);
    if (options.stop.stop_requested())
        return Error{ErrorCode::Cancelled, {}, {}};
    sessions.finish(import);
    return import;
}

// Whether the second line is the header of an envelope's first item.
bool hasItemHeader(const FileStart &start)
{
    auto rest = start.bytes();
    takeLine(rest);
    return JsonOutline(rest, {}).has("type");
}

} // namespace

// Looks for the members that profiles of both versions have; a damaged one has at least some of
// them.
Confidence ChunkImporter::sniff(const FileStart &start) const
{
    if (looksLikeEnvelope(start.bytes()))
        return hasItemHeader(start) ? Confidence::Certain : Confidence::Maybe;
    const auto &json = start.json();
    const auto hasAny = [&json](std::initializer_list<std::string_view> members) {
        return std::ranges::any_of(members, [&](auto member) { return json.has(member); });
    };
    if (hasAny({"profiler_id", "chunk_id", "profile.samples", "profile.stacks", "profile.frames"}))
        return Confidence::Certain;
    if (looksLikeTransaction(json))
        return Confidence::Likely;
    const bool isAboutProfile = json.has("profile") && !json.has("profile.threads")
        && hasAny({"event_id", "profile_id", "transaction", "platform", "version"});
    return isAboutProfile || json.has("sampled_profile") ? Confidence::Likely
                                                         : start.withoutJsonMembers();
}

double ChunkImporter::place(std::string_view firstBytes) const
{
    constexpr std::string_view member = "\"timestamp\"";
    const auto time = firstBytes.find(member);
    const auto digits = firstBytes.find_first_not_of(": \t\r\n", time + member.size());
    if (time == std::string_view::npos || digits == std::string_view::npos)
        return std::numeric_limits<double>::infinity();
    const auto number = scanLeadingNumber(firstBytes.substr(digits));
    const auto seconds = number ? toDouble(*number) : std::nullopt;
    return seconds.value_or(std::numeric_limits<double>::infinity());
}

Result<Import> ChunkImporter::read(std::vector<ImportFile> files,
                                   const ImportOptions &options) const
{
    const std::string name = files.empty() ? std::string() : files.front().name;
    try {
        return readAll(std::move(files), options);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, name, "not enough memory"};
    } catch (const std::exception &problem) {
        return Error{ErrorCode::SyntaxError, name, problem.what()};
    }
}

} // namespace ember::model::sentry
