// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/relay.h"

#include <QString>

#include <string>

namespace ember::tests {

constexpr const char *accepted = "accepted";
constexpr const char *invalidJson = "profiling_invalid_json";
constexpr const char *unsupported = "profiling_platform_not_supported";

// "accepted", or Relay's reason to refuse the text.
inline QString verdictOf(const std::string &text, const model::sentry::RelayOptions &options = {})
{
    const model::Bytes bytes{std::string_view(text)};
    auto reading = model::sentry::readChunk(bytes.view());
    if (!reading)
        return QString::fromLatin1(invalidJson);
    const auto verdict = model::sentry::judge(*reading, options);
    return QString::fromLatin1(
        verdict.isAccepted() ? accepted : model::sentry::reasonName(verdict.rejection->reason));
}

} // namespace ember::tests
