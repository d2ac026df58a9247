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

// An element of an Array that is not embedded; 0: none.
std::uint64_t elementOf(std::uint64_t array, std::uint64_t index, StopReader &reader);

// What an object is, by its flags.
bool isCode(std::uint64_t flags); // rb_iseq_t
bool isMethod(std::uint64_t flags); // rb_method_entry_t
bool isVariables(
    std::uint64_t flags); // those of a frame; a method entry or its like is the second word
bool isClass(std::uint64_t flags); // or a module
bool isIncluded(std::uint64_t flags); // stands for the module that is its class
bool isSingleton(std::uint64_t flags, const RubyLayout &layout); // a class of one object

} // namespace ember::capture::ruby
