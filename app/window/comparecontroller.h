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

// Controls comparison: with a range, a file, the last run of the same command, or a new run. What
// useAsBaseline() has set stays for documents that are opened later, which the user is told; a file
// or run that was chosen for a document is given up with it.
class CompareController : public QObject {
    Q_OBJECT
public:
    CompareController(const Document &document, const CaptureLibrary &library, Settings &settings,
                      CaptureController &captures, views::ViewState &state, MessageBar &messages,
                      WorkProgress &progress, QWidget &window);

    // Makes the selected range, or the whole profile, the baseline.
    void useAsBaseline();
    void chooseFile();
    void compareWith(const QString &path);
    // Returns the path of the baseline, if it is a file.
    QStringList baselineFiles() const;
    // Loads the files of compareWith().
    Loader &loader() { return m_loader; }
    // Sets whether the next document takes the open one's place in the comparison: the baseline
    // then stays when documents change, as the caller replaces it, too.
    void setReplacing(bool isReplacing) { m_isReplacing = isReplacing; }
    // Compares with the newest earlier capture of the same command.
    void compareWithLastRun();
    // Runs the last command again, and compares when it has ended.
    void runAndCompare();

signals:
    void compared(); // the user has chosen another baseline
    void said(const QString &what); // to be shown for a moment

private:
    // Whether a run that is compared when it ends already has its baseline.
    enum class HasBaseline { No, Yes };

    void connectLoader(WorkProgress &progress);
    void followDocument();
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
    QString m_loading; // path of the file being loaded
    QString m_path; // of the baseline, if it is a file
    bool m_isOfDocument = false; // the baseline was chosen for the open document
    bool m_isReplacing = false;
    QStringList m_opened; // the document's files
    MessageBar &m_messages;
    std::optional<HasBaseline> m_run; // nullopt: no run is to be compared
};

} // namespace ember::app
