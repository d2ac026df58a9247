// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/liveupdate.h"
#include "app/session/openedprofile.h"

#include <QObject>

#include <cstddef>
#include <optional>

namespace ember::app {

// What a window shows: nothing, files that were opened, or a capture. UI thread.
class Document : public QObject {
    Q_OBJECT
public:
    enum class Kind { Empty, Files, Capture };
    enum class Saved { No, Yes };

    explicit Document(QObject *parent = nullptr);

    // Another thing to show; what was there before is forgotten. `folder` is that of a capture of
    // the library the files belong to, else empty.
    void showFiles(OpenedFilesPointer files, const CaptureFolder &folder);
    // More of the same files: their first profile has grown.
    void showMore(OpenedFilesPointer files);
    // A capture that begins: empty until its first update.
    void beginCapture(const LaunchCommand &command, const CaptureFolder &folder);
    void close();

    // More of the capture.
    void update(const LiveUpdate &live);
    // Its user has a copy, or wants the library to keep it; No: the next one to drop it asks.
    void setSaved(Saved saved);

    Kind kind() const { return m_kind; }

    bool isEmpty() const { return m_kind == Kind::Empty; }

    bool isModified() const { return m_saved == Saved::No; }

    QString title() const;
    // The capture's folder in the library, if it has one.
    const CaptureFolder &folder() const { return m_folder; }
    // The files shown; a capture's log.
    QStringList paths() const;

    // Null while a capture has no sample.
    const model::SpanTablePointer &spans() const { return m_spans; }
    const model::ImportLog &log() const { return m_log; }
    // How the profile was last looked at, as far as its file says.
    std::optional<model::KeptView> view() const;

    // Files may hold several profiles; one of them is shown.
    std::size_t profileCount() const;
    std::size_t currentProfile() const { return m_current; }
    QString profileTitle(std::size_t profile) const;
    void setCurrentProfile(std::size_t profile);

signals:
    void opened(); // another profile, or none
    void updated(); // a newer snapshot of the same
    void stateChanged(); // title, saved or not

private:
    void clear();

    Kind m_kind = Kind::Empty;
    Saved m_saved = Saved::Yes;
    OpenedFilesPointer m_files;
    std::size_t m_current = 0;
    LaunchCommand m_command;
    CaptureFolder m_folder;
    std::optional<CaptureUse> m_use;
    model::SpanTablePointer m_spans;
    model::ImportLog m_log;
};

} // namespace ember::app
