// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filteredframes.h"

#include "views/sumsquestion.h"
#include "views/viewstate.h"

#include <utility>

namespace ember::views {

FilteredFrames::FilteredFrames(const ViewState &state)
    : m_state(state),
      m_job(
          this, [this] { return question(); }, [this](Marks marks) { show(std::move(marks)); })
{
    connect(&state, &ViewState::spansChanged, this, [this] {
        if (isFiltering())
            m_job.refresh();
    });
}

void FilteredFrames::ask()
{
    if (m_state.sums().filters().calls().empty())
        forget();
    else
        m_job.askAnew();
}

void FilteredFrames::forget()
{
    m_job.drop();
    if (isFiltering())
        show({});
}

PacedJob<FilteredFrames::Marks>::Work FilteredFrames::question() const
{
    if (!m_state.spans())
        return {};
    return [weigher = m_state.sums().weigher(), profile = m_state.spans()->profile(),
            filters = m_state.sums().filters().calls()] {
        return Marks{weigher->framesLeft(profile, filters), weigher->stacksLeft(profile, filters)};
    };
}

void FilteredFrames::show(Marks marks)
{
    m_isLeft = std::move(marks);
    ++m_serial;
    emit changed();
}

} // namespace ember::views
