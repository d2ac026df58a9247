// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolpaths.h"

#include <QCoreApplication>
#include <QList>
#include <QStringList>

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

} // namespace ember::app
