// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/output/outputpanel.h"

#include "views/output/outputmodel.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

namespace ember::views {

using namespace model;

OutputPanel::OutputPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new OutputModel(this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    m_hint->setText(tr("No output. What a program prints is recorded when it is launched from "
                       "this window."));
    styleHint(*m_hint);
    styleTable(*m_view);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Output of the program"));
    m_view->setColumnWidth(OutputModel::Time, 100);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    column->addWidget(m_hint);
    connect(&state, &ViewState::spansChanged, this, &OutputPanel::showSnapshot);
    connect(m_view, &QTableView::clicked, this, &OutputPanel::goTo);
    connect(m_view, &QTableView::activated, this, &OutputPanel::goTo);
    showSnapshot();
}

void OutputPanel::showSnapshot()
{
    const auto profile = m_state.spans() ? m_state.spans()->profile() : ProfilePointer();
    if (m_state.profileSerial() != m_profileSerial) {
        m_profileSerial = m_state.profileSerial();
        m_model->open(profile);
        showHint();
        return;
    }
    // Stay at the newest line, unless the reader has scrolled up.
    const QScrollBar *bar = m_view->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_model->update(profile);
    showHint();
    if (atEnd)
        m_view->scrollToBottom();
}

void OutputPanel::showHint()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void OutputPanel::goTo(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const auto time = m_model->line(index.row()).time;
    m_state.zoom().reveal({time, time + Nanoseconds(1)});
    m_state.setCursor(time);
}

} // namespace ember::views
