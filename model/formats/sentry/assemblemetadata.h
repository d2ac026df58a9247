// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/profile/profilebuilder.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Adds every member of a JSON object, as an attribute named `prefix` + its key, with its text as it
// stands there. What is no object is ignored.
void addMembers(ProfileBuilder &builder, std::string_view prefix, std::string_view object,
                std::vector<Attribute> &attributes);

// All metadata of a chunk, known and unknown: keys are dotted paths in the file
// ("client_sdk.name").
std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict);

// An entry of debug_meta.images; addresses and sizes that are missing are 0.
Image chunkImage(ProfileBuilder &builder, const Chunk &chunk, const ChunkImage &image,
                 ProcessIndex process);

} // namespace ember::model::sentry
