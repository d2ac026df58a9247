// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/statesums.h"

#include "model/query/idlewaits.h"
#include "model/query/selectedsamples.h"

namespace ember::model {

namespace {

void add(ThreadState state, Nanoseconds time, StateTimes &times)
{
    switch (state) {
    case ThreadState::Unknown: break;
    case ThreadState::Running: times.running += time; break;
    case ThreadState::Runnable: times.runnable += time; break;
    case ThreadState::Blocked: times.blocked += time; break;
    }
}

} // namespace

std::vector<StateTimes> StateSums::ofFunctions(const CallWeights &calls) const
{
    std::vector<StateTimes> functions(calls.functionCount);
    for (std::size_t row = 1; row < own.size(); ++row)
        functions[calls.paths[PathIndex(row)].identity.row()].add(own[row]);
    return functions;
}

StateSumsPointer stateSums(const CallWeights &calls)
{
    const Profile &profile = *calls.profile;
    if (calls.accuracy != Accuracy::Exact || calls.stackPaths.size() == 0
        || profile.tables().origin == TimeOrigin::None || knownStates(profile) != KnownStates::All)
        return nullptr;
    auto sums = std::make_shared<StateSums>();
    sums->own.resize(calls.own.size());
    for (const SamplePiece &piece : selectedPieces(profile, calls.selection)) {
        const auto &details = piece.samples->details;
        forEachSelected(piece, calls.selection, [&](const SelectedSample &sample) {
            const auto path = calls.pathOf(sample.stack);
            if (path != emptyPath && details.contains(sample.sample))
                add(details[sample.sample].state, sample.duration, sums->own[path.row()]);
        });
    }
    sums->total = sums->own;
    // A caller comes before its callees: from the back, sums flow to the root.
    for (auto row = sums->total.size(); row-- > 1;)
        sums->total[calls.paths[PathIndex(row)].caller.row()].add(sums->total[row]);
    return sums;
}

} // namespace ember::model
