// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/import/keptview.h"

#include <optional>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

// The last view in the log that can be read; readers of a profile take the same.
std::optional<KeptView> viewIn(std::string_view log, Checksums checksums = Checksums::Verify);

// Appends the view, unless it equals the newest view in the log. Errors: those of appendRecords().
Result<void> keepView(const std::string &path, const KeptView &view);

// The payload of a View record whose times count from the epoch, and back. For views that must wait
// for their log.
std::string viewBytes(const KeptView &view);
std::optional<KeptView> viewOf(std::string_view bytes);

} // namespace ember::model::capturelog
