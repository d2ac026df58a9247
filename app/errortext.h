// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/importlog.h"

#include <QString>

namespace ember::app {

// What a person is told about an error. `sentence` says what happened and to what, `advice` what to
// do about it (may be empty), `detail` place and reason in the untranslated words of the rule or
// the system (may be empty).
struct ErrorText {
    QString sentence;
    QString advice;
    QString detail;
};

// The only place where an ErrorCode becomes words. Any thread.
ErrorText errorText(const model::Error &error);

// One line for terminals and logs: "sentence (detail). advice".
QString errorLine(const model::Error &error);

// "opened with 3 warnings"; empty if nothing is worth a word.
QString importSummary(const model::ImportLog &log);

// A finding as a line: code, where, what, how often.
QString findingLine(const model::Finding &finding);

} // namespace ember::app
