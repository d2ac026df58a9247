// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/toolbar.h"

#include "app/look/appearance.h"
#include "app/window/actions.h"
#include "model/query/threadstatistics.h"
#include "views/state/gaps.h"
#include "views/state/openprofile.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/elidedlabel.h"

#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>
#include <cmath>

namespace ember::app {

namespace {

constexpr int iconSide = 16;
constexpr int leastTitle = 80;
constexpr int widestTitle = 300;
constexpr int searchWidth = 330;

// "0:07", "1:02:03", "30:00:00"
QString clockText(std::chrono::seconds length)
{
    constexpr int sixty = 60;
    const qint64 seconds = length.count();
    const auto twoDigits = [](qint64 number) {
        return QString::number(number).rightJustified(2, QLatin1Char('0'));
    };
    const QString inMinute = twoDigits(seconds % sixty);
    const qint64 minutes = seconds / sixty;
    if (minutes < sixty)
        return QStringLiteral("%1:%2").arg(QString::number(minutes), inMinute);
    return QStringLiteral("%1:%2:%3")
        .arg(QString::number(minutes / sixty), twoDigits(minutes % sixty), inMinute);
}

} // namespace

ToolBar::ToolBar(const Actions &actions, QWidget *search, QWidget *parent)
    : QToolBar(tr("Tools"), parent),
      m_title(new views::ElidedLabel(Qt::ElideMiddle)),
      m_figures(new views::ElidedLabel(Qt::ElideRight)),
      m_profiles(new QComboBox)
{
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setIconSize(QSize(iconSide, iconSide));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addRecording(actions);
    addTitle();
    m_profiles->setToolTip(tr("Profile"));
    m_profiles->setAccessibleName(tr("Profile"));
    m_profilesAction = addWidget(m_profiles);
    auto *spacer = new QWidget;
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    search->setMaximumWidth(searchWidth);
    addWidget(search);
    addButton(*actions.at("palette"), tr("Commands"));
    addButton(*actions.at("exportProfile"), tr("Export…"));
    addButton(*actions.at("upload"), tr("Send to Sentry…"));
    connect(m_profiles, &QComboBox::activated, this, &ToolBar::profileChosen);
    setTitle({});
}

// Adds the buttons of recording. Pausing has one only while there is something to pause.
void ToolBar::addRecording(const Actions &actions)
{
    auto *record = new QToolButton;
    record->setObjectName(QStringLiteral("record"));
    record->setText(tr("Record"));
    record->setIcon(symbolIcon(QStringLiteral("record")));
    record->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    record->setToolTip(actions.at("newLaunch")->toolTip());
    record->setPopupMode(QToolButton::MenuButtonPopup);
    auto *menu = new QMenu(record);
    actions.fill(*menu, {"newLaunch", "launchRemote", "attach", "runAgain"});
    record->setMenu(menu);
    connect(record, &QToolButton::clicked, actions.at("newLaunch"), &QAction::trigger);
    addWidget(record);
    addStop(*actions.at("stop"));
    QAction *pause = addButton(*actions.at("pause"), actions.at("pause")->text());
    const auto showPause = [pause, action = actions.at("pause")] {
        pause->setVisible(action->isEnabled());
    };
    connect(actions.at("pause"), &QAction::enabledChanged, this, showPause);
    showPause();
}

// Adds the stop button, which shows how long the recording has lasted.
void ToolBar::addStop(QAction &stop)
{
    m_stop = new QToolButton;
    m_stop->setObjectName(stop.objectName());
    m_stop->setDefaultAction(&stop);
    m_stop->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(&stop, &QAction::changed, this, &ToolBar::showStop);
    addWidget(m_stop);
}

void ToolBar::showStop()
{
    const QString text = m_stop->defaultAction()->iconText();
    const bool hasTime = m_stop->isEnabled() && m_length.count() > 0;
    m_stop->setText(hasTime ? QString(text % QLatin1Char(' ') % clockText(m_length)) : text);
}

void ToolBar::addTitle()
{
    auto *titles = new QWidget;
    titles->setObjectName(QStringLiteral("programTitle"));
    titles->setMinimumWidth(leastTitle);
    titles->setMaximumWidth(widestTitle);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    m_figures->setFont(small);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(titles);
    column->setContentsMargins(10, 0, 10, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_figures);
    addWidget(titles);
}

// Adds a button for the action, with another text.
QAction *ToolBar::addButton(QAction &action, const QString &text)
{
    auto *button = new QToolButton;
    button->setObjectName(action.objectName());
    button->setDefaultAction(&action);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(&action, &QAction::changed, button, [button, text] { button->setText(text); });
    return addWidget(button);
}

void ToolBar::setTitle(const QString &title)
{
    m_title->setText(title);
    if (title.isEmpty())
        m_figures->setText({});
}

void ToolBar::setProfile(const views::OpenProfile &profile)
{
    m_length = {};
    if (profile.spans())
        showFigures(*profile.spans()->profile());
    showStop();
}

void ToolBar::showFigures(const model::Profile &tables)
{
    QStringList figures{views::threadsText(model::sampledThreadCount(tables))};
    if (views::isTimed(tables)) {
        const auto length = tables.timeRange().duration();
        m_length = std::chrono::duration_cast<std::chrono::seconds>(length);
        figures.prepend(views::durationText(length));
        if (const auto rate = views::sampleRate(tables))
            figures.append(tr("%1 Hz").arg(std::round(*rate)));
    }
    m_figures->setText(figures.join(QStringLiteral(" · ")));
}

void ToolBar::setProfiles(const QStringList &titles, qsizetype current)
{
    m_profiles->clear();
    for (const QString &title : titles)
        m_profiles->addItem(views::oneLine(views::shortened(title)));
    m_profiles->setCurrentIndex(static_cast<int>(current));
    m_profilesAction->setVisible(titles.size() > 1);
}

} // namespace ember::app
