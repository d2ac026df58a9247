// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <vector>

namespace ember::model::pprof {

// Labels that hold what pprof has no field for.
namespace labelkey {
constexpr const char *thread = "thread";
constexpr const char *threadName = "thread_name";
constexpr const char *timestamp = "timestamp"; // nanoseconds since 1970
} // namespace labelkey

constexpr const char *timestampUnit = "nanoseconds";

// Name of functions without one; pprof has "" for them.
constexpr const char *namelessFunction = "<?>";

// The functions below convert metadata of a message for which a profile has no place of its own to
// attributes of its source and images, and back.

// Attributes of a frame whose location is folded.
constexpr const char *foldedAttributes = R"({"is_folded":true})";

std::vector<Attribute> metadataOf(const Message &message, ProfileBuilder &builder);
std::vector<Attribute> attributesOf(const Mapping &mapping, ProfileBuilder &builder);

// Copies the metadata that is stored in the attributes of the source (or image) back into the
// message; ignores attributes it does not know.
void takeMetadata(const Profile &profile, const Source &source, Message &message);
void takeAttributes(const Profile &profile, const Image &image, Mapping &mapping);

// Returns the main sample type: the default type of the message, otherwise the last. There must be
// one.
std::size_t mainType(const Message &message);

} // namespace ember::model::pprof
