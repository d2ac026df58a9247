// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/interpreterfold.h"

#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <utility>

namespace ember::model {

ProfilePointer InterpreterFold::update(const ProfilePointer &profile)
{
    m_roles.update(*profile);
    if (!m_roles.haveScripts())
        return profile;
    updateStacks();
    m_threads.resize(profile->threadCount());
    std::vector<std::shared_ptr<const ThreadSamples>> samples;
    bool isChanged = false;
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        auto &thread = m_threads[row];
        read(thread, profile->sharedSamples(ThreadIndex(row)));
        samples.push_back(thread.published);
        isChanged |= thread.own.has_value();
    }
    if (!isChanged)
        return profile;
    return ProfileBuilder::withSamples(*profile, m_stacks.table(), std::move(samples));
}

// The stacks that are entered meanwhile come last, and are folded already: they become themselves.
void InterpreterFold::updateStacks()
{
    const auto &stacks = m_stacks.table();
    if (m_nodes.empty())
        m_nodes.push_back({emptyStack, false, true});
    while (m_nodes.size() < stacks.size()) {
        const StackNode stack = stacks[StackIndex(m_nodes.size())];
        m_nodes.push_back(nodeOf(stack));
    }
}

InterpreterFold::Node InterpreterFold::nodeOf(const StackNode &stack)
{
    const auto role = m_roles[stack.frame];
    const Node caller = m_nodes[stack.parent.row()];
    Node node;
    node.hasScript = caller.hasScript || role == ScriptRole::Script;
    node.isRuntimeOnly =
        caller.isRuntimeOnly && (isOfInterpreter(role) || role == ScriptRole::CLibrary);
    if (!node.hasScript)
        return node;
    auto above = caller.folded;
    if (!caller.hasScript)
        above = caller.isRuntimeOnly ? emptyStack : foldedPrefix(stack.parent);
    node.folded = isOfInterpreter(role) ? above : m_stacks.enter(above, stack.frame);
    return node;
}

StackIndex InterpreterFold::foldedPrefix(StackIndex stack)
{
    const auto [known, isNew] = m_prefixes.try_emplace(stack);
    if (isNew) {
        auto frames = framesOf(stack);
        std::erase_if(frames, [this](FrameIndex frame) { return isOfInterpreter(m_roles[frame]); });
        known->second = entered(frames);
    }
    return known->second;
}

// Returns what is shown of a stack of frames of the C library and the interpreter: the outermost
// call of the interpreter by the C library, which begins the program or thread, and the C library
// below the innermost one.
StackIndex InterpreterFold::byItself(StackIndex stack)
{
    const auto [known, isNew] = m_byItself.try_emplace(stack, stack);
    if (!isNew)
        return known->second;
    const auto isOwn = [this](FrameIndex frame) { return isOfInterpreter(m_roles[frame]); };
    const auto frames = framesOf(stack);
    auto first = std::ranges::find_if(frames, isOwn);
    if (first == frames.end())
        return stack;
    const auto last = std::find_if(frames.rbegin(), frames.rend(), isOwn).base();
    const auto library = std::ranges::find_if_not(first, last, isOwn);
    first = library == last ? first : std::ranges::find_if(library, last, isOwn);
    std::vector<FrameIndex> kept{*first};
    kept.insert(kept.end(), last, frames.end());
    return known->second = entered(kept);
}

StackIndex InterpreterFold::shown(StackIndex stack, Thread &thread)
{
    const Node &node = m_nodes[stack.row()];
    thread.hasRunScript |= node.hasScript;
    if (node.hasScript)
        return node.folded;
    return thread.hasRunScript && node.isRuntimeOnly ? byItself(stack) : stack;
}

// Outermost first.
std::vector<FrameIndex> InterpreterFold::framesOf(StackIndex stack) const
{
    std::vector<FrameIndex> frames(m_stacks.table()[stack].depth);
    for (auto row = frames.size(); row-- > 0; stack = m_stacks.table()[stack].parent)
        frames[row] = m_stacks.table()[stack].frame;
    return frames;
}

StackIndex InterpreterFold::entered(std::span<const FrameIndex> frames)
{
    auto stack = emptyStack;
    for (const FrameIndex frame : frames)
        stack = m_stacks.enter(stack, frame);
    return stack;
}

// All columns but that of the stacks are shared.
void InterpreterFold::read(Thread &thread, const std::shared_ptr<const ThreadSamples> &recorded)
{
    if (thread.recorded == recorded)
        return;
    if (thread.recorded && !isContinued(*thread.recorded, *recorded))
        thread = {};
    thread.recorded = recorded;
    const auto &stacks = recorded->stacks;
    for (; thread.read < recorded->size(); ++thread.read) {
        const auto stack = stacks[SampleIndex(thread.read)];
        const auto folded = shown(stack, thread);
        if (!thread.own && folded != stack) {
            thread.own.emplace();
            while (thread.own->size() < thread.read)
                thread.own->append(stacks[thread.own->nextIndex()]);
        }
        if (thread.own)
            thread.own->append(folded);
    }
    thread.published = recorded;
    if (!thread.own)
        return;
    auto samples = std::make_shared<ThreadSamples>(*recorded);
    samples->stacks = *thread.own;
    thread.published = std::move(samples);
}

} // namespace ember::model
