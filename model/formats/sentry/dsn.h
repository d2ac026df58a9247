// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// The address to which a project's envelopes go:
// {scheme}://{key}[:{secret}]@{host}[:{port}]{path}/{project}.
struct Dsn {
    std::string scheme; // http or https
    std::string publicKey; // 32 hex
    std::string secret; // legacy; mostly ""
    std::string host; // an IPv6 address in brackets
    std::optional<std::uint16_t> port;
    std::string path; // prefix without the project: "" or "/sentry"
    std::string projectId;

    // Returns {host}[:{port}].
    std::string server() const;
    // Returns {scheme}://{server}{path}/api/{project}/envelope/.
    std::string envelopeUrl() const;
    // Returns the value of the header X-Sentry-Auth; `client` is name/version.
    std::string authHeader(std::string_view client) const;
    // The DSN without its secret, for messages and logs.
    std::string toString() const;
};

// Parses a DSN. Error: InvalidDsn; subject: the part that is wrong; detail: what is wrong with it.
Result<Dsn> parseDsn(std::string_view text);

} // namespace ember::model::sentry
