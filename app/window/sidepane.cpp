// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sidepane.h"

#include "views/state/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace ember::app {

SidePane::SidePane(QWidget *parent)
    : QWidget(parent),
      m_tabs(new QTabBar),
      m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("sidePane"));
    m_tabs->setObjectName(QStringLiteral("pages"));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_tabs->setFont(small);
    m_tabs->setAccessibleName(tr("Pages beside the views"));
    m_tabs->setDrawBase(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setUsesScrollButtons(true);
    auto *close = new QToolButton;
    close->setObjectName(QStringLiteral("closePane"));
    close->setAutoRaise(true);
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setToolTip(tr("Close the pane (F4)"));
    close->setAccessibleName(tr("Close the pane"));
    auto *line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 2, 0);
    line->setSpacing(0);
    line->addWidget(m_tabs, 1);
    line->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 0, 0); // the pane's edge
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_stack, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        emit changed();
    });
    connect(close, &QToolButton::clicked, this, &SidePane::closeRequested);
}

void SidePane::add(QWidget *page, const QString &title)
{
    m_pages.append(page);
    m_stack->addWidget(page);
    m_tabs->addTab(title);
}

QWidget *SidePane::current() const
{
    return m_stack->currentWidget();
}

void SidePane::show(QWidget *page)
{
    m_tabs->setCurrentIndex(static_cast<int>(m_pages.indexOf(page)));
}

void SidePane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    painter.fillRect(0, 0, 1, height(), views::theme(views::shadeOf(palette())).surfaceBorder);
}

} // namespace ember::app
