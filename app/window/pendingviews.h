// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/keptview.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// How a log was looked at that has not got it yet.
struct PendingView {
    QString path;
    model::KeptView view;
};

// Those of the last fifty such logs, over the end of the program: in the settings, which nobody
// else may read.
class PendingViews {
public:
    static PendingViews remembered();

    QStringList paths() const;
    std::optional<model::KeptView> of(const QString &path) const;
    void set(const QString &path, const model::KeptView &view);
    void remove(const QString &path);

private:
    void write() const;

    QList<PendingView> m_views; // the newest first
};

} // namespace ember::app
