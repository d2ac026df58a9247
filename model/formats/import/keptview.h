// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// A thread by what its file calls it: an id may have been used more than once.
struct KeptThread {
    std::string profilerId; // of its process
    std::string threadId;
    Timestamp start;
    bool isHidden = false;
    bool isPinned = false;

    friend bool operator==(const KeptThread &, const KeptThread &) = default;
};

enum class KeptOrder : std::uint8_t { Activity, Name, Start, Listed };
enum class OtherThreads : std::uint8_t { Shown, Hidden };

// A filter is three words. A file can bring any number of them; nobody makes a hundred.
constexpr std::size_t mostKeptWords = 300;

// How a profile was last looked at, in files that keep it.
struct KeptView {
    std::optional<TimeRange> range;
    std::vector<std::string> filters; // words, as the views write them
    KeptOrder order = KeptOrder::Activity;
    OtherThreads others = OtherThreads::Shown; // those that are not listed
    std::vector<KeptThread> threads;

    friend bool operator==(const KeptView &, const KeptView &) = default;
};

} // namespace ember::model
