// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/loader.h"
#include "app/settings/settings.h"
#include "views/state/viewstate.h"

#include <QObject>

#include <optional>

class QWidget;

namespace ember::app {

class CaptureController;
class MessageBar;
class WorkProgress;

// Controls comparison: with a range, a file, the last run of the same command, or a new run.
class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(const Document &document, const CaptureLibrary &library, Settings &settings,
                      CaptureController &captures, views::ViewState &state, MessageBar &messages,
                      WorkProgress &progress, QWidget &window);

    // With the selected range, or the whole profile.
    void useAsBaseline();
    void chooseFile();
    void compareWith(const QString &path);
    // The file that the shown profile is compared with, if it is one.
    QStringList baselineFiles() const;
    // Loads the files of compareWith().
    Loader &loader() { return m_loader; }
    // Compares with the newest earlier capture of the same command.
    void compareWithLastRun();
    // Runs the last command again and compares; asks first about an unsaved capture.
    void runAndCompare();

signals:
    void compared(); // with another baseline, as the user has asked for

private:
    // State of a run that is compared when it ends.
    enum class HasBaseline { No, Yes };

    void connectLoader(WorkProgress &progress);
    void load(const QString &path, const QString &title);
    void finishRun();
    bool isShowing(const LaunchCommand &command) const;

    const Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    CaptureController &m_captures;
    views::ViewState &m_state;
    QWidget &m_window;
    Loader m_loader;
    QString m_title; // title of the file being loaded
    QString m_path; // the file loaded last
    MessageBar &m_messages;
    std::optional<HasBaseline> m_run; // nullopt: no run is to be compared
};

} // namespace ember::app
