// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preparedupload.h"

#include <algorithm>

namespace ember::app {

using model::Result;

bool PreparedUpload::isSendable() const
{
    return !written.chunks.empty()
        && std::ranges::none_of(written.chunks, [](const model::sentry::WrittenChunk &chunk) {
               return chunk.rejection.has_value();
           });
}

Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                     const model::sentry::ChunkOptions &options,
                                     const std::stop_token &stop)
{
    PreparedUpload prepared;
    EMBER_ASSIGN_OR_RETURN(prepared.written, writeChoice(choice, options, stop));
    return prepared;
}

} // namespace ember::app
