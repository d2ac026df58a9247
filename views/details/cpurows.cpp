// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/cpurows.h"

#include "views/answer/answertext.h"
#include "views/state/framechoice.h"
#include "views/state/openprofile.h"
#include "views/state/viewappearance.h"
#include "views/text/durationtext.h"

#include <QTreeWidget>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int linkRole = Qt::UserRole;

QTreeWidgetItem *addRow(QTreeWidgetItem &group, const QString &name, const QString &value,
                        const QString &tip)
{
    auto *row = new QTreeWidgetItem(&group, {name, value});
    row->setToolTip(0, tip);
    row->setToolTip(1, tip);
    return row;
}

} // namespace

CpuRows::CpuRows(const OpenProfile &profile, const FrameChoice &frames,
                 const ViewAppearance &appearance, QTreeWidget &rows)
    : QObject(&rows),
      m_profile(profile),
      m_frames(frames),
      m_rows(rows),
      m_job(
          this, [this] { return question(); }, [this](const FrameAnswer &answer) { show(answer); })
{
    rows.setMouseTracking(true);
    connect(&rows, &QTreeWidget::itemClicked, this,
            [this](const QTreeWidgetItem *row) { follow(*row); });
    connect(&rows, &QTreeWidget::itemActivated, this,
            [this](const QTreeWidgetItem *row) { follow(*row); });
    connect(&rows, &QTreeWidget::itemEntered, this, [&rows](const QTreeWidgetItem *row) {
        const bool isLink = row->data(1, linkRole).isValid();
        rows.viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(&rows, &QTreeWidget::viewportEntered, rows.viewport(), &QWidget::unsetCursor);
    connect(&appearance, &ViewAppearance::changed, this, &CpuRows::showColours);
}

void CpuRows::addTo(QTreeWidgetItem &group)
{
    m_group = &group;
    m_job.askAnew();
}

void CpuRows::forget()
{
    m_job.drop();
    m_group = nullptr;
    m_links.clear();
    m_rows.viewport()->unsetCursor();
}

PacedJob<FrameAnswer>::Work CpuRows::question() const
{
    const SlowFrame *chosen = m_frames.chosen();
    if (!m_group || !chosen || !m_profile.spans())
        return {};
    return {[spans = m_profile.spans(), frame = *chosen, all = m_frames.all()] {
        return frameAnswer(*spans, frame, all);
    }};
}

void CpuRows::show(const FrameAnswer &answer)
{
    if (!m_group || !m_links.empty() || !m_profile.spans())
        return;
    const Profile &profile = *m_profile.spans()->profile();
    const QString ofWhat = answer.cpuTime.count() > 0
        ? tr("Of the time of all CPUs while it waited for one")
        : tr("Of the CPU time of this program while it waited for a CPU");
    QString name = tr("Who had the CPU");
    for (const CpuHolderPart &part : cpuHolderParts(profile, answer)) {
        const QString value =
            tr("%1 %2, %3", "a thread, a share, a duration")
                .arg(textOf(part.thread), wholePercentText(part.share), durationText(part.time));
        auto *row = addRow(*m_group, std::exchange(name, QString()), value, ofWhat);
        row->setData(1, linkRole, qulonglong(m_links.size()));
        QFont font = m_rows.font();
        font.setUnderline(true);
        row->setFont(1, font);
        m_links.push_back(part.thread.front().link.value_or(AnswerLink()));
    }
    for (const QString &rest : {smallHoldersText(answer), restText(answer)}) {
        if (!rest.isEmpty())
            addRow(*m_group, std::exchange(name, QString()), rest, ofWhat);
    }
    showColours();
}

void CpuRows::follow(const QTreeWidgetItem &row)
{
    const auto number = row.data(1, linkRole);
    if (row.parent() == m_group && number.isValid() && number.toULongLong() < m_links.size())
        emit activated(AnswerLink(m_links[number.toULongLong()])); // may delete these rows
}

// Links have the colour of the theme.
void CpuRows::showColours()
{
    for (int row = 0; m_group && row < m_group->childCount(); ++row) {
        QTreeWidgetItem *item = m_group->child(row);
        if (item && item->data(1, linkRole).isValid())
            item->setForeground(1, m_rows.palette().link());
    }
}

} // namespace ember::views
