// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/import/importlog.h"
#include "model/formats/import/keptview.h"
#include "model/spans/spantable.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace ember::app {

// A profile read from files, ready to be shown.
struct OpenedProfile {
    model::SpanTablePointer spans;
    QString format;
    QStringList files;
    std::optional<model::KeptView> view = {}; // the view stored in its file, if any

    // Several profiles of the file, which lie apart in time, aligned at their starts.
    bool isTogether = false;

    QString title() const; // name of the program, or of the first file
};

// The result of one opening. A file may contain several profiles, and a profile may come from
// several files.
struct OpenedFiles {
    QStringList paths; // as requested
    std::vector<OpenedProfile> profiles; // at least one
    model::ImportLog log;
    std::vector<model::Error> refused; // errors of files without a result
    QStringList fetchFailures; // failed fetches of debug info, one line per reason
    bool isMore = false; // true: the first profile continues the one of Loader::grown()
};

using OpenedFilesPointer = std::shared_ptr<const OpenedFiles>;

} // namespace ember::app
