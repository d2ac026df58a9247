// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>

#include <stop_token>

namespace ember::app {

// Copies a file, replacing `to` atomically. Call on a background thread. Errors: FileUnreadable,
// FileNotWritable, Cancelled soon after `stop`.
model::Result<void> copyFile(const QString &from, const QString &to, const std::stop_token &stop);

} // namespace ember::app
