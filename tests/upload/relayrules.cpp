// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/upload/relayserver.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QRegularExpression>

#include <zlib.h>

#include <array>

namespace ember::tests {

namespace {

// A rule that was broken, and Relay's status for it.
struct Problem {
    int status = 0;
    QString text;
};

using Verdict = std::optional<Problem>; // nothing: right

Verdict broken(int status, const char *text)
{
    return Problem{status, QString::fromLatin1(text)};
}

bool matches(const QByteArray &text, const char *pattern)
{
    const QRegularExpression expression(
        QRegularExpression::anchoredPattern(QString::fromLatin1(pattern)));
    return expression.match(QString::fromLatin1(text)).hasMatch();
}

// One JSON object and nothing around it: Relay reads on right behind the closing brace.
std::optional<QJsonObject> headerObject(const QByteArray &line)
{
    if (!line.startsWith('{') || !line.endsWith('}'))
        return {};
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(line, &error);
    if (error.error != QJsonParseError::NoError || !document.isObject())
        return {};
    return document.object();
}

Verdict judgeAuth(const QByteArray &header)
{
    if (!header.startsWith("Sentry "))
        return broken(401, "missing authorization information");
    QHash<QByteArray, QByteArray> fields;
    for (const QByteArray &part : header.mid(7).split(',')) {
        const auto equals = part.indexOf('=');
        const auto name = part.left(equals).trimmed();
        if (equals < 0 || fields.contains(name))
            return broken(401, "bad x-sentry-auth header");
        fields.insert(name, part.mid(equals + 1).trimmed());
    }
    if (fields.value("sentry_version") != "7")
        return broken(400, "unsupported protocol version");
    if (!matches(fields.value("sentry_client"), "[A-Za-z0-9._-]+/[A-Za-z0-9._-]+"))
        return broken(401, "no client in x-sentry-auth");
    if (!matches(fields.value("sentry_key"), "[0-9a-f]{32}"))
        return broken(400, "bad sentry DSN public key");
    if (fields.value("sentry_key") != RelayServer::publicKey)
        return broken(403, "event submission rejected with_reason: ProjectId");
    return {};
}

Verdict judgeHttp(const RelayRequest &request)
{
    if (request.method != "POST")
        return broken(405, "method not allowed");
    if (request.target.contains('?'))
        return broken(401, "multiple authorization payloads detected");
    const QByteArray path =
        QByteArray("/behind/a/proxy/api/") + RelayServer::project + "/envelope/";
    if (request.target != path)
        return broken(404, "not found");
    if (auto verdict = judgeAuth(request.headers.value("x-sentry-auth")))
        return verdict;
    if (request.headers.value("content-type") != "application/x-sentry-envelope")
        return broken(415, "unsupported media type");
    if (!matches(request.headers.value("user-agent"), "emberchart/[0-9.]+"))
        return broken(400, "user agent without name and version");
    const auto encoding = request.headers.value("content-encoding", "identity");
    if (encoding != "gzip" && encoding != "identity")
        return broken(415, "unsupported content encoding");
    return {};
}

Verdict judgeEnvelopeHeader(const QByteArray &line, const QJsonObject &header)
{
    if (header.contains(u"event_id")
        && !matches(header.value(u"event_id").toString().toLatin1(), "[0-9a-f]{32}"))
        return broken(400, "invalid event_id");
    if (line.count("\"sent_at\"") != 1)
        return broken(400, "sent_at has to be there once");
    const auto sentAt = header.value(u"sent_at").toString();
    const auto time = QDateTime::fromString(sentAt, Qt::ISODateWithMs);
    if (!time.isValid() || !sentAt.endsWith(u'Z'))
        return broken(400, "invalid sent_at");
    if (header.contains(u"dsn"))
        return broken(400, "envelope header mismatch");
    return {};
}

Verdict judgeChunk(const QJsonObject &itemHeader, const QByteArray &payload)
{
    if (!itemHeader.value(u"platform").isString())
        return broken(400, "profile_chunk without platform in its header");
    if (itemHeader.contains(u"meta_length"))
        return broken(400, "meta_length on a JSON chunk");
    const auto chunk = QJsonDocument::fromJson(payload).object();
    for (const char *key : {"chunk_id", "profiler_id", "platform", "version", "profile"}) {
        if (!chunk.contains(QLatin1String(key)))
            return broken(400, "profile_chunk lacks a required field");
    }
    return {};
}

// Reads the items behind the envelope's header. Only \n ends a line; after a counted payload comes
// \n or the end; an item that begins at the very end is cut off.
class ItemReader {
public:
    ItemReader(const QByteArray &bytes, qsizetype start) : m_bytes(bytes), m_at(start) { }

    bool atEnd() const { return m_at >= m_bytes.size(); }

    Verdict next(RelayRequest &request)
    {
        while (!atEnd() && QByteArray(" \t\r\n").contains(m_bytes[m_at]))
            ++m_at;
        const auto lineEnd = m_bytes.indexOf('\n', m_at);
        if (atEnd() || lineEnd < 0)
            return broken(400, "unexpected end of file");
        const auto header = headerObject(m_bytes.mid(m_at, lineEnd - m_at));
        if (!header || !header->value(u"type").isString())
            return broken(400, "invalid item header");
        if (!header->value(u"length").isDouble())
            return broken(400, "item without length");
        const auto length = header->value(u"length").toInteger(-1);
        const auto start = lineEnd + 1;
        if (length < 0 || length > m_bytes.size() - start)
            return broken(400, "unexpected end of file");
        m_at = start + length;
        if (!atEnd() && m_bytes[m_at] != '\n')
            return broken(400, "missing newline after header or payload");
        ++m_at;
        request.itemHeaders.append(*header);
        request.payloads.append(m_bytes.mid(start, length));
        return {};
    }

private:
    const QByteArray &m_bytes;
    qsizetype m_at = 0;
};

Verdict judgeEnvelope(RelayRequest &request)
{
    const auto &bytes = request.envelope;
    const auto headerEnd = bytes.indexOf('\n');
    const auto line = headerEnd < 0 ? bytes : bytes.left(headerEnd);
    const auto header = headerObject(line);
    if (!header)
        return broken(400, "invalid envelope header");
    request.envelopeHeader = *header;
    if (auto verdict = judgeEnvelopeHeader(line, *header))
        return verdict;
    ItemReader reader(bytes, line.size() + 1);
    int profiles = 0;
    while (!reader.atEnd()) {
        if (auto verdict = reader.next(request))
            return verdict;
        const auto type = request.itemHeaders.last().value(u"type").toString();
        if (type == u"profile_chunk" || type == u"profile")
            ++profiles;
        if (type != u"profile_chunk")
            continue;
        if (auto verdict = judgeChunk(request.itemHeaders.last(), request.payloads.last()))
            return verdict;
    }
    if (profiles > 1)
        return broken(413, "more than one profile");
    if (request.itemHeaders.isEmpty())
        return broken(400, "empty envelope");
    return {};
}

Verdict judge(RelayRequest &request, const QByteArray &body)
{
    if (auto verdict = judgeHttp(request))
        return verdict;
    const bool isPacked = request.headers.contains("content-encoding");
    const auto unpacked = isPacked ? gunzip(body) : std::optional(body);
    if (!unpacked)
        return broken(400, "damaged gzip");
    request.envelope = *unpacked;
    return judgeEnvelope(request);
}

} // namespace

void judgeAsRelay(RelayRequest &request, const QByteArray &body)
{
    if (const auto verdict = judge(request, body)) {
        request.status = verdict->status;
        request.problem = verdict->text;
    }
}

std::optional<QByteArray> gunzip(const QByteArray &bytes)
{
    constexpr int gzipOnly = 16 + MAX_WBITS;
    z_stream stream{};
    if (inflateInit2(&stream, gzipOnly) != Z_OK)
        return {};
    auto input = bytes;
    stream.next_in = reinterpret_cast<Bytef *>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    QByteArray output;
    std::array<Bytef, 65536> block{};
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = block.data();
        stream.avail_out = static_cast<uInt>(block.size());
        status = inflate(&stream, Z_NO_FLUSH);
        output.append(reinterpret_cast<const char *>(block.data()),
                      qsizetype(block.size() - stream.avail_out));
    }
    const bool isWhole = status == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return isWhole ? std::optional(output) : std::nullopt;
}

} // namespace ember::tests
