// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/settings/symbolsettings.h"
#include "capture/symbols/symbolizer.h"
#include "model/query/namelesstime.h"
#include "model/spans/spantable.h"

#include <QString>
#include <QStringList>

#include <stop_token>
#include <string>
#include <vector>

namespace ember::app {

// Identifies a binary; equal for the same binary in several processes or profiles.
struct BinaryKey {
    std::string codeFile; // path
    std::string codeId; // build-id in hex; "": not known
    std::string debugId;

    friend bool operator==(const BinaryKey &, const BinaryKey &) = default;
};

BinaryKey binaryKey(const model::Profile &profile, model::ImageIndex image);

// A request for names for profiles that are open already.
struct RenameRequest {
    std::vector<model::SpanTablePointer> profiles; // may contain null
    // The binaries to look up. Servers are told of no others.
    std::vector<BinaryKey> binaries;
    SymbolSettings symbols;
    QString log; // a capture log that keeps the new names; empty: none
};

struct RenamedProfiles {
    std::vector<model::SpanTablePointer> before; // the profiles of the request
    std::vector<model::SpanTablePointer> after; // the renamed profiles, in the order of `before`
    std::vector<capture::NameFiles> files; // in the order of the request's binaries
    QStringList fetchFailures; // one line per reason
};

// Looks up again those frames of the binaries that have no name, or no line. Any thread; takes as
// long as servers do. Stops soon after `stop`, and then returns the profiles of the request. A log
// that cannot be written is no error: its names are looked up again when it is opened.
RenamedProfiles renamed(const RenameRequest &request, const std::stop_token &stop,
                        FetchReporter &fetching);

// A binary with nameless functions, and why they have no names.
struct NamelessBinary {
    model::NamelessModule module;
    BinaryKey key; // without a path: code in no file
    capture::NameFiles files;
};

// Returns the binaries of namelessTime(), with the files found for them on this machine. Any
// thread; asks no server.
std::vector<NamelessBinary> namelessBinaries(const model::Profile &profile,
                                             const model::NamelessTime &time,
                                             const SymbolSettings &symbols);

} // namespace ember::app
