// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/losstext.h"

#include "views/durationtext.h"

#include <QCoreApplication>

namespace ember::app {

namespace {

struct LossText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LossText)
};

} // namespace

QString lossText(std::uint64_t samples)
{
    return LossText::tr("Left out: %1. Sentry removes threads with a single sample in a chunk.")
        .arg(views::samplesText(samples));
}

} // namespace ember::app
