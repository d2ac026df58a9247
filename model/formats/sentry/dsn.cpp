// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/dsn.h"

#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"

#include <algorithm>
#include <arpa/inet.h>

namespace ember::model::sentry {

namespace {

Error invalid(std::string subject, std::string detail)
{
    return {ErrorCode::InvalidDsn, std::move(subject), std::move(detail)};
}

// Whether a URL may contain the text unescaped: printable ASCII that does not end the part.
bool isPlain(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) {
        return c > ' ' && c < '\x7f'
            && std::string_view("\"<>\\^`{|}?#@").find(c) == std::string_view::npos;
    });
}

Result<void> takeKeys(Dsn &dsn, std::string_view userInfo)
{
    constexpr std::size_t keyLength = 32;
    const auto colon = userInfo.find(':');
    dsn.publicKey = userInfo.substr(0, colon);
    if (colon != std::string_view::npos)
        dsn.secret = userInfo.substr(colon + 1);
    if (dsn.publicKey.size() != keyLength || !std::ranges::all_of(dsn.publicKey, isHexDigit))
        return invalid("public key", "the public key must be 32 hex digits");
    if (!isPlain(dsn.secret))
        return invalid("secret", "the secret has characters that a URL cannot carry");
    return {};
}

// Whether a text is a label of a host name. A _ is accepted, too: names have it in spite of the
// standards.
bool isLabel(std::string_view label)
{
    constexpr std::size_t longest = 63;
    return !label.empty() && label.size() <= longest && label.front() != '-' && label.back() != '-'
        && std::ranges::all_of(label, [](char c) {
               return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
                   || c == '_';
           });
}

// Whether a label is a number: digits, or 0x and hexadecimal ones.
bool isNumber(std::string_view label)
{
    return std::ranges::all_of(label, isDigit)
        || (label.starts_with("0x") && std::ranges::all_of(label.substr(2), isHexDigit));
}

// Whether the text is a host name, or an IPv4 address, which looks like one. 127.1 and 0x7f.1 are
// neither: some programs take such numbers for an address, others for a name.
bool isHostName(std::string_view host)
{
    constexpr std::size_t longest = 254;
    in_addr address{};
    if (::inet_pton(AF_INET, std::string(host).c_str(), &address) == 1)
        return true;
    if (host.ends_with('.'))
        host.remove_suffix(1);
    if (host.size() > longest)
        return false;
    for (auto dot = host.find('.'); dot != std::string_view::npos; dot = host.find('.')) {
        if (!isLabel(host.substr(0, dot)))
            return false;
        host.remove_prefix(dot + 1);
    }
    return isLabel(host) && !isNumber(host);
}

// Whether the text is [address] or [address%zone].
bool isBracketedAddress(std::string_view host)
{
    if (!host.starts_with('[') || !host.ends_with(']'))
        return false;
    const std::string inside(host.substr(1, host.size() - 2));
    in6_addr address{};
    return ::inet_pton(AF_INET6, inside.substr(0, inside.find('%')).c_str(), &address) == 1;
}

Result<void> takeHost(Dsn &dsn, std::string_view authority)
{
    const auto bracket = authority.rfind(']');
    const auto colon = authority.rfind(':');
    const bool hasPort =
        colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    dsn.host = authority.substr(0, hasPort ? colon : std::string_view::npos);
    if (dsn.host.empty() || !isPlain(dsn.host))
        return invalid("host", "the host is missing or has characters that it cannot have");
    if (!dsn.host.starts_with('[') && dsn.host.find(':') != std::string::npos)
        return invalid("host", "an IPv6 address belongs in brackets");
    if (!isHostName(dsn.host) && !isBracketedAddress(dsn.host))
        return invalid("host", "this is neither a name nor an address of a computer");
    if (!hasPort)
        return {};
    const auto port = toNumber<std::uint16_t>(authority.substr(colon + 1));
    if (port.value_or(0) == 0)
        return invalid("port", "the port must be a number from 1 to 65535");
    dsn.port = *port;
    return {};
}

Result<void> takePath(Dsn &dsn, std::string_view path)
{
    while (path.ends_with('/'))
        path.remove_suffix(1);
    const auto slash = path.rfind('/');
    dsn.projectId = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (slash != std::string_view::npos)
        dsn.path = path.substr(0, slash);
    // Project ids are numbers so far, but strings in the protocol.
    if (dsn.projectId.empty() || !isPlain(dsn.projectId))
        return invalid("project", "the DSN must end with the id of a project");
    if (!isPlain(dsn.path))
        return invalid("path", "the path has characters that a URL cannot carry");
    return {};
}

} // namespace

std::string Dsn::server() const
{
    return port ? host + ':' + std::to_string(*port) : host;
}

std::string Dsn::envelopeUrl() const
{
    return scheme + "://" + server() + path + "/api/" + projectId + "/envelope/";
}

std::string Dsn::authHeader(std::string_view client) const
{
    std::string header = "Sentry sentry_version=7, sentry_client=" + std::string(client)
        + ", sentry_key=" + publicKey;
    if (!secret.empty())
        header += ", sentry_secret=" + secret;
    return header;
}

std::string Dsn::toString() const
{
    return scheme + "://" + publicKey + '@' + server() + path + '/' + projectId;
}

Result<Dsn> parseDsn(std::string_view text)
{
    text = trimmed(text, " \t\r\n");
    if (text.empty())
        return invalid("dsn", "no DSN given");
    Dsn dsn;
    const auto schemeEnd = text.find("://");
    dsn.scheme = text.substr(0, schemeEnd == std::string_view::npos ? 0 : schemeEnd);
    if (dsn.scheme != "http" && dsn.scheme != "https")
        return invalid("scheme", "a DSN starts with https:// or http://");
    const auto rest = text.substr(schemeEnd + 3);
    const auto slash = rest.find('/');
    const auto authority = rest.substr(0, slash);
    const auto at = authority.rfind('@');
    if (at == std::string_view::npos || at == 0)
        return invalid("public key", "the public key is missing before @");
    EMBER_RETURN_IF_ERROR(takeKeys(dsn, authority.substr(0, at)));
    EMBER_RETURN_IF_ERROR(takeHost(dsn, authority.substr(at + 1)));
    EMBER_RETURN_IF_ERROR(
        takePath(dsn, slash == std::string_view::npos ? std::string_view() : rest.substr(slash)));
    return dsn;
}

} // namespace ember::model::sentry
