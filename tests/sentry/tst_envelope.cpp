// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/formats/sentry/repair.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <stop_token>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;

// SENTRY.md §4: the wire format and where it goes.
class TstEnvelope : public QObject {
    Q_OBJECT

private slots:
    void aMalformedEnvelopeIsRefusedAtItsByte_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("error"); // "": none
        const auto row = [](const char *name, const char *bytes, const char *error) {
            QTest::newRow(name) << std::string(bytes) << std::string(error);
        };
        row("header alone", "{}", "");
        row("header and line feed", "{}\n", "");
        row("no header", "", "byte 0: unexpected end of file");
        row("an item with length", "{}\n{\"type\":\"a\",\"length\":2}\nxy\n", "");
        row("without the last line feed", "{}\n{\"type\":\"a\",\"length\":2}\nxy", "");
        row("line feeds in a counted payload", "{}\n{\"type\":\"a\",\"length\":3}\nx\ny\n", "");
        row("empty payload", "{}\n{\"type\":\"a\",\"length\":0}\n\n", "");
        row("empty payload at the end", "{}\n{\"type\":\"a\",\"length\":0}\n", "");
        row("item header at the end", "{}\n{\"type\":\"a\"}", "");
        row("blank lines before a header", "{}\n\n \n{\"type\":\"a\"}\nx\n", "");
        row("white space before the header", " \n{}\n", "");
        row("null instead of absent", "{\"event_id\":null}\n{\"type\":\"a\",\"length\":null}\nx",
            "");
        row("unknown keys", "{\"x\":[1,{\"dsn\":2}]}\n{\"type\":\"a\",\"y\":{}}\nx", "");
        row("a line feed too many", "{}\n{\"type\":\"a\"}\nx\n\n",
            "byte 19: unexpected end of file");
        row("too short", "{}\n{\"type\":\"a\",\"length\":9}\nxy\n",
            "byte 30: unexpected end of file");
        row("too long", "{}\n{\"type\":\"a\",\"length\":1}\nxy\n",
            "byte 28: missing newline after header or payload");
        row("CR after the header", "{}\r\n{\"type\":\"a\"}\nx",
            "byte 2: missing newline after header or payload");
        row("CR after a counted payload", "{}\n{\"type\":\"a\",\"length\":1}\nx\r\n",
            "byte 28: missing newline after header or payload");
        row("a space after an item header", "{}\n{\"type\":\"a\"} \nx",
            "byte 15: missing newline after header or payload");
        row("no type", "{}\n{\"length\":1}\nx", "byte 3: invalid item header: missing field type");
        row("type is a number", "{}\n{\"type\":1}\nx", "byte 3: invalid item header: type");
        row("length is a string", "{}\n{\"type\":\"a\",\"length\":\"1\"}\nx",
            "byte 3: invalid item header: length");
        row("length is negative", "{}\n{\"type\":\"a\",\"length\":-1}\nx",
            "byte 3: invalid item header: length");
        row("length is no u32", "{}\n{\"type\":\"a\",\"length\":4294967296}\nx",
            "byte 3: invalid item header: length");
        row("event_id is no UUID", "{\"event_id\":\"x\"}\n",
            "byte 0: invalid envelope header: event_id");
        row("two sent_at",
            "{\"sent_at\":\"2026-11-21T07:43:06.882Z\",\"sent_at\":\"2026-11-21T07:43:06Z\"}\n",
            "byte 0: invalid envelope header: duplicate field sent_at");
        row("sent_at is no time", "{\"sent_at\":\"yesterday\"}\n",
            "byte 0: invalid envelope header: sent_at");
        row("not JSON", "{x}\n", "byte 0: invalid envelope header: invalid JSON");
        row("header cut off", "{\"a\":\"", "byte 6: unexpected end of file in a header");
        row("binary", "\x1f\x8b", "byte 0: expected a header");
    }

    void aMalformedEnvelopeIsRefusedAtItsByte()
    {
        QFETCH(std::string, bytes);
        QFETCH(std::string, error);
        const auto envelope = parseEnvelope(bytes);
        if (error.empty()) {
            QVERIFY2(envelope.has_value(), envelope ? "" : envelope.error().detail.c_str());
            return;
        }
        QVERIFY(!envelope.has_value());
        QVERIFY2(envelope.error().detail.starts_with(error), envelope.error().detail.c_str());
    }

    void itemsKeepTheirPayloads()
    {
        const std::string bytes =
            "{\"event_id\":\"0432a0a4c25f4697bf9f0a2fcbe6a814\"}\n"
            "{\"type\":\"transaction\"}\nfirst\r\n"
            "{\"type\":\"profile_chunk\",\"length\":7,\"platform\":\"node\"}\n"
            "se\ncond\n"
            "{\"type\":\"c\"}\nlast";
        const auto envelope = parseEnvelope(bytes);
        QVERIFY(envelope.has_value());
        QCOMPARE(envelope->items.size(), std::size_t(3));
        QCOMPARE(envelope->items[0].payload, std::string_view("first\r"));
        QCOMPARE(envelope->items[1].payload, std::string_view("se\ncond"));
        QCOMPARE(*envelope->items[1].platform, std::string("node"));
        QCOMPARE(envelope->items[2].payload, std::string_view("last"));
        QCOMPARE(envelope->profileCount(), std::size_t(1));
    }

    void whatIsWrittenIsReadBack()
    {
        NewEnvelope written;
        written.eventId = "0432a0a4c25f4697bf9f0a2fcbe6a814";
        written.items.push_back({.platform = "native", .payload = "{\n \"a\": \"\xc3\xa4\"\n}"});
        const auto bytes = writeEnvelope(written);
        QCOMPARE(bytes,
                 std::string("{\"event_id\":\"0432a0a4c25f4697bf9f0a2fcbe6a814\"}\n"
                             "{\"type\":\"profile_chunk\",\"platform\":\"native\","
                             "\"content_type\":\"application/json\",\"length\":14}\n"
                             "{\n \"a\": \"\xc3\xa4\"\n}\n"));
        const auto header = stampedHeader(bytes, "2026-11-21T07:43:06.882Z");
        QVERIFY(header.has_value());
        const std::string stamped = header->json + bytes.substr(header->restAt);
        const auto read = parseEnvelope(stamped);
        QVERIFY(read.has_value());
        QCOMPARE(*read->header.sentAt, std::string("2026-11-21T07:43:06.882Z"));
        QCOMPARE(read->items[0].payload, std::string_view(written.items[0].payload));
    }

    void theDsnOfTheEndpointStaysHere()
    {
        const std::string items = "\n{\"type\":\"a\"}\n\xff\n";
        const auto sent =
            withoutDsn("{\"dsn\":\"http://0123456789abcdef0123456789abcdef@localhost/1\","
                       "\"event_id\":\"0432a0a4c25f4697bf9f0a2fcbe6a814\"}"
                       + items);
        QVERIFY(sent.has_value());
        QVERIFY(sent->ends_with(items));
        const auto read = parseEnvelope(*sent);
        QVERIFY(read.has_value());
        QVERIFY(!read->header.dsn);
        QCOMPARE(read->header.eventId.value_or(""),
                 std::string("0432a0a4c25f4697bf9f0a2fcbe6a814"));
    }

    void twoProfilesMakeTheWholeEnvelopeTooLarge()
    {
        NewEnvelope written;
        for (int i = 0; i < 2; ++i)
            written.items.push_back({.platform = "node", .payload = baseChunk().dump()});
        const Bytes bytes{std::string_view(writeEnvelope(written))};
        const auto verdicts = validate(bytes.view(), "two.envelope");
        QCOMPARE(verdicts.size(), std::size_t(2));
        for (const auto &verdict : verdicts)
            QCOMPARE(verdict.rejection->reason, RejectReason::TooLarge);
        QCOMPARE(verdicts[1].file, std::string("two.envelope#2"));
    }

    // Big files take long: what judges and repairs them is asked to stop within one.
    void whoIsStoppedGivesNoVerdict()
    {
        const std::string chunk = baseChunk().dump();
        NewEnvelope written;
        written.items.push_back({.platform = "node", .payload = chunk});
        std::stop_source source;
        source.request_stop();
        for (const std::string &text : {chunk, writeEnvelope(written)}) {
            const Bytes bytes{std::string_view(text)};
            const auto verdicts = validate(bytes.view(), "x", {.stop = source.get_token()});
            QCOMPARE(verdicts.size(), std::size_t(1));
            QVERIFY(!verdicts[0].rejection);
            QVERIFY(!verdicts[0].isAccepted());
            QCOMPARE(verdicts[0].unread->code, ErrorCode::Cancelled);
            const auto repaired = repairFile(bytes.view(), source.get_token());
            QVERIFY(!repaired);
            QCOMPARE(repaired.error().code, ErrorCode::Cancelled);
        }
    }

    void theHeadersPlatformIsAMustOfTheText()
    {
        NewEnvelope written;
        written.items.push_back({.platform = {}, .payload = baseChunk().dump()});
        const Bytes bytes{std::string_view(writeEnvelope(written))};
        const auto verdicts = validate(bytes.view(), "x");
        QVERIFY(verdicts[0].isAccepted());
        QVERIFY(!verdicts[0].isStrictlyValid());
        const auto &findings = verdicts[0].findings;
        const auto found = std::ranges::find(findings, "spec-platform-header", &Finding::code);
        QVERIFY(found != findings.end());
        QVERIFY2(found->detail.ends_with("(since 2.4.0)"), found->detail.c_str());
    }

    void realEnvelopesAreAccepted_data()
    {
        QTest::addColumn<QString>("path");
        const auto real = referenceData(QStringLiteral("sentry/real"));
        if (real.isEmpty())
            QTest::newRow("no reference data") << QString();
        for (const char *name :
             {"node_manual_long", "node_manual_short", "py_manual", "py_trace"}) {
            const QString folder = real + u'/' + QString::fromLatin1(name);
            for (const auto &path : filesIn(folder, QStringLiteral("*.envelope")))
                QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
        }
    }

    void realEnvelopesAreAccepted()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        QVERIFY(looksLikeEnvelope(bytes.view()));
        for (const auto &verdict : validate(bytes.view(), path.toStdString()))
            QVERIFY2(verdict.isAccepted(),
                     verdict.rejection ? verdict.rejection->detail.c_str() : "");
    }

    void aWrongItemLengthIsFoundInSpotlightsFiles()
    {
        const auto path = referenceData(
            QStringLiteral("sentry/upstream/spotlight/continuous_profile_chunk_1.txt"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto bytes = fileBytes(path);
        const auto verdicts = validate(bytes.view(), "chunk_1");
        QCOMPARE(verdicts.size(), std::size_t(1));
        QCOMPARE(verdicts[0].rejection->reason, RejectReason::InvalidEnvelope);
    }

    void aDsnGivesTheUrl_data()
    {
        QTest::addColumn<std::string>("dsn");
        QTest::addColumn<std::string>("url"); // or the part that is wrong
        const std::string key = "0123456789abcdef0123456789abcdef";
        const auto row = [](const std::string &dsn, const std::string &url) {
            QTest::newRow(dsn.c_str()) << dsn << url;
        };
        row("https://" + key + "@o1.ingest.sentry.io/42",
            "https://o1.ingest.sentry.io/api/42/envelope/");
        row("http://" + key + ":secret@localhost:9000/42",
            "http://localhost:9000/api/42/envelope/");
        row("https://" + key + "@h/deep/prefix/42", "https://h/deep/prefix/api/42/envelope/");
        row("http://" + key + "@[::1]:80/7", "http://[::1]:80/api/7/envelope/");
        row(" https://" + key + "@h/1 \n", "https://h/api/1/envelope/");
        row("", "dsn");
        row("ftp://" + key + "@h/1", "scheme");
        row(key + "@h/1", "scheme");
        row("https://h/1", "public key");
        row("https://short@h/1", "public key");
        row("https://" + key + "@h", "project");
        row("https://" + key + "@h/", "project");
        row("https://" + key + "@/1", "host");
        row("https://" + key + "@[fe80::1%25eth0]/1", "https://[fe80::1%25eth0]/api/1/envelope/");
        row("https://" + key + "@sentry.example./1", "https://sentry.example./api/1/envelope/");
        row("https://" + key + "@my_host-1/1", "https://my_host-1/api/1/envelope/");
        row("https://" + key + "@127.0.0.1/1", "https://127.0.0.1/api/1/envelope/");
        row("http://" + key + "@3f2a9c1b7d4e:9000/1", "http://3f2a9c1b7d4e:9000/api/1/envelope/");
        row("https://" + key + "@2.sentry.example/1", "https://2.sentry.example/api/1/envelope/");
        for (const char *host :
             {"[zz]", "[::1", "::1]", "[]", "[1.2.3.4]", "[::1]x", "a..b", ".a", "a[", ".", "a%20b",
              "a;b", "a,b", "-o", "a-.b", "127.1", "1.2.3.256", "0x7f.1", "2130706433"})
            row("https://" + key + '@' + host + "/1", "host");
        row("https://" + key + '@' + std::string(64, 'a') + "/1", "host");
        row("https://" + key + "@h:99999/1", "port");
        row("https://" + key + "@h:x/1", "port");
        row("https://" + key + "@h/a b/1", "path");
        row("https://" + key + "@h/1?x=1", "project");
    }

    void aDsnGivesTheUrl()
    {
        QFETCH(std::string, dsn);
        QFETCH(std::string, url);
        const auto parsed = parseDsn(dsn);
        QCOMPARE(parsed ? parsed->envelopeUrl() : parsed.error().subject, url);
    }

    void theSecretStaysOutOfMessages()
    {
        const auto dsn = parseDsn("https://0123456789abcdef0123456789abcdef:geheim@h/p/1");
        QVERIFY(dsn.has_value());
        QCOMPARE(dsn->toString(), std::string("https://0123456789abcdef0123456789abcdef@h/p/1"));
        QCOMPARE(dsn->authHeader("emberchart/1.0"),
                 std::string("Sentry sentry_version=7, sentry_client=emberchart/1.0, "
                             "sentry_key=0123456789abcdef0123456789abcdef, sentry_secret=geheim"));
    }
};

EMBER_TEST(TstEnvelope)
#include "tst_envelope.moc"
