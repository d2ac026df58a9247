// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/settings/settings.h"

#include <QDialog>
#include <QObject>

#include <functional>

class QCheckBox;
class QDialogButtonBox;
class QLineEdit;
class QWidget;

namespace ember::app {

// Whether recording continues while the dialog asks, and what happens to the program when it stops.
enum class StillRecording { No, ProgramRunsOn, ProgramEnds };

// Asks what to do with a capture without a name. Says that the library has it and may delete it,
// and offers a name. Escape is Cancel.
class UnsavedPrompt : public QDialog {
    Q_OBJECT
public:
    enum class Choice { Cancel, Keep, SaveAs, Discard };

    UnsavedPrompt(const QString &title, StillRecording recording, qint64 libraryLimitBytes,
                  QWidget *parent = nullptr);

    Choice choice() const { return m_choice; }
    QString name() const; // name for the library
    AskAboutUnnamed askAgain() const;

private:
    void addButton(QDialogButtonBox &box, const QString &name, const QString &text, Choice choice);

    Choice m_choice = Choice::Cancel;
    QLineEdit *m_name;
    QCheckBox *m_doNotAsk;
};

class MessageBar;
class WorkProgress;

// Saves captures: names them in the library or copies them elsewhere.
class CaptureSaver : public QObject {
    Q_OBJECT
public:
    CaptureSaver(Document &document, const CaptureLibrary &library, Settings &settings,
                 QWidget &window);

    void connectTo(MessageBar &messages, WorkProgress &progress);

    // Asks what to do with a capture. `answered` is called later, from the event loop, with any
    // choice but Cancel; after Keep the capture already has its name.
    void ask(StillRecording recording, std::function<void(UnsavedPrompt::Choice)> answered);
    // Asks for a path and copies the log of a finished capture. Calls `proceed` on success.
    void save(const std::function<void()> &proceed);
    void saveTo(const QString &path, const std::function<void()> &proceed);
    // Names the capture in the library, by its title if `name` is empty.
    void keep(const QString &name);
    // Moves a snapshot that the recorder has written into the library.
    void adopt(const QString &logPath, const LaunchCommand &command);

private:
    void showSaved(const QString &path);
    void showNote(const QString &text);

    Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    QWidget &m_window;
    MessageBar *m_messages = nullptr;
    WorkProgress *m_progress = nullptr;
};

} // namespace ember::app
