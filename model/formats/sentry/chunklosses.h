// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

#include <span>
#include <vector>

namespace ember::model::sentry {

// What of the profiles neither chunks nor V1 profiles have a place for, beside what a WriteReport
// counts (samples, images, units and spans).
std::vector<Loss> lossesOfChunks(std::span<const ProfilePointer> profiles);

} // namespace ember::model::sentry
