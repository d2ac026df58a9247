// SPDX-License-Identifier: GPL-3.0-or-later
// Envelopes: payloads stay inside the bytes, verdicts are never empty, a stamped one parses again.
#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"

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

void fuzzEnvelope(std::string_view input)
{
    const Bytes bytes(input);
    insist(!validate(bytes.view(), "x").empty());
    static_cast<void>(repairFile(bytes.view()));
    const auto envelope = parseEnvelope(bytes.view());
    if (!envelope)
        return;
    for (const auto &item : envelope->items)
        insist(item.offset + item.payload.size() <= bytes.size());
    const auto header = stampedHeader(bytes.view(), "2026-11-21T07:43:06Z");
    insist(header.has_value());
    const std::string stamped = header->json + std::string(bytes.view().substr(header->restAt));
    const auto again = parseEnvelope(stamped);
    insist(again.has_value() && again->items.size() == envelope->items.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzzEnvelope({reinterpret_cast<const char *>(data), size});
    return 0;
}
