// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/inbox.h"

#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "views/text/durationtext.h"

#include <QFile>
#include <QLocale>
#include <QSet>

#include <algorithm>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

QString reasonOf(const InboxItem &row)
{
    return row.item.rejection ? views::fromUtf8(toText(*row.item.rejection)) : QString();
}

// "node (4711)"
QString processOf(const PeerProcess &sender)
{
    const QString name = views::fromUtf8(sender.name);
    return sender.pid == 0 ? QString()
                           : QStringLiteral("%1 (%2)").arg(name, QString::number(sender.pid));
}

// What items of one profile have in common: its profiler, or their trace if they name none; "":
// the item is alone.
QByteArray profileOf(const ReceivedItem &item)
{
    return QByteArray::fromStdString(item.profilerId.empty() ? item.traceId : item.profilerId);
}

} // namespace

Inbox::Inbox(QObject *parent) : ColumnsModel(columns(), parent) { }

Inbox::Columns Inbox::columns()
{
    Columns columns{
        {tr("Time"),
         [](const InboxItem &row) {
             return QLocale().toString(row.time.toLocalTime().time(),
                                       QStringLiteral("HH:mm:ss.zzz"));
         }},
        {tr("Process"), [](const InboxItem &row) { return row.process; }},
        {tr("Type"), [](const InboxItem &row) { return views::fromUtf8(row.item.type); }},
        {tr("Platform"), [](const InboxItem &row) { return views::fromUtf8(row.item.platform); }},
        {tr("Size"), [](const InboxItem &row) { return views::bytesText(row.item.bytes); },
         Qt::AlignRight},
        {tr("Verdict"),
         [](const InboxItem &row) { return row.item.rejection ? tr("rejected") : tr("accepted"); }},
        {tr("Reason"), reasonOf, Qt::AlignLeft, reasonOf}};
    return columns;
}

int Inbox::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

const InboxItem *Inbox::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &item(row) : nullptr;
}

QString Inbox::pathOf(std::uint64_t envelope) const
{
    return m_folder.filePath(QStringLiteral("%1.envelope").arg(envelope, 3, 10, QLatin1Char('0')));
}

void Inbox::add(const ReceivedEnvelope &envelope)
{
    if (!m_folder.isValid()) {
        emit failed(Error{ErrorCode::FileNotWritable, m_folder.path().toStdString(),
                          m_folder.errorString().toStdString()});
        return;
    }
    const std::uint64_t number = ++m_last;
    inBackground(
        this, [bytes = envelope.bytes, path = pathOf(number)] { return saveWhole(bytes, path); },
        [this, number, envelope](const Result<void> &saved) {
            if (saved)
                take(number, envelope);
            else
                emit failed(saved.error());
        });
}

void Inbox::take(std::uint64_t number, const ReceivedEnvelope &envelope)
{
    const QString process = processOf(envelope.sender);
    const auto bytes = static_cast<qint64>(envelope.bytes.size());
    if (!envelope.items.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(envelope.items.size()) - 1);
        for (const ReceivedItem &item : envelope.items)
            m_items.push_back({number, envelope.time, process, item});
        endInsertRows();
    }
    m_stored.push_back({number, bytes, envelope.items.size()});
    m_bytes += bytes;
    while (m_stored.size() > 1 && (m_bytes > m_mostBytes || m_items.size() > mostItems))
        forgetOldest();
    emit stored(pathOf(number), envelope);
}

void Inbox::forgetOldest()
{
    const Stored oldest = m_stored.front();
    m_stored.pop_front();
    m_bytes -= oldest.bytes;
    QFile::remove(pathOf(oldest.number));
    if (oldest.items == 0)
        return;
    beginRemoveRows({}, 0, static_cast<int>(oldest.items) - 1);
    m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(oldest.items));
    m_forgotten += oldest.items;
    endRemoveRows();
}

QStringList Inbox::filesOf(const QList<int> &rows) const
{
    QList<int> sorted = rows;
    std::ranges::sort(sorted);
    QStringList files;
    for (const int row : sorted)
        files.append(pathOf(item(row).envelope));
    files.removeDuplicates();
    return files;
}

QStringList Inbox::filesOfProfiles(const QList<int> &rows) const
{
    QSet<QByteArray> profiles;
    for (const int row : rows)
        profiles.insert(profileOf(item(row).item));
    profiles.remove({});
    QList<int> all = rows;
    for (int row = 0; row < rowCount(); ++row) {
        if (profiles.contains(profileOf(item(row).item)))
            all.append(row);
    }
    return filesOf(all);
}

} // namespace ember::app
