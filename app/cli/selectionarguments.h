// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "model/query/excerpt.h"
#include "model/query/selection.h"

#include <QString>

#include <array>
#include <optional>
#include <string>

// The part of a profile that a command is about: threads, a range of time, what ran.
namespace ember::app {

inline constexpr std::array selectionOptionSpecs{
    OptionSpec{.name = "running",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Only what ran, or waited for a CPU: the time in which threads waited for "
                   "anything else is left out.")},
    OptionSpec{.name = "thread",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Only threads of this name or id; * and ? stand for other letters; may be given "
                   "several times.")},
    OptionSpec{.name = "from",
               .value = "TIME",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Begins so many seconds after the profile's first sample (1.25, 2min).")},
};

// The end of the range, of commands whose --to has no other meaning.
inline constexpr std::array rangeEndOptionSpecs{
    OptionSpec{
        .name = "to",
        .value = "TIME",
        .help = QT_TRANSLATE_NOOP("cli", "Ends so many seconds after the profile's first sample.")},
};

// Whether a text is such a time, which no format is called.
bool isTime(const QString &text);

// The usage error in these options, if any.
std::optional<QString> selectionFault(const CommandParser &parser);

// Whether the options ask for a part of the profile.
bool asksForPart(const CommandParser &parser);

// The part of the profile that is asked for; of the whole, `counted` says what counts of it.
// Prints why there is none: no thread has the name, or samples have no time.
std::optional<model::Selection> selectionOf(const CommandParser &parser,
                                            const model::Profile &profile, const std::string &file);

// Prints on stderr what an excerpt leaves out.
void printLeftOut(const model::Excerpt &part);

} // namespace ember::app
