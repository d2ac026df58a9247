// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

namespace ember::tests {

// A small capture in which every field of every table of a profile says something.
model::ProfilePointer profileWithEveryFact();

// A profile without time: values of one name in two units, labels, a value some samples lack.
model::ProfilePointer profileOfValues();

} // namespace ember::tests
