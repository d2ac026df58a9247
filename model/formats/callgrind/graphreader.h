// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/callgrind/callgraph.h"
#include "model/formats/import/importer.h"

namespace ember::model::callgrind {

struct CallgrindFile {
    CallGraph graph;
    std::string_view creator;
    std::string_view command;
    std::uint32_t pid = 0; // 0: not known
};

// Reads all parts of a file together; costs of the first event are selected. The texts are views
// into the file. Errors: SyntaxError and FileTooBig with the line, Truncated, Cancelled.
Result<CallgrindFile> readGraph(const ImportFile &file, const std::stop_token &stop,
                                ImportLog &log);

} // namespace ember::model::callgrind
