// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <cstdint>
#include <map>
#include <string>

namespace ember::model::sentry {

// What documents count for at Sentry.
struct CategoryBudget {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0; // of the JSON, before compression
    Nanoseconds duration{}; // what the quota of profile hours is taken from
};

// What an upload costs before it is made: by category of data (SENTRY.md §1.4), and which threads
// fill the documents.
class UploadBudget {
public:
    void add(const WrittenChunk &chunk);
    void add(const WrittenTransaction &transaction);

    // By category: "profile_chunk", "profile_chunk_ui", "profile", "transaction". The event of
    // a V1 profile is not counted.
    const std::map<std::string, CategoryBudget> &categories() const { return m_categories; }

    // Bytes of samples by thread: its name and id, or its id.
    const std::map<std::string, std::uint64_t> &threads() const { return m_threads; }

    // Bytes that belong to no thread: frames, stacks, images, measurements.
    std::uint64_t sharedBytes() const { return m_sharedBytes; }

private:
    std::map<std::string, CategoryBudget> m_categories;
    std::map<std::string, std::uint64_t> m_threads;
    std::uint64_t m_sharedBytes = 0;
};

} // namespace ember::model::sentry
