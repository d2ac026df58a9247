// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/loadprogress.h"

#include "app/window/symbolicon.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace ember::app {

namespace {

constexpr int barWidth = 140;

QString openingText(const QStringList &paths)
{
    return paths.size() == 1
        ? LoadProgress::tr("Opening %1…").arg(QFileInfo(paths.first()).fileName())
        : LoadProgress::tr("Opening %n files…", nullptr, static_cast<int>(paths.size()));
}

} // namespace

LoadProgress::LoadProgress(QWidget *parent)
    : QWidget(parent),
      m_text(new QLabel),
      m_bar(new QProgressBar),
      m_cancel(new QToolButton)
{
    m_bar->setRange(0, 0); // how long it takes shows only when it is done
    m_bar->setFixedWidth(barWidth);
    m_bar->setTextVisible(false);
    m_cancel->setIcon(symbolIcon(QStringLiteral("close")));
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelLoading"));
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_text);
    line->addWidget(m_bar);
    line->addWidget(m_cancel);
    hide();
}

void LoadProgress::follow(Loader &loader)
{
    connect(&loader, &Loader::started, this, [this](const QStringList &paths) {
        m_text->setText(openingText(paths));
        show();
    });
    connect(&loader, &Loader::stageReached, this, [this](LoadStage stage) {
        if (stage == LoadStage::BuildingChart)
            m_text->setText(tr("Building the chart…"));
    });
    connect(&loader, &Loader::loaded, this, &QWidget::hide);
    connect(&loader, &Loader::failed, this, &QWidget::hide);
    connect(&loader, &Loader::cancelled, this, &QWidget::hide);
    connect(m_cancel, &QToolButton::clicked, &loader, &Loader::cancel);
}

} // namespace ember::app
