// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "tests/bench/record/programrun.h"

#include <optional>
#include <string>
#include <vector>

// What being recorded costs a program, and what the recorder keeps. Each study prints its figures.
namespace ember::bench {

enum class Effort : unsigned char { Quick, Full };

// Where the programs lie and files may be written, by anybody.
struct Bench {
    std::string programs;
    std::string folder;
    Effort effort = Effort::Full;

    std::string target(const std::string &name) const { return programs + "/targets/" + name; }

    std::string log() const { return folder + "/capture.ember"; }

    int rounds() const { return effort == Effort::Full ? 15 : 3; }

    ProgramRun record(int rate, const std::vector<std::string> &command,
                      const RunOptions &options = {}) const;
    // The log that was recorded last; null: it cannot be read.
    model::ProfilePointer profile() const;
    std::optional<model::CaptureStatistics> statistics() const;
};

void print(const std::string &figure, double value, const char *unit);

void studyOverhead(const Bench &bench);
void studyTicks(const Bench &bench);
void studyIdleThreads(const Bench &bench);
void studySwitches(const Bench &bench);
void studyInterruptedCalls(const Bench &bench);
void studyChurn(const Bench &bench);

} // namespace ember::bench
