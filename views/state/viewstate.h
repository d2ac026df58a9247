// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/openprofile.h"
#include "views/state/threadchoice.h"
#include "views/state/timezoom.h"
#include "views/state/viewappearance.h"
#include "views/state/viewselection.h"

#include <memory>

namespace ember::views {

class BaselineChoice;
class BookmarkList;
class FrameChoice;
class SumsQuery;

// The state that all views of one profile share. A view is given this, or the parts it needs; it
// calls setters and connects to signals. A setter that is given the present value does nothing, so
// no loop can start. Lives in the UI thread.
class ViewState {
public:
    ViewState();
    ~ViewState();
    ViewState(const ViewState &) = delete;
    ViewState &operator=(const ViewState &) = delete;

    // Opens another profile (or none): shows all of it and forgets selection, search matches and
    // history.
    void open(model::SpanTablePointer spans);
    // Takes a later snapshot of the open profile; or the same profile read again, in which all
    // indices have changed and some of the start may be gone; or the same with cut stacks shown
    // differently.
    void update(model::SpanTablePointer spans);

    OpenProfile &profile() { return m_profile; }
    const OpenProfile &profile() const { return m_profile; }
    const model::SpanTablePointer &spans() const { return m_profile.spans(); }
    ProfileZoom &zoom() { return m_zoom; }
    const ProfileZoom &zoom() const { return m_zoom; }
    ThreadChoice &threads() { return m_threads; }
    const ThreadChoice &threads() const { return m_threads; }
    ViewSelection &selection() { return m_selection; }
    const ViewSelection &selection() const { return m_selection; }
    ViewAppearance &appearance() { return m_appearance; }
    const ViewAppearance &appearance() const { return m_appearance; }
    const Theme &theme() const { return m_appearance.theme(); }

    // The query of all views of sums.
    SumsQuery &sums() { return *m_sums; }
    const SumsQuery &sums() const { return *m_sums; }
    // The baseline that the selection is compared with.
    BaselineChoice &baseline() { return *m_baseline; }
    const BaselineChoice &baseline() const { return *m_baseline; }
    // Slow frames, and the chosen one.
    FrameChoice &frames() { return *m_frames; }
    const FrameChoice &frames() const { return *m_frames; }
    // Bookmarks of the profile.
    BookmarkList &bookmarks() { return *m_bookmarks; }
    const BookmarkList &bookmarks() const { return *m_bookmarks; }

private:
    // Takes a snapshot; returns whether threads or groups have changed.
    bool take(model::SpanTablePointer spans);
    void reread(const model::SpanTable &after);

    OpenProfile m_profile;
    ProfileZoom m_zoom;
    ThreadChoice m_threads;
    ViewSelection m_selection;
    ViewAppearance m_appearance;
    std::unique_ptr<SumsQuery> m_sums;
    std::unique_ptr<BaselineChoice> m_baseline;
    std::unique_ptr<FrameChoice> m_frames;
    std::unique_ptr<BookmarkList> m_bookmarks;
};

} // namespace ember::views
