// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugservers.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace ember::capture {

namespace {

constexpr int notFoundStatus = 404;

FetchFault faultOf(const ServerAnswer &answer)
{
    if (answer.status == notFoundStatus || answer.words.empty())
        return FetchFault::Absent;
    return answer.status != 0 ? FetchFault::Refused : FetchFault::Broken;
}

// Removes the empty file by which the library remembers that servers do not have a file.
void forgetAbsence(const std::string &cacheFolder, const std::string &buildId)
{
    std::error_code ignored;
    const auto mark = std::filesystem::path(cacheFolder) / buildId / "debuginfo";
    if (!cacheFolder.empty() && std::filesystem::is_empty(mark, ignored))
        std::filesystem::remove(mark, ignored);
}

} // namespace

std::vector<std::string> debugServerUrls()
{
    const char *text = std::getenv("DEBUGINFOD_URLS");
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

bool DebugServers::isReady(const ElfFile &binary)
{
    if (m_ask == AskServers::Never || binary.buildId().empty() || debugServerUrls().empty())
        return false;
    if (!m_client) {
        m_client = std::make_unique<DebugClient>(m_watcher);
        if (!m_client->isInstalled())
            report(FetchFault::NoClient, binary, {}, {});
    }
    return m_client->isInstalled() && !m_client->hasGivenUp();
}

// Fetches the file; if the cached one is bad, removes it and fetches once more.
std::optional<ElfFile> DebugServers::fetch(const ElfFile &binary)
{
    for (bool mayBeKept = true; isReady(binary); mayBeKept = false) {
        const auto outcome = m_client->fetch(binary.path(), binary.buildId());
        if (outcome.path.empty()) {
            explain(binary, outcome);
            return {};
        }
        auto file = ElfFile::open(outcome.path);
        if (file && file->buildId() == binary.buildId())
            return std::move(*file);
        std::error_code ignored;
        std::filesystem::remove(outcome.path, ignored);
        if (!mayBeKept || !outcome.transcript.answers.empty()) {
            report(FetchFault::Foreign, binary, outcome.transcript.sender, {});
            return {};
        }
    }
    return {};
}

void DebugServers::explain(const ElfFile &binary, const DebugClient::Outcome &outcome)
{
    const auto &answers = outcome.transcript.answers;
    if (outcome.isUnwanted)
        return;
    if (outcome.error == ETIME || outcome.error == ETIMEDOUT)
        return report(FetchFault::Silent, binary, debugServerNames(),
                      std::to_string(serverPatience().count()));
    if (m_client->hasGivenUp())
        return report(FetchFault::Unreachable, binary, debugServerNames(),
                      answers.empty() ? std::strerror(outcome.error) : answers.back().words);
    if (answers.empty())
        return report(FetchFault::Absent, binary, debugServerNames(), {});
    bool isAbsent = true;
    for (const ServerAnswer &answer : answers) {
        const auto fault = faultOf(answer);
        isAbsent = isAbsent && fault == FetchFault::Absent;
        report(fault, binary, answer.server,
               fault == FetchFault::Refused ? std::to_string(answer.status) : answer.words);
    }
    if (!isAbsent)
        forgetAbsence(outcome.transcript.cacheFolder, binary.buildId());
}

void DebugServers::report(FetchFault fault, const ElfFile &binary, std::string server,
                          std::string detail)
{
    if (m_watcher != nullptr)
        m_watcher->failed({fault, binary.path(), std::move(server), std::move(detail)});
}

} // namespace ember::capture
