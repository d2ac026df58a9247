// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/processimages.h"
#include "capture/runtimes/mergedstack.h"
#include "capture/runtimes/processruntimes.h"
#include "capture/runtimes/runtimecandidate.h"
#include "capture/runtimes/scriptnames.h"
#include "capture/runtimes/scriptruntime.h"
#include "model/core/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace ember::capture {

// Looks for runtimes in images, and remembers which files have none. One for all processes.
class RuntimeFinder {
public:
    // `search` searches an image for all runtimes.
    explicit RuntimeFinder(RuntimeRoom search) : m_search(search) { }

    RuntimeSearch lookInto(pid_t process, const MappedImage &image);

private:
    const RuntimeRoom m_search;
    std::set<FileIdentity> m_without;
};

// The scripts of one process, for the unwinding thread: finds its runtimes, and merges the script
// frames of each sample into its native stack.
class ScriptStacks {
public:
    ScriptStacks(pid_t process, std::shared_ptr<ProcessRuntimes> found, RuntimeFinder &finder,
                 ScriptNames &names);

    // Looks for a runtime in a new image.
    void lookInto(const MappedImage &image, model::Timestamp now);
    // Notes that all images that the process had mapped at one moment were looked into.
    void noteSearched() { m_found->noteSearched(); }

    // Looks again into images whose runtime had not begun yet: the loader still had its tables to
    // relocate, or it had not set its version. Call often: it looks ever more rarely, and no more
    // after a minute.
    void lookAgain(model::Timestamp now);

    // Decodes the copies of a sample, `bytes` being those of its tick, and keeps the frames until
    // merge(). Call for every sample, used or not, in the order in which they were taken.
    void decode(const CopiedScripts &copies, std::span<const std::byte> bytes,
                const Registers &registers, std::span<const StackCopy> stacks,
                const UnwoundStack &native);
    // Merges the frames of the last decode() into the native stack of that sample.
    void merge(const IsInImage &isInImage, UnwoundStack &native);

    struct Counts {
        std::uint64_t stacks = 0;
        std::uint64_t partial = 0;
        std::uint64_t torn = 0; // stacks that contradict themselves; no script frame of them is
                                // shown
        std::uint64_t loose = 0; // stacks whose script and native frames did not match
    };

    const Counts &counts() const { return m_counts; }

    // Takes as final what was found in images that would be looked into again. Call when the
    // process or the capture has ended, before takeRefusal().
    void giveUp();
    // Returns a sentence about a runtime that turned out to be unreadable, of several the newest.
    // Absent: there is none since the last call.
    std::optional<std::string> takeRefusal() { return std::exchange(m_refusal, std::nullopt); }

private:
    struct Room {
        std::shared_ptr<const ScriptRuntime> runtime;
        std::unique_ptr<ScriptDecoder> decoder;
        ScriptStack stack;
        bool isDecoded = false; // `stack` is of the present sample
    };

    // An image that may have a runtime.
    struct Unsure {
        MappedImage image;
        model::Timestamp seen;
        model::Timestamp nextLook;
        std::string refusal; // refusal of the newest look; "": the runtime may just not have begun
    };

    void look(Unsure unsure, model::Timestamp now);
    bool add(const RuntimeSearch &found, const MappedImage &image);
    void updateRooms();
    void count(const ScriptStack &stack, const ScriptRuntime &runtime);

    const pid_t m_process;
    const std::shared_ptr<ProcessRuntimes> m_found;
    RuntimeFinder &m_finder;
    ScriptNames &m_names;
    std::vector<Room> m_rooms; // in the order of m_found
    std::vector<Unsure> m_unsure;
    Counts m_counts;
    std::optional<std::string> m_refusal;
};

} // namespace ember::capture
