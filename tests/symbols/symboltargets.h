// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/frameresolver.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::tests {

// The path of a binary built for these tests: "full", "noid", "compressed", "exec", "dwarf4".
std::string symbolTarget(const char *name);
// The path of their source, as debug info has it.
std::string symbolSource();
// The path of a program in Go.
std::string goSource();
// The line of the source with the comment "MARK name"; 0 if there is none.
std::uint32_t markedLine(const char *name);

// Runs a tool and fails the test if that fails. What it printed.
QByteArray run(const QString &program, const QStringList &arguments);

// name → address, of all symbols of a binary, as nm prints them.
std::uint64_t addressOf(const std::string &binary, const char *symbol);
std::string buildIdOf(const std::string &binary);

// Addresses of the function, as the line table has them, that belong to a line of the source.
std::vector<std::uint64_t> addressesOfLine(const std::string &binary, std::uint32_t line);

// The key of a binary whose first byte was mapped at `address`. `codeFile` must outlive it.
model::ImageKey keyOf(std::string_view codeFile, std::uint64_t address = 0);

} // namespace ember::tests
