// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/keytable.h"
#include "app/settings/settings.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace ember::app {

class ChunkOptionsForm;
class DsnField;
class KeySettingsForm;
class PathList;
class SourceSettingsForm;

// The settings dialog. Nothing changes before OK.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    SettingsDialog(Settings &settings, const KeyTable &keys, QWidget *parent = nullptr);

    void accept() override;

private:
    QWidget *createWindowPage();
    QWidget *createSymbolsPage();
    QWidget *createSentryPage();
    void read();
    void write();

    Settings &m_settings;
    QComboBox *m_theme;
    QDoubleSpinBox *m_libraryLimit;
    QCheckBox *m_askAboutUnnamed;
    PathList *m_searchFolders;
    QCheckBox *m_debugFiles;
    QCheckBox *m_askDebugServers;
    PathList *m_ownPaths;
    PathList *m_foreignPaths;
    SourceSettingsForm *m_source;
    KeySettingsForm *m_keys;
    DsnField *m_dsn;
    ChunkOptionsForm *m_chunks;
};

} // namespace ember::app
