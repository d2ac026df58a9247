// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::app {

// Asks the scheduler to run the UI thread and Qt's painting threads with short latency, and lowers
// background computations, so that the window stays responsive while the recorded program keeps all
// CPUs busy. Launched programs do not inherit this.
void keepPicturesPrompt();

} // namespace ember::app
