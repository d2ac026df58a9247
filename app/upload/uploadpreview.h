// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkwriter.h"
#include "model/formats/sentry/outgoingtexts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ember::app {

// What Sentry will make of a chunk.
struct ChunkPreview {
    std::string chunkId;
    std::vector<model::Finding> differences; // what changes (differencesOfNormalForm())
};

// What the user is shown before an upload, for the command line and the window: what leaves the
// machine, what was replaced in it, what Sentry keeps of it, what it costs. Made from the documents
// that will be sent. Any thread.
class UploadPreview {
public:
    void add(const model::sentry::WrittenChunk &chunk);
    void add(const model::sentry::WrittenTransaction &transaction);
    // Adds the texts of an envelope that is sent as it came.
    void add(const model::sentry::Envelope &envelope);

    const std::vector<ChunkPreview> &chunks() const { return m_chunks; }

    const model::sentry::OutgoingTexts &texts() const { return m_texts; }

    const model::sentry::Replacements &replacements() const { return m_replacements; }

    const model::sentry::UploadBudget &budget() const { return m_budget; }

    // The number of items whose texts are not listed, as they are no JSON, or nested too deeply.
    std::uint64_t unread() const { return m_unread; }

private:
    std::vector<ChunkPreview> m_chunks;
    model::sentry::OutgoingTexts m_texts;
    model::sentry::Replacements m_replacements;
    model::sentry::UploadBudget m_budget;
    std::uint64_t m_unread = 0;
};

} // namespace ember::app
