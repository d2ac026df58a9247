// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/sentchunks.h"

#include "app/upload/uploadplace.h"
#include "app/upload/uploadqueue.h"

#include <utility>

namespace ember::app {

SentChunks::SentChunks()
{
    if (auto queue = UploadQueue::open(UploadQueue::Use::Look))
        m_queue = std::make_unique<UploadQueue>(std::move(*queue));
}

SentChunks::SentChunks(const model::sentry::Dsn &dsn) : SentChunks()
{
    m_place = placeOf(dsn);
}

SentChunks::~SentChunks() = default;

bool SentChunks::isEmpty() const
{
    if (!m_queue)
        return true;
    const auto any = m_queue->hasReceipts();
    return !any || !*any;
}

std::optional<SentChunks::Receipt> SentChunks::receipt(const QString &chunkId) const
{
    if (!m_queue)
        return std::nullopt;
    const auto found = m_queue->receipt(chunkId, m_place);
    if (!found || !*found)
        return std::nullopt;
    return Receipt{placeText((*found)->place), (*found)->at};
}

std::optional<QDateTime> SentChunks::sentAt(const QString &chunkId) const
{
    const auto found = receipt(chunkId);
    return found ? std::optional(found->at) : std::nullopt;
}

} // namespace ember::app
