// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/altrep.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace ember::model::rds {

namespace {

// What a text costs in memory, in numbers.
constexpr std::uint64_t textWeight = 16;

// The first of what a state holds: R writes a pair, later versions may write a list.
ObjectIndex firstOf(const Objects &objects, ObjectIndex state)
{
    const Object &object = objects[state];
    if (const auto *const members = contentOf<Members>(object); members && !members->empty())
        return members->front().value;
    const Elements &elements = elementsOf(object);
    return elements.empty() ? Objects::null : elements.front();
}

bool fitsInteger(double number)
{
    return number > std::numeric_limits<std::int32_t>::min()
        && number <= std::numeric_limits<std::int32_t>::max();
}

// State: how many, the first, the step.
ObjectIndex expandedSequence(Objects &objects, ObjectIndex state, Kind kind,
                             ExpansionBudget &budget, std::string &reason)
{
    const auto *const numbers = contentOf<tables::Reals>(objects[state]);
    if (numbers == nullptr || numbers->size() != 3 || !((*numbers)[0] >= 0)) {
        reason = "a compact sequence is three numbers";
        return {};
    }
    const double count = (*numbers)[0];
    const double first = (*numbers)[1];
    const double step = (*numbers)[2];
    constexpr double most = 1e18;
    if (count > most || !budget.take(static_cast<std::uint64_t>(count))) {
        reason = "a compact sequence of more elements than a file of this size has use for";
        return {};
    }
    const auto size = static_cast<std::size_t>(count);
    const auto at = [&](std::size_t place) { return first + step * static_cast<double>(place); };
    Object object;
    object.kind = kind;
    if (kind == Kind::Reals) {
        auto &reals = object.content.emplace<tables::Reals>(size);
        for (std::size_t place = 0; place < size; ++place)
            reals[place] = at(place);
        return objects.add(std::move(object));
    }
    if (size > 0 && !(fitsInteger(first) && fitsInteger(at(size - 1)))) {
        reason = "a compact sequence of integers that do not have 32 bits";
        return {};
    }
    auto &integers = object.content.emplace<tables::Integers>(size);
    for (std::size_t place = 0; place < size; ++place)
        integers[place] = static_cast<std::int32_t>(at(place));
    return objects.add(std::move(object));
}

std::string numberText(std::int32_t number)
{
    return std::to_string(number); // of an integer: no locale in it
}

// As R does with up to 15 digits.
std::string numberText(double number)
{
    if (std::isinf(number))
        return number > 0 ? "Inf" : "-Inf";
    constexpr int digits = 15;
    std::array<char, 40> text{};
    return {text.data(),
            std::to_chars(text.data(), text.data() + text.size(), number,
                          std::chars_format::general, digits)
                .ptr};
}

// State: the numbers, and how they are to be spelled.
ObjectIndex expandedTexts(Objects &objects, ObjectIndex state, ExpansionBudget &budget,
                          std::string &reason)
{
    const auto source = firstOf(objects, state);
    Object object;
    object.kind = Kind::Texts;
    auto &texts = object.content.emplace<tables::Texts>();
    const auto spell = [&](const auto &numbers) {
        if (!budget.take(textWeight * numbers.size())) {
            reason = "more deferred texts than a file of this size has use for";
            return;
        }
        StringInterner strings(objects.strings);
        for (const auto number : numbers)
            texts.push_back(tables::isNa(number) ? tables::naText
                                                 : strings.intern(numberText(number)));
    };
    if (const auto *const integers = contentOf<tables::Integers>(objects[source]))
        spell(*integers);
    else if (const auto *const reals = contentOf<tables::Reals>(objects[source]))
        spell(*reals);
    else
        reason = "deferred texts are of numbers";
    return reason.empty() ? objects.add(std::move(object)) : ObjectIndex();
}

} // namespace

ObjectIndex expanded(Objects &objects, std::string_view name, ObjectIndex state,
                     ExpansionBudget &budget, std::string &reason)
{
    if (name == "compact_intseq")
        return expandedSequence(objects, state, Kind::Integers, budget, reason);
    if (name == "compact_realseq")
        return expandedSequence(objects, state, Kind::Reals, budget, reason);
    if (name == "deferred_string")
        return expandedTexts(objects, state, budget, reason);
    if (name.starts_with("wrap_"))
        return firstOf(objects, state);
    reason = "vectors of the class " + std::string(name) + " are not known";
    return {};
}

} // namespace ember::model::rds
