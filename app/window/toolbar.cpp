// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/toolbar.h"

#include "app/window/actions.h"
#include "views/text/plaintexts.h"

#include <QComboBox>

namespace ember::app {

namespace {

constexpr int iconSide = 18;
constexpr int searchWidth = 360;

} // namespace

ToolBar::ToolBar(const Actions &actions, QWidget *search, QWidget *parent)
    : QToolBar(tr("Tools"), parent),
      m_profiles(new QComboBox)
{
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setIconSize(QSize(iconSide, iconSide));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QAction *withoutText :
         {actions.pause, actions.open, actions.save, actions.fitAll, actions.back, actions.forward})
        withoutText->setPriority(QAction::LowPriority);
    addActions({actions.newLaunch, actions.runAgain, actions.pause, actions.stop});
    addSeparator();
    addActions({actions.open, actions.save, actions.upload});
    addSeparator();
    addActions({actions.back, actions.forward, actions.fitAll, actions.follow});
    auto *spacer = new QWidget;
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    m_profiles->setToolTip(tr("Profile"));
    m_profiles->setAccessibleName(tr("Profile"));
    m_profilesAction = addWidget(m_profiles);
    search->setMaximumWidth(searchWidth);
    addWidget(search);
    connect(m_profiles, &QComboBox::activated, this, &ToolBar::profileChosen);
}

void ToolBar::setProfiles(const QStringList &titles, qsizetype current)
{
    m_profiles->clear();
    for (const QString &title : titles)
        m_profiles->addItem(views::shortened(title));
    m_profiles->setCurrentIndex(static_cast<int>(current));
    m_profilesAction->setVisible(titles.size() > 1);
}

} // namespace ember::app
