// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/speedscope/speedscopedocument.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace ember::model::speedscope {

// The entries that our own exporter says more of: the types of value of each thread. Refers to the
// document.
class ValuesOfThreads {
public:
    static constexpr std::size_t mostProfiles = 64;
    // By the number of the thread.
    using EntriesByThread = std::map<std::uint32_t, std::vector<const ProfileEntry *>>;

    ValuesOfThreads(const Document &document, std::size_t fileBytes);

    // Of the document. False: it is an entry as any other. Samples of another number, or with other
    // stacks, are none of that thread's, and a thread has one value of a type in each sample.
    bool take(const ProfileEntry &entry);

    const std::array<EntriesByThread, mostProfiles> &profiles() const { return m_profiles; }

private:
    bool isOfItsThread(const ProfileEntry &entry) const;
    bool takeFrames(const ProfileEntry &entry);

    const Document &m_document;
    std::uint64_t m_budget;
    std::uint64_t m_bytes = 0; // of the frames of all profiles
    std::array<EntriesByThread, mostProfiles> m_profiles;
    std::array<std::vector<bool>, mostProfiles> m_isUsed; // by profile and frame
    // By profile, thread, type and unit.
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string_view, std::string_view>> m_types;
};

} // namespace ember::model::speedscope
