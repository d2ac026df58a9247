// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/frameresolver.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ember::model::capturelog {

// The names of one address of a binary. Addresses are those of the file (run-time address − bias),
// so that they are valid for every process that maps it. The frames' `functionStart` is one, too.
struct AddressSymbols {
    std::uint64_t address = 0; // as looked up: the return address − 1 in callers
    std::vector<ResolvedFrame> frames; // innermost first; empty: nothing was found
};

// Names of one binary, as a capture log stores them. The binary is identified by its build-id, or
// by its path if it has none.
struct ImageSymbols {
    std::string path;
    std::string buildId; // lower hex
    SymbolState state = SymbolState::NotTried;
    std::vector<AddressSymbols> addresses; // ascending
};

// Encodes these names as payloads of Symbols records, each well below the limit of a record.
std::vector<std::string> encodeSymbols(const ImageSymbols &symbols);

// Decodes a payload. An invalid one sets from.hasFailed().
ImageSymbols decodeSymbols(ByteReader &from);

// The address to look up a frame's name by. The byte at a return address may already belong to the
// next line or function, so the one before it is used.
constexpr std::uint64_t lookedUpAt(UnwindMethod method, std::uint64_t pc)
{
    const bool isExact = method == UnwindMethod::Leaf || method == UnwindMethod::Signal;
    return isExact ? pc : pc - 1;
}

// The path that stands for the binary of code that a process generated itself.
inline std::string jitCodePath(std::uint32_t pid)
{
    return "/tmp/perf-" + std::to_string(pid) + ".map";
}

// The names that a log has and those that a resolver adds.
class LogSymbols {
public:
    explicit LogSymbols(FrameResolver *resolver) : m_resolver(resolver) { }

    // Adds names found in the log.
    void add(ImageSymbols symbols);
    // Whether add() brought names for addresses that had been looked up without result, or with
    // other names: code that has looked them up should start over.
    bool hasLateNames() const { return m_hasLateNames; }

    // Forgets which addresses were looked up.
    void startOver();

    // The frames at a run-time address, innermost first; empty if nothing is known.
    std::vector<ResolvedFrame> lookUp(const ImageKey &image, std::uint64_t address);
    // State of the names of a binary; NotTried if the log has no names of it and no address in it
    // was looked up.
    SymbolState state(const ImageKey &image) const;

    // The names that came from the resolver.
    std::vector<ImageSymbols> newSymbols() const;

private:
    struct Binary {
        std::string path;
        std::string buildId;
        SymbolState state = SymbolState::NotTried;
        std::map<std::uint64_t, std::vector<ResolvedFrame>> known; // names by address in the file
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
