// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
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

// The views that are not yet written to their logs, of the last fifty logs; stored in the (private)
// settings across runs.
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

// Appends the last view of the library's capture logs (filters, range, threads) to them, off the UI
// thread. A view that cannot be written yet is stored in the settings of this machine and written
// later: when the log's recorder has ended, or at the next start if the file was write-protected.
// Views of other logs stay in the settings: looking at a user's file does not change it.
class ViewStore : public QObject {
    Q_OBJECT
public:
    // Remember::No: logs are never changed.
    ViewStore(Remember remember, CaptureLibrary library, QObject *parent = nullptr);

    // The pending view of a log, if any.
    std::optional<model::KeptView> waiting(const QString &path) const;
    void keep(const QString &path, const model::KeptView &view);

    bool isBusy() const { return m_isWriting || !m_next.isEmpty(); }

private:
    bool isWritable(const QString &path) const;
    void write();
    void finish(const PendingView &written, const model::Result<void> &outcome);

    Remember m_remember;
    CaptureLibrary m_library;
    PendingViews m_pending;
    QStringList m_next; // logs to write to, in order
    bool m_isWriting = false;
    QTimer m_retry;
};

} // namespace ember::app

namespace ember::views {
class OpenProfile;
class SumsQuery;
class ThreadChoice;
} // namespace ember::views

namespace ember::app {

class Document;
class Settings;

// Restores filters, range, threads and what is folded when a file is opened again. A capture of the
// library stores them in its log (with the order of threads), so they move with it; for other files
// they are in the settings, by path. Nothing is written unless the user changes something.
class FilterStore : public QObject {
    Q_OBJECT
public:
    // Construct after the objects that reset the view state when a document opens.
    FilterStore(const Document &document, const views::OpenProfile &profile,
                views::ThreadChoice &threads, views::SumsQuery &sums, Settings &settings,
                const CaptureLibrary &library, QObject *parent);

    const ViewStore &logs() const { return m_logs; }

private:
    // The state of the views for one file.
    struct Look {
        QString key; // identity of the file; "": the look is not stored
        bool isLog = false; // stored in the log (`view`), else in the settings (`words`)
        QStringList words; // as stored in the settings
        model::KeptView view; // as stored in a log

        friend bool operator==(const Look &, const Look &) = default;
    };

    void restore();
    void note();
    void keep(); // stores m_noted
    QString key() const;
    Look now() const;

    const Document &m_document;
    const views::OpenProfile &m_profile;
    views::ThreadChoice &m_threads;
    views::SumsQuery &m_sums;
    Settings &m_settings;
    ViewStore m_logs;
    Look m_kept; // last stored state
    std::optional<Look> m_noted; // state to be stored next
    QString m_key; // key of the file opened last
    bool m_isLog = false;
    QTimer m_later;
};

} // namespace ember::app
