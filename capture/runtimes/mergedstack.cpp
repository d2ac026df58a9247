// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/mergedstack.h"

#include <algorithm>
#include <functional>
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
    EntryMerger(const ScriptStack &scripts, const ScriptRuntime &runtime,
                const IsInImage &isInImage, UnwoundStack &native)
        : m_scripts(scripts),
          m_runtime(runtime),
          m_isInImage(isInImage),
          m_native(native)
    {
    }

    MergeFit run()
    {
        const auto entries = static_cast<std::size_t>(
            std::ranges::count_if(m_scripts.frames, &ScriptFrame::isEntry));
        findCalls(entries);
        const auto calls = callCount();
        // More native calls than script entries: innermost calls of the interpreter that have no
        // script frame yet, or no longer. Only certain if both stacks are whole.
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
    // A native frame that may stand for a group of script frames.
    struct Doubtful {
        std::size_t passages = 0; // number of passages between it and the interpreter's call
        std::size_t frame = 0;
    };

    bool isEntry(const UnwoundFrame &frame) const
    {
        // The address before a return address is asked about: the return address may belong to the
        // next function already.
        const bool isExact =
            frame.method == UnwindMethod::Leaf || frame.method == UnwindMethod::Signal;
        return frame.method != UnwindMethod::Script
            && m_runtime.isScriptCode(isExact ? frame.pc : frame.pc - 1);
    }

    bool isCompiled(const UnwoundFrame &frame) const
    {
        return m_runtime.hasCompiler() && frame.method != UnwindMethod::Script
            && !m_isInImage(frame.pc);
    }

    // Finds the native frames that stand for groups of script frames. Code that the runtime's
    // compiler made is run by the interpreter's call on its root side; if there is none, the
    // interpreter has jumped into that code, which then stands for the group. Passages may lie
    // between the code and the call. If one lies between two pieces of compiled code, a function of
    // C was called by the outer one and has called the inner one.
    void findCalls(std::size_t entries)
    {
        const auto &frames = m_native.frames;
        m_isCall.assign(frames.size(), false);
        auto next = frames.size(); // the first that is no passage, on the root's side of i
        std::vector<Doubtful> doubtful;
        for (auto i = frames.size(); i-- > 0;) {
            if (isPassage(frames[i]))
                continue;
            const auto passages = next - i - 1;
            if (isEntry(frames[i]))
                m_isCall[i] = true;
            else if (isCompiled(frames[i]) && next < frames.size()) {
                m_isCall[i] = isCompiled(frames[next]) ? passages > 0 : !isEntry(frames[next]);
                if (isEntry(frames[next]) && passages > 0)
                    doubtful.push_back({passages, i});
            }
            next = i;
        }
        decide(doubtful, entries);
    }

    // Decides which pieces of compiled code behind passages stand for groups. Each was called by
    // the interpreter's call, or by a function of C that was called by it. As many as there are
    // entries left were called by functions of C: those with the most passages.
    void decide(std::vector<Doubtful> &doubtful, std::size_t entries)
    {
        auto calls = callCount();
        std::ranges::stable_sort(doubtful, std::ranges::greater(), &Doubtful::passages);
        for (const auto &one : doubtful) {
            if (calls++ >= entries)
                return;
            m_isCall[one.frame] = true;
        }
    }

    std::size_t callCount() const
    {
        return static_cast<std::size_t>(std::ranges::count(m_isCall, true));
    }

    bool isPassage(const UnwoundFrame &frame) const
    {
        return frame.method != UnwindMethod::Script && !isEntry(frame)
            && m_runtime.isPassage(frame.pc);
    }

    void dropCompiled()
    {
        auto kept = m_merged.size();
        while (kept > 0 && isPassage(m_merged[kept - 1]))
            --kept;
        while (kept > 0 && isCompiled(m_merged[kept - 1]))
            m_merged.resize(--kept);
    }

    void takeGroup()
    {
        dropCompiled();
        while (m_next < m_scripts.frames.size()) {
            const auto &frame = m_scripts.frames[m_next++];
            m_merged.push_back(toFrame(frame));
            if (frame.isEntry)
                return;
        }
    }

    void takeRest()
    {
        if (m_next < m_scripts.frames.size())
            dropCompiled();
        for (; m_next < m_scripts.frames.size(); ++m_next)
            m_merged.push_back(toFrame(m_scripts.frames[m_next]));
    }

    void merge()
    {
        for (std::size_t i = 0; i < m_native.frames.size(); ++i) {
            if (m_isCall[i] && m_callsToSkip > 0)
                --m_callsToSkip;
            else if (m_isCall[i] && m_next < m_scripts.frames.size()) {
                takeGroup();
                continue;
            }
            m_merged.push_back(m_native.frames[i]);
        }
        takeRest();
    }

    // Puts all script frames in the place of the native frames from the first call to the last:
    // which native frames are between which script frames is not known.
    void mergeLoosely()
    {
        const auto &frames = m_native.frames;
        const auto first = std::ranges::find(m_isCall, true) - m_isCall.begin();
        const auto last = std::find(m_isCall.rbegin(), m_isCall.rend(), true).base();
        m_merged.assign(frames.begin(), frames.begin() + first);
        takeRest();
        if (last != m_isCall.begin())
            m_merged.insert(m_merged.end(), frames.begin() + (last - m_isCall.begin()),
                            frames.end());
    }

    const ScriptStack &m_scripts;
    const ScriptRuntime &m_runtime;
    const IsInImage &m_isInImage;
    UnwoundStack &m_native;
    std::vector<bool> m_isCall; // by native frame: it stands for a group of script frames
    std::vector<UnwoundFrame> m_merged;
    std::size_t m_next = 0; // index of the next script frame
    std::size_t m_callsToSkip = 0;
};

// Replaces what native unwinding has found from the first script code on by the script frames,
// which know their own callers: native unwinding ends, or guesses, at code that was made at run
// time. Native code between script frames is not shown.
MergeFit mergeFromScriptCode(const ScriptStack &scripts, const ScriptRuntime &runtime,
                             const IsInImage &isInImage, UnwoundStack &native)
{
    const auto first = std::ranges::find_if(native.frames, [&](const UnwoundFrame &frame) {
        return frame.method != UnwindMethod::Script
            && (runtime.isScriptCode(frame.pc) || (runtime.hasCompiler() && !isInImage(frame.pc)));
    });
    // Script frames of another runtime, whose code has called this one's.
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
                      const IsInImage &isInImage, UnwoundStack &native)
{
    if (scripts.frames.empty())
        return MergeFit::Exact;
    if (runtime.placing() == ScriptPlacing::ByNativeFrame)
        return replaceNativeFrames(scripts, native) == 0 ? MergeFit::Exact : MergeFit::Loose;
    if (runtime.placing() == ScriptPlacing::FromScriptCode)
        return mergeFromScriptCode(scripts, runtime, isInImage, native);
    return EntryMerger(scripts, runtime, isInImage, native).run();
}

std::size_t replaceNativeFrames(const ScriptStack &scripts, UnwoundStack &native)
{
    std::vector<UnwoundFrame> merged;
    merged.reserve(native.frames.size() + scripts.frames.size());
    auto next = scripts.frames.begin();
    const auto end = scripts.frames.end();
    for (std::size_t i = 0; i < native.frames.size(); ++i) {
        if (next == end || next->nativeFrame != i) {
            merged.push_back(native.frames[i]);
            continue;
        }
        for (; next != end && next->nativeFrame == i; ++next)
            merged.push_back(UnwoundFrame::ofScript(next->function, {next->line, next->column}));
    }
    native.frames = std::move(merged);
    return static_cast<std::size_t>(end - next);
}

} // namespace ember::capture
