// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandpalette.h"

#include "app/commands/commandmodel.h"
#include "views/tables/tablelook.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr QSize largest(720, 440);

bool choosesRows(int key)
{
    return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
        || key == Qt::Key_PageDown;
}

} // namespace

CommandPalette::CommandPalette(Commands commands, QWidget *parent)
    : QDialog(parent),
      m_model(new CommandModel(std::move(commands), this)),
      m_typed(new QLineEdit),
      m_view(new QTreeView)
{
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("commandPalette"));
    m_typed->setPlaceholderText(tr("Type a command, a view or a thread"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    createView();
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_typed);
    column->addWidget(m_view, 1);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_typed, &QLineEdit::returnPressed, this,
            [this] { run(m_view->currentIndex().row()); });
    connect(m_view, &QTreeView::clicked, this,
            [this](const QModelIndex &index) { run(index.row()); });
    find({});
    resize(parent ? largest.boundedTo(parent->size()) : largest);
    m_typed->setFocus();
}

void CommandPalette::createView()
{
    m_view->setModel(m_model);
    views::styleTree(*m_view);
    m_view->setAccessibleName(tr("Commands found"));
    m_view->setFocusPolicy(Qt::NoFocus); // the text field keeps the focus
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setAllColumnsShowFocus(true);
    QHeaderView &header = *m_view->header();
    header.setStretchLastSection(false);
    header.setSectionResizeMode(CommandModel::Name, QHeaderView::Stretch);
    header.setSectionResizeMode(CommandModel::Place, QHeaderView::ResizeToContents);
    header.setSectionResizeMode(CommandModel::Key, QHeaderView::ResizeToContents);
}

void CommandPalette::find(const QString &typed)
{
    m_model->setTyped(typed);
    m_view->setCurrentIndex(m_model->index(0, 0));
}

void CommandPalette::run(int row)
{
    if (row < 0 || m_model->at(row).available == Available::No)
        return;
    const auto command = m_model->at(row).run;
    accept();
    // Runs the command only after the window is active again.
    QMetaObject::invokeMethod(parent() ? parent() : qApp, command, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress
        && choosesRows(static_cast<QKeyEvent *>(event)->key()))
        return QCoreApplication::sendEvent(m_view, event);
    return QDialog::eventFilter(watched, event);
}

} // namespace ember::app
