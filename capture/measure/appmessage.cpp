// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/appmessage.h"

#include "capture/api/emberchart.h"

#include <cmath>
#include <cstring>
#include <utility>

namespace ember::capture {

namespace {

static_assert(sizeof(emberchart_setup_tail_) <= emberchart_tail_limit_
              && sizeof(emberchart_span_tail_) <= emberchart_tail_limit_);

constexpr double slowestScreen = 1;
constexpr double fastestScreen = 10'000;

SteadyTime toTime(std::int64_t nanoseconds)
{
    return SteadyTime(std::chrono::nanoseconds(nanoseconds));
}

// Sentry's words for statuses, by their numbers in emberchart_status.
constexpr std::array<std::string_view, 18> statusWords{"",
                                                       "ok",
                                                       "cancelled",
                                                       "unknown_error",
                                                       "invalid_argument",
                                                       "deadline_exceeded",
                                                       "not_found",
                                                       "already_exists",
                                                       "permission_denied",
                                                       "resource_exhausted",
                                                       "failed_precondition",
                                                       "aborted",
                                                       "out_of_range",
                                                       "unimplemented",
                                                       "internal_error",
                                                       "unavailable",
                                                       "data_loss",
                                                       "unauthenticated"};
static_assert(statusWords.size() == emberchart_status_unauthenticated + 1);

using Content = decltype(AppMessage::content);

std::string nameIn(const emberchart_message_ &raw)
{
    return {&raw.text[0], raw.name_length};
}

std::string unitIn(const emberchart_message_ &raw)
{
    return {&raw.text[raw.name_length], raw.unit_length};
}

template<typename Tail>
Tail tailIn(const emberchart_message_ &raw)
{
    Tail tail;
    std::memcpy(&tail, &raw.text[std::size_t(raw.name_length) + raw.unit_length], sizeof tail);
    return tail;
}

std::size_t tailSizeOf(std::uint8_t kind)
{
    switch (kind) {
    case emberchart_kind_setup_: return sizeof(emberchart_setup_tail_);
    case emberchart_kind_transaction_begin_:
    case emberchart_kind_transaction_:
    case emberchart_kind_child_:
    case emberchart_kind_ended_: return sizeof(emberchart_span_tail_);
    default: return 0;
    }
}

bool isRate(double number)
{
    return number >= 0 && number <= 1;
}

std::optional<Content> setupOf(const emberchart_message_ &raw)
{
    const auto tail = tailIn<emberchart_setup_tail_>(raw);
    if (!isRate(tail.session_rate) || !isRate(tail.traces_rate) || !isRate(tail.profiles_rate))
        return std::nullopt;
    ProfilerSetup setup;
    setup.lifecycle =
        tail.traces_by_lifecycle != 0 ? ProfileLifecycle::Trace : ProfileLifecycle::Manual;
    setup.sessionRate = tail.session_rate;
    if (tail.traces_rate > 0)
        setup.tracesRate = tail.traces_rate;
    if (tail.profiles_rate > 0)
        setup.profilesRate = tail.profiles_rate;
    setup.hasTracesSampler = tail.has_traces_sampler != 0;
    setup.hasProfilesSampler = tail.has_profiles_sampler != 0;
    setup.onAppStart = tail.on_app_start != 0;
    return ProfilerCall(setup);
}

std::optional<Content> transactionBeginOf(const emberchart_message_ &raw)
{
    const auto tail = tailIn<emberchart_span_tail_>(raw);
    if (tail.place.span == 0)
        return std::nullopt;
    TransactionBegan began{tail.place.span, std::nullopt, std::nullopt};
    if (isRate(tail.traces_rate))
        began.tracesRate = tail.traces_rate;
    if (isRate(tail.profiles_rate))
        began.profilesRate = tail.profiles_rate;
    return ProfilerCall(began);
}

template<typename Kind>
std::optional<Content> tracedSpanOf(const emberchart_message_ &raw)
{
    const auto tail = tailIn<emberchart_span_tail_>(raw);
    if (tail.place.span == 0)
        return std::nullopt;
    Kind span;
    span.name = nameIn(raw);
    span.op = unitIn(raw);
    span.ids = {{tail.place.trace[0], tail.place.trace[1]},
                tail.place.span,
                tail.parent,
                tail.place.transaction};
    if (tail.status < statusWords.size())
        span.status = statusWords[tail.status];
    return span;
}

std::optional<Content> contentOf(const emberchart_message_ &raw)
{
    switch (raw.kind) {
    case emberchart_kind_value_:
        if (raw.name_length > 0 && std::isfinite(raw.value))
            return AppValue{nameIn(raw), unitIn(raw), raw.value};
        break;
    case emberchart_kind_span_:
        if (raw.name_length > 0)
            return AppSpan{nameIn(raw), {}, {}, {}};
        break;
    case emberchart_kind_frame_: return AppFrame{};
    case emberchart_kind_refresh_rate_:
        if (raw.value >= slowestScreen && raw.value <= fastestScreen)
            return AppRefreshRate{raw.value};
        break;
    case emberchart_kind_setup_: return setupOf(raw);
    case emberchart_kind_start_profiler_: return ProfilerCall(StartProfiler());
    case emberchart_kind_stop_profiler_: return ProfilerCall(StopProfiler());
    case emberchart_kind_foreground_:
        if (raw.value >= 0 && raw.value < Draw::limit)
            return ProfilerCall(AppToForeground{Draw(static_cast<std::uint32_t>(raw.value))});
        break;
    case emberchart_kind_background_: return ProfilerCall(AppToBackground());
    case emberchart_kind_transaction_begin_: return transactionBeginOf(raw);
    case emberchart_kind_transaction_: return tracedSpanOf<AppTransaction>(raw);
    case emberchart_kind_child_: return tracedSpanOf<AppSpan>(raw);
    case emberchart_kind_ended_:
        return ProfilerCall(TransactionEnded{tailIn<emberchart_span_tail_>(raw).place.span});
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
        || packet.size()
            != std::size_t(emberchart_header_size_) + raw.name_length + raw.unit_length
                + tailSizeOf(raw.kind)
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
