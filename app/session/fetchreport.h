// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolpaths.h"

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

namespace ember::app {

// Collects why debug files were not fetched, for display after symbolization: one line per reason,
// however many files it applies to.
class FetchFailures {
    Q_DECLARE_TR_FUNCTIONS(ember::app::FetchFailures)

public:
    void add(const capture::FetchFailure &failure);

    bool isEmpty() const { return m_reasons.isEmpty(); }

    QStringList lines() const;

private:
    struct Reason {
        capture::FetchFailure first;
        QStringList files; // names of the binaries
    };

    static QString filesText(const QStringList &files);
    static QString line(const Reason &reason);

    QList<Reason> m_reasons;
};

// Progress of a debug file that is being fetched, for display.
struct FetchReport {
    QString binary; // path of the binary; empty: no fetch is in progress
    quint64 bytes = 0; // received so far; 0: none yet
    quint64 total = 0; // 0: not known
};

// Reports the progress of the symbolizing thread, at most ten times a second for each file, and the
// end of each fetch. Files that are found without a download give no report.
class FetchReporter : public capture::FetchWatcher {
public:
    // `tell` is called on the symbolizing thread. Fetching ends soon after `stop`.
    FetchReporter(std::stop_token stop, std::function<void(const FetchReport &)> tell);

    void begin(std::string_view binary) override;
    bool onProgress(std::uint64_t bytes, std::uint64_t total) override;
    void end() override;
    void failed(const capture::FetchFailure &failure) override { m_failures.add(failure); }

    const FetchFailures &failures() const { return m_failures; }

private:
    std::stop_token m_stop;
    std::function<void(const FetchReport &)> m_tell;
    FetchFailures m_failures;
    QString m_binary;
    bool m_hasTold = false;
    std::chrono::steady_clock::time_point m_told;
};

} // namespace ember::app
