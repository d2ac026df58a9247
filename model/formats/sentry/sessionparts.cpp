// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sessionparts.h"

#include <utility>

namespace ember::model::sentry {

WrittenThread writtenThread(const Profile &profile, const ChunkThreadIds &ids, ThreadIndex thread)
{
    return {ids.ids[thread.row()], std::string(profile.text(profile.thread(thread).name))};
}

// Moves same.current on to a thread that has the name, or no name, unless it is on one already; an
// empty name fits any. Returns false if no such thread was found yet.
bool SessionThreadIds::findCurrent(SameId &same, std::string_view name)
{
    for (; same.current < same.threads.size(); ++same.current) {
        Known &known = same.threads[same.current];
        if (!name.empty() && !known.name.empty() && known.name != name)
            continue;
        if (known.name.empty())
            known.name = name;
        return true;
    }
    return false;
}

ChunkThreadIds SessionThreadIds::of(const Profile &profile)
{
    std::vector<std::pair<SameId *, std::size_t>> places; // by row
    std::vector<std::size_t> rest;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const Thread &thread = profile.thread(ThreadIndex(row));
        const auto id = profile.text(thread.id);
        const auto name = profile.text(thread.name);
        SameId &same = m_known[std::string(id)];
        const bool isKnown = findCurrent(same, name);
        places.emplace_back(&same, same.current);
        if (isKnown)
            continue;
        Known &found = same.threads.emplace_back(Known{std::string(name), {}});
        const auto number = decimalId(id);
        if (number && m_taken.insert(*number).second)
            found.written = std::to_string(*number);
        else
            rest.push_back(row);
    }
    for (const auto row : rest) {
        std::uint64_t number = firstNewThreadId;
        while (!m_taken.insert(number).second)
            ++number;
        places[row].first->threads[places[row].second].written = std::to_string(number);
    }
    ChunkThreadIds result;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &[same, place] = places[row];
        const std::string &written = same->threads[place].written;
        const auto number = decimalId(profile.text(profile.thread(ThreadIndex(row)).id));
        result.renumbered += number && written == std::to_string(*number) ? 0U : 1U;
        result.ids.push_back(written);
    }
    return result;
}

void SessionThreadIds::rewind()
{
    for (auto &[id, same] : m_known)
        same.current = 0;
}

void SessionFacts::learn(const Profile &profile, std::span<const Piece> pieces,
                         const ChunkThreadIds &ids)
{
    ++parts;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        isSampled = isSampled || !profile.samples(ThreadIndex(row)).isEmpty();
    const auto zero = profile.tables().start.value_or(Timestamp()).time_since_epoch();
    for (const Piece &piece : pieces) {
        const TimeRange range{piece.range().start + zero, piece.range().end + zero};
        written = written ? united(*written, range) : range;
        for (const PieceThread &part : piece.threads) {
            auto thread = writtenThread(profile, ids, part.thread);
            Presence &presence = m_threads[thread.id];
            presence.isMain = presence.isMain || profile.thread(part.thread).isMain;
            presence.samples += part.samples();
            presence.id = profile.text(profile.thread(part.thread).id);
            if (!thread.name.empty())
                presence.name = std::move(thread.name);
        }
    }
}

// Skips nameless threads with an id that is hidden: another part may have the name by which the
// thread is left out.
WrittenThread SessionFacts::leadingThread() const
{
    WrittenThread leading;
    std::pair<bool, std::uint64_t> most;
    for (const auto &[id, presence] : m_threads) {
        if (presence.name.empty() && redacted.threads.contains(presence.id))
            continue;
        const std::pair rank(presence.isMain, presence.samples);
        if (!leading.id.empty() && rank <= most)
            continue;
        leading = {id, presence.name};
        most = rank;
    }
    return leading;
}

SessionFacts *SessionParts::of(const Profile &profile)
{
    if (profile.tables().processes.size() != 1)
        return nullptr;
    auto id = std::string(profile.text(profile.process(ProcessIndex(0)).profilerId));
    const auto &transactions = profile.tables().transactions;
    if (id.empty() && profile.sampleCount() == 0 && !transactions.isEmpty())
        id = profile.text(transactions[TransactionIndex(0)].traceId);
    if (id.empty())
        return nullptr;
    const auto [place, isNew] = m_sessions.try_emplace(std::move(id));
    if (isNew) {
        place->second.freshIds = m_freshIds;
        place->second.isComplete = m_isComplete;
    }
    return &place->second;
}

void SessionParts::finishLearning()
{
    m_isComplete = true;
    for (auto &[id, facts] : m_sessions) {
        facts.isComplete = true;
        facts.threadIds.rewind();
    }
}

} // namespace ember::model::sentry
