// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/import/importlog.h"
#include "model/spans/spantable.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace ember::app {

// Snapshot of a growing capture.
struct LiveUpdate {
    model::SpanTablePointer spans; // null until the log has a sample
    model::ImportLog log;
    std::optional<model::Error> error; // set if the log cannot be read
    QStringList fetchFailures; // as in OpenedFiles; at the end only
    bool isComplete = false; // last update: the log is complete and symbolized
};

using LiveUpdatePointer = std::shared_ptr<const LiveUpdate>;

} // namespace ember::app
