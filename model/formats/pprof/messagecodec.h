// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// Returns how many messages of a profile are at the start of the bytes; 0 if they are no profile.
// Counting stops at a field of a wrong type and at a damaged message.
std::size_t countKnownFields(std::string_view firstBytes);

// Decodes an uncompressed protocol buffer; the bytes must outlive the message. Checks string
// indices but not ids: see check() in pprofimporter.cpp. `file` is the error's subject. Errors:
// Truncated, SyntaxError with the byte, FileTooBig, Cancelled.
Result<Message> decode(const std::string &file, std::string_view bytes,
                       const std::stop_token &stop);

// Returns the message as an uncompressed protocol buffer; decode() restores it.
std::string encode(const Message &message);

} // namespace ember::model::pprof
