// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/hotfunctions.h"

#include "model/core/parallel.h"
#include "model/query/functionstatistics.h"
#include "model/query/selectedsamples.h"
#include "model/spans/callpaths.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace ember::model {

namespace {

// Times by the innermost function of each kind of code; the last row is for stacks without one.
// Operations cost by the number of functions that have times, not of all functions.
class Times {
public:
    explicit Times(std::size_t functions) : m_ofOthers(functions + 1), m_ofAll(functions + 1) { }

    // Adds a time to the innermost function that is not system code (`other`), and to the innermost
    // of all (`any`).
    void add(std::uint32_t other, std::uint32_t any, Nanoseconds time)
    {
        m_whole += time;
        addTo(m_ofOthers, other, time);
        addTo(m_ofAll, any, time);
    }

    void add(const Times &more)
    {
        m_whole += more.m_whole;
        for (const auto function : more.m_seen) {
            addTo(m_ofOthers, function, more.m_ofOthers[function]);
            addTo(m_ofAll, function, more.m_ofAll[function]);
        }
    }

    void clear()
    {
        m_whole = {};
        for (const auto function : m_seen)
            m_ofOthers[function] = m_ofAll[function] = {};
        m_seen.clear();
    }

    Nanoseconds whole() const { return m_whole; }
    Nanoseconds withoutOthers() const { return m_ofOthers.back(); }

    // Calls `use(function, time)` for the functions that have a time, in no order.
    template<typename Use>
    void forEach(CodeOf code, Use use) const
    {
        const auto &sums = code == CodeOf::NotSystem ? m_ofOthers : m_ofAll;
        for (const auto function : m_seen) {
            if (function + 1 < sums.size() && sums[function].count() > 0)
                use(function, sums[function]);
        }
    }

private:
    void addTo(std::vector<Nanoseconds> &sums, std::uint32_t function, Nanoseconds time)
    {
        if (time.count() <= 0)
            return;
        if (m_ofOthers[function].count() == 0 && m_ofAll[function].count() == 0)
            m_seen.push_back(function);
        sums[function] += time;
    }

    Nanoseconds m_whole{};
    std::vector<Nanoseconds> m_ofOthers; // of code that is not system code
    std::vector<Nanoseconds> m_ofAll;
    std::vector<std::uint32_t> m_seen; // functions that have a time, once each
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

    void addTimes(const SamplePiece &piece, const Selection &selection, Times &times) const
    {
        forEachSelected(piece, selection, [&](const SelectedSample &sample) {
            const auto stack = sample.stack.row();
            if (sample.stack != emptyStack)
                times.add(m_other[stack], m_any[stack], sample.duration);
        });
    }

    HotFunctions hottest(const Times &times, std::size_t most) const
    {
        HotFunctions hot;
        hot.whole = times.whole();
        hot.code = times.withoutOthers() * 2 <= times.whole() ? CodeOf::NotSystem : CodeOf::Anybody;
        times.forEach(hot.code, [&](std::uint32_t function, Nanoseconds time) {
            hot.functions.push_back({m_examples[function], time});
        });
        const auto kept = std::min(most, hot.functions.size());
        std::ranges::partial_sort(hot.functions,
                                  hot.functions.begin() + static_cast<std::ptrdiff_t>(kept),
                                  [](const HotFunction &a, const HotFunction &b) {
                                      return a.time != b.time ? a.time > b.time : a.frame < b.frame;
                                  });
        hot.functions.resize(kept);
        return hot;
    }

private:
    const Profile &m_profile;
    CallPaths m_identities{functionIdentity};
    std::vector<std::uint32_t> m_other; // by stack: the innermost function that is not system code
    std::vector<std::uint32_t> m_any; // by stack: the innermost function
    std::vector<FrameIndex> m_examples; // by function: its first frame
};

} // namespace

AllHotFunctions hotFunctions(const Profile &profile, std::size_t most, const Selection &part)
{
    const Functions functions(profile);
    Selection selection;
    selection.threads = part.threads;
    selection.range = part.range;
    selection.counted = Counted::Running;
    const auto pieces = selectedPieces(profile, selection);
    AllHotFunctions hot;
    hot.byThread.resize(profile.threadCount());
    Times together(functions.count());
    Spares<Times> spare; // empty ones
    std::mutex mutex;
    const auto read = [&](std::size_t row) {
        auto times = spare.take();
        if (!times)
            times = std::make_unique<Times>(functions.count());
        functions.addTimes(pieces[row], selection, *times);
        hot.byThread[pieces[row].thread.row()] = functions.hottest(*times, most);
        {
            const std::lock_guard lock(mutex);
            together.add(*times);
        }
        times->clear();
        spare.giveBack(std::move(times));
    };
    forEachInParallel(pieces.size(), profile.sampleCount(), read);
    hot.together = functions.hottest(together, most);
    return hot;
}

} // namespace ember::model
