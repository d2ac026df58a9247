// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/window/pendingviews.h"
#include "model/core/result.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace ember::app {

// Keeps how capture logs were last looked at, at their ends and off the UI thread. What a log
// cannot take is remembered here, for whoever opens it on this machine: a log that is being written
// gets it when that is over, one that is write-protected when it is not any more and the program
// begins.
class ViewStore : public QObject {
    Q_OBJECT
public:
    // No: logs stay as they are.
    explicit ViewStore(Remember remember, QObject *parent = nullptr);

    // What the log has not got yet, if there is such.
    std::optional<model::KeptView> waiting(const QString &path) const;
    void keep(const QString &path, const model::KeptView &view);

    bool isBusy() const { return m_isWriting || !m_next.isEmpty(); }

private:
    void write();
    void finish(const PendingView &written, const model::Result<void> &outcome);

    Remember m_remember;
    PendingViews m_pending;
    QStringList m_next; // paths of what is to be written, in this order
    bool m_isWriting = false;
    QTimer m_retry;
};

} // namespace ember::app
