// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "app/settings/settings.h"

#include <QDialog>
#include <QStringList>
#include <QWidget>

class QListWidget;
class QPushButton;
class QComboBox;
class QTableWidget;
class QCheckBox;
class QDoubleSpinBox;

namespace ember::app {

class ServerField;

// List of folders with buttons to add and remove.
class PathList : public QWidget {
    Q_OBJECT
public:
    // `purpose`: name of the list for screen readers and its file dialog.
    PathList(const QString &name, const QString &purpose, QWidget *parent = nullptr);

    QStringList paths() const;
    void setPaths(const QStringList &paths);

private:
    void add();
    void removeChosen();
    void showChoice();

    QString m_purpose;
    QListWidget *m_list;
    QPushButton *m_remove;
};

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

    // A page: the title of its tab, and words for what is set there.
    struct Page {
        QString name;
        QString words;
    };

    static QList<Page> pages(); // all pages, in the order of their tabs
    void showPage(int page);

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
    PathList *m_searchFolders;
    QCheckBox *m_debugFiles;
    QCheckBox *m_askDebugServers;
    ServerField *m_debugServers;
    PathList *m_ownPaths;
    PathList *m_foreignPaths;
    SourceSettingsForm *m_source;
    KeySettingsForm *m_keys;
    DsnField *m_dsn;
    ChunkOptionsForm *m_chunks;
};

} // namespace ember::app
