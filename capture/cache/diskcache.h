// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Cache of reproducible results in $XDG_CACHE_HOME/emberchart/NAME/KEY (or below ~/.cache), kept
// between runs. No operation is an error: an unreadable, damaged or outdated entry counts as
// missing, and what cannot be written is not stored. Files are replaced atomically, so several
// programs may use the folder at once. Any thread.
class DiskCache {
public:
    struct Options {
        std::string folder; // "": nothing is kept
        std::uint32_t version = 0; // version of the stored data
        // Limit of the folder's size in bytes; beyond it the least recently used entries are
        // removed.
        std::uint64_t byteLimit = std::uint64_t(512) << 20U;
    };

    explicit DiskCache(Options options) : m_options(std::move(options)) { }

    // The folder of the cache of this name below the user's cache folder. "": neither
    // XDG_CACHE_HOME nor HOME is an absolute path.
    static std::string userFolder(std::string_view name);

    // Keys are file names of letters, digits, '-' and '_'; other keys are never stored.
    std::optional<std::vector<std::byte>> load(std::string_view key) const;
    void store(std::string_view key, std::span<const std::byte> content) const;

private:
    std::string pathOf(std::string_view key) const; // "" for a key that cannot be a file's name
    void dropOldest() const;

    Options m_options;
};

} // namespace ember::capture
