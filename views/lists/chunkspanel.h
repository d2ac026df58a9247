// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "views/widgets/columnsmodel.h"

#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

class QAction;
class QTableView;

namespace ember::views {

class OpenProfile;
class TimeZoom;
class ViewSelection;

enum class ChunkVerdict : std::uint8_t { Unknown, Accepted, Rejected };
enum class ChunkSent : std::uint8_t { No, Sending, Yes, Failed };

// A Sentry chunk of the open profile: one that was opened, or one that a capture would be cut into.
struct ChunkRow {
    QString profilerId;
    QString chunkId; // empty: made when it is written
    model::TimeRange range;
    std::uint32_t threads = 0;
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // 0: not known yet
    ChunkVerdict verdict = ChunkVerdict::Unknown;
    QString verdictText; // reason and advice, for the tool tip
    ChunkSent sent = ChunkSent::No;
    QString sentText; // for the tool tip
    QString receipt; // when and where it was received; empty: not known

    friend bool operator==(const ChunkRow &, const ChunkRow &) = default;
};

// Chunks as rows, in the order given.
class ChunkModel : public ColumnsModel<ChunkRow> {
    Q_OBJECT
public:
    enum Column {
        Start,
        Duration,
        Threads,
        Samples,
        Bytes,
        Verdict,
        Sent,
        ChunkId,
        ProfilerId,
        ColumnCount
    };

    explicit ChunkModel(QObject *parent = nullptr);

    // Rows that exist already stay (and stay selected); times count from `origin`.
    void setRows(std::vector<ChunkRow> rows, model::Timestamp origin);

    const std::vector<ChunkRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    const ChunkRow *rowAt(int row) const override { return &m_rows[static_cast<std::size_t>(row)]; }

private:
    static Columns columnsOf(const ChunkModel &model);

    std::vector<ChunkRow> m_rows;
    model::Timestamp m_origin;
};

// The chunk list. Selected chunks are marked on the axis (ViewSelection::markedRanges).
class ChunksPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel.
    ChunksPanel(OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection,
                QWidget *parent = nullptr);

    // Sets the rows and OpenProfile::chunkRanges. Rows that remain keep their selection.
    void setRows(std::vector<ChunkRow> rows);
    const std::vector<ChunkRow> &rows() const;
    // Indices into rows(), ascending.
    std::vector<std::size_t> selectedRows() const;
    // Adds an action to the context menu: Save, Upload, … of the selected chunks.
    void addMenuAction(QAction *action);

private:
    void mark();

    OpenProfile &m_profile;
    TimeZoom &m_zoom;
    ViewSelection &m_selection;
    ChunkModel *m_model;
    QTableView *m_view;
};

} // namespace ember::views
