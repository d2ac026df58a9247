// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/chunksettings.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace ember::app {

class ChunkOptionsForm;

// Dialog for saving chunks: path and metadata.
class SaveDialog : public QDialog {
    Q_OBJECT
public:
    SaveDialog(const QString &folder, const ChunkSettings &settings, QWidget *parent = nullptr);

    QString path() const;
    ChunkSettings settings() const;

    // Asks before replacing a file, unless the file dialog already did.
    void accept() override;

private:
    void browse();

    QString m_replaceable;
    QLineEdit *m_path;
    ChunkOptionsForm *m_options;
    QPushButton *m_save;
};

} // namespace ember::app
