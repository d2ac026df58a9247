// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

class Histogram;
class LongCallModel;
class PropertyView;

// One function's figures in a selection, the histogram of its calls, and the longest of these:
// whichever the reader chooses is the one the chart shows.
class FunctionCallsView : public QWidget {
    Q_OBJECT
public:
    explicit FunctionCallsView(ViewState &state, QWidget *parent = nullptr);

    // `calls` are those of the selection, of the profile of `spans`.
    void show(const model::SpanTablePointer &spans, const model::CallWeights &calls,
              model::FunctionCalls function);
    void showNone(); // no function is chosen

private:
    QWidget *createTable();
    void goTo(int row);

    ViewState &m_state;
    QLabel *m_title;
    PropertyView *m_figures;
    Histogram *m_histogram;
    LongCallModel *m_model;
    QTableView *m_table;
    QWidget *m_content;
};

} // namespace ember::views
