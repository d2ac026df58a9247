// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/rprof/rprofsegmentwriter.h"

#include <span>
#include <vector>

namespace ember::model::rprof {

// What the file does not hold of the profiles. Of what R's profiler wrote, nothing: threads, and
// the values derived from others, are the reader's own.
std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, const Written &written);

} // namespace ember::model::rprof
