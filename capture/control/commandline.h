// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::capture {

// The recorder's command line, without the program's name. Error: InvalidArgument with the argument
// as subject.
model::Result<RecordOptions> parseCommandLine(std::span<const std::string> arguments);

std::string_view usage();

} // namespace ember::capture
