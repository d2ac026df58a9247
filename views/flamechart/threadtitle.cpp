// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/threadtitle.h"

#include "model/profile/sampleplaces.h"
#include "views/durationtext.h"

#include <QCoreApplication>

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

ThreadTitle threadTitle(const Profile &profile, ThreadIndex index)
{
    const Thread &thread = profile.thread(index);
    const QString id = fromUtf8(profile.text(thread.id));
    QString name = fromUtf8(profile.text(thread.name));
    QStringList details;
    if (name.isEmpty())
        name = ThreadTitleText::tr("Thread %1").arg(id);
    else
        details << id;
    if (const QString process = processTitle(profile, thread.process); !process.isEmpty())
        details << process;
    details << samplesText(countSamples(profile.samples(index)));
    return {name, details.join(QStringLiteral("  ·  "))};
}

} // namespace ember::views
