// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/prepare.h"
#include "model/formats/sentry/v1/judge.h"
#include "model/formats/sentry/v1/transactionevent.h"

#include <cstdint>
#include <optional>

namespace ember::model::sentry::v1 {

// The rules of the texts (SPEC.md) that a profile as it was read breaks; `event`: the transaction
// it came with, where it came in an envelope.
void addSpecFindings(const Reading &reading, const std::optional<TransactionEvent> &event,
                     ImportLog &log);

// What Relay did, and no text speaks of.
void addRelayFindings(const Verdict &verdict, ImportLog &log);

// What is drawn other than it was sampled.
void addFillFindings(const IdleFill &fill, ImportLog &log);

} // namespace ember::model::sentry::v1
