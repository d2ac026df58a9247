// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadpreview.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/json/jsontext.h"

#include <string_view>

namespace ember::app {

namespace {

using namespace model::sentry;

std::vector<model::Finding> differencesOf(const WrittenChunk &chunk)
{
    ValidateOptions options;
    options.keepNormalised = KeepNormalised::Yes;
    const std::string envelope = chunkEnvelope(chunk);
    const model::Bytes bytes{std::string_view(envelope)};
    std::vector<model::Finding> all;
    for (const auto &verdict : validate(bytes.view(), chunk.chunkId, options))
        all.insert(all.end(), verdict.differences.begin(), verdict.differences.end());
    return all;
}

} // namespace

void UploadPreview::add(const WrittenChunk &chunk)
{
    m_chunks.push_back({chunk.chunkId, differencesOf(chunk)});
    for (const std::string *document : {&chunk.json, &chunk.transaction, &chunk.envelopeHeader})
        m_texts.add(*document);
    m_replacements.add(chunk.replacements);
    m_budget.add(chunk);
}

void UploadPreview::add(const WrittenTransaction &transaction)
{
    m_texts.add(transaction.json);
    m_replacements.add(transaction.replacements);
    m_budget.add(transaction);
}

void UploadPreview::add(const Envelope &envelope)
{
    m_texts.add(envelope.header.json);
    for (const EnvelopeItem &item : envelope.items) {
        m_texts.add(item.json);
        if (model::isShallowJson(item.payload))
            m_texts.add(item.payload);
        else
            ++m_unread;
    }
}

} // namespace ember::app
