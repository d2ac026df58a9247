// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/mergedstack.h"

#include "capture/runtimes/nativeframes.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ember::capture {

using model::UnwindMethod;

namespace {

UnwoundFrame toFrame(const ScriptFrame &frame)
{
    return UnwoundFrame::ofScript(frame.function, {frame.line, frame.column});
}

// Merges by entries, from the leaf to the root.
class EntryMerger {
public:
    EntryMerger(const ScriptStack &scripts, const ScriptRuntime &runtime, UnwoundStack &native)
        : m_scripts(scripts),
          m_runtime(runtime),
          m_native(native)
    {
    }

    MergeFit run()
    {
        const auto entries = static_cast<std::size_t>(
            std::ranges::count_if(m_scripts.frames, &ScriptFrame::isEntry));
        const auto calls = static_cast<std::size_t>(std::ranges::count_if(
            m_native.frames, [this](const UnwoundFrame &frame) { return isEntry(frame); }));
        // Calls of the interpreter that have no script frame yet, or no longer: the innermost ones,
        // as long as the rest is known to be whole.
        const bool isWhole = m_native.rootReached && m_scripts.read == ScriptRead::Whole;
        if (isWhole && calls > entries)
            m_callsToSkip = calls - entries;
        const bool breaksOff = !m_native.rootReached && calls < entries;
        const bool isLoose = calls < entries && !breaksOff;
        isLoose ? mergeLoosely() : merge();
        m_native.frames = std::move(m_merged);
        return isLoose ? MergeFit::Loose : MergeFit::Exact;
    }

private:
    bool isEntry(const UnwoundFrame &frame) const
    {
        // A return address may belong to the next function already.
        const bool isExact =
            frame.method == UnwindMethod::Leaf || frame.method == UnwindMethod::Signal;
        return frame.method != UnwindMethod::Script
            && m_runtime.isScriptCode(isExact ? frame.pc : frame.pc - 1);
    }

    void takeGroup()
    {
        while (m_next < m_scripts.frames.size()) {
            const auto &frame = m_scripts.frames[m_next++];
            m_merged.push_back(toFrame(frame));
            if (frame.isEntry)
                return;
        }
    }

    void takeRest()
    {
        for (; m_next < m_scripts.frames.size(); ++m_next)
            m_merged.push_back(toFrame(m_scripts.frames[m_next]));
    }

    void merge()
    {
        for (const auto &frame : m_native.frames) {
            const bool isCall = isEntry(frame);
            if (isCall && m_callsToSkip > 0)
                --m_callsToSkip;
            else if (isCall && m_next < m_scripts.frames.size()) {
                takeGroup();
                continue;
            }
            m_merged.push_back(frame);
        }
        takeRest();
    }

    // Which native frames are between which script frames is not known.
    void mergeLoosely()
    {
        const auto &frames = m_native.frames;
        const auto is = [this](const UnwoundFrame &frame) { return isEntry(frame); };
        const auto first = std::ranges::find_if(frames, is);
        const auto last = std::find_if(frames.rbegin(), frames.rend(), is).base();
        m_merged.assign(frames.begin(), first);
        takeRest();
        if (first != frames.end())
            m_merged.insert(m_merged.end(), last, frames.end());
    }

    const ScriptStack &m_scripts;
    const ScriptRuntime &m_runtime;
    UnwoundStack &m_native;
    std::vector<UnwoundFrame> m_merged;
    std::size_t m_next = 0; // script frame
    std::size_t m_callsToSkip = 0;
};

// Native unwinding ends, or guesses, at code that was made at run time: what it found from there on
// is replaced by the script frames, which know their own callers. Native code between script frames
// is not shown.
MergeFit mergeFromScriptCode(const ScriptStack &scripts, const ScriptRuntime &runtime,
                             UnwoundStack &native)
{
    const auto first = std::ranges::find_if(native.frames, [&](const UnwoundFrame &frame) {
        return frame.method != UnwindMethod::Script && runtime.isScriptCode(frame.pc);
    });
    // Those of another runtime, which has called this one.
    const auto outer =
        std::ranges::find(first, native.frames.end(), UnwindMethod::Script, &UnwoundFrame::method);
    const std::vector<UnwoundFrame> callers(outer, native.frames.end());
    native.frames.erase(first, native.frames.end());
    for (const auto &frame : scripts.frames)
        native.frames.push_back(toFrame(frame));
    native.frames.insert(native.frames.end(), callers.begin(), callers.end());
    if (callers.empty())
        native.rootReached = scripts.read == ScriptRead::Whole;
    return MergeFit::Exact;
}

} // namespace

MergeFit mergeScripts(const ScriptStack &scripts, const ScriptRuntime &runtime,
                      UnwoundStack &native)
{
    if (scripts.frames.empty())
        return MergeFit::Exact;
    if (runtime.placing() == ScriptPlacing::ByNativeFrame)
        return replaceNativeFrames(scripts, native) == 0 ? MergeFit::Exact : MergeFit::Loose;
    if (runtime.placing() == ScriptPlacing::FromScriptCode)
        return mergeFromScriptCode(scripts, runtime, native);
    return EntryMerger(scripts, runtime, native).run();
}

} // namespace ember::capture
