// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"

#include <QObject>

#include <optional>

class QAction;

namespace ember::app {

class Actions;
class Document;
class MessageBar;
class Panels;
class Settings;

// Connects functions with their source and machine code: gives the views the source folders, lets
// the user locate missing files, opens an editor.
class SourceController : public QObject {
    Q_OBJECT
public:
    SourceController(const Document &document, views::ViewState &state, Settings &settings,
                     const Actions &actions, Panels &panels, MessageBar &messages, QWidget &window);

    // Updates the source folders: from the settings, the programs' working directories, and the
    // folders of the open files.
    void showPlaces();
    // Reads machine code again, with the current settings.
    void readCodeAnew();
    // Moves to the next row where much was spent: in the disassembly if that is visible, otherwise
    // in the source.
    void stepToHot(views::Direction direction);
    void openInEditor();

private:
    views::SourcePlaces places() const;
    void locate(const QString &recordedPath);
    void take(const views::PathMapping &mapping);
    // Returns the line chosen in the source view, or the last position of the function pointed at.
    std::optional<views::CodePlace> place() const;
    void reportMissing(const views::CodePlace &place, const QStringList &candidates);
    void start(const views::CodePlace &place, const QString &file);

    const Document &m_document;
    views::ViewState &m_state;
    Settings &m_settings;
    QWidget &m_window;
    views::SourcePanel *m_panel;
    views::DisassemblyPanel *m_disassembly;
    MessageBar &m_messages;
    QAction *m_locate; // offered if a file is missing
    QString m_missing;
};

} // namespace ember::app
