// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::app {

// The window is to keep its pace while the program that is recorded keeps the processors busy: the
// system runs the calling thread, the UI's, and those in which Qt paints for it as soon as it can,
// and what views compute behind them. Programs launched from it do not inherit that.
void keepPicturesPrompt();

} // namespace ember::app
