// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

class OutputModel;

// What the target printed, each line with its time on the axis. A click on a line moves the cursor
// there and scrolls the chart to it.
class OutputPanel : public QWidget {
    Q_OBJECT
public:
    explicit OutputPanel(ViewState &state, QWidget *parent = nullptr);

private:
    void showSnapshot();
    void showHint();
    void goTo(const QModelIndex &index);

    ViewState &m_state;
    std::uint64_t m_profileSerial = 0;
    OutputModel *m_model;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
