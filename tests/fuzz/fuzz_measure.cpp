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
    if (const auto *call = std::get_if<ProfilerCall>(&message->content)) {
        const auto *setup = std::get_if<ProfilerSetup>(call);
        if (setup != nullptr && !(setup->sessionRate >= 0 && setup->sessionRate <= 1))
            std::abort();
        const auto *session = std::get_if<AppToForeground>(call);
        if (session != nullptr && session->draw.billionths >= Draw::limit)
            std::abort();
    }
    if (const auto *root = std::get_if<AppTransaction>(&message->content);
        root != nullptr && root->ids.span == 0)
        std::abort();
    return 0;
}
