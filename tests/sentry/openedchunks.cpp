// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/openedchunks.h"

#include "model/formats/sentry/files/chunkimporter.h"
#include "tests/sentry/sentrydata.h"

#include <algorithm>

namespace ember::tests {

using namespace model;
using nlohmann::json;

json chunkAt(double start, int samples, const char *chunkId, const char *threadName)
{
    auto chunk = baseChunk();
    chunk["chunk_id"] = chunkId;
    auto &profile = chunk["profile"];
    profile["samples"] = json::array();
    for (int row = 0; row < samples; ++row)
        profile["samples"].push_back(
            {{"timestamp", start + row * 0.01}, {"stack_id", 0}, {"thread_id", "1"}});
    profile["thread_metadata"] = {{"1", {{"name", threadName}}}};
    return chunk;
}

Result<Import> opened(const std::vector<std::string> &texts)
{
    std::vector<ImportFile> files;
    for (std::size_t row = 0; row < texts.size(); ++row)
        files.push_back({"file" + std::to_string(row), Bytes(texts[row])});
    return sentry::ChunkImporter().read(std::move(files), {});
}

const Finding *findingOf(const Import &import, std::string_view code)
{
    const auto found = std::ranges::find(import.log.findings(), code, &Finding::code);
    return found == import.log.findings().end() ? nullptr : &*found;
}

std::string attributeOf(const Profile &profile, std::string_view key)
{
    for (const auto &row : profile.tables().sources[SourceIndex(0)].attributes) {
        if (profile.text(row.key) == key)
            return std::string(profile.text(row.json));
    }
    return {};
}

} // namespace ember::tests
