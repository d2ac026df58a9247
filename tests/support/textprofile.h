// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <string>
#include <string_view>

namespace ember::tests {

// A thread written as a picture: columns are samples, rows are depths, root on top.
//
//   0   10  20  30     milliseconds; without this line 10 ms apart from 0
//   a   a   a   a
//   b   b   .   c      "." or nothing: the stack ends above
//
// A frame is name[:line][@hex address][!module][#file]; a column of dots is an idle sample. Columns
// are separated by spaces; cells stand in the order of the columns, missing ones on the right are
// ".".
model::ThreadIndex addTextThread(model::ProfileBuilder &builder, std::string_view picture,
                                 std::string_view id = "1", std::string_view name = "main");

// The stack of a single call, of a frame written as above.
model::StackIndex textStack(model::ProfileBuilder &builder, std::string_view frame);

// The first frame of that name; none if there is none.
model::FrameIndex frameCalled(const model::Profile &profile, std::string_view name);

// A source of R's that says so many samples of it follow each other by: the last lasts as long.
void addRprofSource(model::ProfileBuilder &builder, int intervalUs);

// One process, one thread.
model::ProfilePointer textProfile(std::string_view picture);

// A thread whose row from 20 to 60 ms is a gap mark, as between chunks of a session; four samples.
model::ProfilePointer profileWithGap();

// The calls of a thread in time order, indented by depth: "a 0+30 (3)" is name, start and duration
// in milliseconds, and the number of samples.
std::string printedCalls(const model::ProfilePointer &profile,
                         model::ThreadIndex thread = model::ThreadIndex(0));

} // namespace ember::tests
