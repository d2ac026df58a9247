// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "tests/support/contentof.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

class QProcess;

namespace ember::tests {

// Words with single spaces between them.
QStringList words(const char *line);

QString recorderProgram();
// A program of tests/targets, or of the system where the name has a slash.
QString targetProgram(const QString &name);

// How a recorder or another program ended and what it wrote.
struct ProgramRun {
    int status = -1; // 128+N: killed by signal N
    QByteArray output;
    QByteArray errors;
};

ProgramRun runProgram(const QString &program, const QStringList &arguments);
// What runs a command as a user without rights. Only root may.
QStringList asNobody(const QStringList &command);
// The same of a program that was started; waits for its end.
ProgramRun endOf(QProcess &process);

// For the message of a failed test.
QString describe(const ProgramRun &run);
// Whether a recorder said nothing but that it could not go on, and why.
bool isOneError(const ProgramRun &run, const char *code);

// What a capture left behind. `profile` is null where the log cannot be read at all.
struct RecorderRun : ProgramRun {
    model::ProfilePointer profile;
};

// Runs `emberchart-record OPTIONS -o LOG -- COMMAND` to its end and reads the log.
RecorderRun record(const QStringList &options, const QStringList &command);

model::ProfilePointer readLog(const QString &path);

// Of the threads of that name the one with most samples; invalid: there is none.
model::ThreadIndex threadNamed(const model::Profile &profile, std::string_view name);
std::vector<model::ProcessIndex> launchedProcesses(const model::Profile &profile);
std::size_t samplesOf(const model::Profile &profile, model::ProcessIndex process);
std::size_t samplesIn(const model::Profile &profile, model::ThreadIndex thread,
                      model::ThreadState state);
// The same as a share of all of its samples.
double shareIn(const model::Profile &profile, model::ThreadIndex thread, model::ThreadState state);
// In a log that may still be written: of the threads of these names the fewest samples that one
// has.
std::size_t fewestSamples(const QString &log, const QStringList &threads);
// Whether the newest event of a capture is its regular end.
bool wasFinished(const model::Profile &profile);

} // namespace ember::tests
