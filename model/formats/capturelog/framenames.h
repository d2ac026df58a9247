// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ember::model::capturelog {

// What names are looked up by, for everybody who gives names to the frames of a log.

// The address a frame's name is found at. A return address may belong to the next line or function
// already: the call ends before it.
constexpr std::uint64_t lookedUpAt(UnwindMethod method, std::uint64_t pc)
{
    const bool isExact = method == UnwindMethod::Leaf || method == UnwindMethod::Signal;
    return isExact ? pc : pc - 1;
}

// What code that a process made itself has in place of a binary.
inline std::string jitCodePath(std::uint32_t pid)
{
    return "/tmp/perf-" + std::to_string(pid) + ".map";
}

// The names a log brings and those a resolver adds to them.
class FrameNames {
public:
    explicit FrameNames(FrameResolver *resolver) : m_resolver(resolver) { }

    // Names found in the log.
    void add(ImageSymbols symbols);
    // add() brought names for addresses that were looked up before and had none, or others: who
    // looked them up starts over.
    bool hasLateNames() const { return m_hasLateNames; }

    // For somebody who has looked nothing up yet.
    void startOver();

    // The frames at a run-time address, innermost first; empty: nothing is known.
    std::vector<ResolvedFrame> lookUp(const ImageKey &image, std::uint64_t address);
    // Of images no address was looked up in: NotTried.
    SymbolState state(const ImageKey &image) const;

    // What came from the resolver.
    std::vector<ImageSymbols> newSymbols() const;

private:
    struct Binary {
        std::string path;
        std::string buildId;
        SymbolState state = SymbolState::NotTried;
        std::map<std::uint64_t, std::vector<ResolvedFrame>> known; // by address in the file
        std::map<std::uint64_t, std::vector<ResolvedFrame>> added;
        std::unordered_set<std::uint64_t> lookedUp;
    };

    static std::string keyOf(std::string_view path, std::string_view buildId);
    Binary &binary(std::string_view path, std::string_view buildId);
    static const std::vector<ResolvedFrame> *known(const Binary &binary, std::uint64_t address);
    const std::vector<ResolvedFrame> *find(Binary &binary, const ImageKey &image,
                                           std::uint64_t address);

    FrameResolver *m_resolver;
    bool m_hasLateNames = false;
    std::map<std::string, Binary> m_binaries;
};

} // namespace ember::model::capturelog
