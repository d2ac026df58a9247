// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::model {

// How much of the threads' time went by while the recorder held them, in percent: a value for the
// middle of each of so many equal pieces of the profile's time, none for pieces without samples.
// Empty where nobody was held. Linear in the samples.
MeasurementValues stopShares(const Profile &profile, std::size_t pieces);

} // namespace ember::model
