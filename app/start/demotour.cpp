// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/demotour.h"

#include "app/look/appearance.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

constexpr int paneWidth = 340;
constexpr int fromEdge = 18;
constexpr int aboveStatusLine = 40;

struct Step {
    QString title;
    QString text;
    QString does; // text of the button
    // Object names of the actions that the button triggers; it shows the key of the last.
    QStringList actions;
};

Step stepAt(int step, bool isRecording)
{
    const QString chart = QStringLiteral("showChart");
    switch (step) {
    case 0:
        return {DemoTour::tr("Threads while they run"),
                isRecording
                    ? DemoTour::tr("The demo is being recorded. Time goes to the right; a box is a "
                                   "call, and below it is what it calls. Let it run for some "
                                   "seconds, then stop.")
                    : DemoTour::tr("The demo was recorded. Time goes to the right; a box is a "
                                   "call, and below it is what it calls. Go on to see what to do "
                                   "with it."),
                DemoTour::tr("Stop Recording"),
                {QStringLiteral("stop")}};
    case 1:
        return {DemoTour::tr("Why was a frame slow?"),
                DemoTour::tr("The demo sometimes takes too long to draw. One key goes to the worst "
                             "time: its range is selected, and the line at the top says which call "
                             "held it up."),
                DemoTour::tr("Worst Frame"),
                {chart, QStringLiteral("nextFrame")}};
    case 2:
        return {DemoTour::tr("Where does the time go?"),
                DemoTour::tr("The flame graph adds up all calls of the selected range, or of all: "
                             "the wider, the more time. The number keys change between the views."),
                DemoTour::tr("Flame Graph"),
                {QStringLiteral("showFlameGraph")}};
    case 3:
        return {DemoTour::tr("Move around"),
                DemoTour::tr("In the chart W and S zoom, A and D move, a drag selects a range, and "
                             "a double-click fills the window with a call. This goes back to the "
                             "chart and shows the whole recording."),
                DemoTour::tr("Show All"),
                {chart, QStringLiteral("fitAll")}};
    default: break;
    }
    return {DemoTour::tr("Keep and share"),
            DemoTour::tr("The recording is in the capture library. It can be exported for other "
                         "tools or as a page for any browser. Everything else is found by its "
                         "name."),
            DemoTour::tr("Find a Command"),
            {QStringLiteral("palette")}};
}

QString demoPath()
{
    const QString name = QStringLiteral("emberchart-demo");
    const QString beside = QCoreApplication::applicationDirPath() % QLatin1Char('/') % name;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(name);
}

} // namespace

std::optional<LaunchCommand> demoCommand()
{
    const QString path = demoPath();
    if (path.isEmpty())
        return std::nullopt;
    LaunchCommand command;
    command.program = path;
    command.measurements = Measurements::WithFrames;
    command.options = {QStringLiteral("--kill")}; // the demo runs only to be recorded
    return command;
}

DemoTour::DemoTour(const QObject &actions, QWidget &window)
    : QFrame(&window),
      m_actions(actions),
      m_window(window),
      m_title(new QLabel),
      m_text(new QLabel),
      m_do(new QPushButton),
      m_back(new QPushButton(tr("Back"))),
      m_next(new QPushButton)
{
    setObjectName(QStringLiteral("demoTour"));
    setAccessibleName(tr("Guide through the demo"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setForegroundRole(QPalette::ToolTipText);
    m_text->setForegroundRole(QPalette::ToolTipText);
    m_text->setWordWrap(true);
    m_do->setObjectName(QStringLiteral("tourDo"));
    m_back->setObjectName(QStringLiteral("tourBack"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    auto *end = new QToolButton;
    end->setIcon(symbolIcon(QStringLiteral("close")));
    end->setAutoRaise(true);
    end->setToolTip(tr("Close the guide"));
    end->setAccessibleName(end->toolTip());
    auto *heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(end);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto *column = new QVBoxLayout(this);
    column->addLayout(heading);
    column->addWidget(m_text);
    column->addWidget(m_do); // in a row of its own, as the text with the key is long
    column->addLayout(buttons);
    connect(end, &QToolButton::clicked, this, &QWidget::close);
    connect(m_do, &QPushButton::clicked, this, [this] {
        for (const QString &name : stepAt(m_step, isRecording()).actions) {
            if (auto *action = m_actions.findChild<QAction *>(name))
                action->trigger();
        }
    });
    for (int place = 0; place < stepCount; ++place) {
        const auto *action = m_actions.findChild<QAction *>(stepAt(place, true).actions.last());
        if (action)
            connect(action, &QAction::enabledChanged, this, [this] { showStep(m_step); });
    }
    connect(m_back, &QPushButton::clicked, this, [this] { showStep(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_step + 1 < stepCount)
            showStep(m_step + 1);
        else
            close();
    });
    window.installEventFilter(this);
    showStep(0);
}

// Whether a recording runs: the command to stop is enabled only then.
bool DemoTour::isRecording() const
{
    const auto *stop = m_actions.findChild<QAction *>(QStringLiteral("stop"));
    return stop && stop->isEnabled();
}

void DemoTour::showStep(int step)
{
    m_step = step;
    const Step shown = stepAt(step, isRecording());
    m_title->setText(tr("%1 of %2 · %3").arg(step + 1).arg(stepCount).arg(shown.title));
    m_text->setText(shown.text);
    const auto *action = m_actions.findChild<QAction *>(shown.actions.last());
    const QString key = action ? action->shortcut().toString(QKeySequence::NativeText) : QString();
    m_do->setText(key.isEmpty() ? shown.does : tr("%1 (%2)").arg(shown.does, key));
    m_do->setVisible(action != nullptr);
    m_do->setEnabled(action && action->isEnabled());
    m_back->setEnabled(step > 0);
    m_next->setText(step + 1 < stepCount ? tr("Next") : tr("Done"));
    place();
}

// Puts the pane into the lower right corner, as names of threads and functions are at the left. It
// is as wide as its longest button, and as high as its text then needs.
void DemoTour::place()
{
    layout()->activate();
    const int width = std::max(paneWidth, layout()->totalMinimumSize().width());
    resize(width, layout()->totalHeightForWidth(width));
    move(m_window.width() - width - fromEdge, m_window.height() - height() - aboveStatusLine);
    raise();
}

bool DemoTour::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace ember::app
