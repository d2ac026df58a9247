// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// What a server had to say instead of a file.
struct ServerAnswer {
    std::string server; // host, and port where it has one
    int status = 0; // HTTP's; 0: it was not that
    std::string words; // the transfer library's; "" where the file came
};

// One call of libdebuginfod. Its result cannot tell a server without the file from one that is
// broken, so that this is read off what it says with DEBUGINFOD_VERBOSE.
struct FetchTranscript {
    std::string cacheFolder;
    std::vector<ServerAnswer> answers; // of those asked; empty: it knew already
    std::string sender; // the server whose file was taken; "": none
};

FetchTranscript parseFetchTranscript(std::string_view text);

// "host:port" of a URL.
std::string serverOf(std::string_view url);

} // namespace ember::capture
