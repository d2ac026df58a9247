// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace ember::app {

// What is said of samples that no chunk takes along. Not of none.
QString lossText(std::uint64_t samples);

} // namespace ember::app
