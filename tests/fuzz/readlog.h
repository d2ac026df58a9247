// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logreader.h"

#include <string_view>

namespace ember::tests {

// Reads any bytes as a log twice: as they are, and with checksums taken as right, so that damage
// gets beyond them.
inline void readAnyLog(std::string_view bytes)
{
    using namespace model::capturelog;
    ReadOptions options;
    options.sampleLimit = 100'000;
    (void)readCaptureLog("fuzz", bytes, options);
    model::ProfileBuilder builder;
    LogParser parser("fuzz", builder, options, Checksums::Ignore);
    parser.feed().setLogSize(bytes.size());
    if (const auto used = parser.consume(bytes))
        parser.finish(bytes.substr(*used));
}

} // namespace ember::tests
