// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/livefeed.h"
#include "app/session/loader.h"

#include <QObject>

#include <cstddef>
#include <optional>

namespace ember::app {

// The content of a window: nothing, opened files, or a capture. Lives in the UI thread.
class Document : public QObject {
    Q_OBJECT
public:
    enum class Kind { Empty, Files, Capture };

    explicit Document(QObject *parent = nullptr);

    // Replaces the content by files. `folder`: the capture folder if the files belong to a capture
    // of the library, else empty; `title`: the capture's title, as the files of all captures have
    // the same name.
    void showFiles(OpenedFilesPointer files, const CaptureFolder &folder, const QString &title);
    // Shows the same files with more of their first profile.
    void showMore(OpenedFilesPointer files);
    // Replaces the content by a starting capture, which is empty until its first update.
    void beginCapture(const LaunchCommand &command, const CaptureFolder &folder);
    void close();
    // Replaces the boxes of the same profiles, by profile index, to show them differently.
    void replaceSpans(const std::vector<model::SpanTablePointer> &spans);

    // Takes a newer state of the capture.
    void update(const LiveUpdate &live);

    Kind kind() const { return m_kind; }

    bool isEmpty() const { return m_kind == Kind::Empty; }

    QString title() const;
    // Returns a name, without ending, for files written of the content: program and time.
    QString proposedName() const;
    // The capture's folder in the library, if it has one.
    const CaptureFolder &folder() const { return m_folder; }
    // Returns the paths of the files shown; for a capture, its log.
    QStringList paths() const;

    // Null while nothing is open or a capture has no sample.
    const model::SpanTablePointer &spans() const { return m_spans; }
    // Whether the shown profile consists of all profiles of the files on one axis. Such a profile
    // cannot be saved, as it is no recording of its own.
    bool isTogether() const { return together() != Together::No; }
    Together together() const;
    // Returns the boxes of every profile, by profile index.
    std::vector<model::SpanTablePointer> allSpans() const;
    const model::ImportLog &log() const { return m_log; }
    // Returns the view (filters, range, threads) stored in the profile's file, if any.
    std::optional<model::KeptView> view() const;

    // Number of profiles to choose from, one of which is shown: those of the files or of a capture,
    // and the one that consists of all. 0: none.
    std::size_t profileCount() const;
    std::size_t currentProfile() const { return m_current; }
    QString profileTitle(std::size_t profile) const;
    void setCurrentProfile(std::size_t profile);

signals:
    void opened(); // another profile is shown, or none
    void updated(); // the same profile has a newer snapshot, or other boxes
    void stateChanged(); // title or the profiles to choose from changed

private:
    void clear();
    void takeSpans(const LiveUpdate &live);

    Kind m_kind = Kind::Empty;
    OpenedFilesPointer m_files; // of a capture: null unless SDKs have sent something meanwhile
    std::size_t m_current = 0;
    LaunchCommand m_command;
    CaptureFolder m_folder;
    QString m_title; // of a capture of the library
    std::optional<CaptureUse> m_use;
    model::SpanTablePointer m_spans;
    model::ImportLog m_log;
};

} // namespace ember::app
