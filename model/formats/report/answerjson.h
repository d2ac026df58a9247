// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/profileanswer.h"
#include "model/json/jsontext.h"

namespace ember::model::report {

// Writes the figures of an answer as an object, the "answer" of `emberchart-cli summary --json`.
void writeAnswer(JsonWriter &json, const Profile &profile, const ProfileAnswer &answer);

} // namespace ember::model::report
