// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pathlist.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>

namespace ember::app {

namespace {

constexpr int pathsShown = 3;

} // namespace

PathList::PathList(const QString &name, const QString &purpose, QWidget *parent)
    : QWidget(parent),
      m_purpose(purpose),
      m_list(new QListWidget),
      m_remove(new QPushButton(tr("Remove")))
{
    m_list->setObjectName(name);
    m_list->setAccessibleName(purpose);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setMinimumHeight(fontMetrics().lineSpacing() * (pathsShown + 1));
    auto *add = new QPushButton(tr("Add…"));
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_list, 1);
    line->addLayout(buttons);
    connect(add, &QPushButton::clicked, this, &PathList::add);
    connect(m_remove, &QPushButton::clicked, this, &PathList::removeChosen);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &PathList::showChoice);
    showChoice();
}

QStringList PathList::paths() const
{
    QStringList paths;
    for (int row = 0; row < m_list->count(); ++row)
        paths.append(m_list->item(row)->text());
    return paths;
}

void PathList::setPaths(const QStringList &paths)
{
    m_list->clear();
    m_list->addItems(paths);
}

void PathList::add()
{
    auto *dialog = new QFileDialog(this, m_purpose);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        if (!paths().contains(path))
            m_list->addItem(path);
    });
    dialog->open();
}

void PathList::removeChosen()
{
    qDeleteAll(m_list->selectedItems());
}

void PathList::showChoice()
{
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
}

} // namespace ember::app
