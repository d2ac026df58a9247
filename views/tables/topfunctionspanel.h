// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functionstatistics.h"
#include "views/pacedjob.h"
#include "views/viewstate.h"

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QTableView;

namespace ember::views {

class FunctionModel;

// Functions by self or total time, of the selected range and the shown threads; where the profile
// tells who ran, of running threads only if the reader wants. Computed off the UI thread.
class TopFunctionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TopFunctionsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    void functionActivated(const QString &name); // double click: search for it
    // With the right button, of the function that has become ViewState::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Functions = std::vector<model::FunctionStatistics>;

    void createView();
    void askAnew();
    void refresh();
    PacedJob<Functions>::Work question();
    void showFunctions(Functions functions);
    void pointAt(const QModelIndex &index);

    ViewState &m_state;
    FunctionModel *m_model;
    QTableView *m_view;
    std::optional<QString> m_askedUnit;
    std::uint64_t m_profileSerial = 0; // whose functions are shown
    bool m_isRestoring = false; // the reader's place, among new rows
    PacedJob<Functions> m_job;
};

} // namespace ember::views
