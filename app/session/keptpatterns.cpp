// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/keptpatterns.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QString>

#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ember::app {

using namespace model;

namespace {

constexpr std::string_view patternWord = "pattern"; // the spelling of views/filters/filterwords.cpp
constexpr qsizetype maxPatternLength = 10'000;
constexpr qint64 maxMilliseconds = 1500;

// The distinct names in a profile: frames with equal names are frequent.
std::vector<QString> namesIn(const Profile &profile)
{
    std::unordered_set<std::string> names;
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        names.insert(frameName(profile, FrameIndex(row)));
        names.emplace(moduleName(profile, FrameIndex(row)));
    }
    std::vector<QString> texts;
    for (const std::string &name : names)
        texts.push_back(QString::fromStdString(name));
    return texts;
}

class PatternTrial {
public:
    explicit PatternTrial(const Profile &profile) : m_profile(profile) { }

    bool isFast(const QString &pattern)
    {
        if (pattern.size() > maxPatternLength)
            return false;
        if (!m_timer.isValid()) {
            m_names = namesIn(m_profile);
            m_timer.start();
        }
        // A lower limit than the views use. Of several limits the library applies the lowest.
        const QRegularExpression expression(QStringLiteral("(*LIMIT_MATCH=10000)") + pattern,
                                            QRegularExpression::CaseInsensitiveOption);
        if (!expression.isValid()) // the views ignore it as well
            return true;
        for (const QString &name : m_names) {
            if (m_timer.elapsed() > maxMilliseconds || !expression.match(name).isValid())
                return false;
        }
        return true;
    }

private:
    const Profile &m_profile;
    QElapsedTimer m_timer;
    std::vector<QString> m_names;
};

} // namespace

void dropSlowPatterns(KeptView &view, const Profile &profile, ImportLog &log)
{
    constexpr std::size_t words = 3; // words per filter
    PatternTrial trial(profile);
    std::vector<std::string> kept;
    std::size_t place = 0;
    for (; place + words <= view.filters.size(); place += words) {
        const auto filter = view.filters.begin() + static_cast<std::ptrdiff_t>(place);
        const QString text = QString::fromStdString(filter[2]);
        if (filter[1] != patternWord || trial.isFast(text))
            kept.insert(kept.end(), filter, filter + words);
        else if (!log.countAgain("ember-view-pattern"))
            log.add({"ember-view-pattern",
                     "capture-log",
                     Severity::Warning,
                     {},
                     "a filter that was kept with the file is left out, for its pattern takes too "
                     "long: "
                         + text.left(100).toStdString()});
    }
    kept.insert(kept.end(), view.filters.begin() + static_cast<std::ptrdiff_t>(place),
                view.filters.end());
    view.filters = std::move(kept);
}

} // namespace ember::app
