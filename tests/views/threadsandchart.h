// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/threadprogram.h"
#include "tests/views/watchedpanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/threads/threadmodel.h"
#include "views/threads/threadspanel.h"

#include <QTest>
#include <QTreeView>

#include <memory>
#include <utility>

namespace ember::tests {

// The selector of threads and the chart beside it, of one state.
class ThreadsAndChart {
protected:
    void makeWindow()
    {
        m_watched = std::make_unique<WatchedPanel<views::ThreadsPanel>>();
        m_state = &m_watched->state;
        m_chart = std::make_unique<views::FlameChartWidget>(*m_state, m_watched->searcher);
        m_view = m_watched->panel.findChild<QTreeView *>();
        m_model = m_watched->panel.findChild<views::ThreadModel *>();
    }

    void closeWindow()
    {
        m_chart.reset();
        m_watched.reset();
    }

    void show(ThreadProgram &program) { show(program.spans()); }

    void show(model::SpanTablePointer spans)
    {
        pictureOf(m_watched->panel, {420, 400});
        pictureOf(*m_chart, {600, m_height});
        m_state->open(std::move(spans));
        EMBER_TRY(m_model->rowCount() > 0);
    }

    QString selector() const
    {
        QStringList names;
        for (int row = 0; row < m_model->rowCount(); ++row)
            names << m_model->index(row, views::ThreadModel::Name).data().toString();
        return names.join(QStringLiteral("; "));
    }

    // Threads by name, groups as "[threads kind]".
    QString chart() const
    {
        QStringList names;
        for (const views::Lane &lane : m_chart->chartLayout().lanes()) {
            if (lane.isGroup()) {
                const auto &group = m_state->threads().order().groups()[lane.heads.row()];
                names << QStringLiteral("[%1 %2]")
                             .arg(group.threads.size())
                             .arg(group.kind == views::ThreadGroup::Kind::Idle ? 1 : 0);
            } else {
                names << nameOf(lane.thread);
            }
        }
        return names.join(QStringLiteral("; "));
    }

    QString nameOf(model::ThreadIndex thread) const
    {
        const model::Profile &profile = *m_state->spans()->profile();
        return QString::fromStdString(std::string(profile.text(profile.thread(thread).name)));
    }

    std::unique_ptr<WatchedPanel<views::ThreadsPanel>> m_watched;
    std::unique_ptr<views::FlameChartWidget> m_chart;
    views::ViewState *m_state = nullptr;
    QTreeView *m_view = nullptr;
    views::ThreadModel *m_model = nullptr;
    int m_height = 900; // of the chart
};

} // namespace ember::tests
