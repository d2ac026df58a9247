// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/lifecycle/profilerswitch.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <span>
#include <string_view>
#include <system_error>

namespace ember::capture {

using model::Error;
using model::ErrorCode;

namespace {

// The record of a draw in its file, in the byte order of the machine, which alone reads it.
struct StoredDraw {
    std::uint32_t draw = 0;
    std::uint32_t flags = 0; // bit 0: trace; bit 1: the program asks for it
    double rate = 0;
};

constexpr std::uint32_t traceFlag = 1;
constexpr std::uint32_t byProgramFlag = 2;
constexpr std::uint64_t mostBytes = std::uint64_t(1) << 20U;

std::string stateFolder()
{
    const char *state = std::getenv("XDG_STATE_HOME");
    const char *home = std::getenv("HOME");
    if (state != nullptr && *state == '/')
        return std::string(state) + "/emberchart/appstart";
    if (home != nullptr && *home == '/')
        return std::string(home) + "/.local/state/emberchart/appstart";
    return {};
}

// Returns a name for the stored file of a program: FNV-1a, in decimal, of the program's real path,
// or of the words that name it.
std::string keyOf(const std::string &program)
{
    std::error_code gone;
    const auto path = std::filesystem::canonical(program, gone);
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : gone ? program : path.string())
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return std::to_string(hash);
}

} // namespace

AppStartStore::AppStartStore(const std::string &program)
    : m_files({stateFolder(), 1, mostBytes}),
      m_key(keyOf(program))
{
}

std::optional<AppStartDraw> AppStartStore::load() const
{
    const auto bytes = m_files.load(m_key);
    StoredDraw stored;
    if (!bytes || bytes->size() != sizeof stored)
        return std::nullopt;
    std::memcpy(&stored, bytes->data(), sizeof stored);
    if (stored.draw >= Draw::limit || !(stored.rate >= 0 && stored.rate <= 1))
        return std::nullopt;
    return AppStartDraw{Draw(stored.draw), stored.rate,
                        (stored.flags & traceFlag) != 0 ? ProfileLifecycle::Trace
                                                        : ProfileLifecycle::Manual,
                        (stored.flags & byProgramFlag) != 0};
}

void AppStartStore::store(const AppStartDraw &draw) const
{
    const StoredDraw stored{draw.draw.billionths,
                            (draw.lifecycle == ProfileLifecycle::Trace ? traceFlag : 0)
                                | (draw.byProgram ? byProgramFlag : 0),
                            draw.rate};
    m_files.store(m_key, std::as_bytes(std::span(&stored, 1)));
}

namespace {

Draw randomDraw()
{
    std::random_device source;
    return Draw(std::uniform_int_distribution<std::uint32_t>(0, Draw::limit - 1)(source));
}

// Whether this launch is the one that an earlier draw was made for.
bool isAppStart(const LifecycleOptions &given, const std::optional<AppStartDraw> &earlier)
{
    return earlier && (given.onAppStart || earlier->byProgram);
}

std::string billionthsOf(double rate)
{
    return std::to_string(std::llround(rate * Draw::limit));
}

} // namespace

Error errorOf(ProfilerNotice notice)
{
    const auto about = [](const char *subject, const char *text) {
        return Error{ErrorCode::NothingToShow, subject, std::string(lifecycleDecides) + text};
    };
    switch (notice) {
    case ProfilerNotice::TracingOff:
        return about("profile_lifecycle",
                     "nothing is sampled, as profile_lifecycle is trace and tracing is off (the "
                     "program does not use emberchart.h, or has neither traces_sample_rate nor "
                     "traces_sampler)");
    case ProfilerNotice::SessionRateIgnored:
        return about("profile_session_sample_rate",
                     "profile_session_sample_rate has no effect where profiles_sample_rate or "
                     "profiles_sampler is set, as profiles belong to transactions (V1) then");
    case ProfilerNotice::NoEarlierDraw:
        return about("start_profiler_on_app_start",
                     "start_profiler_on_app_start has no effect before the next launch, as no "
                     "earlier one of this program has left a draw");
    case ProfilerNotice::StartNotSampled:
        return about("start_profiler",
                     "start_profiler has no effect, as this session is not sampled "
                     "(profile_session_sample_rate)");
    case ProfilerNotice::StartInTrace:
        return about(
            "start_profiler",
            "start_profiler has no effect, as transactions start it (profile_lifecycle is trace)");
    case ProfilerNotice::StopInTrace:
        return about(
            "stop_profiler",
            "stop_profiler has no effect, as transactions stop it (profile_lifecycle is trace)");
    case ProfilerNotice::SessionNotSampled:
        return about("profile_session_sample_rate",
                     "nothing is in the capture, as this session was not sampled "
                     "(profile_session_sample_rate)");
    case ProfilerNotice::NeverStarted:
        return about("start_profiler",
                     "nothing is in the capture, as nothing has called start_profiler in time");
    }
    return about("", "");
}

ProfilerSwitch::ProfilerSwitch(const LifecycleOptions &given, const std::string &program)
    : m_given(given),
      m_store(program),
      m_earlier(m_store.load()),
      m_session(isAppStart(given, m_earlier) ? m_earlier->draw : randomDraw()),
      m_lifecycle(given, m_session, m_earlier, randomDraw)
{
}

std::string ProfilerSwitch::sessionVariable() const
{
    const std::string lifecycle = !m_given.lifecycle    ? "-"
        : *m_given.lifecycle == ProfileLifecycle::Trace ? "t"
                                                        : "m";
    return lifecycle + ' ' + (m_given.sessionRate ? billionthsOf(*m_given.sessionRate) : "-") + ' '
        + std::to_string(m_session.billionths);
}

void ProfilerSwitch::keep()
{
    if (const auto next = m_lifecycle.takeForNextLaunch())
        m_store.store(*next);
}

std::vector<Error> ProfilerSwitch::takeNotices()
{
    std::vector<Error> errors;
    for (const auto notice : m_lifecycle.takeNotices())
        errors.push_back(errorOf(notice));
    return errors;
}

} // namespace ember::capture
