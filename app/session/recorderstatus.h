// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>

#include <optional>
#include <variant>

namespace ember::app {

// Follows a file that grows: returns the complete lines appended since the last call. A missing
// file has no lines. The content may come from another machine, so long lines are cut and large
// amounts are returned in parts.
class LineFollower {
public:
    static constexpr qsizetype maxLineBytes = 16384; // enough for a path and a sentence

    explicit LineFollower(QString path) : m_path(std::move(path)) { }

    QByteArrayList newLines(); // without line feeds

private:
    QString m_path;
    qint64 m_read = 0;
    QByteArray m_begun; // incomplete last line
};

// The structs below are the recorder's status lines, one each.
struct TargetStarted {
    qint64 pid = 0;
};

struct TargetKilled { // the target's end follows
    int signal = 0;
    bool hasDumpedCore = false;
};

struct TargetEnded {
    int status = 0; // 128 + N for signal N
};

struct CaptureStopped { // the target keeps running
    bool isEarly = false; // true: not requested; an error line has the reason
};

struct TargetHalted { // job control has stopped the target
    int signal = 0;
};

struct TargetContinued { };

// Sampling was paused, or resumed: by a command or by the profiling lifecycle.
struct SamplingPaused { };

struct SamplingResumed { };

// A snapshot of the ring was saved as a log.
struct PartKept {
    QString path;
};

// The capture continues, but something is missing from it.
struct CaptureLacks {
    model::Error what;
};

using RecorderReport = std::variant<TargetStarted, TargetHalted, TargetContinued, TargetKilled,
                                    TargetEnded, CaptureStopped, SamplingPaused, SamplingResumed,
                                    PartKept, CaptureLacks, model::Error>;

// Parses `started PID`, `paused`, `resumed`, `halted SIGNAL`, `continued`, `killed SIGNAL [core]`,
// `ended STATUS`, `stopped [early]`, `kept PATH`, `warning CODE\tsubject\tdetail` or `error
// CODE\tsubject\tdetail`; empty for any other line, such as newer recorders may write.
std::optional<RecorderReport> parseStatusLine(const QByteArray &line);

enum class MessageKind { Note, Warning, Error };

struct RecorderMessage {
    MessageKind kind = MessageKind::Note;
    QString text;
};

// Parses `emberchart-record: note: TEXT` (or `warning:`, or `error:`) from the recorder's stderr;
// empty for any other line.
std::optional<RecorderMessage> parseMessageLine(const QByteArray &line);

} // namespace ember::app
