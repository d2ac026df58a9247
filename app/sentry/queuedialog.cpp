// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/queuedialog.h"

#include "app/errortext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr QSize queueSize(1100, 460);

// One that waits for its DSN is sent by nobody here.
bool canRetry(const QueueRow &row)
{
    const UploadState state = row.upload.state;
    const bool isEnded = state != UploadState::Waiting && state != UploadState::Sending
        && state != UploadState::Delivered;
    return row.upload.isKept && (isEnded || (state == UploadState::Waiting && row.isTargetKnown));
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
        m_failure = errorLine(error);
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
    connect(m_retry, &QPushButton::clicked, this, [this] { m_uploads.retry(chosen(canRetry)); });
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
    m_retry->setEnabled(!chosen(canRetry).isEmpty());
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
