// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace ember::app {

// Text about samples that no chunk can contain; "" for none.
QString lossText(std::uint64_t samples);

} // namespace ember::app
