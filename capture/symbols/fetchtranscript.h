// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// The response of a server that did not deliver the file.
struct ServerAnswer {
    std::string server; // host, and port where it has one
    int status = 0; // HTTP status; 0: no HTTP response
    std::string words; // the transfer library's; "" where the file came
};

// Parses what libdebuginfod prints with DEBUGINFOD_VERBOSE during one call. The call's result alone
// cannot tell a server without the file from a broken one.
struct FetchTranscript {
    std::string cacheFolder;
    std::vector<ServerAnswer> answers; // of the servers asked; empty: answered from the cache
    std::string sender; // the server whose file was taken; "": none
};

FetchTranscript parseFetchTranscript(std::string_view text);

// "host:port" of a URL.
std::string serverOf(std::string_view url);

} // namespace ember::capture
