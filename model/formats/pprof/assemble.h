// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string_view>

namespace ember::model::pprof {

// The message as a profile (FORMAT.md): a sample per record with all its values, a frame per line
// of a location. Checks it first; `file` is the error's subject. Errors: SyntaxError, Cancelled.
Result<ProfilePointer> assemble(const ImportFile &file, const Message &message, ImportLog &log,
                                const std::stop_token &stop);

} // namespace ember::model::pprof
