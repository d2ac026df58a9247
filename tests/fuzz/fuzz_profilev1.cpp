// SPDX-License-Identifier: GPL-3.0-or-later
// What Relay would keep of a V1 profile is accepted again and stays as it is; what can be opened
// can be written, as V2 and as V1.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/files/chunkimporter.h"
#include "model/formats/sentry/files/chunkwriter.h"
#include "model/formats/sentry/relay.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace ember::model;
using namespace ember::model::sentry;

namespace {

void insist(bool holds)
{
    if (!holds)
        std::abort();
}

void judgeTwice(std::string_view input)
{
    auto reading = readProfile(input);
    if (!reading) {
        insist(!reading.error().detail.empty());
        return;
    }
    if (!judge(*reading).isAccepted() || reading->kind == PayloadKind::AndroidTrace)
        return;
    const auto kept = writeNormalised(reading->chunk);
    const Bytes again{std::string_view(kept)};
    auto second = readProfile(again.view());
    insist(second.has_value());
    // The window was applied; a second time it may find the first of two equal times alone.
    if (judge(*second).isAccepted())
        insist(writeNormalised(second->chunk) == kept);
}

void openAndWrite(std::string_view input)
{
    std::vector<ImportFile> files;
    files.push_back({"fuzz", Bytes(input)});
    const auto import = ChunkImporter().read(std::move(files), {});
    if (!import)
        return;
    for (const auto &opened : import->profiles) {
        for (const auto format : {SampleFormat::V1, SampleFormat::V2}) {
            ChunkOptions options;
            options.format = format;
            (void)writeChunks(*opened.profile, {}, options,
                              [](WrittenChunk &&) { return Result<void>(); });
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Bytes input(std::string_view(reinterpret_cast<const char *>(data), size));
    judgeTwice(input.view());
    openAndWrite(input.view());
    return 0;
}
