// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <variant>

namespace ember::app {

// What the recorder tells on its status descriptor, one line each.
struct TargetStarted {
    qint64 pid = 0;
};

struct TargetKilled { // its end follows
    int signal = 0;
    bool hasDumpedCore = false;
};

struct TargetEnded {
    int status = 0; // 128 + N for signal N
};

struct CaptureStopped { // the target runs on
    bool isEarly = false; // nobody asked for it, and a message of the recorder says the same
};

struct TargetHalted { // by job control
    int signal = 0;
};

struct TargetContinued { };

// The last part of a ring is a log of its own.
struct PartKept {
    QString path;
};

// The capture goes on, but lacks something.
struct CaptureLacks {
    model::Error what;
};

using RecorderReport =
    std::variant<TargetStarted, TargetHalted, TargetContinued, TargetKilled, TargetEnded,
                 CaptureStopped, PartKept, CaptureLacks, model::Error>;

// `started PID`, `halted SIGNAL`, `continued`, `killed SIGNAL [core]`, `ended STATUS`, `stopped
// [early]`, `kept PATH`, `warning CODE\tsubject\tdetail`, `error CODE\tsubject\tdetail`; nothing
// for lines of newer recorders.
std::optional<RecorderReport> parseStatusLine(const QByteArray &line);

enum class MessageKind { Note, Warning, Error };

struct RecorderMessage {
    MessageKind kind = MessageKind::Note;
    QString text;
};

// `emberchart-record: warning: TEXT` on its stderr; nothing for any other line.
std::optional<RecorderMessage> parseMessageLine(const QByteArray &line);

} // namespace ember::app
