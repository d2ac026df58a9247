// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ember::bench {

// Seconds until speedscope's page shows the profile of a file, which is converted to its form
// before the clock starts, as is the browser. Absent, with a line on stderr, where there is no
// node, chromium, or speedscope and puppeteer-core in the folder EMBER_VIEWERS.
std::optional<double> secondsInSpeedscope(const QString &file);

} // namespace ember::bench
