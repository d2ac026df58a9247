// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"
#include "views/state/filterstack.h"
#include "views/state/threadchoice.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace ember::views {

class OpenProfile;
class ProfileZoom;
class ViewSelection;

// What narrows the views: each part is shown as a chip above the chart.
struct Narrowing {
    Filters filters;
    std::optional<model::TimeRange> range; // the selected range
    std::vector<model::ThreadIndex> hidden;

    friend bool operator==(const Narrowing &, const Narrowing &) = default;
};

// Undoes and redoes changes of what narrows the views, step by step, whatever view made them. Empty
// again after another profile is opened, or the same read again. Lives in the UI thread.
class NarrowingHistory : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    NarrowingHistory(const OpenProfile &profile, ProfileZoom &zoom, ThreadChoice &threads,
                     ViewSelection &selection, FilterStack &filters);

    const Narrowing &now() const { return m_now; }

    bool canUndo() const { return !m_before.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    void undo() { step(m_before, m_undone); }
    void redo() { step(m_undone, m_before); }

    // Records all that `changes` does as one step; changed() is not emitted before the end.
    void asOneStep(const std::function<void()> &changes);

    // Restores a stored narrowing, with the arrangement of its threads if that is known, as the
    // only step that can be undone.
    void restore(const Narrowing &narrowing,
                 const std::optional<ThreadArrangement> &arrangement = {});

signals:
    void changed(); // now(), canUndo() or canRedo() has changed

private:
    struct Step {
        Narrowing narrowing;
        std::optional<ThreadArrangement> arrangement; // set if the step changes the arrangement
        ThreadChoice::Alone alone = {};
    };

    Narrowing current() const;
    void note();
    bool continuesDragging(const Narrowing &next);
    void step(std::vector<Step> &from, std::vector<Step> &to);
    Step wayBackFrom(const Step &step) const;
    void apply(const Step &step);
    void goToRange();
    void forget();

    const OpenProfile &m_profile;
    ProfileZoom &m_zoom;
    ThreadChoice &m_threads;
    ViewSelection &m_selection;
    FilterStack &m_filters;
    Narrowing m_now;
    ThreadChoice::Alone m_alone; // as of m_now
    std::uint64_t m_serial = 0; // of the profile
    std::vector<Step> m_before; // the newest last
    std::vector<Step> m_undone;
    bool m_isApplying = false;
    QElapsedTimer m_dragged; // since the range was last moved by the mouse
};

} // namespace ember::views
