// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/chunks/chunkrow.h"
#include "views/viewstate.h"

#include <QWidget>

#include <vector>

class QAction;
class QTableView;

namespace ember::views {

class ChunkModel;

// The chunk list. What is selected in it is marked on the axis (ViewState::markedRanges).
class ChunksPanel : public QWidget {
    Q_OBJECT
public:
    explicit ChunksPanel(ViewState &state, QWidget *parent = nullptr);

    // Also sets ViewState::chunkRanges. Rows that stay keep their selection.
    void setRows(std::vector<ChunkRow> rows);
    const std::vector<ChunkRow> &rows() const;
    // Places in rows(), ascending.
    std::vector<std::size_t> selectedRows() const;
    // For the context menu: Save, Upload, … of the selected chunks.
    void addMenuAction(QAction *action);

private:
    void mark();

    ViewState &m_state;
    ChunkModel *m_model;
    QTableView *m_view;
};

} // namespace ember::views
