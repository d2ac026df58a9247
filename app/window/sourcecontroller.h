// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/disassembly/disassemblypanel.h"
#include "views/source/sourcepanel.h"

#include <QObject>

#include <optional>

class QAction;

namespace ember::app {

class Actions;
class Document;
class MessageBar;
class Panels;
class Settings;

// From functions to their source and their machine code: tells the views where files are, lets the
// user show it, and opens source in an editor.
class SourceController : public QObject {
    Q_OBJECT
public:
    SourceController(const Document &document, views::ViewState &state, Settings &settings,
                     QWidget &window);

    void connectTo(Actions &actions, Panels &panels, MessageBar &messages);
    // Where files may be: by the settings, where programs ran, and beside what is open.
    void showPlaces();
    // From binaries as they are now, found as the settings say now.
    void readCodeAnew();

private:
    views::SourcePlaces places() const;
    void stepToHot(views::Direction direction);
    void locate(const QString &recordedPath);
    void take(const views::PathMapping &mapping);
    // The line that the source view is at, or where the function pointed at last was seen.
    std::optional<views::CodePlace> place() const;
    void openInEditor();
    void sayMissing(const views::CodePlace &place, const QStringList &candidates);
    void start(const views::CodePlace &place, const QString &file);

    const Document &m_document;
    views::ViewState &m_state;
    Settings &m_settings;
    QWidget &m_window;
    views::SourcePanel *m_panel = nullptr;
    views::DisassemblyPanel *m_disassembly = nullptr;
    MessageBar *m_messages = nullptr;
    QAction *m_locate; // offered where a file is missing
    QString m_missing;
};

} // namespace ember::app
