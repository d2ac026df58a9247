// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/importlog.h"
#include "model/spans/spantable.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace ember::app {

// What is known of a growing capture at one moment.
struct LiveUpdate {
    model::SpanTablePointer spans; // null as long as the log has no sample
    model::ImportLog log;
    std::optional<model::Error> error; // the log cannot be read at all
    QStringList fetchFailures; // as OpenedFiles has it; at the end
    bool isComplete = false; // the last update: the log is whole and has its names
};

using LiveUpdatePointer = std::shared_ptr<const LiveUpdate>;

} // namespace ember::app
