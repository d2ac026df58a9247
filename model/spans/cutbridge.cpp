// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/cutbridge.h"

#include "model/core/rowset.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <utility>

namespace ember::model {

// The stack table that bridged stacks are entered into.
class CutBridge::Stacks {
public:
    virtual ~Stacks() = default;
    virtual StackIndex enter(StackIndex caller, FrameIndex leaf) = 0;
    virtual const StackTable &table() const = 0;
};

class CutBridge::StacksOfBuilder : public Stacks {
public:
    explicit StacksOfBuilder(ProfileBuilder &builder) : m_builder(builder) { }

    StackIndex enter(StackIndex caller, FrameIndex leaf) override
    {
        return m_builder.stack(caller, leaf);
    }

    const StackTable &table() const override { return m_builder.tables().stacks; }

private:
    ProfileBuilder &m_builder;
};

// A copy of the profile's stack table, which itself must not change.
class CutBridge::OwnStacks : public Stacks {
public:
    explicit OwnStacks(const Profile &profile)
    {
        profile.tables().stacks.forEach([this](std::size_t, const StackNode &node) {
            m_rows.findOrAppend(
                hashOf(node.parent, node.frame), [](std::uint32_t) { return false; },
                [&] { return m_table.append(node).raw(); });
        });
    }

    StackIndex enter(StackIndex caller, FrameIndex leaf) override
    {
        const auto isSame = [&](std::uint32_t row) {
            const StackNode &node = m_table[StackIndex(row)];
            return node.parent == caller && node.frame == leaf && row != emptyStack.row();
        };
        return StackIndex(m_rows.findOrAppend(hashOf(caller, leaf), isSame, [&] {
            return m_table.append({leaf, caller, m_table[caller].depth + 1}).raw();
        }));
    }

    const StackTable &table() const override { return m_table; }

private:
    static std::size_t hashOf(StackIndex caller, FrameIndex leaf)
    {
        return mixHash(mixHash(0, caller.raw()), leaf.raw());
    }

    StackTable m_table;
    RowSet m_rows;
};

// The samples of a thread, as they are recorded and as they are bridged.
struct CutBridge::Thread {
    std::shared_ptr<const ThreadSamples> recorded;
    std::shared_ptr<const ThreadSamples> published;
    // The bridged samples, as far as they are decided; absent as long as no run was bridged.
    std::optional<ThreadSamples> own;
    std::size_t read = 0; // samples
    std::optional<std::size_t> whole; // the last sample that is not cut
    std::optional<std::size_t> run; // the first sample of a run that may yet be bridged

    // Appends samples up to `end` as they were recorded, if there are bridged ones.
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

CutBridge::CutBridge(ProfileBuilder &builder)
    : CutBridge(std::make_unique<StacksOfBuilder>(builder))
{
}

CutBridge::CutBridge(std::unique_ptr<Stacks> stacks) : m_stacks(std::move(stacks)) { }

CutBridge::~CutBridge() = default;

ProfilePointer CutBridge::bridged(const ProfilePointer &recorded)
{
    if (recorded->tables().cutRoots.isEmpty() || recorded->tables().origin == TimeOrigin::None)
        return recorded;
    return CutBridge(std::make_unique<OwnStacks>(*recorded)).update(recorded, Ending::Complete);
}

ProfilePointer CutBridge::update(const ProfilePointer &recorded, Ending ending)
{
    if (recorded->tables().cutRoots.isEmpty())
        return recorded;
    m_identities.updateFrames(*recorded);
    updateRoots(*recorded);
    std::vector<std::shared_ptr<const ThreadSamples>> samples;
    for (std::size_t row = 0; row < recorded->threadCount(); ++row) {
        if (m_threads.size() == row)
            m_threads.push_back(std::make_unique<Thread>());
        read(*m_threads[row], recorded->sharedSamples(ThreadIndex(row)), ending);
        samples.push_back(m_threads[row]->published);
    }
    return ProfileBuilder::withSamples(*recorded, m_stacks->table(), std::move(samples));
}

void CutBridge::updateRoots(const Profile &recorded)
{
    const auto &stacks = m_stacks->table();
    while (m_roots.size() < stacks.size()) {
        const StackIndex stack(m_roots.size());
        const auto caller = stacks[stack].parent;
        const bool isRoot = stack == emptyStack || caller == emptyStack;
        m_roots.push_back(isRoot ? stack : m_roots[caller.row()]);
    }
    m_isCut.resize(m_roots.size());
    for (const CutRoot &root : recorded.tables().cutRoots)
        m_isCut[root.stack.row()] = true;
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
    if (!isCut(thread.recorded->stacks[sample])) {
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
    const auto callers = sharedCallers(samples.stacks[before], samples.stacks[after]);
    if (callers.empty())
        return;
    if (!thread.own)
        thread.own.emplace();
    thread.appendUpTo(first);
    // A cut stack and what it became: most stacks of a run are the same.
    std::optional<std::pair<StackIndex, StackIndex>> last;
    for (auto row = first; row < after.row(); ++row) {
        const auto cut = samples.stacks[SampleIndex(row)];
        if (!last || last->first != cut)
            last = {cut, below(callers, cut)};
        thread.append(last->second);
    }
}

// The outermost calls that both stacks share, outermost first, as nodes of `before`.
std::vector<StackIndex> CutBridge::sharedCallers(StackIndex before, StackIndex after) const
{
    auto callers = pathOf(before);
    const auto others = pathOf(after);
    // A function that is the leaf of both is no caller: neither stack shows it calling anything.
    const auto most = std::max(callers.size(), others.size());
    std::size_t shared = 0;
    while (shared < std::min(callers.size(), others.size()) && shared + 1 < most
           && identityOf(callers[shared]) == identityOf(others[shared]))
        ++shared;
    callers.resize(shared);
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
    m_made += path.size();
    auto stack = callers[depth - 1];
    for (const StackIndex node : path)
        stack = m_stacks->enter(stack, m_stacks->table()[node].frame);
    return stack;
}

std::vector<StackIndex> CutBridge::pathOf(StackIndex stack) const
{
    const auto &stacks = m_stacks->table();
    std::vector<StackIndex> path(stacks[stack].depth);
    for (auto row = path.size(); row-- > 0; stack = stacks[stack].parent)
        path[row] = stack;
    return path;
}

IdentityIndex CutBridge::identityOf(StackIndex stack) const
{
    return m_identities.identity(m_stacks->table()[stack].frame);
}

} // namespace ember::model
