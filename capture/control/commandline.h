// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ember::capture {

// Parsers for the sizes, times and triggers of --max-size, --ring, --keep-last and --trigger.

// Parses bytes: "4096", "500MB", "2GiB", "1.5G". k, M, G (or kB, MB, GB) and TB are powers of 1000,
// KiB, MiB and GiB of 1024. Absent: anything else, or more than 1e18 bytes.
std::optional<std::uint64_t> parseSize(std::string_view text);

// Parses "90s", "10min" (or "10m"), "1.5h". Absent: anything else, or more than 1e9 s.
std::optional<std::chrono::nanoseconds> parseTime(std::string_view text);

// Parses a time of at least 1 s, or a size of at least 1 MB.
std::optional<RingLimit> parseRing(std::string_view text);

// 100 percent times the number of this machine's CPUs.
double maxCpuPercent();

// Parses "frozen-frame", "cpu>PERCENT", "signal:USR1" or "signal:USR2" into `triggers`. False if it
// is none of these, or if the percentage is not above 0 and at most maxCpuPercent().
bool addTrigger(std::string_view text, KeepTriggers &triggers);

// Which programs have an option of the recorder.
enum class OptionUse : std::uint8_t {
    Users, // `emberchart-cli record` and `emberchart --launch` pass it on unchanged
    RecordCommand, // `emberchart-cli record` has it, `emberchart --launch` does not
    Programs, // no other program offers it to users, but may pass it itself
};

// Says where the window's launch form shows an option: among other options, or in a field.
enum class InLaunchForm : std::uint8_t { AmongOthers, OwnField };

// An option of the recorder, a row of the table from which all programs make their command lines,
// help and completion.
struct RecordOption {
    std::string_view name; // with its dashes: "-F", "--ring"
    std::string_view longName = {}; // "--rate"; "" if `name` is long
    std::string_view value = {}; // name of its value; "": a switch
    std::string_view choices = {}; // the values it may have, separated by blanks; "": any
    OptionUse use = OptionUse::Users;
    InLaunchForm inForm = InLaunchForm::AmongOthers;
    const char *summary = ""; // a sentence, which users get in their language (context "cli")
    std::string_view help; // text of the recorder's --help, in more detail than `summary`
    // Stores the value ("" for a switch). Returns what was expected if it is wrong, else "".
    std::string (*take)(RecordOptions &options, const std::string &value);
};

std::span<const RecordOption> recordOptionTable();
// The option with this name or long name; null if there is none.
const RecordOption *findRecordOption(std::string_view spelling);

// Parses the recorder's command line, without the program's name. Checks that the log would not
// overwrite the file that is the command's standard input. Error: InvalidArgument; its subject is
// the option or argument that is wrong or missing.
model::Result<RecordOptions> parseCommandLine(std::span<const std::string> arguments);

std::string usage();

} // namespace ember::capture
