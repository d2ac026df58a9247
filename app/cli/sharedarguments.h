// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "app/settings/symbolsettings.h"
#include "model/formats/import/importer.h"
#include "model/formats/sentry/files/chunkexport.h"
#include "model/query/excerpt.h"
#include "model/query/selection.h"

#include <QString>

#include <array>
#include <optional>
#include <span>
#include <string>

// Options that several commands have, and what they mean.
namespace ember::app {

// The options for what is written into chunks about the application. `record` takes its options of
// these names from the recorder's table.
inline constexpr std::array applicationOptionSpecs{
    OptionSpec{.name = "release",
               .value = "R",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Release written into chunks (that of the capture; else of the script or "
                   "program).")},
    OptionSpec{.name = "environment",
               .value = "E",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Environment written into chunks (that of the capture; production).")},
};

// The options of all commands that write chunks.
inline constexpr std::array chunkOptionSpecs{
    OptionSpec{.name = "platform",
               .value = "P",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Platform written into chunks (native); rust leaves the "
                                         "names of recorded functions to Sentry.")},
    OptionSpec{.name = "dist",
               .value = "D",
               .help = QT_TRANSLATE_NOOP("cli", "Distribution written into chunks.")},
    OptionSpec{.name = "fresh-ids",
               .help = QT_TRANSLATE_NOOP("cli", "New random profiler and chunk ids.")},
    OptionSpec{.name = "with-transaction",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Adds a transaction over the written time of each process that has none, named "
                   "after the program: in Sentry it leads to the chunks (V1 profiles have one).")},
    OptionSpec{
        .name = "transaction-name",
        .value = "NAME",
        .help = QT_TRANSLATE_NOOP("cli", "Adds a transaction of this name, even beside others.")},
    OptionSpec{
        .name = "thin-idle",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "Leaves out samples inside waits, without which Sentry draws the same calls; its "
            "sums that count samples see less waiting.")},
};
// Returns the usage error in the options for chunks and for redaction, if any.
std::optional<QString> chunkArgumentFault(const CommandParser &parser);
model::sentry::ChunkOptions chunkOptions(const CommandParser &parser);

// What is taken out of chunks: options of all commands that write some.
inline constexpr std::array redactionOptionSpecs{
    OptionSpec{.name = "redact",
               .value = "WHAT",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Replaces private texts: home (paths of home folders), user (names of users), "
                   "host (of the machine), arguments (of command lines); several with commas.")},
    OptionSpec{.name = "hide-module",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Functions of this module get numbers for names, and its file is not named; * "
                   "and ? stand for other letters; may be given several times.")},
    OptionSpec{.name = "leave-out-thread",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Threads of this name or id are not written; * and ? stand for other letters; "
                   "may be given several times.")},
};
// Returns the usage error in the options for redaction, if any.
std::optional<QString> redactionFault(const CommandParser &parser);
model::sentry::RedactionRules redactionRules(const CommandParser &parser);

// Prints on stderr why a profile gave no chunk.
void printUnwritten(const model::Error &error);
// Prints on stderr what the chunks do not contain.
void printReport(const model::sentry::WriteReport &report);

// The options of all commands that symbolize.
inline constexpr std::array symbolOptionSpecs{
    OptionSpec{
        .name = "symbol-path",
        .value = "DIR",
        .help = QT_TRANSLATE_NOOP("cli",
                                  "Folder with binaries of other machines, to name addresses by; "
                                  "may be given several times (as in the window's settings).")},
    OptionSpec{.name = "debuginfod",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Asks the debuginfod servers of the window's settings, or else those in "
                   "DEBUGINFOD_URLS, for debug info that is missing; they learn what is run "
                   "here.")},
    OptionSpec{.name = "in-app",
               .value = "PATH",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Code below this path is the app's own; may be "
                                         "given several times (as in the settings).")},
    OptionSpec{.name = "not-in-app",
               .value = "PATH",
               .help = QT_TRANSLATE_NOOP("cli",
                                         "Code below this path is not; may be given "
                                         "several times (as in the settings).")},
};

// The window's settings, overridden by the given options. Makes the settings' servers those that
// this process asks.
SymbolSettings symbolSettings(const CommandParser &parser);

inline constexpr std::array weightOptionSpecs{
    OptionSpec{.name = "weight",
               .value = "TYPE",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Weigh functions by the values of this type, of files that have some.")},
};

// The type of --weight; "" if it is not given.
std::string weightArgument(const CommandParser &parser);

// Whether any profile has values of the type, and all that have them can be weighed by them: levels
// do not add up. True if `type` is empty. Prints which profiles lack such values, with the types
// that they have.
bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type);

// The part of a profile that a command is about: threads, a range of time, what ran.
inline constexpr std::array selectionOptionSpecs{
    OptionSpec{
        .name = "running",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "Only what ran: the time in which threads waited, for a CPU or for anything else, "
            "is left out. What ran is not known of files without states of threads: all "
            "counts.")},
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

// The option --to, the end of the range, of commands in which it has no other meaning.
inline constexpr std::array rangeEndOptionSpecs{
    OptionSpec{
        .name = "to",
        .value = "TIME",
        .help = QT_TRANSLATE_NOOP("cli", "Ends so many seconds after the profile's first sample.")},
};

// Whether a text is a time as --from and --to take it. Tells the --to of a range from the --to that
// names a format: no format is called like a time.
bool isTime(const QString &text);

// Returns the usage error in the options that select a part of a profile, if any.
std::optional<QString> selectionFault(const CommandParser &parser);

// Whether the options ask for a part of the profile.
bool asksForPart(const CommandParser &parser);

// Returns the part of the profile that the options select; without such options, all of it. Prints
// why there is none: no thread has the name, or samples have no time.
std::optional<model::Selection> selectionOf(const CommandParser &parser,
                                            const model::Profile &profile, const std::string &file);

// Prints on stderr what an excerpt leaves out.
void printLeftOut(const model::Excerpt &part);

} // namespace ember::app
