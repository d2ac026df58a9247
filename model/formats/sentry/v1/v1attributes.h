// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/v1/metadata.h"
#include "model/profile/profilebuilder.h"

#include <vector>

namespace ember::model::sentry::v1 {

// What only V1 says, for a person and for writing it again: event_id, timestamp, dist, device.…,
// os.…, runtime.…, transaction.… and the queues. Keys are dotted paths in the file; envelope.… is
// what stood beside it.
std::vector<Attribute> profileAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                         const Metadata &metadata);

} // namespace ember::model::sentry::v1
