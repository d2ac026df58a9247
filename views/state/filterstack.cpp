// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/filterstack.h"

#include "views/state/openprofile.h"
#include "views/state/sumsquery.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

void FilterStack::set(Filters filters)
{
    if (filters == m_now)
        return;
    m_now = std::move(filters);
    emit changed();
}

bool FilterStack::contains(const CallFilter &filter) const
{
    return std::ranges::find(m_now.calls, filter) != m_now.calls.end();
}

void FilterStack::add(const CallFilter &filter)
{
    if (contains(filter))
        return;
    Filters filters = m_now;
    filters.calls.push_back(filter);
    set(std::move(filters));
}

void FilterStack::remove(std::size_t place)
{
    Filters filters = m_now;
    filters.calls.erase(filters.calls.begin() + static_cast<std::ptrdiff_t>(place));
    set(std::move(filters));
}

void FilterStack::move(std::size_t from, std::size_t to)
{
    Filters filters = m_now;
    const CallFilter moved = filters.calls[from];
    filters.calls.erase(filters.calls.begin() + static_cast<std::ptrdiff_t>(from));
    filters.calls.insert(filters.calls.begin() + static_cast<std::ptrdiff_t>(to), moved);
    set(std::move(filters));
}

void FilterStack::setCounted(Counted counted)
{
    Filters filters = m_now;
    filters.counted = counted;
    set(std::move(filters));
}

FilteredFrames::FilteredFrames(const OpenProfile &profile, const SumsQuery &sums)
    : m_profile(profile),
      m_sums(sums),
      m_job(
          this, [this] { return question(); }, [this](Marks marks) { show(std::move(marks)); })
{
    connect(&profile, &OpenProfile::changed, this, [this] {
        if (isFiltering())
            m_job.refresh();
    });
}

void FilteredFrames::ask()
{
    if (m_sums.filters().calls().empty())
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
    if (!m_profile.spans())
        return {};
    return [weigher = m_sums.weigher(), profile = m_profile.spans()->profile(),
            filters = m_sums.filters().calls()] {
        return Marks{weigher->framesLeft(profile, filters), weigher->stacksLeft(profile, filters)};
    };
}

void FilteredFrames::show(Marks marks)
{
    m_isLeft = std::make_shared<Marks>(std::move(marks));
    ++m_serial;
    emit changed();
}

} // namespace ember::views
