// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/intake/envelopebody.h"
#include "app/intake/relayanswers.h"
#include "model/core/result.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ember::app {

// Limits of the server. A request beyond them is refused, or its connection is dropped.
namespace httplimits {
constexpr std::size_t connections = 32; // at once; each has a thread, and may have a decompressor
constexpr int headMs = 10'000; // from the connection to the end of the head
constexpr int requestMs = 60'000; // from the end of the head to that of the body
constexpr int answerMs = 5'000; // of waiting until a client takes more of the answer
constexpr int silenceMs = 100; // after which a connection may be dropped for another one
// Time of waiting for a client, in all, after which its connection may be dropped if it is slow.
constexpr int crawlMs = 2'000;
constexpr int leastBytesPerSecond = 4'096; // a client that sends this much is not slow
constexpr int lastSilenceMs = 5'000; // after which dropSilent() drops a connection
constexpr std::size_t headBytes = std::size_t(64) << 10U;
constexpr std::size_t sharedBytes = std::size_t(512) << 20U; // memory for all envelopes together
} // namespace httplimits

// The HTTP side of the endpoint, on 127.0.0.1. A connection carries one request. If all connections
// are taken, the one that has been silent longest makes room, else the slowest one, so that neither
// idle clients nor those that send a byte now and then keep anybody out.
class HttpServer {
public:
    // Called on threads of the server, by several at once.
    struct Events {
        // Takes an unpacked body, and returns the answer to the request.
        std::function<Answer(const RequestHead &head, EnvelopeBody::Whole body)> take;
        // Takes each refusal with which a request is answered.
        std::function<void(const Answer &answer)> refused;
        // Called when the server cannot accept connections any longer.
        std::function<void()> failed;
    };

    explicit HttpServer(Events events);
    ~HttpServer();
    HttpServer(const HttpServer &) = delete;
    HttpServer &operator=(const HttpServer &) = delete;

    // Starts to serve on a port; 0: a free one. Returns the port. Errors: NetworkError.
    model::Result<std::uint16_t> start(std::uint16_t port);
    // Accepts no connection any more. Those that are there go on.
    void acceptNoMore();
    // Drops the connections whose clients have been silent for httplimits::lastSilenceMs.
    void dropSilent();
    // Closes all connections, and waits for the threads.
    void stop();

    // The number of connections that are being served. Any thread.
    std::size_t connections() const;

private:
    class Impl;

    std::unique_ptr<Impl> m_impl;
};

} // namespace ember::app
