// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/filenotes.h"
#include "model/formats/perfscript/perflines.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::perfscript {

// Enters what perf names in its lines into a profile, each once. The text that lines are views into
// must outlive it, and so must the builder.
class PerfRows {
public:
    explicit PerfRows(ProfileBuilder &builder) : m_builder(builder) { }

    // A thread took another command; before its first other one also the one that it began with.
    struct Naming {
        ThreadIndex thread;
        Nanoseconds time; // perf's clock
        StringIndex name;
    };

    // Leaf first.
    std::vector<FrameIndex> frames(const std::vector<FrameLine> &lines);
    // A thread is its id; where exec or the thread itself changed the name, the last one counts.
    ThreadIndex thread(const SampleLine &sample);
    const std::vector<Naming> &namings() const { return m_namings; }
    // The periods of an event.
    ValueTypeIndex valueType(std::string_view event);

    std::size_t threads() const { return m_threads.size(); }
    std::size_t valueTypes() const { return m_types.size(); }

    // What was said of ids that are none.
    void report(const FileNotes &notes) const;

private:
    struct KnownThread {
        ThreadIndex index;
        Nanoseconds start = {};
        bool isRenamed = false;
    };

    FrameIndex frame(const FrameLine &line);
    ImageIndex image(std::string_view path);
    ProcessIndex process(std::string_view pid, std::string_view command);
    StringIndex string(std::string_view text);

    ProfileBuilder &m_builder;
    std::map<std::string_view, ProcessIndex> m_processes;
    std::map<std::pair<std::string_view, std::string_view>, KnownThread> m_threads;
    std::vector<Naming> m_namings;
    std::map<std::string_view, ImageIndex> m_images;
    std::map<std::string_view, ValueTypeIndex> m_types;
    std::uint64_t m_oddIds = 0; // of processes, beyond 32 bits
    std::uint64_t m_unknown = 0; // samples of threads without an id
};

} // namespace ember::model::perfscript
