// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugclient.h"

#include "model/core/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <memory>
#include <string_view>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace {

class TranscriptReader {
public:
    FetchTranscript read(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = std::min(text.find('\n'), text.size());
            take(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return std::move(m_transcript);
    }

private:
    void take(std::string_view line)
    {
        if (model::takePrefix(line, "checking cache dir "))
            m_transcript.cacheFolder = line;
        else if (model::takePrefix(line, "committed to url "))
            commitTo(model::takeNumber<int>(line).value_or(-1));
        else if (model::takePrefix(line, "url "))
            takeUrl(line);
    }

    // Parses "0 http://…" (a request) or "0 WORDS" (its failure).
    void takeUrl(std::string_view line)
    {
        const auto number = model::takeNumber<int>(line).value_or(-1);
        if (number < 0 || !model::takePrefix(line, " "))
            return;
        auto &answers = m_transcript.answers;
        const auto place = static_cast<std::size_t>(number);
        if (line.find("://") != std::string_view::npos && place == answers.size())
            answers.push_back({serverOf(line), 0, {}});
        else if (place < answers.size())
            fail(answers[place], line);
    }

    static void fail(ServerAnswer &answer, std::string_view words)
    {
        answer.words = words;
        if (model::takePrefix(words, "The requested URL returned error: "))
            answer.status = std::max(model::takeNumber<int>(words).value_or(0), 0);
    }

    void commitTo(int number)
    {
        const auto place = static_cast<std::size_t>(number);
        if (number >= 0 && place < m_transcript.answers.size())
            m_transcript.sender = m_transcript.answers[place].server;
    }

    FetchTranscript m_transcript;
};

bool isOutOfReach(int systemError)
{
    return systemError == ENOSYS || systemError == ECONNREFUSED || systemError == EHOSTUNREACH
        || systemError == ETIME || systemError == ETIMEDOUT || systemError == EACCES;
}

struct Free {
    void operator()(char *text) const { std::free(text); }
};

} // namespace

FetchTranscript parseFetchTranscript(std::string_view text)
{
    return TranscriptReader().read(text);
}

std::string serverOf(std::string_view url)
{
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos)
        url.remove_prefix(scheme + 3);
    return std::string(url.substr(0, url.find('/')));
}

thread_local DebugClient *DebugClient::s_current = nullptr;

std::chrono::seconds serverPatience()
{
    constexpr int usualSeconds = 90;
    int seconds = usualSeconds;
    if (const char *text = std::getenv("DEBUGINFOD_TIMEOUT"))
        std::from_chars(text, text + std::strlen(text), seconds);
    return std::chrono::seconds(std::max(seconds, 0));
}

DebugClient::DebugClient(FetchWatcher *watcher, std::uint64_t largest)
    : m_watcher(watcher),
      m_largest(largest),
      m_transcript(memfd_create("debuginfod", MFD_CLOEXEC))
{
    if (!load())
        return;
    m_client = m_begin();
    if (m_client == nullptr)
        return;
    m_setProgress(m_client, proceed);
    if (m_setVerbose != nullptr && m_transcript.isOpen())
        m_setVerbose(m_client, m_transcript.number());
}

// The library is not unloaded: curl and TLS libraries do not support that well.
DebugClient::~DebugClient()
{
    if (m_client != nullptr)
        m_end(m_client);
}

// Loads the library's functions. The interface is stable since elfutils 0.179; the function for the
// transcript is optional, since it was added later.
bool DebugClient::load()
{
    m_library = ::dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
    if (m_library == nullptr)
        return false;
    find(m_setVerbose, "debuginfod_set_verbose_fd");
    return find(m_begin, "debuginfod_begin") && find(m_end, "debuginfod_end")
        && find(m_findFile, "debuginfod_find_debuginfo")
        && find(m_setProgress, "debuginfod_set_progressfn");
}

template<typename Function>
bool DebugClient::find(Function &function, const char *name)
{
    function = reinterpret_cast<Function>(::dlsym(m_library, name));
    return function != nullptr;
}

DebugClient::Outcome DebugClient::fetch(const std::string &binary, const std::string &buildId)
{
    if (m_watcher != nullptr)
        m_watcher->begin(binary);
    m_calls = 0;
    m_bytes = 0;
    m_lastNews = Clock::now();
    char *path = nullptr;
    s_current = this;
    // Length 0 means that the build-id is text.
    const FileDescriptor file(
        m_findFile(m_client, reinterpret_cast<const unsigned char *>(buildId.c_str()), 0, &path));
    s_current = nullptr;
    if (m_watcher != nullptr)
        m_watcher->end();
    const std::unique_ptr<char, Free> owned(path);
    Outcome outcome;
    outcome.transcript = parseFetchTranscript(takeTranscript());
    if (file.isOpen() && owned) {
        outcome.path = owned.get();
        return outcome;
    }
    outcome.error = m_state == State::Silent ? ETIME : -file.number();
    outcome.isUnwanted = m_state == State::Unwanted;
    outcome.isTooBig = m_bytes > m_largest;
    if (m_state == State::Asking && isOutOfReach(outcome.error))
        m_state = State::OutOfReach;
    return outcome;
}

// Returns the transcript of the last call, and prints it to stderr if the user asked for that by
// DEBUGINFOD_VERBOSE.
std::string DebugClient::takeTranscript() const
{
    const auto end = lseek(m_transcript.number(), 0, SEEK_END);
    std::string text(static_cast<std::size_t>(std::max<off_t>(end, 0)), '\0');
    const auto count = pread(m_transcript.number(), text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    lseek(m_transcript.number(), 0, SEEK_SET);
    if (end > 0 && ftruncate(m_transcript.number(), 0) != 0)
        return {};
    if (std::getenv("DEBUGINFOD_VERBOSE") != nullptr) {
        [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
    }
    return text;
}

// The library's progress callback. A result other than 0 cancels.
int DebugClient::proceed(Client *, long have, long total)
{
    return s_current->onProgress(have, total) ? 0 : 1;
}

// Reports progress. Until a server begins to send, the library passes a counter of calls in place
// of bytes and 0 as total. A total of -1 means unknown.
bool DebugClient::onProgress(long have, long total)
{
    ++m_calls;
    const bool isCounting = total == 0 && have <= m_calls;
    const auto bytes = isCounting ? 0 : static_cast<std::uint64_t>(std::max(have, 0L));
    if (bytes != std::exchange(m_bytes, bytes))
        m_lastNews = Clock::now();
    const auto patience = serverPatience();
    if (m_state == State::Asking && patience.count() > 0 && Clock::now() - m_lastNews >= patience)
        m_state = State::Silent;
    if (m_watcher != nullptr && m_state == State::Asking
        && !m_watcher->onProgress(bytes, static_cast<std::uint64_t>(std::max(total, 0L))))
        m_state = State::Unwanted;
    return m_state == State::Asking && m_bytes <= m_largest;
}

namespace {

constexpr int notFoundStatus = 404;
// Least and greatest length of a build-id in hex digits; the library takes at most 64 bytes.
constexpr std::size_t shortestBuildId = 4;
constexpr std::size_t longestBuildId = 128;

FetchFault faultOf(const ServerAnswer &answer)
{
    if (answer.status == notFoundStatus || answer.words.empty())
        return FetchFault::Absent;
    return answer.status != 0 ? FetchFault::Refused : FetchFault::Broken;
}

// Whether a text is a build-id: build-ids come from files, and the library makes names of folders
// of them.
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
