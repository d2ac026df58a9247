// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ember::bench {

struct SpeedscopeOpening {
    double seconds = 0; // from the choice of the file to the second frame with the chart
    double secondsWithBrowser = 0; // from the browser's start to there
    double secondsToPage = 0; // from the browser's start until the page takes a file
    qint64 bytes = 0; // of the file it was given
};

// How long speedscope's page takes until it shows the profile of a file. Before the clock starts
// the browser is there, and the file is converted to speedscope's own form: of each thread a
// profile of type "sampled", with a stack and a weight for each sample, also of equal ones behind
// each other. The page shows one of the threads. Absent, with a line on stderr, where there is no
// node, chromium, or speedscope and puppeteer-core in the folder EMBER_VIEWERS.
std::optional<SpeedscopeOpening> openInSpeedscope(const QString &file);

} // namespace ember::bench
