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

// Results that can be worked out again, kept between runs:
// $XDG_CACHE_HOME/emberchart/NAME/KEY, or below ~/.cache.
//
// Nothing here is an error: what cannot be read, is damaged, or was written by another version is
// as good as absent; what cannot be written is not kept. Files are replaced as a whole, so any
// number of programs may use the folder at once. Any thread.
class DiskCache {
public:
    struct Options {
        std::string folder; // "": nothing is kept
        std::uint32_t version = 0; // of the contents
        std::uint64_t byteLimit = std::uint64_t(512) << 20U; // of the folder; oldest use goes first
    };

    explicit DiskCache(Options options) : m_options(std::move(options)) { }

    // Where the user's caches are, "" where there is no home.
    static std::string userFolder(std::string_view name);

    // A key is a file name of letters, digits, '-' and '_'; others are never kept.
    std::optional<std::vector<std::byte>> load(std::string_view key) const;
    void store(std::string_view key, std::span<const std::byte> content) const;

private:
    std::string pathOf(std::string_view key) const; // "" for a key that cannot be a file's name
    void dropOldest() const;

    Options m_options;
};

} // namespace ember::capture
