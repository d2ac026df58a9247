// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QPushButton;

namespace ember::app {

class ChunkOptionsForm;
class ProfilePartField;

// Dialog for saving chunks: asks for the part of the profile, the path and metadata.
class SaveDialog : public QDialog {
    Q_OBJECT
public:
    // Takes ownership of `part`. `shownFiles`: the files of the shown profile.
    SaveDialog(ProfilePartField *part, const QString &folder, const ChunkSettings &settings,
               const QStringList &shownFiles, QWidget *parent = nullptr);

    QString path() const;
    ChunkSettings settings() const;

    // Asks before replacing a file, unless the file dialog already did. Before a shown file is
    // replaced, also through a link, it always asks and says what would be lost.
    void accept() override;

private:
    void browse();
    void ask(const QString &shownFile);

    QStringList m_shownFiles;
    QString m_replaceable;
    QLineEdit *m_path;
    ChunkOptionsForm *m_options;
    QPushButton *m_save;
};

} // namespace ember::app
