// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/capturestatus.h"

#include "model/query/threadstatistics.h"
#include "model/query/weights.h"
#include "views/state/gaps.h"
#include "views/state/theme.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>

#include <cstring>

namespace ember::app {

namespace {

struct EndText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::EndText)
};

QString stateText(RecorderProcess::State state)
{
    switch (state) {
    case RecorderProcess::State::Recording: return CaptureStatus::tr("● Recording");
    case RecorderProcess::State::Paused: return CaptureStatus::tr("‖ Paused");
    case RecorderProcess::State::Stopping: return CaptureStatus::tr("Stopping…");
    case RecorderProcess::State::Ended: return CaptureStatus::tr("Recorded");
    }
    return {};
}

QString lossText(const model::CaptureStatistics &statistics)
{
    QStringList parts;
    if (statistics.missedTicks > 0)
        parts << (statistics.missedTicks == 1 ? CaptureStatus::tr("1 tick missed")
                                              : CaptureStatus::tr("%1 ticks missed")
                                                    .arg(views::countText(statistics.missedTicks)));
    if (statistics.dropped > 0)
        parts << CaptureStatus::tr("%1 lost").arg(views::samplesText(statistics.dropped));
    return parts.join(QLatin1String(", "));
}

} // namespace

QString endText(const model::ExitStatus &end)
{
    if (!end.bySignal)
        return EndText::tr("exited with %1").arg(end.code);
    return EndText::tr("ended by signal %1 (%2)")
        .arg(end.code)
        .arg(QString::fromLocal8Bit(::strsignal(end.code)));
}

CaptureStatus::CaptureStatus(QWidget *parent)
    : QWidget(parent),
      m_state(new QLabel),
      m_figures(new QLabel),
      m_loss(new QLabel)
{
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(8, 0, 8, 0);
    line->setSpacing(m_state->fontMetrics().horizontalAdvance(QLatin1Char(' '))); // after the dot
    line->addWidget(m_state);
    line->addWidget(m_figures);
    line->addSpacing(8);
    line->addWidget(m_loss);
    m_loss->setToolTip(tr("The recorder got no CPU in time. The chart shows what was seen; nothing "
                          "is made up for the rest."));
    clear();
}

void CaptureStatus::clear()
{
    m_stateText.clear();
    m_figures->clear();
    showParts();
    m_loss->hide();
    hide();
}

void CaptureStatus::setState(RecorderProcess::State state)
{
    const bool isOn = state == RecorderProcess::State::Recording;
    const auto &theme = views::theme(views::shadeOf(palette()));
    showState(stateText(state));
    m_state->setStyleSheet(
        isOn ? QStringLiteral("color: %1; font-weight: 600").arg(theme.error.name()) : QString());
    show();
}

void CaptureStatus::setEnd(const model::ExitStatus &end)
{
    showState(tr("Recorded, %1").arg(endText(end)));
}

void CaptureStatus::showState(const QString &state)
{
    m_stateText = state;
    showParts();
}

// Shows the state, with a dot after it if figures follow: it keeps an exit code and a length apart.
void CaptureStatus::showParts()
{
    m_state->setText(m_figures->text().isEmpty() ? m_stateText
                                                 : m_stateText + QStringLiteral(" ·"));
    m_state->setVisible(!m_stateText.isEmpty());
}

void CaptureStatus::setProfile(const model::ProfilePointer &profile)
{
    if (!profile)
        return;
    const bool isTimed = views::isTimed(*profile);
    // A row of a profile without time may stand for many samples, which the answer counts, too.
    const auto counted = isTimed ? std::nullopt : model::countedSamples(*profile);
    const std::uint64_t count = counted.value_or(profile->sampleCount());
    const bool isTrace = isTimed && !views::sampleRate(*profile);
    QStringList figures{
        isTrace ? tr("%1 events", "in which calls begin and end").arg(views::countText(count))
                : views::samplesText(count),
        views::threadsText(model::sampledThreadCount(*profile))};
    if (isTimed)
        figures.prepend(views::durationText(profile->timeRange().duration()));
    m_figures->setText(figures.join(QStringLiteral(" · ")));
    showParts();
    const QString loss = lossText(profile->tables().statistics);
    m_loss->setText(loss);
    m_loss->setVisible(!loss.isEmpty());
    show();
}

QString CaptureStatus::text() const
{
    return m_state->text() % QLatin1Char(' ') % m_figures->text();
}

} // namespace ember::app
