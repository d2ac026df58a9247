// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/workprogress.h"

#include "app/look/appearance.h"
#include "views/text/durationtext.h"
#include "views/widgets/elidedlabel.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

namespace ember::app {

QString fetchText(const FetchReport &report)
{
    const QString name = QFileInfo(report.binary).fileName();
    if (report.bytes == 0)
        return QCoreApplication::translate("FetchText", "Waiting for debug info of %1 from %2…")
            .arg(name, QString::fromStdString(capture::debugServerNames()));
    const QString bytes = views::bytesText(report.bytes);
    if (report.total == 0)
        return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2")
            .arg(name, bytes);
    return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2 of %3")
        .arg(name, bytes, views::bytesText(report.total));
}

QString fetchFailureText(const QStringList &failures)
{
    if (failures.size() == 1)
        return failures.first();
    return QCoreApplication::translate("FetchText", "not all debug info could be fetched");
}

namespace {

constexpr int barWidth = 140;

} // namespace

WorkProgress::WorkProgress(QWidget *parent)
    : QWidget(parent),
      m_text(new views::ElidedLabel(Qt::ElideMiddle))
{
    auto *bar = new QProgressBar;
    bar->setRange(0, 0); // the duration is not known in advance
    bar->setFixedWidth(barWidth);
    bar->setTextVisible(false);
    auto *cancel = new QToolButton;
    cancel->setIcon(symbolIcon(QStringLiteral("close")));
    cancel->setToolTip(tr("Cancel"));
    cancel->setAccessibleName(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelWork"));
    connect(cancel, &QToolButton::clicked, this, &WorkProgress::cancel);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_text);
    line->addWidget(bar);
    line->addWidget(cancel);
    hide();
}

WorkProgress::~WorkProgress()
{
    m_stop.request_stop();
}

std::stop_token WorkProgress::begin(const QString &text)
{
    if (m_running++ == 0 || m_stop.stop_requested())
        m_stop = std::stop_source();
    m_text->setText(text);
    show();
    return m_stop.get_token();
}

void WorkProgress::setText(const QString &text)
{
    m_text->setText(text);
}

void WorkProgress::end()
{
    if (--m_running == 0)
        hide();
}

void WorkProgress::cancel()
{
    m_stop.request_stop();
    emit cancelled();
}

} // namespace ember::app
