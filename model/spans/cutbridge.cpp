// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/cutbridge.h"

#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <utility>

namespace ember::model {

// The samples of a thread, as they are recorded and as they are bridged.
struct CutBridge::Thread {
    std::shared_ptr<const ThreadSamples> recorded;
    std::shared_ptr<const ThreadSamples> published;
    // The bridged samples, as far as they are decided; absent as long as no run was bridged.
    std::optional<ThreadSamples> own;
    std::size_t read = 0; // number of samples read
    std::optional<std::size_t> whole; // the last sample that is not cut
    std::optional<std::size_t> run; // the first sample of a run that may yet be bridged

    // Appends to `own` the recorded samples up to `end`; does nothing while `own` is absent.
    void appendUpTo(std::size_t end)
    {
        while (own && own->size() < end)
            append(recorded->stacks[SampleIndex(own->size())]);
    }

    // Appends the next sample, with `stack` as its stack.
    void append(StackIndex stack)
    {
        const SampleIndex sample(own->size());
        own->times.append(recorded->times[sample]);
        own->stacks.append(stack);
        if (!recorded->details.isEmpty())
            own->details.append(recorded->details[sample]);
        if (!recorded->order.isEmpty())
            own->order.append(recorded->order[sample]);
        if (!recorded->labels.isEmpty())
            own->labels.append(recorded->labels[sample]);
        if (!recorded->sources.isEmpty())
            own->sources.append(recorded->sources[sample]);
        own->values.resize(recorded->values.size());
        for (std::size_t column = 0; column < own->values.size(); ++column) {
            own->values[column].type = recorded->values[column].type;
            own->values[column].values.append(recorded->values[column].values[sample]);
        }
    }
};

CutBridge::CutBridge(EnteredStacks &stacks) : m_stacks(stacks) { }

CutBridge::~CutBridge() = default;

ProfilePointer CutBridge::update(const ProfilePointer &recorded, Ending ending)
{
    m_roles.update(*recorded);
    if (recorded->tables().cutRoots.isEmpty() && !m_roles.haveScripts())
        return recorded;
    m_identities.updateFrames(*recorded);
    updateStacks(*recorded);
    std::vector<std::shared_ptr<const ThreadSamples>> samples;
    bool isChanged = !recorded->tables().cutRoots.isEmpty();
    for (std::size_t row = 0; row < recorded->threadCount(); ++row) {
        if (m_threads.size() == row)
            m_threads.push_back(std::make_unique<Thread>());
        read(*m_threads[row], recorded->sharedSamples(ThreadIndex(row)), ending);
        samples.push_back(m_threads[row]->published);
        isChanged |= m_threads[row]->own.has_value();
    }
    if (!isChanged)
        return recorded;
    return ProfileBuilder::withSamples(*recorded, m_stacks.table(), std::move(samples));
}

void CutBridge::updateStacks(const Profile &recorded)
{
    if (m_roles.haveScripts() && !std::exchange(m_knowsScripts, true))
        m_nodes.clear();
    const auto &stacks = m_stacks.table();
    while (m_nodes.size() < stacks.size()) {
        const StackIndex stack(m_nodes.size());
        const StackNode &own = stacks[stack];
        const bool isRoot = stack == emptyStack || own.parent == emptyStack;
        Node node;
        node.root = isRoot ? stack : m_nodes[own.parent.row()].root;
        if (stack != emptyStack && m_roles.haveScripts()) {
            const Node &caller = m_nodes[own.parent.row()];
            const auto role = m_roles[own.frame];
            node.hasScript = caller.hasScript || role == ScriptRole::Script;
            node.hasLoop = caller.hasLoop || role == ScriptRole::InterpreterLoop;
        }
        m_nodes.push_back(node);
    }
    for (const CutRoot &root : recorded.tables().cutRoots)
        m_nodes[root.stack.row()].isCutRoot = true;
}

void CutBridge::read(Thread &thread, const std::shared_ptr<const ThreadSamples> &recorded,
                     Ending ending)
{
    const bool isEnding = ending == Ending::Complete && thread.run;
    if (thread.published && thread.recorded == recorded && !isEnding)
        return;
    if (thread.recorded && !isContinued(*thread.recorded, *recorded))
        thread = {};
    thread.recorded = recorded;
    for (; thread.read < recorded->size(); ++thread.read)
        take(thread, SampleIndex(thread.read));
    if (ending == Ending::Complete)
        thread.run.reset();
    thread.appendUpTo(thread.run.value_or(thread.read));
    // As long as no run was bridged, the recorded samples are published with the run at their end;
    // once that is bridged, the columns are new ones, and readers of the thread start over.
    if (!thread.own)
        thread.published = recorded;
    else if (!thread.published || thread.published->size() != thread.own->size())
        thread.published = std::make_shared<const ThreadSamples>(*thread.own);
}

void CutBridge::take(Thread &thread, SampleIndex sample)
{
    const auto &times = thread.recorded->times;
    const auto stack = thread.recorded->stacks[sample];
    if (!isCut(stack) && !isTorn(stack)) {
        if (thread.run)
            endRun(thread, sample);
        thread.whole = sample.row();
        return;
    }
    if (thread.whole && *thread.whole + 1 == sample.row())
        thread.run = sample.row();
    if (thread.run
        && (sample.row() - *thread.run >= maxSamples
            || times[sample] - times[SampleIndex(*thread.whole)] > maxTime))
        thread.run.reset();
}

void CutBridge::endRun(Thread &thread, SampleIndex after)
{
    const auto &samples = *thread.recorded;
    const SampleIndex before(*thread.whole);
    const auto first = *thread.run;
    thread.run.reset();
    if (samples.times[after] - samples.times[before] > maxTime || m_made > maxMade)
        return;
    const Neighbours neighbours(samples.stacks[before], samples.stacks[after]);
    const auto callers = sharedCallers(neighbours, Shared::CallsOnly);
    const auto scripts = scriptCallers(neighbours);
    if (callers.empty() && scripts.empty())
        return;
    if (!thread.own)
        thread.own.emplace();
    thread.appendUpTo(first);
    // The last stack of the run and what it became: most stacks of a run are the same.
    std::optional<std::pair<StackIndex, StackIndex>> last;
    for (auto row = first; row < after.row(); ++row) {
        const auto stack = samples.stacks[SampleIndex(row)];
        if (!last || last->first != stack)
            last = {stack, isTorn(stack) ? behind(scripts, stack) : below(callers, stack)};
        thread.append(last->second);
    }
}

// Returns the outermost calls that the stacks before and after a run share, outermost first, as
// nodes of the one before.
std::vector<StackIndex> CutBridge::sharedCallers(const Neighbours &neighbours, Shared shared) const
{
    auto callers = pathOf(neighbours.first);
    const auto others = pathOf(neighbours.second);
    // A function that is the leaf of both stacks is no caller: neither stack shows it calling
    // anything.
    const auto most =
        std::max(callers.size(), others.size()) - (shared == Shared::CallsOnly ? 1U : 0U);
    std::size_t count = 0;
    while (count < std::min({callers.size(), others.size(), most})
           && identityOf(callers[count]) == identityOf(others[count]))
        ++count;
    callers.resize(count);
    return callers;
}

// Returns the calls that both neighbours share up to the innermost function of a script among them.
std::vector<StackIndex> CutBridge::scriptCallers(const Neighbours &neighbours) const
{
    if (!m_roles.haveScripts())
        return {};
    auto callers = sharedCallers(neighbours, Shared::All);
    while (!callers.empty()
           && m_roles[m_stacks.table()[callers.back()].frame] != ScriptRole::Script)
        callers.pop_back();
    return callers;
}

// Returns the cut stack below `callers`; the cut stack itself if no caller is left.
StackIndex CutBridge::below(const std::vector<StackIndex> &callers, StackIndex cut)
{
    const auto path = pathOf(cut);
    const auto outermost = identityOf(path.front());
    auto depth = callers.size();
    for (auto row = callers.size(); row-- > 0;) {
        if (identityOf(callers[row]) == outermost) {
            depth = row;
            break;
        }
    }
    if (depth == 0)
        return cut;
    return entered(callers[depth - 1], path);
}

// Returns what was called in a torn stack from the interpreter, below `callers`; the torn stack
// itself if there are none.
StackIndex CutBridge::behind(const std::vector<StackIndex> &callers, StackIndex torn)
{
    if (callers.empty())
        return torn;
    const auto path = pathOf(torn);
    const auto loop = std::find_if(path.rbegin(), path.rend(), [this](StackIndex node) {
        return m_roles[m_stacks.table()[node].frame] == ScriptRole::InterpreterLoop;
    });
    return entered(callers.back(), std::span(loop.base(), path.end()));
}

StackIndex CutBridge::entered(StackIndex caller, std::span<const StackIndex> path)
{
    m_made += path.size();
    for (const StackIndex node : path) {
        const auto frame = m_stacks.table()[node].frame;
        caller = m_stacks.enter(caller, frame);
    }
    return caller;
}

std::vector<StackIndex> CutBridge::pathOf(StackIndex stack) const
{
    const auto &stacks = m_stacks.table();
    std::vector<StackIndex> path(stacks[stack].depth);
    for (auto row = path.size(); row-- > 0; stack = stacks[stack].parent)
        path[row] = stack;
    return path;
}

IdentityIndex CutBridge::identityOf(StackIndex stack) const
{
    return m_identities.identity(m_stacks.table()[stack].frame);
}

} // namespace ember::model
