// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/appmessage.h"

#include "capture/api/emberchart.h"

#include <cmath>
#include <cstring>

namespace ember::capture {

namespace {

constexpr double slowestScreen = 1;
constexpr double fastestScreen = 10'000;

SteadyTime toTime(std::int64_t nanoseconds)
{
    return SteadyTime(std::chrono::nanoseconds(nanoseconds));
}

using Content = decltype(AppMessage::content);

std::optional<Content> contentOf(const emberchart_message_ &raw)
{
    std::string name(&raw.text[0], raw.name_length);
    std::string unit(&raw.text[raw.name_length], raw.unit_length);
    switch (raw.kind) {
    case emberchart_kind_value_:
        if (!name.empty() && std::isfinite(raw.value))
            return AppValue{std::move(name), std::move(unit), raw.value};
        break;
    case emberchart_kind_span_:
        if (!name.empty())
            return AppSpan{std::move(name)};
        break;
    case emberchart_kind_frame_: return AppFrame{};
    case emberchart_kind_refresh_rate_:
        if (raw.value >= slowestScreen && raw.value <= fastestScreen)
            return AppRefreshRate{raw.value};
        break;
    default: break;
    }
    return std::nullopt;
}

} // namespace

std::optional<AppMessage> parseAppMessage(std::span<const std::byte> packet)
{
    static_assert(offsetof(emberchart_message_, text) == emberchart_header_size_);
    emberchart_message_ raw{};
    if (packet.size() < emberchart_header_size_ || packet.size() > sizeof raw)
        return std::nullopt;
    std::memcpy(&raw, packet.data(), packet.size());
    if (raw.magic != emberchart_magic_ || raw.name_length > emberchart_name_limit_
        || raw.unit_length > emberchart_unit_limit_
        || packet.size() != std::size_t(emberchart_header_size_) + raw.name_length + raw.unit_length
        || raw.begin < 0 || raw.begin > raw.end)
        return std::nullopt;
    auto content = contentOf(raw);
    if (!content)
        return std::nullopt;
    AppMessage message;
    message.content = std::move(*content);
    message.begin = toTime(raw.begin);
    message.end = toTime(raw.end);
    message.thread = Tid(static_cast<int>(raw.thread));
    message.source =
        raw.source == emberchart_source_shim_ ? FrameSource::Shim : FrameSource::Program;
    message.dropped = raw.dropped;
    return message;
}

} // namespace ember::capture
