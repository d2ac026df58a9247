// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/window/pendingviews.h"
#include "model/core/result.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace ember::app {

// Appends the last view of capture logs (filters, range, threads) to them, off the UI thread. A
// view that cannot be written yet is stored in the settings of this machine and written later: when
// the log's recorder has ended, or at the next start if the file was write-protected.
class ViewStore : public QObject {
    Q_OBJECT
public:
    // Remember::No: logs are never changed.
    explicit ViewStore(Remember remember, QObject *parent = nullptr);

    // The pending view of a log, if any.
    std::optional<model::KeptView> waiting(const QString &path) const;
    void keep(const QString &path, const model::KeptView &view);

    bool isBusy() const { return m_isWriting || !m_next.isEmpty(); }

private:
    void write();
    void finish(const PendingView &written, const model::Result<void> &outcome);

    Remember m_remember;
    PendingViews m_pending;
    QStringList m_next; // logs to write to, in order
    bool m_isWriting = false;
    QTimer m_retry;
};

} // namespace ember::app
