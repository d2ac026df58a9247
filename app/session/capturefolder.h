// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>

namespace ember::app {

// The files of one capture. The folder is the whole of it: whoever finds one can go on with it,
// also after the window that started it is gone.
class CaptureFolder {
public:
    CaptureFolder() = default;

    explicit CaptureFolder(QString path) : m_path(std::move(path)) { }

    bool isEmpty() const { return m_path.isEmpty(); }

    QString path() const { return m_path; }

    QString id() const; // the folder's name
    QString logPath() const; // the capture log itself
    // A FIFO the recorder reads commands from, as long as it lives: to write into it is to reach
    // the recorder, to find no reader is to know that it is gone.
    QString controlPath() const;
    QString statusPath() const; // lines of the recorder's --status-fd
    QString messagesPath() const; // the recorder's stderr
    QString outputPath() const; // folder of the target's stdout and stderr
    QString infoPath() const; // name and command, JSON
    QString lockPath() const; // flock: shared by every window that shows it

    bool isRecording() const;
    // Whether a window shows it. Takes the lock for a moment only: the folder's owner is the user,
    // and a window that opens it in between shows what it has read.
    bool isOpen() const;

    friend bool operator==(const CaptureFolder &, const CaptureFolder &) = default;

private:
    QString m_path;
};

// Held by a window as long as it shows a capture: the library does not delete it meanwhile.
class CaptureUse {
public:
    CaptureUse() = default;
    explicit CaptureUse(const CaptureFolder &folder);
    ~CaptureUse();
    CaptureUse(CaptureUse &&other) noexcept;
    CaptureUse &operator=(CaptureUse &&other) noexcept;
    CaptureUse(const CaptureUse &) = delete;
    CaptureUse &operator=(const CaptureUse &) = delete;

private:
    int m_lock = -1;
};

} // namespace ember::app
