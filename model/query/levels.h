// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::model {

// Whether sums of the type's values say something: not those of levels, of memory for example, nor
// those of times. The one rule for whatever weighs, sums or exports values. An invalid type is time
// or the number of samples.
inline bool addsUp(const Profile &profile, ValueTypeIndex type)
{
    return !type.isValid() || profile.tables().valueTypes[type].kind == ValueKind::Sum;
}

} // namespace ember::model
