// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ember::tests {

enum class Victim { Window, Recorder, Both };

struct KillOutcome {
    QString problem; // empty: target and log are as they must be
    std::chrono::duration<double, std::milli>
        missing{}; // at the log's end; 0 if only the window died
};

// A real window launches a real program and records it; in mid-capture, at a random moment, kill -9
// ends the window, the recorder, or both. Then the program has to come to its normal end, and the
// log has to open. Works in the event loop, so that several rounds go on at once.
class KillRound {
public:
    // `delay` is waited once samples are in the log.
    KillRound(Victim victim, std::chrono::milliseconds delay,
              std::function<void(const KillOutcome &)> ended);
    ~KillRound();
    KillRound(const KillRound &) = delete;
    KillRound &operator=(const KillRound &) = delete;

private:
    using Clock = std::chrono::steady_clock;

    void look();
    void kill();
    void end(const QString &problem);
    QString judge();
    QString logPath() const;
    qint64 recorderPid() const;

    Victim m_victim;
    std::chrono::milliseconds m_delay;
    std::function<void(const KillOutcome &)> m_ended;
    QTemporaryDir m_folder;
    QProcess m_window;
    QTimer m_timer;
    Clock::time_point m_begun = Clock::now();
    std::optional<Clock::time_point> m_killAt;
    std::optional<std::chrono::system_clock::time_point> m_killed;
    qint64 m_recorder = 0;
    KillOutcome m_outcome;
};

// So many rounds for each victim, `lanes` at once; all outcomes, by victim. Blocks, with the event
// loop running.
std::vector<std::vector<KillOutcome>> killRounds(int roundsEach, int lanes);

} // namespace ember::tests
