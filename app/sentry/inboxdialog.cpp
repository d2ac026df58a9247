// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/inboxdialog.h"

#include "app/look/appearance.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <numeric>

namespace ember::app {

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
