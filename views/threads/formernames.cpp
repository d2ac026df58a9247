// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/formernames.h"

#include "views/durationtext.h"

#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace ember::views {

using namespace model;

FormerNames formerNames(const Profile &profile)
{
    FormerNames names;
    std::set<std::pair<ThreadIndex, StringIndex>> seen;
    profile.tables().threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
        const bool isOther =
            !profile.text(change.name).empty() && change.name != profile.thread(change.thread).name;
        if (isOther && seen.emplace(change.thread, change.name).second)
            names[change.thread].push_back(change.name);
    });
    return names;
}

QString formerNamesText(const Profile &profile, const FormerNames &names, ThreadIndex thread)
{
    constexpr std::size_t most = 20;
    const auto found = names.find(thread);
    if (found == names.end())
        return {};
    const auto &former = found->second;
    QStringList texts;
    if (former.size() > most)
        texts += QStringLiteral("…");
    for (auto row = former.size() - std::min(former.size(), most); row < former.size(); ++row)
        texts += fromUtf8(profile.text(former[row]));
    return texts.join(QStringLiteral(", "));
}

} // namespace ember::views
