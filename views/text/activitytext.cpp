// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/activitytext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ember::views {

using namespace model;

namespace {

struct ActivityText {
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

struct Part {
    QString text;
    Nanoseconds time;
};

// Whole percents: a thread's strip is not more exact.
QString shareText(const Part &part, Nanoseconds all)
{
    const double share =
        100 * static_cast<double>(part.time.count()) / static_cast<double>(all.count());
    const QString number = share > 0 && share < 1
        ? QStringLiteral("<1")
        : QLocale().toString(static_cast<int>(std::lround(share)));
    return ActivityText::tr("%1 %2 %", "state, number").arg(part.text, number);
}

} // namespace

QString activityText(Activity activity)
{
    switch (activity) {
    case Activity::None: break;
    case Activity::Idle: return ActivityText::tr("idle");
    case Activity::Sampled: return ActivityText::tr("sampled");
    case Activity::Running: return ActivityText::tr("running");
    case Activity::Runnable: return ActivityText::tr("waits for a CPU");
    case Activity::Lock: return ActivityText::tr("blocked by a lock");
    case Activity::InputOutput: return ActivityText::tr("blocked in I/O");
    case Activity::Waiting: return ActivityText::tr("waiting");
    }
    return {};
}

QString activityText(const ActivityTimes &times, Waits waits)
{
    const auto of = [&](Activity activity) { return times.at(std::size_t(activity)); };
    std::vector<Part> parts;
    for (const Activity activity : {Activity::Running, Activity::Sampled})
        parts.push_back({activityText(activity), of(activity)});
    if (waits == Waits::Together) {
        parts.push_back({activityText(Activity::Waiting),
                         of(Activity::Runnable) + of(Activity::Lock) + of(Activity::InputOutput)
                             + of(Activity::Waiting)});
    } else {
        for (const Activity activity :
             {Activity::Runnable, Activity::Lock, Activity::InputOutput, Activity::Waiting})
            parts.push_back({activityText(activity), of(activity)});
    }
    parts.push_back({activityText(Activity::Idle), of(Activity::Idle)});
    Nanoseconds all{};
    for (const Part &part : parts)
        all += part.time;
    QStringList texts;
    for (const Part &part : parts) {
        if (part.time.count() > 0)
            texts << shareText(part, all);
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace ember::views
