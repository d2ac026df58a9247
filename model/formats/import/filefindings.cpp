// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/filefindings.h"

#include <utility>

namespace ember::model {

ImportLog ofFile(const ImportLog &log, const std::string &file)
{
    ImportLog named;
    for (Finding finding : log.findings()) {
        if (finding.subject.empty())
            finding.subject = file;
        else if (!finding.subject.starts_with(file))
            finding.subject = file + ": " + finding.subject;
        named.add(std::move(finding));
    }
    return named;
}

} // namespace ember::model
