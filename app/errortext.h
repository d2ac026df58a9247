// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importlog.h"

#include <QString>

namespace ember::app {

// An error as text for the user. `sentence` says what happened and to what, `advice` (may be empty)
// what to do about it, `detail` (may be empty) position and reason in the untranslated words of the
// rule or the system.
struct ErrorText {
    QString sentence;
    QString advice;
    QString detail;
};

// Converts an Error to text. Only queueErrorLine(), for the upload queue, does this elsewhere. Any
// thread.
ErrorText errorText(const model::Error &error);

// One line for terminals and logs: "sentence (detail). advice".
QString errorLine(const model::Error &error);

// "opened with 3 warnings"; "" if there are no warnings.
QString importSummary(const model::ImportLog &log);

// Returns a finding as one line: code, subject, text, count.
QString findingLine(const model::Finding &finding);

} // namespace ember::app
