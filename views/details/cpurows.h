// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/frameanswer.h"
#include "views/answer/sentence.h"
#include "views/jobs/pacedjob.h"

#include <QObject>

#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace ember::views {

class FrameChoice;
class OpenProfile;
class ViewAppearance;

// Adds rows to the details that tell which threads had the CPU that the thread of the chosen frame
// waited for, and how much of it. Each links to both threads in the frame's range. Computed off the
// UI thread; no rows if the thread did not wait for a CPU, or the capture does not tell.
class CpuRows : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    CpuRows(const OpenProfile &profile, const FrameChoice &frames, const ViewAppearance &appearance,
            QTreeWidget &rows);

    // Adds the rows at the end of the group, as soon as they are known.
    void addTo(QTreeWidgetItem &group);
    // Call when the rows have been deleted.
    void forget();

signals:
    void activated(const ember::views::AnswerLink &link);

private:
    PacedJob<model::FrameAnswer>::Work question() const;
    void show(const model::FrameAnswer &answer);
    void follow(const QTreeWidgetItem &row);
    void showColours();

    const OpenProfile &m_profile;
    const FrameChoice &m_frames;
    QTreeWidget &m_rows;
    QTreeWidgetItem *m_group = nullptr;
    std::vector<AnswerLink> m_links; // by the number that a row has
    PacedJob<model::FrameAnswer> m_job;
};

} // namespace ember::views
