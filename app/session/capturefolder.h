// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>

namespace ember::app {

// Paths of the files of one capture. Everything about a capture is in its folder, so any window can
// take it over, even after the window that started it is gone.
class CaptureFolder {
public:
    CaptureFolder() = default;

    explicit CaptureFolder(QString path) : m_path(std::move(path)) { }

    bool isEmpty() const { return m_path.isEmpty(); }

    QString path() const { return m_path; }

    QString id() const; // the folder's name
    QString logPath() const; // the capture log itself
    // The FIFO from which the recorder reads commands. A FIFO without a reader means that the
    // recorder has ended.
    QString controlPath() const;
    QString statusPath() const; // lines of the recorder's --status-fd
    QString messagesPath() const; // the recorder's stderr
    QString outputPath() const; // folder of the target's stdout and stderr
    QString infoPath() const; // name and command, JSON
    QString lockPath() const; // locked (flock, shared) by every window that shows the capture

    bool isRecording() const;
    // Whether a window shows this capture. Takes the lock for a moment only.
    bool isOpen() const;

    friend bool operator==(const CaptureFolder &, const CaptureFolder &) = default;

private:
    QString m_path;
};

// Lock that a window holds while it shows a capture: the library does not delete the folder
// meanwhile.
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
