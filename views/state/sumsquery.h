// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "model/query/idlewaits.h"
#include "views/jobs/pacedjob.h"
#include "views/state/filterstack.h"
#include "views/state/selectionhistory.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace ember::views {

class OpenProfile;
class ProfileZoom;
class ThreadChoice;
class ViewSelection;

// What selectedPart() returns if all threads are chosen, also second records, which usually do not
// count: the whole profile, or a part with a list of threads.
enum class AllThreads : std::uint8_t { Whole, Part };

// The one query of all views of sums: the weights of calls in the selected range and the shown
// threads. Belongs to the view state and lives in its thread.
class SumsQuery : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    SumsQuery(const OpenProfile &openProfile, ProfileZoom &zoom, ThreadChoice &threads,
              ViewSelection &selection);

    // Returns the selected range, the shown threads (an empty list if all are shown), the weight
    // and the filters.
    model::Selection selection() const;
    // Returns the selected range and the shown threads, for files, uploads and answers, to which
    // filters do not apply. Nothing if no
    // range is selected and just the usual threads are shown; with AllThreads::Whole also if all
    // are.
    std::optional<model::Selection> selectedPart(AllThreads all = AllThreads::Whole) const;
    // Answers selection(); replaced when another profile is opened, or the same is read again.
    const std::shared_ptr<model::CallWeigher> &weigher() const { return m_weigher; }

    // Answers selection() by lines of source: see model::lineWeights().
    const std::shared_ptr<model::CallWeigher> &lineWeigher() const { return m_lineWeigher; }

    // Answers selection() by instructions: see model::InstructionVisits.
    const std::shared_ptr<model::CallWeigher> &instructionWeigher() const
    {
        return m_instructionWeigher;
    }

    // Returns the work of a view of sums for a PacedJob: `make` converts the answer, or an
    // estimate, to what the view shows. Needs spans.
    template<typename Make>
    auto workOn(Make make) const
    {
        using Answer = std::invoke_result_t<Make, model::CallWeightsPointer>;
        const auto ask = [&](auto how) {
            return [make, how, weigher = m_weigher, profile = profile(), asked = selection()] {
                return make(std::invoke(how, *weigher, profile, asked));
            };
        };
        return typename PacedJob<Answer>::Work{ask(&model::CallWeigher::weigh),
                                               ask(&model::CallWeigher::estimate)};
    }

    // The weight of the sums: values that add up; invalid: time. See model::firstWeight().
    model::ValueTypeIndex weight() const { return m_weight; }
    void setWeight(model::ValueTypeIndex weight);
    // The unit of the weight, if it is a value; empty if the weight is time.
    std::optional<QString> unit() const;
    // The filters that narrow the sums, beside range and threads.
    FilterStack &filters() { return m_filters; }
    const FilterStack &filters() const { return m_filters; }
    // Whether the profile knows the states that `counted` needs; without a profile only All.
    bool canCount(model::Counted counted) const;
    // Which part of threads' time counts: as chosen, or All if the profile does not know it.
    model::Counted countedNow() const;
    // Undoes changes of filters, ranges and threads.
    NarrowingHistory &history() { return m_history; }
    const NarrowingHistory &history() const { return m_history; }
    // The frames that the filters leave, for charts that show everything.
    const FilteredFrames &filteredFrames() const { return m_frames; }

    // Called by the view state: another profile was opened, or the same was read again, and
    // functions and call paths have changed. Emits nothing.
    void reset();
    void reread();

signals:
    void changed(); // weight or filters; not the range or the threads

private:
    const model::ProfilePointer &profile() const;

    const OpenProfile &m_profile;
    const ThreadChoice &m_threads;
    const ViewSelection &m_selection;
    model::ValueTypeIndex m_weight;
    std::shared_ptr<model::IdleWaitFinder> m_idleWaits; // of the open profile
    mutable std::weak_ptr<const model::Profile> m_asked; // the profile of m_known
    mutable model::KnownStates m_known{};
    FilterStack m_filters;
    NarrowingHistory m_history;
    FilteredFrames m_frames;
    std::shared_ptr<model::CallWeigher> m_weigher;
    std::shared_ptr<model::CallWeigher> m_lineWeigher;
    std::shared_ptr<model::CallWeigher> m_instructionWeigher;
};

} // namespace ember::views
