// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/queuedialog.h"

#include "app/errortext.h"
#include "app/upload/uploadplace.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

QString timeText(const QDateTime &time)
{
    return time.isValid() ? QLocale().toString(time.toLocalTime(), QLocale::ShortFormat)
                          : QString();
}

QString timesTip(const QueueRow &row)
{
    return QueueList::tr("Queued %1, changed %2")
        .arg(timeText(row.upload.queuedAt), timeText(row.upload.changedAt));
}

QString stateTip(const QueueRow &row)
{
    switch (row.upload.state) {
    case UploadState::Waiting:
        if (!row.isTargetKnown)
            return QueueList::tr("It waits for its DSN, which the queue does not keep: it is sent "
                                 "once the DSN is used in the upload dialog.");
        return row.upload.outcome.retryAt.isValid()
            ? QueueList::tr("It is sent again by itself, not before %1.")
                  .arg(timeText(row.upload.outcome.retryAt))
            : QueueList::tr("It is sent by itself.");
    case UploadState::InDoubt:
        return QueueList::tr("It was on its way when the connection or the program ended, and no "
                             "answer came: Sentry may have it. It is not sent again by itself, as "
                             "its samples would count twice then. Look for its id in the project "
                             "before you retry.");
    default: return {};
    }
}

QString answerOf(const QueueRow &row)
{
    const QueuedUpload &upload = row.upload;
    if (!upload.wasTried() && upload.state != UploadState::Cancelled)
        return {};
    return upload.outcome.detail.isEmpty()
        ? toText(upload.outcome)
        : toText(upload.outcome) % QStringLiteral(" (%1)").arg(upload.outcome.detail);
}

std::vector<QueueRow> rowsOf(const QueueListing &listing)
{
    std::vector<QueueRow> rows;
    rows.reserve(static_cast<std::size_t>(listing.items.size()));
    for (const QueuedUpload &item : listing.items)
        rows.push_back({item, listing.targets.contains(item.target)});
    return rows;
}

qint64 numberOf(const QueueRow &row)
{
    return row.upload.number;
}

bool hasNumber(const std::vector<QueueRow> &rows, qint64 number)
{
    return std::ranges::binary_search(rows, number, {}, numberOf);
}

} // namespace

QueueList::QueueList(Uploads &uploads, QObject *parent) : ColumnsModel(columns(), parent)
{
    connect(&uploads, &Uploads::changed, this, [this, &uploads] { take(uploads.listing()); });
    take(uploads.listing());
}

QueueList::Columns QueueList::columns()
{
    Columns columns{{tr("Time"), [](const QueueRow &row) { return timeText(row.upload.changedAt); },
                     Qt::AlignLeft, timesTip},
                    {tr("State"), [](const QueueRow &row) { return stateText(row.upload.state); },
                     Qt::AlignLeft, stateTip},
                    {tr("Type"), [](const QueueRow &row) { return row.upload.type; }},
                    {tr("Id"), [](const QueueRow &row) { return row.upload.id; }},
                    {tr("Size"),
                     [](const QueueRow &row) {
                         return row.upload.bytes > 0
                             ? views::bytesText(static_cast<std::uint64_t>(row.upload.bytes))
                             : QString();
                     },
                     Qt::AlignRight},
                    {tr("Target"), [](const QueueRow &row) { return placeText(row.upload.place); }},
                    {tr("Attempts"),
                     [](const QueueRow &row) { return QLocale().toString(row.upload.attempts); },
                     Qt::AlignRight},
                    {tr("Answer"), answerOf, Qt::AlignLeft, answerOf}};
    return columns;
}

int QueueList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const QueueRow *QueueList::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &item(row) : nullptr;
}

void QueueList::take(const QueueListing &listing)
{
    const auto rows = rowsOf(listing);
    removeAbsent(rows);
    insertNew(rows);
    m_rows = rows; // the same items in the same order as before, in their new states
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

// Removes rows run by run, so that a selection of other rows stays.
void QueueList::removeAbsent(const std::vector<QueueRow> &rows)
{
    for (int end = rowCount(); end > 0; --end) {
        int first = end;
        while (first > 0 && !hasNumber(rows, numberOf(item(first - 1))))
            --first;
        if (first == end)
            continue;
        beginRemoveRows({}, first, end - 1);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + end);
        endRemoveRows();
        end = first + 1;
    }
}

void QueueList::insertNew(const std::vector<QueueRow> &rows)
{
    for (std::size_t first = 0; first < rows.size(); ++first) {
        std::size_t end = first;
        while (end < rows.size()
               && (first >= m_rows.size() || numberOf(rows[end]) != numberOf(m_rows[first])))
            ++end;
        if (first == end)
            continue;
        beginInsertRows({}, static_cast<int>(first), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(first),
                      rows.begin() + static_cast<std::ptrdiff_t>(first),
                      rows.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
        first = end - 1;
    }
}

namespace {

constexpr QSize queueSize(1100, 460);

bool isRetryable(const QueueRow &row)
{
    return canRetry(row.upload, row.isTargetKnown);
}

bool canCancel(const QueueRow &row)
{
    return row.upload.state == UploadState::Waiting || row.upload.state == UploadState::Sending;
}

bool canForget(const QueueRow &row)
{
    return row.upload.state != UploadState::Sending;
}

} // namespace

QueueDialog::QueueDialog(Uploads &uploads, QWidget *parent)
    : QDialog(parent),
      m_uploads(uploads),
      m_list(uploads),
      m_view(new QTableView),
      m_state(new QLabel),
      m_retry(addButton(QStringLiteral("retry"), tr("&Retry"),
                        tr("Send the selected items now. One that may have been taken counts twice "
                           "in Sentry if it was."))),
      m_cancel(addButton(QStringLiteral("cancel"), tr("&Cancel"),
                         tr("Do not send the selected items. One that is on its way may have been "
                            "taken."))),
      m_forget(addButton(QStringLiteral("forget"), tr("&Forget"),
                         tr("Remove the selected items from the queue and its history. What was "
                            "received is not known any more then."))),
      m_pause(addButton(QStringLiteral("pause"), tr("&Pause"),
                        tr("Send nothing from the queue, until it is resumed")))
{
    setWindowTitle(tr("Uploads"));
    setObjectName(QStringLiteral("queue"));
    createTable();
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_view, 1);
    column->addWidget(m_state);
    column->addWidget(createButtons());
    resize(queueSize);
    connect(&m_uploads, &Uploads::changed, this, [this] {
        m_failure.clear();
        showState();
    });
    connect(&m_uploads, &Uploads::failed, this, [this](const model::Error &error) {
        m_failure = queueErrorLine(error);
        showState();
    });
    showState();
}

void QueueDialog::createTable()
{
    views::styleTable(*m_view);
    m_view->setObjectName(QStringLiteral("uploads"));
    m_view->setAccessibleName(tr("Uploads"));
    m_view->setItemDelegate(new views::ShortTexts(views::mostLetters, m_view));
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setModel(&m_list);
    m_view->horizontalHeader()->setResizeContentsPrecision(0);
    m_view->horizontalHeader()->setStretchLastSection(true);
    for (int column = 0; column < QueueList::Answer; ++column)
        m_view->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    connect(&m_list, &QAbstractItemModel::rowsInserted, this, [this] {
        for (int column = 0; column < QueueList::Answer; ++column)
            m_view->resizeColumnToContents(column); // the header does so for changed rows only
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &QueueDialog::showState);
}

QPushButton *QueueDialog::addButton(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

QWidget *QueueDialog::createButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (QPushButton *button : {m_retry, m_cancel, m_forget, m_pause})
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_retry, &QPushButton::clicked, this, [this] { m_uploads.retry(chosen(isRetryable)); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_uploads.cancel(chosen(canCancel)); });
    connect(m_forget, &QPushButton::clicked, this, [this] { m_uploads.forget(chosen(canForget)); });
    connect(m_pause, &QPushButton::clicked, this,
            [this] { m_uploads.setPaused(!m_uploads.listing().isPaused); });
    return buttons;
}

QList<qint64> QueueDialog::chosen(Condition condition) const
{
    QList<qint64> numbers;
    for (const int place : views::selectedRows(*m_view)) {
        const QueueRow &row = m_list.item(place);
        if (condition(row))
            numbers.append(row.upload.number);
    }
    return numbers;
}

void QueueDialog::showState()
{
    m_retry->setEnabled(!chosen(isRetryable).isEmpty());
    m_cancel->setEnabled(!chosen(canCancel).isEmpty());
    m_forget->setEnabled(!chosen(canForget).isEmpty());
    const bool isPaused = m_uploads.listing().isPaused;
    m_pause->setText(isPaused ? tr("&Resume") : tr("&Pause"));
    QStringList parts{tr("%n item(s)", nullptr, m_list.rowCount())};
    if (isPaused)
        parts << tr("paused: nothing is sent");
    if (!m_failure.isEmpty())
        parts << m_failure;
    m_state->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace ember::app
