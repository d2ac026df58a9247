// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/counterparts.h"

#include <map>
#include <optional>

namespace ember::model {

namespace {

// None: it cannot be told by that.
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

// Pairs up, by one thing after the other, those that are still alone.
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
        std::multimap<ThreadNames, ThreadIndex> alone; // equal ones in their order
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

} // namespace ember::model
