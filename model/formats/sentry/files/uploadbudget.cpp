// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/uploadbudget.h"

#include "model/formats/json/jsonstrings.h"
#include "model/formats/sentry/relay.h"

#include <algorithm>
#include <string_view>

namespace ember::model::sentry {

namespace {

std::string categoryOf(const WrittenChunk &chunk)
{
    if (!chunk.transaction.empty() || chunk.profilerId.empty())
        return "profile";
    return profileClass(chunk.platform) == ProfileClass::Ui ? "profile_chunk_ui" : "profile_chunk";
}

// The bytes of the object around a member, with its comma.
std::uint64_t objectBytes(std::string_view json, const JsonStringPlace &member)
{
    const auto begin = json.rfind('{', member.begin);
    const auto end = json.find('}', member.end);
    return begin == std::string_view::npos || end == std::string_view::npos ? 0 : end - begin + 2;
}

} // namespace

void UploadBudget::add(const WrittenChunk &chunk)
{
    auto &category = m_categories[categoryOf(chunk)];
    ++category.items;
    category.bytes += chunk.json.size();
    category.duration += chunk.piece.duration();
    const std::string_view json = chunk.json;
    std::map<std::string_view, std::uint64_t> bytes; // by thread id
    std::map<std::string_view, std::string_view> names;
    forEachJsonString(json, [&](const JsonStringPlace &place) {
        const auto text = json.substr(place.begin + 1, place.end - place.begin - 2);
        const auto depth = place.around.size();
        if (place.key == "thread_id")
            bytes[text] += objectBytes(json, place);
        else if (place.key == "name" && depth >= 2 && place.around[depth - 2] == "thread_metadata")
            names[place.around.back()] = text;
    });
    std::uint64_t ofThreads = 0;
    for (const auto &[id, count] : bytes) {
        const auto name = names.find(id);
        const auto key = name == names.end() || name->second.empty()
            ? std::string(id)
            : std::string(name->second) + " (" + std::string(id) + ')';
        m_threads[key] += count;
        ofThreads += count;
    }
    m_sharedBytes += chunk.json.size() - std::min<std::uint64_t>(ofThreads, chunk.json.size());
}

void UploadBudget::add(const WrittenTransaction &transaction)
{
    auto &category = m_categories["transaction"];
    ++category.items;
    category.bytes += transaction.json.size();
}

} // namespace ember::model::sentry
