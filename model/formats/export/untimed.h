// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <string>
#include <string_view>

namespace ember::model {

// What an exporter of a format that lives by times says of samples that have none.
inline Error cannotHoldUntimed(std::string_view format)
{
    return {
        ErrorCode::FormatCannotHold,
        {},
        std::string(format)
            + " has no place for samples without time; pprof, speedscope, collapsed, sqlite and "
              "rds have"};
}

} // namespace ember::model
