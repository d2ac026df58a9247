// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/widgets/columnsmodel.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

class OpenProfile;
class TimeZoom;
class ViewSelection;

// A profile's output lines of the target. A later snapshot of the same profile only adds rows.
class OutputModel : public ColumnsModel<model::OutputLine> {
    Q_OBJECT
public:
    enum Column { Time, Stream, Text, ColumnCount };

    explicit OutputModel(QObject *parent = nullptr);

    void open(model::ProfilePointer profile);
    void update(model::ProfilePointer profile);

    const model::OutputLine &line(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    const model::OutputLine *rowAt(int row) const override { return &line(row); }

private:
    model::ProfilePointer m_profile;
    int m_rows = 0;
};

// The target's output, each line with its time on the axis. A click on a line moves the cursor
// there and scrolls the chart to it.
class OutputPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel.
    OutputPanel(const OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection,
                QWidget *parent = nullptr);

private:
    void showSnapshot();
    void showHint();
    void goTo(const QModelIndex &index);

    const OpenProfile &m_openProfile;
    TimeZoom &m_zoom;
    ViewSelection &m_selection;
    std::uint64_t m_profileSerial = 0;
    OutputModel *m_model;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
