// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/filters/filterstack.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

void FilterStack::change(Filters filters)
{
    if (filters == m_now)
        return;
    m_before.push_back(std::exchange(m_now, std::move(filters)));
    m_undone.clear();
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
    change(std::move(filters));
}

void FilterStack::remove(std::size_t place)
{
    Filters filters = m_now;
    filters.calls.erase(filters.calls.begin() + static_cast<std::ptrdiff_t>(place));
    change(std::move(filters));
}

void FilterStack::move(std::size_t from, std::size_t to)
{
    Filters filters = m_now;
    const CallFilter moved = filters.calls[from];
    filters.calls.erase(filters.calls.begin() + static_cast<std::ptrdiff_t>(from));
    filters.calls.insert(filters.calls.begin() + static_cast<std::ptrdiff_t>(to), moved);
    change(std::move(filters));
}

void FilterStack::setCounted(Counted counted)
{
    Filters filters = m_now;
    filters.counted = counted;
    change(std::move(filters));
}

void FilterStack::clear()
{
    change({});
}

void FilterStack::undo()
{
    step(m_before, m_undone);
}

void FilterStack::redo()
{
    step(m_undone, m_before);
}

void FilterStack::step(std::vector<Filters> &from, std::vector<Filters> &to)
{
    if (from.empty())
        return;
    to.push_back(std::exchange(m_now, std::move(from.back())));
    from.pop_back();
    emit changed();
}

void FilterStack::forget()
{
    m_now = {};
    m_before.clear();
    m_undone.clear();
}

void FilterStack::restore(Filters filters)
{
    if (filters == m_now)
        return;
    forget();
    m_now = std::move(filters);
    emit changed();
}

} // namespace ember::views
