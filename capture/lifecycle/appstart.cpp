// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/lifecycle/appstart.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

namespace ember::capture {

namespace {

// In the order of bytes of the machine, which alone reads it.
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

// FNV-1a of the file's path: a name of letters and digits for any path.
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

} // namespace ember::capture
