// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/importlog.h"
#include "model/formats/keptview.h"
#include "model/spans/spantable.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace ember::app {

// A profile that was read from files and is ready to be shown.
struct OpenedProfile {
    model::SpanTablePointer spans;
    QString format;
    QStringList files;
    std::optional<model::KeptView> view =
        {}; // how it was last looked at, where its file keeps that

    QString title() const; // the program's name, else that of the first file
};

// What one opening brought: files may hold several profiles, one profile several files.
struct OpenedFiles {
    QStringList paths; // as asked for
    std::vector<OpenedProfile> profiles; // at least one
    model::ImportLog log;
    std::vector<model::Error> refused; // of those files that gave nothing
    QStringList fetchFailures; // why debug info did not come from servers, a line each
    bool isMore = false; // the first profile goes on from what Loader::grown() had
};

using OpenedFilesPointer = std::shared_ptr<const OpenedFiles>;

} // namespace ember::app
