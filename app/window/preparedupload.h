// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"
#include "model/core/result.h"

#include <QString>

#include <stop_token>
#include <vector>

namespace ember::app {

// Written chunks ready to send, each with Relay's expected verdict.
struct PreparedUpload {
    WrittenChunks written;

    bool isSendable() const;
};

using PreparedUploadPointer = std::shared_ptr<const model::Result<PreparedUpload>>;

// Writes the selected chunks. Call on a background thread. Errors: those of writeChoice().
model::Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                            const model::sentry::ChunkOptions &options,
                                            const std::stop_token &stop);

} // namespace ember::app
