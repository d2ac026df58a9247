// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <string>

// Objects of Ruby, as they lie in the memory of a process. What cannot be read is empty.
namespace ember::capture::ruby {

// The bytes of a String; empty too: it has more than 4096.
std::string textOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader);

// The file of a method: a String, or an Array of the path as it was given and the absolute one.
std::string pathOf(std::uint64_t object, const RubyLayout &layout, StopReader &reader);

// Whether an object is code (rb_iseq_t), by its flags.
bool isCode(std::uint64_t flags);

} // namespace ember::capture::ruby
