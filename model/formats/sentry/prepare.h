// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>

namespace ember::model::sentry {

// What came of idle samples between two others of their thread in a V1 profile.
struct IdleFill {
    std::size_t filled = 0; // have what the stacks around them have in common
    std::size_t left = 0; // too much to fill: stacks of an absurd size
};

// What the backend does to a normalised document before it builds call trees (SENTRY.md §6.1):
// in_app for every frame; Python's "<module>" of "<string>" cut off the root end. In chunks,
// Android's frames of libart.so and nameless anonymous memory are removed. In V1 profiles, Cocoa's
// frames rootward of main are cut off, and idle samples between two others get the root part that
// their stacks have in common. Frames that are removed stay in the table.
IdleFill prepare(Chunk &chunk);

} // namespace ember::model::sentry
