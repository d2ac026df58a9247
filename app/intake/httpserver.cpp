// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/httpserver.h"

#include "app/intake/envelopebody.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <httplib.h>
#include <iterator>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <utility>
#include <vector>

namespace ember::app {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The library's view of a connection. Holds the limits that the library lacks: a time for the whole
// request, and a size of the head.
class Connection : public httplib::Stream {
public:
    explicit Connection(int socket)
        : m_socket(socket),
          m_deadline(Clock::now() + milliseconds(httplimits::headMs))
    {
        // Programs that are started meanwhile do not inherit the socket.
        fcntl(socket, F_SETFD, FD_CLOEXEC);
    }

    // Notes that the head is read: the rest of the request has a deadline of its own.
    void beginBody()
    {
        m_isBody = true;
        m_deadline = Clock::now() + milliseconds(httplimits::requestMs);
    }

    // Tells the client that nothing follows, and reads what it still sends, for a moment: it would
    // lose the answer if the connection was closed with bytes of its own unread.
    void finish()
    {
        ::shutdown(m_socket, SHUT_WR);
        constexpr milliseconds linger(2'000);
        m_deadline = Clock::now() + linger;
        while (fill()) { }
    }

    // How long the client has sent nothing although it was its turn. Any thread.
    milliseconds silence() const
    {
        const auto since = m_waitingSince.load();
        return since == notWaiting ? milliseconds(0)
                                   : std::chrono::duration_cast<milliseconds>(
                                       Clock::now().time_since_epoch() - Clock::duration(since));
    }

    // How long the client was waited for in all; 0 if that is less than httplimits::crawlMs, or if
    // the client has sent leastBytesPerSecond for that time. Any thread.
    milliseconds crawl() const
    {
        const milliseconds waited = milliseconds(m_waitedMs.load()) + silence();
        const bool isFast = double(m_received.load())
            >= double(waited.count()) * httplimits::leastBytesPerSecond / 1e3;
        return waited < milliseconds(httplimits::crawlMs) || isFast ? milliseconds(0) : waited;
    }

    // Ends the connection, and with it what its thread waits for. Any thread.
    void drop()
    {
        m_waitingSince = notWaiting;
        ::shutdown(m_socket, SHUT_RDWR);
    }

    bool is_readable() const override { return m_read < m_filled || waitFor(POLLIN, m_deadline); }

    bool is_writable() const override
    {
        return waitFor(POLLOUT, Clock::now() + milliseconds(httplimits::answerMs));
    }

    ssize_t read(char *to, std::size_t size) override
    {
        if (!m_isBody)
            return readOfHead(to);
        if (m_read == m_filled && !fill())
            return m_hasEnded ? 0 : -1;
        const auto count = std::min(size, m_filled - m_read);
        std::copy_n(m_buffer.data() + m_read, count, to);
        m_read += count;
        return static_cast<ssize_t>(count);
    }

    ssize_t write(const char *from, std::size_t size) override
    {
        return is_writable() ? ::send(m_socket, from, size, MSG_NOSIGNAL) : -1;
    }

    void get_remote_ip_and_port(std::string &ip, int &port) const override
    {
        ip = "127.0.0.1";
        port = portOf(::getpeername);
    }

    void get_local_ip_and_port(std::string &ip, int &port) const override
    {
        ip = "127.0.0.1";
        port = portOf(::getsockname);
    }

    // The library asks only whether its select() could take the number, if it was built to use
    // that; it waits by the functions above.
    socket_t socket() const override { return INVALID_SOCKET; }

private:
    // Returns the port of one end of the connection; 0: not known.
    int portOf(decltype(::getpeername) *addressOf) const
    {
        sockaddr_in address{};
        socklen_t size = sizeof address;
        const bool isKnown = addressOf(m_socket, reinterpret_cast<sockaddr *>(&address), &size) == 0
            && address.sin_family == AF_INET;
        return isKnown ? ntohs(address.sin_port) : 0;
    }

    static constexpr Clock::rep notWaiting = 0;
    static constexpr std::size_t bufferSize = std::size_t(16) << 10U;

    // Returns the next byte of the head: the library asks for one at a time.
    ssize_t readOfHead(char *to)
    {
        if (m_readOfLine == m_line.size() && !takeLine()) {
            m_line.clear();
            m_readOfLine = 0;
            return -1;
        }
        *to = m_line[m_readOfLine++];
        return 1;
    }

    // Takes the next line of the head; false if it does not end within the limits of time and size.
    // Headers named Range are left out: the library matches them by std::regex, which calls itself
    // for each letter, so that 8 KiB of them, which the library allows, overflow a stack of a few
    // MiB. Its other matches are of paths that were checked.
    bool takeLine()
    {
        constexpr std::string_view ranges = "range:";
        do {
            m_line.clear();
            m_readOfLine = 0;
            while (!m_line.ends_with('\n')) {
                if ((m_read == m_filled && !fill()) || ++m_headBytes > httplimits::headBytes)
                    return false;
                m_line += m_buffer[m_read++];
            }
        } while (strncasecmp(m_line.c_str(), ranges.data(), ranges.size()) == 0);
        return true;
    }

    bool waitFor(short event, Clock::time_point deadline) const
    {
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
        pollfd waited{m_socket, event, 0};
        return left > 0 && ::poll(&waited, 1, static_cast<int>(left)) > 0;
    }

    // Fills the buffer with what comes next. False at the end, after an error, and when time is
    // over.
    bool fill()
    {
        const auto since = Clock::now();
        m_waitingSince = since.time_since_epoch().count();
        const bool isReady = waitFor(POLLIN, m_deadline);
        m_waitingSince = notWaiting;
        m_waited += Clock::now() - since;
        m_waitedMs = std::chrono::duration_cast<milliseconds>(m_waited).count();
        const auto count =
            isReady ? ::recv(m_socket, m_buffer.data(), m_buffer.size(), MSG_DONTWAIT) : -1;
        m_hasEnded = count == 0;
        m_read = 0;
        m_filled = count > 0 ? static_cast<std::size_t>(count) : 0;
        m_received += m_filled;
        return m_filled > 0;
    }

    int m_socket;
    Clock::time_point m_deadline;
    std::atomic<Clock::rep> m_waitingSince{notWaiting};
    Clock::duration m_waited{}; // in all
    std::atomic<milliseconds::rep> m_waitedMs{0};
    std::atomic<std::uint64_t> m_received{0}; // bytes
    std::array<char, bufferSize> m_buffer{};
    std::size_t m_read = 0;
    std::size_t m_filled = 0;
    std::string m_line; // line of the head that the library reads
    std::size_t m_readOfLine = 0;
    std::size_t m_headBytes = 0;
    bool m_isBody = false;
    bool m_hasEnded = false;
};

// The connections that are served.
class OpenConnections {
public:
    // Waits until one more connection may be served, and takes a place for it.
    void takePlace()
    {
        std::unique_lock lock(m_mutex);
        while (m_places == httplimits::connections && !m_isStopped) {
            makeRoom();
            m_changed.wait_for(lock, milliseconds(httplimits::silenceMs));
        }
        ++m_places;
    }

    void leavePlace()
    {
        const std::lock_guard lock(m_mutex);
        --m_places;
        m_changed.notify_all();
    }

    void add(Connection *connection)
    {
        const std::lock_guard lock(m_mutex);
        m_open.push_back(connection);
        if (m_isStopped)
            connection->drop();
    }

    void remove(Connection *connection)
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_open, connection);
    }

    // Drops the connections that have been silent for `least` or longer.
    void dropSilent(milliseconds least)
    {
        const std::lock_guard lock(m_mutex);
        for (auto *const connection : m_open) {
            if (connection->silence() >= least)
                connection->drop();
        }
    }

    // Drops all connections, also those that are added later.
    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
        for (auto *const connection : m_open)
            connection->drop();
        m_changed.notify_all();
    }

    std::size_t count() const
    {
        const std::lock_guard lock(m_mutex);
        return m_places;
    }

private:
    // Drops the connection that has been silent longest, if that is silenceMs at least; else the
    // slowest one, if any is slow.
    void makeRoom()
    {
        const auto silent = std::ranges::max_element(m_open, {}, &Connection::silence);
        const auto slowest = std::ranges::max_element(m_open, {}, &Connection::crawl);
        if (silent != m_open.end() && (*silent)->silence() >= milliseconds(httplimits::silenceMs))
            (*silent)->drop();
        else if (slowest != m_open.end() && (*slowest)->crawl() > milliseconds(0))
            (*slowest)->drop();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Connection *> m_open;
    std::size_t m_places = 0;
    bool m_isStopped = false;
};

// The library's threads; takes no connection before there is a place for it.
class ConnectionThreads : public httplib::TaskQueue {
public:
    explicit ConnectionThreads(OpenConnections &open)
        : m_open(open),
          m_threads(httplimits::connections)
    {
    }

    void enqueue(std::function<void()> serve) override
    {
        m_open.takePlace();
        m_threads.enqueue([this, serve = std::move(serve)] {
            serve();
            m_open.leavePlace();
        });
    }

    void shutdown() override { m_threads.shutdown(); }

private:
    OpenConnections &m_open;
    httplib::ThreadPool m_threads;
};

// Takes a header from the library, which would act on it, and keeps it under a name that no client
// can send, as a colon ends names.
void hide(httplib::Request &request, const std::string &name)
{
    const auto [first, end] = request.headers.equal_range(name);
    std::vector<std::string> values;
    std::transform(first, end, std::back_inserter(values),
                   [](const auto &header) { return header.second; });
    request.headers.erase(name);
    for (auto &value : values)
        request.headers.emplace(':' + name, std::move(value));
}

constexpr const char *hiddenEncoding = ":Content-Encoding";
constexpr const char *hiddenCoding = ":Transfer-Encoding";

// Hides headers from the library by which it would do things by itself: unpack without a limit and
// without noticing a cut, read chunks without noticing one, parse forms, pack answers.
void keepPlain(httplib::Request &request)
{
    hide(request, "Content-Encoding");
    hide(request, "Transfer-Encoding");
    for (const char *name : {"Content-Type", "Accept-Encoding"})
        request.headers.erase(name);
}

// The value of Content-Encoding; one that is no encoding if there are several.
std::string encodingOf(const httplib::Request &request)
{
    if (request.get_header_value_count(hiddenEncoding) > 1)
        return "several";
    auto encoding = request.get_header_value(hiddenEncoding);
    std::ranges::transform(encoding, encoding.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return encoding;
}

// Reads how the body ends into `head`.
void readLength(const httplib::Request &request, RequestHead &head)
{
    const auto lengths = request.get_header_value_count("Content-Length");
    const auto codings = request.get_header_value_count(hiddenCoding);
    if (codings > 0) {
        const auto coding = request.get_header_value(hiddenCoding);
        head.isChunked = strcasecmp(coding.c_str(), "chunked") == 0;
        head.hasBody = head.isChunked && lengths == 0 && codings == 1;
        return;
    }
    const auto length =
        model::toNumber<decltype(head.bodyBytes)>(request.get_header_value("Content-Length"));
    head.hasBody = lengths == 1 && length;
    head.bodyBytes = length.value_or(0);
}

RequestHead headOf(const httplib::Request &request)
{
    RequestHead head;
    head.method = request.method;
    head.path = request.path;
    head.host = request.get_header_value("Host");
    head.encoding = encodingOf(request);
    const auto [first, end] = request.headers.equal_range("X-Sentry-Auth");
    std::transform(first, end, std::back_inserter(head.authHeaders),
                   [](const auto &header) { return header.second; });
    const auto authorization = request.get_header_value("Authorization");
    if (strncasecmp(authorization.c_str(), "sentry ", std::strlen("sentry ")) == 0)
        head.authHeaders.push_back(authorization);
    for (std::size_t i = 1; i < request.get_param_value_count("sentry_key"); ++i)
        head.authHeaders.push_back(request.get_param_value("sentry_key", i));
    if (request.has_param("sentry_key"))
        head.queryKey = request.get_param_value("sentry_key");
    if (request.has_param("sentry_version"))
        head.queryVersion = request.get_param_value("sentry_version");
    readLength(request, head);
    return head;
}

// Answers what browsers ask before a page's SDK may send, as Relay does.
void answerPreflight(httplib::Response &response)
{
    response.status = 200;
    response.set_header("Access-Control-Allow-Methods", "POST");
    response.set_header(
        "Access-Control-Allow-Headers",
        "x-sentry-auth, x-requested-with, x-forwarded-for, origin, referer, accept, "
        "content-type, authentication, authorization, content-encoding, "
        "transfer-encoding");
    response.set_header("Access-Control-Max-Age", "3600");
}

// Keeps the handling of SIGPIPE and restores it when destroyed: the server of httplib changes it,
// but only the program may decide that.
class KeptSigpipe {
public:
    KeptSigpipe() { sigaction(SIGPIPE, nullptr, &m_before); }

    ~KeptSigpipe() { sigaction(SIGPIPE, &m_before, nullptr); }

    KeptSigpipe(const KeptSigpipe &) = delete;
    KeptSigpipe &operator=(const KeptSigpipe &) = delete;

private:
    struct sigaction m_before { };
};

// Threads that are started while it exists get no signals: these are for the main thread.
class BlockedSignals {
public:
    BlockedSignals()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }

    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

    BlockedSignals(const BlockedSignals &) = delete;
    BlockedSignals &operator=(const BlockedSignals &) = delete;

private:
    sigset_t m_before{};
};

} // namespace

class HttpServer::Impl : private KeptSigpipe, public httplib::Server {
public:
    explicit Impl(Events events) : m_events(std::move(events))
    {
        setUp();
        setHandlers();
    }

    model::Result<std::uint16_t> start(std::uint16_t port)
    {
        const std::string host = "127.0.0.1";
        const int bound =
            port == 0 ? bind_to_any_port(host) : (bind_to_port(host, port) ? int(port) : -1);
        if (bound <= 0)
            return model::Error{model::ErrorCode::NetworkError, host + ":" + std::to_string(port),
                                "the port is in use, or not for this user"};
        constexpr int backlog = 512; // the library's is 5
        ::listen(svr_sock_, backlog);
        const BlockedSignals blocked;
        m_accepting = std::thread([this] {
            if (listen_after_bind())
                return;
            m_hasFailed = true;
            m_events.failed();
        });
        return static_cast<std::uint16_t>(bound);
    }

    void finish()
    {
        if (!m_accepting.joinable())
            return;
        m_open.stop();
        acceptNoMore();
        m_accepting.join();
    }

    // Stops accepting. The library's stop() does nothing before the thread has begun.
    void acceptNoMore()
    {
        const int listening = m_hasFailed ? -1 : svr_sock_.exchange(-1);
        if (listening >= 0) {
            ::shutdown(listening, SHUT_RDWR);
            ::close(listening);
        }
    }

    void dropSilent() { m_open.dropSilent(milliseconds(httplimits::lastSilenceMs)); }

    std::size_t connections() const { return m_open.count(); }

private:
    void setUp()
    {
        new_task_queue = [this] { return new ConnectionThreads(m_open); };
        // The library's own options would let another program take the same port.
        set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        set_default_headers({{"Access-Control-Allow-Origin", "*"},
                             {"Access-Control-Expose-Headers",
                              "x-sentry-error, x-sentry-rate-limits, retry-after"}});
    }

    void setHandlers()
    {
        set_pre_routing_handler(
            [this](const httplib::Request &request, httplib::Response &response) {
                const auto head = headOf(request);
                const auto refusal = refusalOf(head);
                if (refusal)
                    write(*refusal, response);
                else if (head.method == "OPTIONS")
                    answerPreflight(response);
                else
                    return HandlerResponse::Unhandled;
                return HandlerResponse::Handled;
            });
        Post("/api/.*",
             [this](const httplib::Request &request, httplib::Response &response,
                    const httplib::ContentReader &reader) {
                 auto head = headOf(request);
                 head.ports = {static_cast<std::uint16_t>(request.remote_port),
                               static_cast<std::uint16_t>(request.local_port)};
                 write(takeBody(std::move(head), reader), response);
             });
        // Writes answers to the requests that the library itself refuses.
        set_error_handler(
            HandlerWithResponse([this](const httplib::Request &, httplib::Response &response) {
                constexpr int ownFault = 500;
                const auto *const detail =
                    response.status < ownFault ? "malformed request" : "internal error";
                if (response.body.empty())
                    write({response.status, detail, {}, {}}, response);
                return HandlerResponse::Handled;
            }));
    }

    void write(const Answer &answer, httplib::Response &response) const
    {
        response.status = answer.status;
        response.set_content(toJson(answer), "application/json");
        constexpr int unavailable = 503;
        if (answer.status == unavailable)
            response.set_header("Retry-After", "1");
        if (answer.isRefusal())
            m_events.refused(answer);
    }

    // Reads the body to its end. False: it is not whole, or was refused.
    static bool readBody(const RequestHead &head, const httplib::ContentReader &reader,
                         EnvelopeBody &body)
    {
        if (!head.isChunked)
            return reader([&body](const char *piece, std::size_t size) {
                return body.take({piece, size});
            });
        ChunkedBody chunks;
        const auto use = [&body](std::string_view piece) { return body.take(piece); };
        // The library reads to the end of the connection, unless it is told that no more is wanted.
        reader([&](const char *piece, std::size_t size) {
            return chunks.take({piece, size}, use);
        });
        return chunks.isWhole();
    }

    Answer takeBody(RequestHead head, const httplib::ContentReader &reader)
    {
        EnvelopeBody body(head.encoding, m_room);
        if (body.refusal())
            return *body.refusal();
        if (!readBody(head, reader, body))
            return body.refusal().value_or(
                Answer{400,
                       "invalid request body",
                       {"it ended early, its chunks are broken, or it did not go on in time"},
                       {}});
        auto finished = body.finish();
        if (auto *const refusal = std::get_if<Answer>(&finished))
            return *refusal;
        // While the client waits for its answer, the kernel knows whose the connection is.
        head.client = m_peers.find(head.ports.client, head.ports.own);
        return m_events.take(head, std::get<EnvelopeBody::Whole>(std::move(finished)));
    }

    bool process_and_close_socket(socket_t socket) override
    {
        const auto connection = std::make_unique<Connection>(socket);
        m_open.add(connection.get());
        try {
            bool isClosed = false;
            process_request(*connection, true, isClosed, [&](httplib::Request &request) {
                keepPlain(request);
                connection->beginBody();
            });
        } catch (const std::exception &) {
            // This client gets no answer; the server goes on with others.
        }
        connection->finish();
        m_open.remove(connection.get());
        ::close(socket);
        return true;
    }

    Events m_events;
    std::shared_ptr<SharedRoom> m_room = std::make_shared<SharedRoom>(httplimits::sharedBytes);
    PeerProcesses m_peers;
    OpenConnections m_open;
    std::thread m_accepting;
    std::atomic<bool> m_hasFailed = false;
};

HttpServer::HttpServer(Events events) : m_impl(std::make_unique<Impl>(std::move(events))) { }

HttpServer::~HttpServer()
{
    stop();
}

model::Result<std::uint16_t> HttpServer::start(std::uint16_t port)
{
    return m_impl->start(port);
}

void HttpServer::acceptNoMore()
{
    m_impl->acceptNoMore();
}

void HttpServer::dropSilent()
{
    m_impl->dropSilent();
}

void HttpServer::stop()
{
    m_impl->finish();
}

std::size_t HttpServer::connections() const
{
    return m_impl->connections();
}

} // namespace ember::app
