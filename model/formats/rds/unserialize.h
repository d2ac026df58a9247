// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/rds/itemflags.h"
#include "model/formats/rds/object.h"

#include <stop_token>
#include <string_view>

namespace ember::model::rds {

struct Unserialized {
    Objects objects;
    ObjectIndex root;
    Item rootType = Item::Null;
};

// Whether it is R's serialization, of one value (.rds) or several (.RData), unpacked.
bool looksSerialized(std::string_view firstBytes);

// All values of a file, serialization version 2 or 3; the root of an .RData file is a pairlist of
// its variables. Texts are UTF-8. Errors, without a subject: UnknownFormat; UnsupportedVersion, for
// other versions and compiled code; Truncated and SyntaxError, with the byte; FileTooBig for
// compact vectors that stand for much more than the file is; Cancelled.
Result<Unserialized> unserialize(std::string_view file, const std::stop_token &stop);

} // namespace ember::model::rds
