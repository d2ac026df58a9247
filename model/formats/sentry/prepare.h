// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

namespace ember::model::sentry {

// What the backend does to a normalised chunk before it builds call trees (SENTRY.md §6.1): in_app
// for every frame; Python's "<module>" of "<string>" cut off the root end; Android's frames of
// libart.so and nameless anonymous memory removed. Frames that are removed stay in the table.
void prepare(Chunk &chunk);

// The parts of it that V1 shares.
void setInApp(Chunk &chunk);
void cutPythonModuleFrame(Chunk &chunk);

} // namespace ember::model::sentry
