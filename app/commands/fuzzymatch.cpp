// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/fuzzymatch.h"

#include <QStringBuilder>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace ember::app {

namespace {

constexpr int letterWorth = 16;
constexpr int startWorth = 96; // for a letter at the start of a word
constexpr int runWorth = 64; // for a letter adjacent to the one before
constexpr int beginWorth = 1 << 20; // exceeds the score of any name
constexpr int nowhere = -1;

bool startsWord(const QString &text, qsizetype place)
{
    return text[place].isLetterOrNumber()
        && (place == 0 || !text[place - 1].isLetterOrNumber()
            || (text[place].isUpper() && text[place - 1].isLower()));
}

// The best score of a word's letters in sequence, by dynamic programming: each row has the scores
// for the last letter at each position.
int bestWay(const QString &word, const QString &text)
{
    std::vector<int> before(static_cast<std::size_t>(text.size()), 0);
    std::vector<int> now(before.size());
    for (qsizetype letter = 0; letter < word.size(); ++letter) {
        int best = letter == 0 ? 0 : nowhere; // best score of the letters before, up to here
        for (qsizetype place = 0; place < text.size(); ++place) {
            const auto at = static_cast<std::size_t>(place);
            const int run = letter > 0 && place > 0 && before[at - 1] != nowhere
                ? before[at - 1] + runWorth
                : nowhere;
            const int way = std::max(best, run);
            const bool isHere = word[letter].toCaseFolded() == text[place].toCaseFolded();
            now[at] = isHere && way != nowhere
                ? way + letterWorth + (startsWord(text, place) ? startWorth : 0)
                : nowhere;
            if (letter > 0)
                best = std::max(best, before[at]);
        }
        std::swap(before, now);
    }
    return before.empty() ? nowhere : *std::ranges::max_element(before);
}

} // namespace

std::optional<int> fuzzyMatch(const QString &typed, const QString &text)
{
    int sum = 0;
    for (const QString &word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const int worth = bestWay(word, text);
        if (worth == nowhere)
            return std::nullopt;
        sum += worth;
    }
    return sum - static_cast<int>(std::min<qsizetype>(text.size(), letterWorth - 1));
}

std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more)
{
    const auto anywhere = fuzzyMatch(typed, name % QLatin1String("  ") % more);
    if (!anywhere)
        return std::nullopt;
    const QString start = typed.trimmed();
    const bool begins = !start.isEmpty() && name.startsWith(start, Qt::CaseInsensitive);
    return *anywhere + std::max(0, fuzzyMatch(typed, name).value_or(0)) + (begins ? beginWorth : 0);
}

} // namespace ember::app
