// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preparedupload.h"

#include "model/formats/bytesource.h"
#include "model/formats/sentry/relay.h"

#include <algorithm>

namespace ember::app {

using model::Result;

bool PreparedUpload::isSendable() const
{
    return !written.chunks.empty() && std::ranges::all_of(rejections, &QString::isEmpty);
}

QString relayRejection(const model::sentry::WrittenChunk &chunk)
{
    using namespace model::sentry;
    const model::Bytes bytes(chunk.json);
    auto reading = readChunk(bytes.view());
    if (!reading)
        return QString::fromStdString(reading.error().detail);
    const Verdict verdict = judge(*reading, {.itemPlatform = chunk.platform});
    if (verdict.isAccepted())
        return {};
    const Rejection &rejection = *verdict.rejection;
    return QString::fromLatin1(reasonName(rejection.reason))
        % QStringLiteral(" (%1: %2)")
              .arg(QString::fromStdString(rejection.path),
                   QString::fromStdString(rejection.detail));
}

Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                     const model::sentry::ChunkOptions &options,
                                     const std::stop_token &stop)
{
    PreparedUpload prepared;
    EMBER_ASSIGN_OR_RETURN(prepared.written, writeChoice(choice, options, stop));
    for (const auto &chunk : prepared.written.chunks) {
        if (stop.stop_requested())
            return model::Error{model::ErrorCode::Cancelled, {}, {}};
        prepared.rejections.push_back(relayRejection(chunk));
    }
    return prepared;
}

} // namespace ember::app
