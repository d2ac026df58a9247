// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/settings/settings.h"
#include "views/jobs/newestjob.h"

#include <QAbstractTableModel>
#include <QDialog>

class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace ember::app {

// Table model of the capture library with editable names. Empty until the background listing is
// done.
class LibraryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Command, Started, Size, Use, ColumnCount };

    explicit LibraryModel(const CaptureLibrary &library, QObject *parent = nullptr);

    void refresh();
    void pin(int row, Pinned pinned);
    const CaptureInfo &capture(int row) const { return m_captures.at(row); }
    qint64 totalBytes() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

signals:
    void failed(const ember::model::Error &error);

private:
    void take(QList<CaptureInfo> captures);

    const CaptureLibrary &m_library;
    QList<CaptureInfo> m_captures;
    views::NewestJob<QList<CaptureInfo>> m_listing;
};

// Dialog of the capture library: open, name, delete, and the size limit.
class LibraryDialog : public QDialog {
    Q_OBJECT
public:
    LibraryDialog(const CaptureLibrary &library, Settings &settings, QWidget *parent = nullptr);

signals:
    void openRequested(const ember::app::CaptureFolder &folder);

private:
    QWidget *createLimitRow();
    void openSelected();
    void removeSelected();
    // Pins all selected captures, or unpins them if all are pinned.
    void pinSelected();
    void showCaptures();
    void showState();
    void showError(const model::Error &error);

    const CaptureLibrary &m_library;
    Settings &m_settings;
    LibraryModel *m_model;
    QTableView *m_view;
    QLabel *m_total;
    QLabel *m_error;
    QSpinBox *m_limit;
    QPushButton *m_open;
    QPushButton *m_pin;
    QPushButton *m_remove;
};

} // namespace ember::app
