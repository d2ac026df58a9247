// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblyanswer.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Places are numbered by what they are shown as: rows first, then what is missing.
class Groups {
public:
    Groups(const Listing &listing, CodeFault withoutAddress)
        : m_listing(listing),
          m_withoutAddress(withoutAddress)
    {
    }

    std::size_t add(const CodePosition &position)
    {
        if (position.fault == CodeFault::None)
            return numberOf(m_rows, m_listing.rowOf[position.block][position.instruction]);
        const auto fault =
            position.fault == CodeFault::NoAddress ? m_withoutAddress : position.fault;
        return numberOf(m_missing, std::pair(fault, position.binary));
    }

    std::size_t count() const { return m_count; }

    void tell(const std::vector<InstructionWeight> &weights, DisassemblyAnswer &answer) const
    {
        for (const auto &[row, number] : m_rows)
            answer.rows.push_back({row, weights[number]});
        for (const auto &[why, number] : m_missing)
            answer.missing.push_back({why.first, why.second, weights[number]});
    }

private:
    template<typename Key>
    std::size_t numberOf(std::map<Key, std::size_t> &numbers, const Key &key)
    {
        const auto [entry, isNew] = numbers.try_emplace(key, m_count);
        m_count += isNew ? 1 : 0;
        return entry->second;
    }

    const Listing &m_listing;
    CodeFault m_withoutAddress;
    std::map<std::uint32_t, std::size_t> m_rows;
    std::map<std::pair<CodeFault, std::string>, std::size_t> m_missing;
    std::size_t m_count = 0;
};

std::pair<double, double> amounts(const CallWeights &calls, const InstructionWeight &weight)
{
    return {calls.amount(weight.self), calls.amount(weight.total)};
}

// By its own time; of a function that only calls others, by all of it.
std::optional<std::size_t> hottest(const DisassemblyAnswer &answer)
{
    const auto found = std::ranges::max_element(
        answer.rows, {}, [&](const RowWeight &row) { return amounts(*answer.calls, row.weight); });
    return found == answer.rows.end() ? std::nullopt : std::optional(found->row);
}

void append(std::vector<InstructionPlace> &places, const std::vector<InstructionPlace> &more)
{
    std::set<std::pair<ImageIndex, std::uint64_t>> known;
    for (const InstructionPlace &place : places)
        known.emplace(place.image, place.address);
    for (const InstructionPlace &place : more) {
        if (known.emplace(place.image, place.address).second)
            places.push_back(place);
    }
}

} // namespace

DisassemblyAnswer answer(const DisassemblyQuestion &question)
{
    const Profile &profile = *question.profile;
    DisassemblyAnswer result;
    result.frame = question.frame;
    result.calls = question.weigher->weigh(question.profile, question.selection);
    const InstructionVisits visits(*result.calls, question.frame, *question.sums);
    result.places = visits.places();
    append(result.places, question.knownPlaces);
    if (result.places.empty()) { // what the selection leaves out can be looked at all the same
        const auto all = question.weigher->weigh(question.profile, {});
        result.places = InstructionVisits(*all, question.frame).places();
    }
    MachineCode code = question.code->codeAt(profile, result.places);
    result.listing = listingOf(std::move(code.blocks), question.places,
                               sourceAge(profile, question.frame), question.known);

    const bool isStartKnown = profile.frame(question.frame).address.has_value();
    Groups groups(*result.listing, isStartKnown ? CodeFault::OnlyStart : CodeFault::NoAddress);
    std::vector<std::size_t> groupOf;
    for (std::size_t place = 0; place < visits.places().size(); ++place)
        groupOf.push_back(groups.add(code.positions[place]));
    groups.tell(visits.weigh(groupOf, groups.count()), result);
    std::ranges::stable_sort(
        result.missing, std::ranges::greater{},
        [&](const MissingCode &missing) { return amounts(*result.calls, missing.weight); });
    result.hottestRow = hottest(result);
    return result;
}

} // namespace ember::views
