// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/records.h"

#include <functional>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

// Makes whole records for the segment they will lie in, from whose start times count, given what
// the log has so far. None: nothing is appended.
using RecordMaker = std::function<std::string(const SegmentRecord &, std::string_view log)>;

// Appends records to a finished log. One writer at a time: a log that is being recorded or appended
// to is refused (FileInUse). Nothing in the log is changed: behind a torn record a new segment
// begins, so that readers find what is appended. Other errors: FileNotFound, FileNotWritable,
// DiskFull and FileSizeLimited (the log is left as it was), UnknownFormat, UnsupportedVersion.
Result<void> appendRecords(const std::string &path, const RecordMaker &make);

} // namespace ember::model::capturelog
