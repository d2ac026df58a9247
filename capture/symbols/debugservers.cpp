// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugservers.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace ember::capture {

namespace {

constexpr int notFoundStatus = 404;
// Letters of a build-id; the library takes at most 64 bytes.
constexpr std::size_t shortestBuildId = 4;
constexpr std::size_t longestBuildId = 128;

FetchFault faultOf(const ServerAnswer &answer)
{
    if (answer.status == notFoundStatus || answer.words.empty())
        return FetchFault::Absent;
    return answer.status != 0 ? FetchFault::Refused : FetchFault::Broken;
}

// Build-ids come from files, and the library makes names of folders of them.
bool isBuildId(const std::string &text)
{
    return text.size() >= shortestBuildId && text.size() <= longestBuildId
        && text.find_first_not_of("0123456789abcdef") == std::string::npos;
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

bool DebugServers::isReady(const std::string &binary, const std::string &buildId)
{
    if (m_ask == AskServers::Never || !isBuildId(buildId) || debugServerUrls().empty())
        return false;
    if (!m_client) {
        m_client = std::make_unique<DebugClient>(m_watcher, m_largest);
        if (!m_client->isInstalled())
            report(FetchFault::NoClient, binary, {}, {});
    }
    return m_client->isInstalled() && !m_client->hasGivenUp();
}

// Fetches the file; if the cached one is bad, removes it and fetches once more.
std::optional<ElfFile> DebugServers::fetch(const std::string &binary, const std::string &buildId)
{
    for (bool mayBeKept = true; isReady(binary, buildId); mayBeKept = false) {
        const auto outcome = m_client->fetch(binary, buildId);
        if (outcome.path.empty()) {
            explain(binary, buildId, outcome);
            return {};
        }
        auto file = ElfFile::open(outcome.path);
        if (file && file->buildId() == buildId)
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

void DebugServers::explain(const std::string &binary, const std::string &buildId,
                           const DebugClient::Outcome &outcome)
{
    const auto &answers = outcome.transcript.answers;
    if (outcome.isUnwanted)
        return;
    if (outcome.isTooBig)
        return report(FetchFault::TooBig, binary, debugServerNames(), std::to_string(m_largest));
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
        forgetAbsence(outcome.transcript.cacheFolder, buildId);
}

void DebugServers::report(FetchFault fault, const std::string &binary, std::string server,
                          std::string detail)
{
    if (m_watcher != nullptr)
        m_watcher->failed({fault, binary, std::move(server), std::move(detail)});
}

} // namespace ember::capture
