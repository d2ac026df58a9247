// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"
#include "model/core/result.h"

#include <QString>

#include <stop_token>
#include <vector>

namespace ember::app {

// Chunks that are ready to be sent, and what Relay will say to each.
struct PreparedUpload {
    WrittenChunks written;
    std::vector<QString> rejections; // by chunk; empty: it will be taken

    bool isSendable() const;
};

using PreparedUploadPointer = std::shared_ptr<const model::Result<PreparedUpload>>;

// Writes the chosen chunks and judges each by Relay's rules. For a background thread. Errors: those
// of writeChoice().
model::Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                            const model::sentry::ChunkOptions &options,
                                            const std::stop_token &stop);

// What Relay refuses a chunk for: "profiling_not_enough_samples (profile.samples: …)"; empty if it
// takes it.
QString relayRejection(const model::sentry::WrittenChunk &chunk);

} // namespace ember::app
