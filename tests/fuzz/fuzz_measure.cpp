// SPDX-License-Identifier: GPL-3.0-or-later
// Any packet of any program: refused, or a message that keeps what its type promises.
#include "capture/measure/measurereceiver.h"

#include <cmath>
#include <cstdlib>

using namespace ember::capture;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto message = parseAppMessage(std::as_bytes(std::span(data, size)));
    if (!message)
        return 0;
    if (message->begin > message->end)
        std::abort();
    if (const auto *value = std::get_if<AppValue>(&message->content);
        value != nullptr && (value->name.empty() || !std::isfinite(value->value)))
        std::abort();
    return 0;
}
