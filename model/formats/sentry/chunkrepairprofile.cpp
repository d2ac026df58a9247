// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkrepair.h"

#include <algorithm>

namespace ember::model::sentry {

// Frames that are not there cannot be shown; the rest of the stack can.
void ChunkRepair::stacks()
{
    const auto isThere = [this](ChunkFrameIndex frame) {
        return frame.row() < m_chunk.frames.size();
    };
    ChunkStacks sound;
    for (std::size_t row = 0; row < m_chunk.stacks.size(); ++row) {
        for (const auto frame : m_chunk.stacks[ChunkStackIndex(row)]) {
            if (isThere(frame))
                sound.appendFrame(frame);
            else
                note("profile.stacks[" + std::to_string(row) + ']',
                     "frames that are not in the table are left out");
        }
        sound.endStack();
    }
    m_chunk.stacks = std::move(sound);
}

void ChunkRepair::frames()
{
    for (std::size_t row = 0; row < m_chunk.frames.size(); ++row) {
        auto &frame = m_chunk.frames[row];
        if (frame.function.isValid() || frame.filename.isValid() || frame.instructionAddress)
            continue;
        frame.function = frame.absPath.isValid() ? frame.absPath : m_strings.intern("unknown");
        note("profile.frames[" + std::to_string(row) + ']', "an empty frame got a function's name");
    }
}

// Samples that say nothing: without stack, thread or time, and those of threads that Relay would
// remove.
void ChunkRepair::samples()
{
    std::vector<std::uint32_t> active(m_chunk.strings.size());
    std::vector<bool> goes(m_chunk.samples.size());
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        const auto &sample = m_chunk.samples[row];
        const auto subject = [row] { return "profile.samples[" + std::to_string(row) + ']'; };
        goes[row] = true;
        if (!sample.thread.isValid())
            note(subject(), "samples without thread are left out");
        else if (!m_chunk.stacks.contains(sample.stack))
            note(subject(), "samples whose stack is not in the table are left out");
        else if (sample.timestamp == 0)
            note(subject(), "samples without time are left out");
        else
            goes[row] = false;
        if (!goes[row] && !m_chunk.stacks[sample.stack].empty())
            ++active[sample.thread.row()];
    }
    ChunkSamples kept;
    kept.reserve(m_chunk.samples.size());
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        const auto &sample = m_chunk.samples[row];
        if (goes[row])
            continue;
        if (active[sample.thread.row()] >= 2)
            kept.push_back(sample);
        else
            note("profile.samples[" + std::to_string(row) + ']',
                 "samples of threads with fewer than two that are not idle are left out");
    }
    if (kept.size() == m_chunk.samples.size())
        return;
    m_chunk.samples = std::move(kept);
    m_chunk.sampleRests.clear();
}

void ChunkRepair::order()
{
    if (std::ranges::is_sorted(m_chunk.samples, {}, &ChunkSample::timestamp))
        return;
    std::ranges::stable_sort(m_chunk.samples, {}, &ChunkSample::timestamp);
    m_chunk.sampleRests.clear();
    note("profile.samples", "in time order now");
}

void ChunkRepair::threads()
{
    std::vector<bool> used(m_chunk.strings.size());
    std::vector<StringIndex> ids;
    for (const auto &sample : m_chunk.samples) {
        if (!used[sample.thread.row()])
            ids.push_back(sample.thread);
        used[sample.thread.row()] = true;
    }
    const auto unused = std::erase_if(
        m_chunk.threads, [&used](const ChunkThread &thread) { return !used[thread.id.row()]; });
    if (unused > 0)
        note("profile.thread_metadata", "threads without samples are left out");
    for (const auto id : ids) {
        if (std::ranges::find(m_chunk.threads, id, &ChunkThread::id) != m_chunk.threads.end())
            continue;
        m_chunk.threads.push_back({id, {}, {}, {}});
        note("profile.thread_metadata." + std::string(m_chunk.text(id)),
             "threads with samples have an entry now");
    }
}

} // namespace ember::model::sentry
