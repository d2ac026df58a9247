// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/hotfunctions.h"

#include "model/core/parallel.h"
#include "model/query/functionstatistics.h"
#include "model/query/selectedsamples.h"
#include "model/spans/callpaths.h"

#include <algorithm>
#include <mutex>

namespace ember::model {

namespace {

// The fewest samples that are read in several threads.
constexpr std::size_t fewestSamples = 100'000;

// Times by the innermost function of each kind of code; the last row is for stacks without one.
struct Times {
    explicit Times(std::size_t functions) : ofOthers(functions + 1), ofAll(functions + 1) { }

    void add(const Times &more)
    {
        whole += more.whole;
        for (std::size_t row = 0; row < ofAll.size(); ++row) {
            ofOthers[row] += more.ofOthers[row];
            ofAll[row] += more.ofAll[row];
        }
    }

    Nanoseconds whole{};
    std::vector<Nanoseconds> ofOthers; // of code that is not system code
    std::vector<Nanoseconds> ofAll;
};

class Functions {
public:
    explicit Functions(const Profile &profile) : m_profile(profile)
    {
        m_identities.updateFrames(profile);
        const auto &stacks = profile.tables().stacks;
        m_other.resize(stacks.size());
        m_any.resize(stacks.size());
        const auto none = static_cast<std::uint32_t>(m_identities.identityCount());
        m_other[emptyStack.row()] = none;
        m_any[emptyStack.row()] = none;
        for (std::size_t row = 1; row < stacks.size(); ++row) { // callers come before callees
            const StackNode &stack = stacks[StackIndex(row)];
            const auto function = m_identities.identity(stack.frame).raw();
            m_any[row] = function;
            m_other[row] = profile.frame(stack.frame).inApp == InApp::No
                ? m_other[stack.parent.row()]
                : function;
        }
        m_examples.resize(none);
        for (std::size_t row = profile.tables().frames.size(); row-- > 0;)
            m_examples[m_identities.identity(FrameIndex(row)).row()] = FrameIndex(row);
    }

    std::size_t count() const { return m_examples.size(); }

    Times timesOf(const SamplePiece &piece) const
    {
        Times times(count());
        forEachSelected(piece, everything(), [&](const SelectedSample &sample) {
            if (sample.stack == emptyStack)
                return;
            times.whole += sample.duration;
            times.ofOthers[m_other[sample.stack.row()]] += sample.duration;
            times.ofAll[m_any[sample.stack.row()]] += sample.duration;
        });
        return times;
    }

    HotFunctions hottest(const Times &times, std::size_t most) const
    {
        HotFunctions hot;
        hot.whole = times.whole;
        hot.code = times.ofOthers.back() * 2 <= times.whole ? CodeOf::NotSystem : CodeOf::Anybody;
        const auto &sums = hot.code == CodeOf::NotSystem ? times.ofOthers : times.ofAll;
        for (std::size_t row = 0; row < count(); ++row) {
            if (sums[row].count() > 0)
                hot.functions.push_back({m_examples[row], sums[row]});
        }
        const auto kept = std::min(most, hot.functions.size());
        std::ranges::partial_sort(hot.functions,
                                  hot.functions.begin() + static_cast<std::ptrdiff_t>(kept),
                                  [](const HotFunction &a, const HotFunction &b) {
                                      return a.time != b.time ? a.time > b.time : a.frame < b.frame;
                                  });
        hot.functions.resize(kept);
        return hot;
    }

    static Selection everything()
    {
        Selection selection;
        selection.counted = Counted::Running;
        return selection;
    }

private:
    const Profile &m_profile;
    CallPaths m_identities{functionIdentity};
    std::vector<std::uint32_t> m_other; // by stack: the innermost function that is not system code
    std::vector<std::uint32_t> m_any; // by stack: the innermost function
    std::vector<FrameIndex> m_examples; // by function: its first frame
};

} // namespace

AllHotFunctions hotFunctions(const Profile &profile, std::size_t most)
{
    const Functions functions(profile);
    const auto pieces = selectedPieces(profile, Functions::everything());
    AllHotFunctions hot;
    hot.byThread.resize(profile.threadCount());
    Times together(functions.count());
    std::mutex mutex;
    const auto read = [&](std::size_t row) {
        const Times times = functions.timesOf(pieces[row]);
        hot.byThread[pieces[row].thread.row()] = functions.hottest(times, most);
        const std::lock_guard lock(mutex);
        together.add(times);
    };
    if (profile.sampleCount() >= fewestSamples) {
        forEachInParallel(pieces.size(), read);
    } else {
        for (std::size_t row = 0; row < pieces.size(); ++row)
            read(row);
    }
    hot.together = functions.hottest(together, most);
    return hot;
}

} // namespace ember::model
