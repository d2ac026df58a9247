// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/counterparts.h"

#include "model/query/functionstatistics.h"
#include "model/query/secondrecords.h"
#include "model/query/weights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model {

namespace {

// The key by which a thread is matched; absent: it cannot be matched by this.
using Key = std::optional<ThreadNames>;
using KeyOf = Key (*)(const Profile &profile, ThreadIndex thread);

Key ownName(const Profile &profile, ThreadIndex thread)
{
    const auto name = profile.text(profile.thread(thread).name);
    return name.empty() ? Key() : Key({{}, name});
}

Key begunWith(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const bool isFirst = thread.isMain
        && (!thread.process.isValid() || !profile.process(thread.process).parent.isValid());
    return isFirst ? Key(ThreadNames()) : Key();
}

// Pairs threads by one key after the other; each key pairs those that are still alone.
class Pairs {
public:
    Pairs(const Profile &profile, const Profile &other)
        : m_profile(profile),
          m_other(other),
          m_partners(profile.threadCount()),
          m_isTaken(other.threadCount(), false)
    {
    }

    void pairBy(KeyOf keyOf)
    {
        // Threads of `m_other` without a partner; equal names in table order.
        std::multimap<ThreadNames, ThreadIndex> alone;
        for (std::size_t row = 0; row < m_isTaken.size(); ++row) {
            const ThreadIndex thread(row);
            if (m_isTaken[row] || m_other.samples(thread).isEmpty())
                continue;
            if (const Key key = keyOf(m_other, thread))
                alone.emplace(*key, thread);
        }
        for (std::size_t row = 0; row < m_partners.size(); ++row) {
            const ThreadIndex thread(row);
            if (m_partners[row].isValid() || m_profile.samples(thread).isEmpty())
                continue;
            const Key key = keyOf(m_profile, thread);
            const auto found = key ? alone.lower_bound(*key) : alone.end();
            if (found == alone.end() || found->first != *key)
                continue;
            m_partners[row] = found->second;
            m_isTaken[found->second.row()] = true;
            alone.erase(found);
        }
    }

    std::vector<ThreadIndex> take() { return std::move(m_partners); }

private:
    const Profile &m_profile;
    const Profile &m_other;
    std::vector<ThreadIndex> m_partners;
    std::vector<bool> m_isTaken;
};

} // namespace

ThreadNames threadNames(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const auto process = thread.process.isValid()
        ? profile.text(profile.process(thread.process).name)
        : std::string_view();
    return {process, profile.text(thread.name)};
}

std::vector<ThreadIndex> sameThreads(const Profile &profile, const Profile &other)
{
    Pairs pairs(profile, other);
    pairs.pairBy(
        [](const Profile &of, ThreadIndex thread) { return Key(threadNames(of, thread)); });
    pairs.pairBy(ownName);
    pairs.pairBy(begunWith);
    return pairs.take();
}

namespace {

// Whether a frame may have this name. One without a function name may: the name shown for it is
// made of other things.
bool mayBeCalled(const Profile &profile, FrameIndex frame, std::string_view name)
{
    const auto function = profile.frame(frame).function;
    const auto own =
        function.isValid() ? profile.text(profile.function(function).name) : std::string_view();
    return own.empty() || own == name;
}

} // namespace

std::string sharedIdentity(const Profile &profile, FrameIndex frame)
{
    std::string text = functionIdentity(profile, frame);
    const auto file = text.rfind('\0') + 1;
    if (const auto folder = text.rfind('/'); folder != std::string::npos && folder >= file)
        text.erase(file, folder + 1 - file);
    return text;
}

std::vector<std::uint8_t> framesOf(const Profile &profile, const std::string &identity)
{
    const std::string_view name(identity.data(), identity.find('\0'));
    std::vector<std::uint8_t> marks(profile.tables().frames.size());
    for (std::size_t row = 0; row < marks.size(); ++row) {
        const FrameIndex frame(row);
        if (mayBeCalled(profile, frame, name) && sharedIdentity(profile, frame) == identity)
            marks[row] = 1;
    }
    return marks;
}

namespace {

// Returns the threads with samples that a selection of `threads`, in any order, leaves out, in
// rising order.
std::vector<ThreadIndex> leftOut(const Profile &profile, std::vector<ThreadIndex> threads)
{
    std::ranges::sort(threads);
    std::vector<ThreadIndex> others;
    for (std::size_t row = 0; !threads.empty() && row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (!profile.samples(thread).isEmpty() && !std::ranges::binary_search(threads, thread))
            others.push_back(thread);
    }
    return others;
}

Result<std::vector<ThreadIndex>>
partnersOf(const Profile &profile, const std::vector<ThreadIndex> &threads, const Profile &other)
{
    const auto partners = sameThreads(profile, other);
    std::vector<ThreadIndex> found;
    for (const ThreadIndex thread : threads) {
        if (const ThreadIndex partner = partners[thread.row()]; partner.isValid())
            found.push_back(partner);
    }
    if (found.empty())
        return Error{ErrorCode::NothingToShow,
                     std::string(threadNames(profile, threads.front()).second),
                     "no thread of this name"};
    std::ranges::sort(found);
    return found;
}

} // namespace

Result<Selection> sameSelection(const Profile &profile, const Selection &selection,
                                const Profile &other)
{
    Selection same = selection;
    same.range = TimeRange::everything();
    same.idleWaits = nullptr; // these waits are of `profile`
    if (leftOut(profile, selection.threads) == secondRecords(profile)) { // the default selection
        same.threads = withoutSecondRecords(other);
    } else if (!selection.threads.empty()) {
        EMBER_ASSIGN_OR_RETURN(same.threads, partnersOf(profile, selection.threads, other));
    }
    if (!selection.weight.isValid())
        return same;
    const ValueType &type = profile.tables().valueTypes[selection.weight];
    const auto name =
        std::string(profile.text(type.type)) + '/' + std::string(profile.text(type.unit));
    same.weight = findValueType(other, name);
    if (!same.weight.isValid())
        return Error{ErrorCode::InvalidArgument, name, "no values of this type"};
    return same;
}

} // namespace ember::model
