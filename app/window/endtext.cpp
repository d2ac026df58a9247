// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/endtext.h"

#include <QCoreApplication>

#include <cstring>

namespace ember::app {

namespace {

struct EndText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::EndText)
};

} // namespace

QString endText(const model::ExitStatus &end)
{
    if (!end.bySignal)
        return EndText::tr("exited with %1").arg(end.code);
    return EndText::tr("ended by signal %1 (%2)")
        .arg(end.code)
        .arg(QString::fromLocal8Bit(::strsignal(end.code)));
}

} // namespace ember::app
