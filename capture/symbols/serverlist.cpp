// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugclient.h"
#include "capture/symbols/symbolpaths.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace ember::capture {

namespace {

constexpr const char *urlsVariable = "DEBUGINFOD_URLS";

// The variable DEBUGINFOD_URLS as it was before this process changed it: "DEBUGINFOD_URLS=…"; "":
// not set. Absent: this process has not changed it.
std::optional<std::string> &entryBefore()
{
    static std::optional<std::string> entry;
    return entry;
}

std::string currentEntry()
{
    const char *text = std::getenv(urlsVariable);
    return text == nullptr ? std::string() : std::string(urlsVariable) + '=' + text;
}

} // namespace

std::vector<std::string> debugServerUrls()
{
    const char *text = std::getenv(urlsVariable);
    std::istringstream words(text != nullptr ? text : "");
    return {std::istream_iterator<std::string>(words), {}};
}

std::string debugServerNames()
{
    std::string names;
    for (const std::string &url : debugServerUrls())
        names += (names.empty() ? "" : ", ") + serverOf(url);
    return names;
}

bool isDebugServerUrl(std::string_view text)
{
    const auto isPlain = [](char c) { return c > ' ' && c < '\x7f'; };
    return (text.starts_with("http://") || text.starts_with("https://")) && !serverOf(text).empty()
        && std::ranges::all_of(text, isPlain);
}

// The variable is set even to nothing: later changes then replace a pointer in the environment
// and do not move it, while other threads may be reading it.
void useDebugServers(const std::vector<std::string> &urls)
{
    auto &before = entryBefore();
    if (!before)
        before = currentEntry();
    std::string text;
    for (const std::string &url : urls) {
        if (isDebugServerUrl(url))
            text += (text.empty() ? "" : " ") + url;
    }
    if (text.empty() && !before->empty())
        text = before->substr(before->find('=') + 1);
    ::setenv(urlsVariable, text.c_str(), 1);
}

std::vector<char *> environmentOfOthers()
{
    auto &before = entryBefore();
    const auto isChanged = [&](const char *entry) {
        return before && std::string_view(entry).starts_with(std::string(urlsVariable) + '=');
    };
    std::vector<char *> entries;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        if (!isChanged(*entry))
            entries.push_back(*entry);
    }
    if (before && !before->empty())
        entries.push_back(before->data());
    entries.push_back(nullptr);
    return entries;
}

} // namespace ember::capture
