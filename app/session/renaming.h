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

// A binary of a profile; the same one in several processes or profiles is one.
struct BinaryKey {
    std::string codeFile; // path
    std::string codeId; // build-id in hex; "": not known
    std::string debugId;

    friend bool operator==(const BinaryKey &, const BinaryKey &) = default;
};

BinaryKey binaryKey(const model::Profile &profile, model::ImageIndex image);

// Names for profiles that are open already.
struct RenameRequest {
    std::vector<model::SpanTablePointer> profiles; // null ones stay
    // No other binary is looked up, nor told to a server.
    std::vector<BinaryKey> binaries;
    SymbolSettings symbols;
    QString log; // a capture log that keeps the new names; empty: none
};

struct RenamedProfiles {
    std::vector<model::SpanTablePointer> before; // those of the request
    std::vector<model::SpanTablePointer> after; // in the same order
    std::vector<capture::NameFiles> files; // of the binaries, in their order
    QStringList fetchFailures; // one line per reason
};

// Looks the frames of these binaries up once more that have no name, or no line. Any thread; takes
// as long as servers do. Stops soon after `stop`, with the profiles of the request. That a log
// cannot be written is no error: its names are looked up again when it is opened.
RenamedProfiles renamed(const RenameRequest &request, const std::stop_token &stop,
                        FetchReporter &fetching);

// A binary with nameless functions, and why they have no names.
struct NamelessBinary {
    model::NamelessModule module;
    BinaryKey key; // without a path: code in no file
    capture::NameFiles files;
};

// The binaries of namelessTime() as they are on this machine. Any thread; asks no server.
std::vector<NamelessBinary> namelessBinaries(const model::Profile &profile,
                                             const model::NamelessTime &time,
                                             const SymbolSettings &symbols);

} // namespace ember::app
