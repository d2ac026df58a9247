// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/sourcesettings.h"

#include <QWidget>

class QComboBox;
class QPushButton;
class QTableWidget;

namespace ember::app {

// Settings page: path mappings from profiles to local folders, and the editor.
class SourceSettingsForm : public QWidget {
    Q_OBJECT
public:
    explicit SourceSettingsForm(QWidget *parent = nullptr);

    SourceSettings settings() const;
    void setSettings(const SourceSettings &settings);

private:
    QWidget *createEditor();
    QWidget *createMappings();
    void add(const views::PathMapping &mapping);
    void removeChosen();
    void showChoice();

    QComboBox *m_editor;
    QTableWidget *m_mappings;
    QPushButton *m_remove;
};

} // namespace ember::app
