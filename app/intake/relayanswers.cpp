// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/relayanswers.h"

#include "model/core/text.h"
#include "model/core/uuid.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/relay.h"
#include "model/json/jsontext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace ember::app {

namespace {

using model::sentry::EnvelopeItem;

constexpr std::string_view pathStart = "/api/";
constexpr std::string_view pathEnd = "/envelope";

std::string lower(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return result;
}

// Returns the field without the optional white space of header fields (RFC 9110, 5.6.3).
std::string_view trimmed(std::string_view field)
{
    return model::trimmed(field, " \t");
}

// The project in /api/PROJECT/envelope/; nullopt for any other path.
std::optional<std::string_view> projectIn(std::string_view path)
{
    if (!path.starts_with(pathStart))
        return std::nullopt;
    path.remove_prefix(pathStart.size());
    if (path.ends_with('/'))
        path.remove_suffix(1);
    if (!path.ends_with(pathEnd))
        return std::nullopt;
    path.remove_suffix(pathEnd.size());
    if (path.find('/') != std::string_view::npos)
        return std::nullopt;
    return path;
}

// Whether a Host names this machine's loopback. A page of the web whose name was made to lead here
// sends its own name (DNS rebinding).
bool isLoopbackHost(std::string_view host)
{
    const auto colon = host.rfind(':');
    const auto bracket = host.rfind(']');
    if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
        if (!model::isDecimal(host.substr(colon + 1)))
            return false;
        host = host.substr(0, colon);
    }
    auto name = lower(host);
    if (name.ends_with('.'))
        name.pop_back();
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]"
        || name.ends_with(".localhost");
}

Answer refused(int status, std::string detail, std::vector<std::string> causes = {})
{
    return {status, std::move(detail), std::move(causes), {}};
}

// The key by which a request is authorised.
struct Credentials {
    std::string key; // "": the envelope's header must have it
};

std::optional<Answer> faultOfVersion(std::string_view text)
{
    constexpr unsigned newest = 7;
    if (model::toNumber<unsigned>(text).value_or(newest + 1) > newest)
        return refused(400, "unsupported protocol version");
    return std::nullopt;
}

// "Sentry sentry_version=7, sentry_key=…": the key, or the refusal.
std::variant<Credentials, Answer> readAuthHeader(std::string_view header)
{
    constexpr std::string_view scheme = "sentry ";
    header = trimmed(header);
    if (lower(header.substr(0, scheme.size())) != scheme)
        return refused(401, "bad x-sentry-auth header", {"it does not begin with Sentry"});
    header.remove_prefix(scheme.size());
    std::optional<std::string_view> key;
    while (!header.empty()) {
        const auto comma = header.find(',');
        const auto part = trimmed(header.substr(0, comma));
        header = comma == std::string_view::npos ? std::string_view() : header.substr(comma + 1);
        if (part.empty())
            continue;
        const auto equals = part.find('=');
        if (equals == std::string_view::npos)
            return refused(401, "bad x-sentry-auth header", {"a part of it is no name=value"});
        const auto name = trimmed(part.substr(0, equals));
        const auto value = trimmed(part.substr(equals + 1));
        if (name == "sentry_key")
            key = value;
        if (name == "sentry_version") {
            if (auto fault = faultOfVersion(value))
                return *fault;
        }
    }
    if (!key)
        return refused(401, "bad x-sentry-auth header", {"it has no sentry_key"});
    return Credentials{std::string(*key)};
}

bool isPublicKey(std::string_view key)
{
    constexpr std::size_t digits = 32;
    return key.size() == digits && std::ranges::all_of(key, model::isHexDigit);
}

// The credentials of header and query string.
std::variant<Credentials, Answer> credentialsOf(const RequestHead &head)
{
    if (head.authHeaders.size() + (head.queryKey ? 1U : 0U) > 1)
        return refused(401, "multiple authorization payloads detected");
    Credentials credentials;
    if (!head.authHeaders.empty()) {
        auto read = readAuthHeader(head.authHeaders.front());
        if (std::holds_alternative<Answer>(read))
            return read;
        credentials = std::get<Credentials>(std::move(read));
    } else if (head.queryKey) {
        if (head.queryVersion) {
            if (auto fault = faultOfVersion(*head.queryVersion))
                return *fault;
        }
        credentials.key = *head.queryKey;
    } else {
        return credentials;
    }
    if (!isPublicKey(credentials.key))
        return refused(400, "bad sentry DSN public key");
    return credentials;
}

std::optional<Answer> faultOfPath(std::string_view path)
{
    constexpr std::size_t mostDigits = 20; // of a number of 64 bits
    const auto project = projectIn(path);
    if (!project)
        return refused(404, "no such endpoint",
                       {"envelopes go to /api/PROJECT/envelope/; nothing else is taken here"});
    if (!model::isDecimal(*project) || project->size() > mostDigits)
        return refused(400, "bad project path parameter");
    return std::nullopt;
}

} // namespace

Answer busyAnswer()
{
    return refused(503, "service unavailable", {"too much is waiting to be looked at"});
}

std::string toJson(const Answer &answer)
{
    model::JsonWriter json;
    json.beginObject();
    if (answer.isRefusal()) {
        json.key("detail").value(answer.detail);
        json.key("causes").beginArray();
        for (const auto &cause : answer.causes)
            json.value(cause);
        json.end();
    } else if (!answer.eventId.empty()) {
        json.key("id").value(answer.eventId);
    }
    json.end();
    return json.take();
}

std::optional<Answer> refusalOf(const RequestHead &head)
{
    if (!isLoopbackHost(head.host))
        return refused(403, "event submission rejected with_reason: host",
                       {"the request is for a host other than localhost"});
    if (auto fault = faultOfPath(head.path))
        return fault;
    if (head.method == "OPTIONS")
        return std::nullopt;
    if (head.method != "POST")
        return refused(405, "method not allowed", {"envelopes are sent by POST"});
    const auto credentials = credentialsOf(head);
    if (const auto *const fault = std::get_if<Answer>(&credentials))
        return *fault;
    if (!head.hasBody)
        return refused(411, "length required",
                       {"the request has neither Content-Length nor chunks"});
    if (head.bodyBytes > maxEnvelopeBytes)
        return refused(413, "envelope exceeded size limits",
                       {"a body of " + std::to_string(head.bodyBytes) + " bytes"});
    return std::nullopt;
}

namespace {

// Relay's limit for an item's payload, in bytes. Other types are limited like a whole envelope
// only.
std::size_t limitOf(const EnvelopeItem &item)
{
    constexpr std::array<std::pair<std::string_view, std::size_t>, 5> limits{{
        {"profile", model::sentry::maxProfileSize},
        {"profile_chunk", model::sentry::maxProfileSize},
        {"event", std::size_t(1) << 20U},
        {"transaction", std::size_t(1) << 20U},
        {"client_report", std::size_t(4) << 10U},
    }};
    const auto *const found =
        std::ranges::find(limits, item.type, &std::pair<std::string_view, std::size_t>::first);
    return found == limits.end() ? maxEnvelopeBytes : found->second;
}

std::optional<Answer> faultOfSizes(const model::sentry::Envelope &envelope)
{
    const auto large = std::ranges::find_if(envelope.items, [](const EnvelopeItem &item) {
        return item.payload.size() > limitOf(item);
    });
    if (large != envelope.items.end())
        return refused(413, "envelope exceeded size limits for type '" + large->type + "'",
                       {"an item of " + std::to_string(large->payload.size()) + " bytes, at most "
                        + std::to_string(limitOf(*large))});
    if (envelope.profileCount() > 1)
        return refused(413, "envelope exceeded size limits for type 'profile'",
                       {"an envelope holds one profile or profile_chunk, this one "
                        + std::to_string(envelope.profileCount())});
    return std::nullopt;
}

// Compares the DSN in the envelope's header, if there is one, with the request, and takes the key
// from it if the request has none.
std::optional<Answer> takeDsn(const model::sentry::Envelope &envelope, std::string_view project,
                              Credentials &credentials)
{
    if (!envelope.header.dsn) {
        if (credentials.key.empty())
            return refused(401, "missing authorization information");
        return std::nullopt;
    }
    const auto dsn = model::sentry::parseDsn(*envelope.header.dsn);
    const auto mismatch = [](const char *what) {
        return refused(400, "invalid event envelope",
                       {std::string(what) + " header mismatch between envelope and request"});
    };
    if (!dsn)
        return refused(400, "invalid event envelope", {"dsn cannot be read"});
    if (dsn->projectId != project)
        return mismatch("project id");
    if (credentials.key.empty())
        credentials.key = dsn->publicKey;
    else if (lower(dsn->publicKey) != lower(credentials.key))
        return mismatch("public key");
    return std::nullopt;
}

} // namespace

std::variant<TakenEnvelope, Answer> takeEnvelope(const RequestHead &head, model::Bytes body)
{
    // The largest envelopes of SDKs have dozens of items, and headers of a few thousand bytes.
    constexpr model::sentry::EnvelopeLimits limits{1'000, std::size_t(64) << 10U};
    auto credentials = credentialsOf(head);
    const auto project = projectIn(head.path);
    if (const auto *const fault = std::get_if<Answer>(&credentials))
        return *fault;
    auto envelope = model::sentry::parseEnvelope(body.view(), limits);
    if (!envelope) {
        const bool isLarge = envelope.error().code == model::ErrorCode::TooLarge;
        return refused(isLarge ? 413 : 400,
                       isLarge ? "envelope exceeded size limits" : "invalid event envelope",
                       {envelope.error().detail});
    }
    auto &known = std::get<Credentials>(credentials);
    if (auto fault = takeDsn(*envelope, project.value_or(std::string_view()), known))
        return *fault;
    if (auto fault = faultOfSizes(*envelope))
        return *fault;
    return TakenEnvelope{std::move(body), std::move(*envelope), std::move(known.key)};
}

std::size_t memoryBeside(const TakenEnvelope &taken)
{
    constexpr std::size_t ofItem = 1'024; // estimate: an item and its verdict, in growing vectors
    constexpr std::size_t copies = 3; // of a header: whole, its members, those in the verdict
    std::size_t bytes = copies * taken.envelope.header.json.size();
    for (const auto &item : taken.envelope.items)
        bytes += ofItem + copies * item.json.size();
    return bytes;
}

Answer receiptOf(const TakenEnvelope &taken)
{
    Answer answer;
    const auto &id = taken.envelope.header.eventId;
    if (id)
        answer.eventId = model::parseUuid(*id).value_or(std::string());
    return answer;
}

} // namespace ember::app
