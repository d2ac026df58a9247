// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/interpreterfold.h"

#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <utility>

namespace ember::model {

namespace {

std::size_t hashOf(StackIndex caller, FrameIndex leaf)
{
    return mixHash(mixHash(0, caller.raw()), leaf.raw());
}

} // namespace

StackIndex StacksOfBuilder::enter(StackIndex caller, FrameIndex leaf)
{
    return m_builder.stack(caller, leaf);
}

const StackTable &StacksOfBuilder::table() const
{
    return m_builder.tables().stacks;
}

CopiedStacks::CopiedStacks(const Profile &profile)
{
    profile.tables().stacks.forEach([this](std::size_t, const StackNode &node) {
        m_rows.findOrAppend(
            hashOf(node.parent, node.frame), [](std::uint32_t) { return false; },
            [&] { return m_table.append(node).raw(); });
    });
}

StackIndex CopiedStacks::enter(StackIndex caller, FrameIndex leaf)
{
    const auto isSame = [&](std::uint32_t row) {
        const StackNode &node = m_table[StackIndex(row)];
        return node.parent == caller && node.frame == leaf && row != emptyStack.row();
    };
    return StackIndex(m_rows.findOrAppend(hashOf(caller, leaf), isSame, [&] {
        return m_table.append({leaf, caller, m_table[caller].depth + 1}).raw();
    }));
}

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

// Folds the new stacks. Stacks that this enters come last, and are folded already: they become
// themselves.
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
    const auto step = [this](StackIndex above, StackIndex, FrameIndex frame) {
        return isOfInterpreter(m_roles[frame]) ? above : m_stacks.enter(above, frame);
    };
    return steppedTo(stack, emptyStack, m_prefixes, step);
}

// Returns what is shown of a stack of frames of the C library and the interpreter: the outermost
// call of the interpreter by the C library, which begins the program or thread, and the C library
// below the innermost one.
StackIndex InterpreterFold::byItself(StackIndex stack)
{
    const auto step = [this](ByItself of, StackIndex own, FrameIndex frame) {
        if (!isOfInterpreter(m_roles[frame])) {
            of.hasLibrary = of.begin.isValid();
            of.shown = of.begin.isValid() ? m_stacks.enter(of.shown, frame) : own;
            return of;
        }
        if (!of.begin.isValid() || (of.hasLibrary && !of.isCalledByLibrary)) {
            of.isCalledByLibrary = of.hasLibrary;
            of.begin = frame;
        }
        of.shown = m_stacks.enter(emptyStack, of.begin);
        return of;
    };
    return steppedTo(stack, ByItself(), m_byItself, step).shown;
}

// Returns the answer for a stack, made step by step from the nearest caller inwards whose answer is
// known: no recursion, as stacks can be a hundred thousand deep. `root` is the answer for the empty
// stack.
template<typename Answer, typename Step>
Answer InterpreterFold::steppedTo(StackIndex stack, Answer root,
                                  std::unordered_map<StackIndex, Answer> &known, const Step &step)
{
    m_way.clear();
    for (; stack != emptyStack && !known.contains(stack); stack = m_stacks.table()[stack].parent)
        m_way.push_back(stack);
    Answer answer = stack == emptyStack ? root : known.at(stack);
    for (; !m_way.empty(); m_way.pop_back()) {
        const StackIndex own = m_way.back();
        answer = step(answer, own, m_stacks.table()[own].frame);
        known.emplace(own, answer);
    }
    return answer;
}

StackIndex InterpreterFold::shown(StackIndex stack, Thread &thread)
{
    const Node &node = m_nodes[stack.row()];
    thread.hasRunScript |= node.hasScript;
    if (node.hasScript)
        return node.folded;
    return thread.hasRunScript && node.isRuntimeOnly ? byItself(stack) : stack;
}

// Folds the new samples of a thread. All columns but that of the stacks are shared with `recorded`.
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
