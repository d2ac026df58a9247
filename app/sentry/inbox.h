// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/receivedenvelope.h"
#include "model/core/result.h"
#include "views/widgets/columnsmodel.h"

#include <QDateTime>
#include <QDialog>
#include <QList>
#include <QStringList>
#include <QTemporaryDir>

#include <cstdint>
#include <deque>

class QLabel;
class QPushButton;
class QTableView;

namespace ember::app {

// An item that the local endpoint has received.
struct InboxItem {
    std::uint64_t envelope = 0; // number of its envelope in the inbox
    QDateTime time; // UTC
    QString process = {}; // name and pid of the process that has sent it; "": not known
    ReceivedItem item;
};

// What the local endpoint has received, item by item in the order of arrival. The envelopes are
// files in a private folder that is removed with the inbox. Of many the oldest are forgotten. All
// texts come from clients. Lives in the UI thread; writes on the pool.
class Inbox : public views::ColumnsModel<InboxItem> {
    Q_OBJECT
public:
    // Limit of all stored envelopes together.
    static constexpr qint64 mostBytes = 2LL * 1024 * 1024 * 1024;
    static constexpr std::size_t mostItems = 20'000;

    enum Column { Time, Process, Type, Platform, Size, Verdict, Reason, ColumnCount };

    explicit Inbox(QObject *parent = nullptr);

    void add(const ReceivedEnvelope &envelope);

    int rowCount(const QModelIndex &parent = {}) const override;
    const InboxItem &item(int row) const { return m_items[static_cast<std::size_t>(row)]; }
    // The number of items that were forgotten.
    std::uint64_t forgotten() const { return m_forgotten; }

    // Returns the files of the rows' envelopes, each once, in the order of arrival.
    QStringList filesOf(const QList<int> &rows) const;
    // Returns the files of the rows' envelopes, and of all others of the same profiles: chunks and
    // transactions of one profiler are one profile, and so are transactions of one trace that name
    // no profiler.
    QStringList filesOfProfiles(const QList<int> &rows) const;

    // Limits the inbox to fewer bytes.
    void setMostBytes(qint64 bytes) { m_mostBytes = bytes; }

signals:
    // An envelope was stored in `file`, which is removed when the envelope is forgotten.
    void stored(const QString &file, const ember::app::ReceivedEnvelope &envelope);
    // An envelope could not be stored; it is not in the list.
    void failed(const ember::model::Error &error);

private:
    struct Stored {
        std::uint64_t number = 0;
        qint64 bytes = 0;
        std::size_t items = 0;
    };

    static Columns columns();
    const InboxItem *rowAt(int row) const override;
    QString pathOf(std::uint64_t envelope) const;
    void take(std::uint64_t number, const ReceivedEnvelope &envelope);
    void forgetOldest();

    QTemporaryDir m_folder;
    std::uint64_t m_last = 0; // number of the last envelope
    std::deque<InboxItem> m_items;
    std::deque<Stored> m_stored;
    qint64 m_bytes = 0;
    qint64 m_mostBytes = mostBytes;
    std::uint64_t m_forgotten = 0;
};

// The window of the local endpoint: its DSN, and what was received, live. It stays open beside the
// main window.
class InboxDialog : public QDialog {
    Q_OBJECT
public:
    // The inbox must outlive the dialog.
    InboxDialog(Inbox &inbox, QWidget *parent);

    // Shows where programs send to; "": nothing is listening.
    void setDsn(const QString &dsn);
    // Counts a request that was refused; shows the answer. The text may quote the client.
    void addRefusal(const QString &text);
    // Counts further requests that were refused.
    void addRefusals(int count);
    // Selected rows, or all if none is.
    QList<int> chosenRows() const;

signals:
    void listeningWanted(bool wanted);
    void openRequested(const QStringList &files);
    void saveRequested(const QStringList &files);
    void sendRequested(const QStringList &files);

private:
    QWidget *createHead();
    QWidget *createButtons();
    void showState();

    Inbox &m_inbox;
    QString m_text; // the DSN as text
    int m_refused = 0;
    QLabel *m_hint;
    QLabel *m_dsn;
    QLabel *m_state;
    QTableView *m_view;
    QPushButton *m_copy;
    QPushButton *m_listen;
    QPushButton *m_open;
    QPushButton *m_save;
    QPushButton *m_send;
};

} // namespace ember::app
