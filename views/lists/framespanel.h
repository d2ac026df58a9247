// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/slowframes.h"
#include "views/widgets/columnsmodel.h"

#include <QModelIndex>
#include <QWidget>

#include <map>
#include <optional>
#include <vector>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace ember::views {

class FrameChoice;
class OpenProfile;
class ViewAppearance;
class ViewSelection;

// Slow and frozen frames as rows, each with the thread that drew it, the shares of its samples that
// ran or waited, and the function that delayed it, which is looked for when the row becomes
// visible.
class FrameModel : public ColumnsModel<model::SlowFrame> {
    Q_OBJECT
public:
    enum Column { Start, Duration, Kind, Thread, Running, Waiting, HeldUpBy, ColumnCount };

    // All must outlive it.
    FrameModel(const OpenProfile &profile, const FrameChoice &frames,
               const ViewSelection &selection, const ViewAppearance &appearance,
               QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    const model::SlowFrame *rowAt(int row) const override;

private:
    void showFrames();
    void forgetUnfound();
    // The function that delayed a frame, or in brackets the reason why none is known.
    struct HeldUp {
        QString text;
        model::FrameIndex function; // invalid: no call was found
    };

    // The shares of the samples whose state is known.
    struct Shares {
        double running = 0;
        double waiting = 0; // blocked, or for a CPU
    };

    const HeldUp &heldUp(const model::SlowFrame &frame) const;
    model::ThreadIndex threadOf(const model::SlowFrame &frame) const;
    QString threadText(const model::SlowFrame &frame) const;
    std::optional<Shares> shares(const model::SlowFrame &frame) const;
    static Columns columnsOf(const FrameModel &model);

    const OpenProfile &m_profile;
    const FrameChoice &m_frames;
    const ViewSelection &m_selection;
    const ViewAppearance &m_appearance;
    std::size_t m_rows = 0;
    mutable std::vector<std::optional<HeldUp>> m_blames; // by row
    mutable std::map<model::ProcessIndex, model::ThreadIndex> m_drawing; // threads by process
};

// The slow and frozen frames, the longest first, each with the function that delayed it. The chosen
// one is that of FrameChoice, which all views show.
class FramesPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive it.
    FramesPanel(const OpenProfile &profile, FrameChoice &frames, const ViewSelection &selection,
                const ViewAppearance &appearance, QWidget *parent = nullptr);

private:
    void createView();
    void showFrames();
    void fit(FrameModel::Column column);
    const model::SlowFrame &frameAt(const QModelIndex &index) const;
    void choose(const QModelIndex &index);
    void chooseIfOther(const QModelIndex &index);
    void showChosen();
    QModelIndex selectChosen();

    FrameChoice &m_frames;
    FrameModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
