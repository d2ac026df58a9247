// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ember::bench {

enum class Rights : unsigned char { OurOwn, Nobodys };
enum class Messages : unsigned char { Shown, Hidden }; // standard error

struct RunOptions {
    Rights rights = Rights::OurOwn;
    std::vector<std::string> environment = {}; // "NAME=VALUE", set besides what we have
    Messages messages = Messages::Shown;
};

// A program that ran to its end.
struct ProgramRun {
    bool succeeded = false;
    double seconds = 0; // from its start to its end
    double cpuSeconds = 0; // of the program and of its children that it waited for
    std::vector<long long> numbers; // in what it printed
    std::string output;
};

ProgramRun runProgram(const std::vector<std::string> &words, const RunOptions &options = {});

// Gives up the rights of root, for good. False: they could not be given up.
bool becomeNobody();

} // namespace ember::bench
