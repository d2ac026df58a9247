// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// Whether these may be the first bytes of a profile: 0 no; else how many of its messages there are,
// before anything that is none of its fields.
std::size_t countKnownFields(std::string_view firstBytes);

// Takes the bare protocol buffer apart, which must outlive the message. String indices are checked;
// ids are not: see check.h. `file` is the error's subject. Errors: Truncated, SyntaxError with the
// byte, FileTooBig, Cancelled.
Result<Message> decode(const std::string &file, std::string_view bytes,
                       const std::stop_token &stop);

// The message as a bare protocol buffer; decode() gives it back.
std::string encode(const Message &message);

} // namespace ember::model::pprof
