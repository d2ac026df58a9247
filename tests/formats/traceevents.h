// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <QString>
#include <QStringList>

#include <string>

namespace ember::tests {

// An event of process 1, thread 2.
inline std::string traced(const std::string &members)
{
    return "{'pid':1,'tid':2," + members + "}";
}

// "code count, …" of the findings.
inline QString codesIn(const model::Result<model::Import> &import)
{
    QStringList codes;
    for (const auto &finding : import->log.findings())
        codes.append(
            QStringLiteral("%1 %2").arg(QString::fromStdString(finding.code)).arg(finding.count));
    return codes.join(QStringLiteral(", "));
}

} // namespace ember::tests
