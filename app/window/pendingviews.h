// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/keptview.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// A view that is not yet written to its log.
struct PendingView {
    QString path;
    model::KeptView view;
};

// The pending views of the last fifty logs, stored in the (private) settings across runs.
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
