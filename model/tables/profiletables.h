// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/tables/profiletexts.h"

namespace ember::model::tables {

// A row per source; one of the type "manual" for a profile that knows of none.
void addSources(const Profile &profile, ProfileTexts &texts, Tables &tables);
void addProcesses(const Profile &profile, ProfileTexts &texts, Tables &tables); // and threads
void addMeasurements(const Profile &profile, ProfileTexts &texts, Tables &tables);
// Events, output, spans, statistics.
void addCapture(const Profile &profile, ProfileTexts &texts, Tables &tables);

} // namespace ember::model::tables
