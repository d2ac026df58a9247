// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace ember::tests {

// What a run of a program left.
struct ProgramRun {
    int exitCode = -1; // -1: crashed or did not end
    QByteArray out;
    QByteArray err;

    QJsonDocument json() const { return QJsonDocument::fromJson(out); }
};

// Runs a program of the build folder to its end.
inline ProgramRun
runProgram(const QString &program, const QStringList &arguments,
           const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
           const QString &inputFile = QProcess::nullDevice(), const QString &folder = {})
{
    QProcess process;
    process.setStandardInputFile(inputFile);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral(EMBER_BUILD_DIR "/") + program, arguments);
    constexpr int longestMs = 110'000;
    if (!process.waitForFinished(longestMs) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

// In a language, whatever the locale's: tests compare words.
inline QProcessEnvironment speaking(const QString &language)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LANGUAGE"), language);
    // Not what the user has set.
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QStringLiteral("/nonexistent"));
    return environment;
}

inline ProgramRun cli(const QStringList &arguments, const QString &language = QStringLiteral("en"))
{
    return runProgram(QStringLiteral("emberchart-cli"), arguments, speaking(language));
}

// Runs emberchart-cli as cli() does, with arguments of `record`. On a busy machine a short command
// may end before a sample is taken: then it is recorded again, up to three times in all.
inline ProgramRun recordWithSamples(const QStringList &arguments)
{
    constexpr int mostRuns = 3;
    ProgramRun run = cli(arguments);
    for (int again = 1; again < mostRuns && run.err.contains("before a sample"); ++again)
        run = cli(arguments);
    return run;
}

inline ProgramRun cliReading(const QString &inputFile, const QStringList &arguments)
{
    return runProgram(QStringLiteral("emberchart-cli"), arguments, speaking(QStringLiteral("en")),
                      inputFile);
}

} // namespace ember::tests
