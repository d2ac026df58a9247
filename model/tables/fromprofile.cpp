// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/fromprofile.h"

#include "model/tables/codetables.h"
#include "model/tables/profiletables.h"
#include "model/tables/profiletexts.h"
#include "model/tables/sampletables.h"

namespace ember::model::tables {

Result<Tables> tablesOf(const Profile &profile)
{
    Tables tables;
    ProfileTexts texts(profile, tables);
    appendRow(tables.meta, texts.intern(versionKey), texts.intern(version));
    addSources(profile, texts, tables);
    addProcesses(profile, texts, tables);
    addCode(profile, texts, tables);
    EMBER_RETURN_IF_ERROR(addSamples(profile, texts, tables));
    addMeasurements(profile, texts, tables);
    addCapture(profile, texts, tables);
    return tables;
}

} // namespace ember::model::tables
