// SPDX-License-Identifier: GPL-3.0-or-later
// What the chunk reader takes is JSON to the second parser too; what Relay would keep is accepted
// again; repairing never fails on what was read.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace ember::model;
using namespace ember::model::sentry;

namespace {

void insist(bool holds)
{
    if (!holds)
        std::abort();
}

// What the second parser says; it also refuses numbers beyond a double, which are JSON.
bool isJson(std::string_view text)
{
    try {
        return !nlohmann::json::parse(text).is_discarded();
    } catch (const nlohmann::json::out_of_range &) {
        return true;
    } catch (const nlohmann::json::exception &) {
        return false;
    }
}

void fuzzChunk(std::string_view input)
{
    const Bytes bytes(input);
    auto reading = readChunk(bytes.view());
    auto text = input;
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    if (!reading) {
        insist(!reading.error().detail.empty());
        return;
    }
    insist(isJson(text));
    insist(repairChunk(bytes.view()).has_value() || reading->kind != PayloadKind::Chunk);
    if (!judge(*reading).isAccepted() || reading->kind != PayloadKind::Chunk)
        return;
    const auto kept = writeNormalised(reading->chunk);
    const Bytes again{std::string_view(kept)};
    auto second = readChunk(again.view());
    insist(second.has_value() && judge(*second).isAccepted());
    insist(writeNormalised(second->chunk) == kept);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzzChunk({reinterpret_cast<const char *>(data), size});
    return 0;
}
