// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>

namespace ember::model::sentry {

// Counts idle samples of a V1 profile that are between two others of their thread.
struct IdleFill {
    std::size_t filled = 0; // got the root part that the stacks before and after have in common
    std::size_t left = 0; // left idle: the stacks are too large
};

// Does what the backend does to a normalised document before it builds call trees (SENTRY.md §6.1):
// sets in_app of every frame; removes Python's "<module>" of "<string>" from the root end. In
// chunks, it removes Android's frames of libart.so and nameless anonymous memory. In V1 profiles,
// it removes Cocoa's frames rootward of main, and gives idle samples between two others the root
// part that their stacks have in common. Removed frames stay in the table.
IdleFill prepare(Chunk &chunk);

} // namespace ember::model::sentry
