// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <vector>

namespace ember::model::pprof {

// The labels by which a pprof profile says what else a profile has a place for.
namespace labelkey {
constexpr const char *thread = "thread";
constexpr const char *threadName = "thread_name";
constexpr const char *timestamp = "timestamp"; // nanoseconds since 1970
} // namespace labelkey

constexpr const char *timestampUnit = "nanoseconds";

// What stands for a function without a name: pprof has "" for it.
constexpr const char *namelessFunction = "<?>";

// What a message says that a profile has no place of its own for, as attributes of its source and
// images, and back.

// Of a frame whose location is folded.
constexpr const char *foldedAttributes = R"({"is_folded":true})";

std::vector<Attribute> metadataOf(const Message &message, ProfileBuilder &builder);
std::vector<Attribute> attributesOf(const Mapping &mapping, ProfileBuilder &builder);

// Puts back what the attributes of a source, or of an image, say; others are left alone.
void takeMetadata(const Profile &profile, const Source &source, Message &message);
void takeAttributes(const Profile &profile, const Image &image, Mapping &mapping);

// The sample type the profile is about: the one it names, else the last. There must be one.
std::size_t mainType(const Message &message);

} // namespace ember::model::pprof
