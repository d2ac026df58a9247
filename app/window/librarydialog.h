// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/settings/settings.h"
#include "app/window/librarymodel.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace ember::app {

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
    void showCaptures();
    void showState();
    void showError(const model::Error &error);
    QList<int> selectedRows() const;

    const CaptureLibrary &m_library;
    Settings &m_settings;
    LibraryModel *m_model;
    QTableView *m_view;
    QLabel *m_total;
    QLabel *m_error;
    QSpinBox *m_limit;
    QPushButton *m_open;
    QPushButton *m_remove;
};

} // namespace ember::app
