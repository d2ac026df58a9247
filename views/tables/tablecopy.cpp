// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/tablecopy.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>

namespace ember::views {

TableCopy::TableCopy(QAbstractItemView &view, TextKind kind, std::chrono::milliseconds step)
    : QObject(&view),
      m_view(view),
      m_kind(kind),
      m_step(step)
{
    const QAbstractItemModel *model = view.model();
    connect(model, &QAbstractItemModel::modelReset, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::layoutChanged, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::rowsInserted, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &TableCopy::startOver);
    connect(&m_timer, &QTimer::timeout, this, &TableCopy::copyNext);
    m_timer.start(0);
    m_text.emplace(view, kind);
    copyNext();
}

void TableCopy::startOver()
{
    m_text.emplace(m_view, m_kind);
    m_step *= 2;
}

void TableCopy::copyNext()
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + m_step;
    while (!m_text->isComplete() && Clock::now() < end)
        m_text->addRow();
    if (!m_text->isComplete())
        return;
    QGuiApplication::clipboard()->setText(m_text->text());
    m_timer.stop();
    deleteLater();
}

} // namespace ember::views
