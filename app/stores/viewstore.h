// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "model/core/result.h"
#include "model/formats/import/keptview.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

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
