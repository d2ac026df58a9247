// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"

#include <span>
#include <string>

namespace ember::app {

// One line per file: FILE, tab, "accepted" or "rejected", tab, reason, tab, detail; findings are
// indented below.
std::string verdictsAsText(std::span<const model::sentry::FileVerdict> verdicts);

// [{"file","verdict","reason","detail","findings":[{"code","origin","severity","subject","detail"}]}]
// with null for the reason and detail of what was accepted.
std::string verdictsAsJson(std::span<const model::sentry::FileVerdict> verdicts);

std::string changeText(const model::sentry::RepairChange &change);

} // namespace ember::app
