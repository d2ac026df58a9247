// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/recentcards.h"

#include "app/look/appearance.h"
#include "app/start/profilefacts.h"
#include "views/answer/sentence.h"
#include "views/state/theme.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

constexpr int pictureHeight = 46;
constexpr int margin = 12;
constexpr int leastWidth = 240;
constexpr double corner = 6;

QString whenText(const QDateTime &when)
{
    const auto days = when.date().daysTo(QDate::currentDate());
    const QString time = QLocale().toString(when.time(), QLocale::ShortFormat);
    if (days == 0)
        return RecentCard::tr("today %1", "a time of day").arg(time);
    if (days == 1)
        return RecentCard::tr("yesterday %1", "a time of day").arg(time);
    return QLocale().toString(when.date(), QLocale::ShortFormat);
}

QString factsText(const QDateTime &when, const std::optional<ProfileFacts> &facts)
{
    QStringList parts{whenText(when)};
    if (facts && facts->length > model::Nanoseconds::zero())
        parts << views::durationText(facts->length);
    if (facts && facts->threads > 0)
        parts << views::threadsText(facts->threads);
    if (facts && facts->slowFrames + facts->frozenFrames > 0)
        parts << views::framesText(facts->slowFrames, facts->frozenFrames);
    return parts.join(QStringLiteral(" · "));
}

RecentProfile ofCapture(const CaptureInfo &capture)
{
    const QString log = capture.folder.logPath();
    RecentProfile recent;
    recent.paths = {log};
    recent.folder = capture.folder;
    const auto facts = keptFacts({log});
    recent.title = capture.title();
    recent.when = capture.started;
    recent.details =
        capture.isRecording ? RecentCard::tr("being recorded") : factsText(capture.started, facts);
    recent.tip = capture.title() % QLatin1Char('\n')
        % QLocale().toString(capture.started, QLocale::ShortFormat) % QLatin1String(", ")
        % views::bytesText(static_cast<std::uint64_t>(capture.bytes));
    recent.picture = facts ? facts->picture : QImage();
    recent.isRecording = capture.isRecording;
    recent.isPinned = capture.isPinned;
    return recent;
}

RecentProfile ofOpening(const QStringList &paths)
{
    const QFileInfo file(paths.first());
    const auto facts = keptFacts(paths);
    RecentProfile recent;
    recent.paths = paths;
    const auto others = static_cast<int>(paths.size()) - 1;
    recent.title = others == 0
        ? file.fileName()
        : RecentCard::tr("%1 and %n more", nullptr, others).arg(file.fileName());
    const QFileInfo seen(factsFile(paths));
    recent.when = seen.exists() ? seen.lastModified() : file.lastModified();
    recent.details = factsText(recent.when, facts);
    recent.tip = QDir::toNativeSeparators(views::shortenedLines(paths.join(QLatin1Char('\n')), 10));
    recent.picture = facts ? facts->picture : QImage();
    return recent;
}

} // namespace

QList<RecentProfile> recentProfiles(const QList<CaptureInfo> &captures,
                                    const QList<QStringList> &openings)
{
    QList<RecentProfile> profiles;
    for (const CaptureInfo &capture : captures)
        profiles.append(ofCapture(capture));
    for (const QStringList &paths : openings) {
        if (!paths.isEmpty() && QFileInfo::exists(paths.first()))
            profiles.append(ofOpening(paths));
    }
    std::ranges::stable_sort(profiles, std::ranges::greater{}, &RecentProfile::when);
    return profiles;
}

RecentCard::RecentCard(RecentProfile profile, QWidget *parent)
    : QAbstractButton(parent),
      m_profile(std::move(profile))
{
    setAccessibleName(views::shortened(m_profile.title));
    setAccessibleDescription(m_profile.details);
    setToolTip(m_profile.tip);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

QSize RecentCard::sizeHint() const
{
    return {2 * leastWidth, pictureHeight + 2 * fontMetrics().lineSpacing() + 2 * margin};
}

QSize RecentCard::minimumSizeHint() const
{
    return {leastWidth, sizeHint().height()};
}

void RecentCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    QPainterPath outline;
    outline.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
    painter.fillPath(outline, palette().base());
    painter.save();
    painter.setClipPath(outline);
    const QRect picture(0, 0, width(), pictureHeight);
    if (m_profile.picture.isNull())
        painter.fillRect(picture, palette().alternateBase());
    else
        painter.drawImage(picture, m_profile.picture);
    painter.restore();
    const auto &theme = views::theme(views::shadeOf(palette()));
    painter.setPen(hasFocus() || underMouse() ? QPen(theme.accent, hasFocus() ? 2 : 1)
                                              : QPen(theme.surfaceBorder));
    painter.drawPath(outline);

    QRect text = rect().adjusted(margin, pictureHeight + margin - 2, -margin, 0);
    if (m_profile.isRecording || m_profile.isPinned) {
        const int size = fontMetrics().height();
        const QRect mark(text.right() - size, text.top(), size, size);
        symbolIcon(m_profile.isRecording ? QStringLiteral("record") : QStringLiteral("pin"))
            .paint(&painter, mark);
        text.setRight(mark.left() - margin / 2);
    }
    const auto draw = [&](const QString &line, const QColor &colour) {
        painter.setPen(colour);
        const QString shown =
            painter.fontMetrics().elidedText(views::shortened(line), Qt::ElideRight, text.width());
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, shown);
        text.translate(0, painter.fontMetrics().lineSpacing());
    };
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    draw(m_profile.title, palette().text().color());
    painter.setFont(font());
    draw(m_profile.details, theme.mutedText);
}

void RecentCard::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Open"), this, &QAbstractButton::click);
    if (m_profile.folder.isEmpty()) {
        menu->addAction(tr("&Remove from the List"), this,
                        [this] { emit forgetRequested(m_profile.paths); });
    } else {
        menu->addAction(m_profile.isPinned ? tr("Un&pin") : tr("&Pin"), this,
                        [this] { emit pinRequested(m_profile.folder, !m_profile.isPinned); });
        menu->addAction(tr("&Delete…"), this, [this] { emit deleteRequested(m_profile.folder); })
            ->setEnabled(!m_profile.isRecording);
    }
    menu->popup(event->globalPos());
}

} // namespace ember::app
