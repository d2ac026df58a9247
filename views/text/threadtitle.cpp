// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/threadtitle.h"

#include "model/profile/samplerows.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

struct ThreadTitleText {
    Q_DECLARE_TR_FUNCTIONS(ThreadTitle)
};

} // namespace

QString processTitle(const Profile &profile, ProcessIndex index)
{
    if (!index.isValid())
        return {};
    const Process &process = profile.process(index);
    const QString name = fromUtf8(profile.text(process.name));
    if (process.pid == 0)
        return name;
    return name.isEmpty() ? QString::number(process.pid)
                          : QStringLiteral("%1 (%2)").arg(name).arg(process.pid);
}

QString recordedTwiceName(const QString &name)
{
    return name + QStringLiteral(" · ") + ThreadTitleText::tr("recorded twice");
}

QString recordedTwiceTip()
{
    return ThreadTitleText::tr("The capture has this process, too: what another profiler recorded "
                               "of it, such as a Sentry SDK, does not count unless you choose it.");
}

QString threadName(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const QString name = fromUtf8(profile.text(thread.name));
    return name.isEmpty() ? ThreadTitleText::tr("Thread %1").arg(fromUtf8(profile.text(thread.id)))
                          : name;
}

ThreadTitle threadTitle(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    QStringList details;
    if (!profile.text(thread.name).empty())
        details << fromUtf8(profile.text(thread.id));
    if (const QString process = processTitle(profile, thread.process); !process.isEmpty())
        details << process;
    details << samplesText(countSamples(profile.samples(index)));
    return {threadName(profile, index), details.join(QStringLiteral("  ·  "))};
}

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
