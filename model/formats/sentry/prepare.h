// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>

namespace ember::model::sentry {

// What the backend does to a normalised chunk before it builds call trees (SENTRY.md §6.1): in_app
// for every frame; Python's "<module>" of "<string>" cut off the root end; Android's frames of
// libart.so and nameless anonymous memory removed. Frames that are removed stay in the table.
void prepare(Chunk &chunk);

// The parts of it that V1 shares.
void setInApp(Chunk &chunk);
void cutPythonModuleFrame(Chunk &chunk);

} // namespace ember::model::sentry

namespace ember::model::sentry::v1 {

// What came of idle samples between two others of their thread.
struct IdleFill {
    std::size_t filled = 0; // have what the stacks around them have in common
    std::size_t left = 0; // too much to fill: stacks of an absurd size
};

// What the backend does to a normalised V1 profile before it builds call trees (SENTRY.md §6.1):
// in_app for every frame; Python's "<module>" of "<string>" and Cocoa's frames rootward of main cut
// off; idle samples between two others get the root part that their stacks have in common.
IdleFill prepare(Chunk &chunk);

} // namespace ember::model::sentry::v1
