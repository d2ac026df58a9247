// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/loader.h"
#include "app/settings/settings.h"
#include "views/viewstate.h"

#include <QObject>

#include <optional>

class QWidget;

namespace ember::app {

class Actions;
class CaptureController;
class CompareActions;
class MessageBar;
class Panels;
class WorkProgress;

// Comparing as the window's user has it: with a range, a file, the last run of the same command, or
// a new run with the one shown.
class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(const Document &document, const CaptureLibrary &library, Settings &settings,
                      CaptureController &captures, views::ViewState &state, QWidget &window);

    void connectTo(Actions &actions, Panels &panels, MessageBar &messages, WorkProgress &progress);

    // Another profile, or none: what can be done with it.
    void showState();

    void compareWith(const QString &path);
    // What compareWith() reads.
    Loader &loader() { return m_loader; }
    // The newest capture of the command shown that is older than what is shown.
    void compareWithLastRun();
    // The last command once more; asks before what is shown is dropped.
    void runAndCompare();

private:
    // Of a run that is compared when it ends.
    enum class HasBaseline { No, Yes };

    void connectLoader(WorkProgress &progress);
    void chooseFile();
    void load(const QString &path, const QString &title);
    void showPanel();
    void finishRun();
    bool isShowing(const LaunchCommand &command) const;

    const Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    CaptureController &m_captures;
    views::ViewState &m_state;
    QWidget &m_window;
    Loader m_loader;
    QString m_title; // of what is being loaded
    CompareActions *m_actions = nullptr;
    Panels *m_panels = nullptr;
    MessageBar *m_messages = nullptr;
    std::optional<HasBaseline> m_run; // none: nobody wants that
};

} // namespace ember::app
