// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/inbox.h"

#include "app/export/savedfile.h"
#include "app/inbackground.h"
#include "app/look/appearance.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

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

namespace {

constexpr QSize inboxSize(820, 460);

} // namespace

InboxDialog::InboxDialog(Inbox &inbox, QWidget *parent)
    : QDialog(parent),
      m_inbox(inbox),
      m_hint(new QLabel(tr("Programs with a Sentry SDK send here if this is their DSN, for example "
                           "in SENTRY_DSN. What they send stays on this machine unless you send it "
                           "on, and is forgotten when this program ends."))),
      m_dsn(new QLabel),
      m_state(new QLabel),
      m_view(new QTableView),
      m_copy(new QPushButton(tr("&Copy"))),
      m_listen(new QPushButton),
      m_open(new QPushButton(symbolIcon(QStringLiteral("open")), tr("&Open"))),
      m_save(new QPushButton(symbolIcon(QStringLiteral("save")), tr("Sa&ve…"))),
      m_send(new QPushButton(symbolIcon(QStringLiteral("upload")), tr("&Send…")))
{
    setWindowTitle(tr("Sentry SDK Data"));
    setObjectName(QStringLiteral("inbox"));
    views::styleTable(*m_view);
    m_view->setObjectName(QStringLiteral("received"));
    m_view->setAccessibleName(tr("Received items"));
    m_view->setItemDelegate(new views::ShortTexts(views::mostLetters, m_view));
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setModel(&m_inbox);
    m_view->horizontalHeader()->setResizeContentsPrecision(0);
    m_view->horizontalHeader()->setStretchLastSection(true);
    for (int column = 0; column < Inbox::Reason; ++column)
        m_view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    auto *column = new QVBoxLayout(this);
    column->addWidget(createHead());
    column->addWidget(m_view, 1);
    column->addWidget(m_state);
    column->addWidget(createButtons());
    resize(inboxSize);
    connect(m_view, &QTableView::doubleClicked, m_open, &QPushButton::click);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &InboxDialog::showState);
    connect(&m_inbox, &QAbstractItemModel::rowsInserted, this, [this] {
        const QScrollBar *bar = m_view->verticalScrollBar();
        if (bar->value() >= bar->maximum() - 1) // the end is in view: it stays there
            m_view->scrollToBottom();
        for (int shown = 0; shown < Inbox::Reason; ++shown)
            m_view->resizeColumnToContents(shown); // the header does so for changed rows only
        showState();
    });
    connect(&m_inbox, &QAbstractItemModel::rowsRemoved, this, &InboxDialog::showState);
    setDsn({});
}

QWidget *InboxDialog::createHead()
{
    m_hint->setWordWrap(true);
    m_dsn->setObjectName(QStringLiteral("dsn"));
    m_dsn->setAccessibleName(tr("DSN of the local endpoint"));
    m_dsn->setTextFormat(Qt::PlainText);
    m_dsn->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_listen->setObjectName(QStringLiteral("listen"));
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text); });
    connect(m_listen, &QPushButton::clicked, this,
            [this] { emit listeningWanted(m_text.isEmpty()); });
    auto *head = new QWidget;
    auto *row = new QHBoxLayout;
    row->addWidget(m_dsn, 1);
    row->addWidget(m_copy);
    row->addWidget(m_listen);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_hint);
    column->addLayout(row);
    return head;
}

QWidget *InboxDialog::createButtons()
{
    m_open->setObjectName(QStringLiteral("open"));
    m_open->setToolTip(tr("Show the selected items with all that belongs to the same profile, "
                          "beside the capture of this window if there is one"));
    m_save->setObjectName(QStringLiteral("save"));
    m_save->setToolTip(tr("Save the selected items' envelopes as they were sent"));
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setToolTip(tr("Send the selected items' envelopes on to a Sentry project"));
    m_open->setDefault(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_open, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this,
            [this] { emit openRequested(m_inbox.filesOfProfiles(chosenRows())); });
    connect(m_save, &QPushButton::clicked, this,
            [this] { emit saveRequested(m_inbox.filesOf(chosenRows())); });
    connect(m_send, &QPushButton::clicked, this,
            [this] { emit sendRequested(m_inbox.filesOf(chosenRows())); });
    return buttons;
}

QList<int> InboxDialog::chosenRows() const
{
    QList<int> rows = views::selectedRows(*m_view);
    if (rows.isEmpty()) {
        rows.resize(m_inbox.rowCount());
        std::iota(rows.begin(), rows.end(), 0);
    }
    return rows;
}

void InboxDialog::setDsn(const QString &dsn)
{
    m_text = dsn;
    m_dsn->setText(dsn.isEmpty() ? tr("Nothing is listening.") : dsn);
    m_copy->setVisible(!dsn.isEmpty());
    m_listen->setText(dsn.isEmpty() ? tr("&Listen") : tr("Stop &Listening"));
    showState();
}

void InboxDialog::addRefusal(const QString &text)
{
    ++m_refused;
    m_state->setToolTip(views::tipText(tr("The last request was refused: %1").arg(text)));
    showState();
}

void InboxDialog::addRefusals(int count)
{
    m_refused += count;
    showState();
}

void InboxDialog::showState()
{
    const bool hasItems = m_inbox.rowCount() > 0;
    for (QPushButton *button : {m_open, m_save, m_send})
        button->setEnabled(hasItems);
    QStringList parts{tr("%n item(s)", nullptr, m_inbox.rowCount())};
    if (m_inbox.forgotten() > 0)
        parts << tr("%n older one(s) forgotten", nullptr, int(m_inbox.forgotten()));
    if (m_refused > 0)
        parts << tr("%n request(s) refused", nullptr, m_refused);
    m_state->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace ember::app
