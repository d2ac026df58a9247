// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/follower.h"

#include "model/formats/capturelog/logreader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::model::capturelog {

namespace {

// Size of one read(); the buffer never holds more than this and one unfinished record.
constexpr std::size_t bufferBytes = std::size_t(256) << 10U;

Error fileError(const std::string &path, int number)
{
    return {number == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
            std::generic_category().message(number)};
}

} // namespace

struct LogFollower::State {
    State(int descriptor, std::string logPath, ProfileBuilder &builder, ReadOptions readOptions)
        : fd(descriptor),
          path(std::move(logPath)),
          options(std::move(readOptions)),
          parser(path, builder, options)
    {
    }

    ~State() { close(fd); }

    State(const State &) = delete;
    State &operator=(const State &) = delete;

    off_t holeEnd() const;
    off_t zerosAt(off_t place) const;
    void passHole();
    void passTorn(std::size_t old);
    Result<std::size_t> readMore(std::size_t limit);
    Result<void> parse();

    int fd;
    std::string path;
    ReadOptions options;
    off_t offset = 0; // how far the file has been read
    off_t start = 0; // end of what was dropped before the file was opened
    std::string pending; // bytes read, but not yet consumed
    LogParser parser;
    bool finished = false;
};

// The end of what the ring has dropped by now; 0 if nothing was dropped or the file system does not
// report holes. Holes are whole pages; the rest of what was dropped is zeros, with which no record
// begins.
off_t LogFollower::State::holeEnd() const
{
    struct stat status { };
    const off_t hole = lseek(fd, 0, SEEK_HOLE);
    off_t end = 0;
    if (hole >= 0 && fstat(fd, &status) == 0 && hole < status.st_size)
        end = std::max<off_t>(lseek(fd, hole, SEEK_DATA), 0);
    lseek(fd, offset, SEEK_SET);
    return end > 0 ? end + zerosAt(end) : 0;
}

// The number of zero bytes from `place` to the next byte that is not zero, within a page.
off_t LogFollower::State::zerosAt(off_t place) const
{
    std::array<char, 4096> bytes{};
    const auto count = pread(fd, bytes.data(), bytes.size(), place);
    const auto end = bytes.begin() + std::max<ssize_t>(count, 0);
    return std::find_if(bytes.begin(), end, [](char byte) { return byte != 0; }) - bytes.begin();
}

// Moves on to the end of a hole, which is what a ring has dropped and may have many gigabytes. A
// pipe has no holes.
void LogFollower::State::passHole()
{
    const auto data = lseek(fd, offset, SEEK_DATA);
    if (data <= offset)
        return;
    // Keeps one zero byte of the hole: the parser looks for a segment after bytes that are no
    // record.
    parser.passDropped(pending.size() + static_cast<std::uint64_t>(data - offset) - 1);
    pending.assign(1, '\0');
    offset = data;
}

// Clears the first `old` bytes in the buffer if they are the start of a record whose rest the ring
// has dropped since.
void LogFollower::State::passTorn(std::size_t old)
{
    char first = 1;
    const auto place = static_cast<off_t>(parser.position());
    const bool isRecord = old > 0 && pending.front() != '\0';
    if (isRecord && pread(fd, &first, 1, place) == 1 && first == '\0')
        std::fill_n(pending.begin(), old, '\0');
}

Result<std::size_t> LogFollower::State::readMore(std::size_t limit)
{
    passHole();
    const auto before = pending.size();
    pending.resize(before + limit);
    ssize_t count = 0;
    do
        count = read(fd, pending.data() + before, limit);
    while (count < 0 && errno == EINTR);
    pending.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno != EAGAIN)
        return fileError(path, errno);
    offset += static_cast<off_t>(std::max<ssize_t>(count, 0));
    passTorn(before);
    return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
}

Result<void> LogFollower::State::parse()
{
    try {
        EMBER_ASSIGN_OR_RETURN(const auto used, parser.consume(pending));
        pending.erase(0, used);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, path, "not enough memory"};
    }
    return {};
}

Result<std::unique_ptr<LogFollower>> LogFollower::open(const std::string &path,
                                                       ProfileBuilder &builder, ReadOptions options)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return fileError(path, errno);
    struct stat status { };
    if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(fd);
        return fileError(path, EISDIR);
    }
    auto state = std::make_unique<State>(fd, path, builder, options);
    state->start = state->holeEnd();
    return std::unique_ptr<LogFollower>(new LogFollower(std::move(state)));
}

LogFollower::LogFollower(std::unique_ptr<State> state) : m_state(std::move(state)) { }

LogFollower::~LogFollower() = default;

Result<std::size_t> LogFollower::poll(std::size_t limit)
{
    std::size_t total = 0;
    while (total < limit && !m_state->finished) {
        EMBER_ASSIGN_OR_RETURN(const auto count, m_state->readMore(std::min(bufferBytes, limit)));
        if (count == 0)
            break;
        total += count;
        m_state->parser.feed().setLogSize(readBytes());
        EMBER_RETURN_IF_ERROR(m_state->parse());
    }
    return total;
}

std::uint64_t LogFollower::droppedBytes() const
{
    const off_t dropped = std::min(m_state->holeEnd(), m_state->offset) - m_state->start;
    return static_cast<std::uint64_t>(std::max<off_t>(dropped, 0));
}

std::uint64_t LogFollower::readBytes() const
{
    return static_cast<std::uint64_t>(std::max<off_t>(m_state->offset - m_state->start, 0));
}

FollowState LogFollower::state() const
{
    if (m_state->parser.feed().hasEnded())
        return FollowState::Ended;
    return m_state->parser.isDamaged() ? FollowState::Damaged : FollowState::Growing;
}

void LogFollower::finish()
{
    if (std::exchange(m_state->finished, true))
        return;
    m_state->parser.finish(m_state->pending);
}

bool LogFollower::showHeldSpans()
{
    return m_state->parser.feed().showHeldSpans();
}

bool LogFollower::hasProvisionalSpans() const
{
    return m_state->parser.feed().hasProvisionalSpans();
}

bool LogFollower::hasLateNames() const
{
    return m_state->parser.feed().names().hasLateNames();
}

Result<std::unique_ptr<LogFollower>> LogFollower::startOver(ProfileBuilder &builder)
{
    EMBER_ASSIGN_OR_RETURN(auto next, open(m_state->path, builder, m_state->options));
    auto &names = next->m_state->parser.feed().names();
    names = std::move(m_state->parser.feed().names());
    names.startOver();
    return next;
}

const ImportLog &LogFollower::log() const
{
    return m_state->parser.feed().log();
}

std::vector<ImageSymbols> LogFollower::newSymbols() const
{
    return m_state->parser.feed().names().newSymbols();
}

} // namespace ember::model::capturelog
