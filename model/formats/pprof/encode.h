// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"

#include <string>

namespace ember::model::pprof {

// The message as a bare protocol buffer; decode() gives it back.
std::string encode(const Message &message);

} // namespace ember::model::pprof
