// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploads.h"
#include "views/widgets/columnsmodel.h"

#include <QDialog>
#include <QList>
#include <QString>

class QLabel;
class QPushButton;
class QTableView;

namespace ember::app {

// An item of the queue of uploads, for a row.
struct QueueRow {
    QueuedUpload upload;
    bool isTargetKnown = false; // this window knows its DSN, so it is sent when it is due
};

// The queue of uploads as a table, oldest first. Rows keep their places while items change. Texts
// come from files and servers. UI thread.
class QueueList : public views::ColumnsModel<QueueRow> {
    Q_OBJECT
public:
    enum Column { Time, State, Type, Id, Size, Target, Attempts, Answer, ColumnCount };

    // The uploads must outlive it.
    explicit QueueList(Uploads &uploads, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    const QueueRow &item(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

private:
    static Columns columns();
    const QueueRow *rowAt(int row) const override;
    void take(const QueueListing &listing);
    void removeAbsent(const std::vector<QueueRow> &rows);
    void insertNew(const std::vector<QueueRow> &rows);

    std::vector<QueueRow> m_rows; // in the order of their numbers
};

// The window of the queue of uploads: what waits, and what became of earlier uploads, live. It
// stays open beside the main window.
class QueueDialog : public QDialog {
    Q_OBJECT
public:
    // The uploads must outlive it.
    QueueDialog(Uploads &uploads, QWidget *parent);

private:
    // Whether a button does something to an item.
    using Condition = bool (*)(const QueueRow &row);

    void createTable();
    QWidget *createButtons();
    QPushButton *addButton(const QString &name, const QString &text, const QString &tip);
    // The numbers of the selected items that meet a condition.
    QList<qint64> chosen(Condition condition) const;
    void showState();

    Uploads &m_uploads;
    QueueList m_list;
    QString m_failure; // why the queue cannot be used; "": it can
    QTableView *m_view;
    QLabel *m_state;
    QPushButton *m_retry;
    QPushButton *m_cancel;
    QPushButton *m_forget;
    QPushButton *m_pause;
};

} // namespace ember::app
