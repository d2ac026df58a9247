// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace ember::app {

enum class UploadVerdict {
    Received, // 2xx: taken; Sentry looks at the content later and may still discard it
    NotSentry, // 2xx, but not in Sentry's words: a login page, a proxy
    Malformed, // 400; without an answer: no envelope, or its file in the queue is damaged
    NotAuthorised, // 401
    Refused, // 403: unknown or disabled project
    TooLarge, // 413
    RateLimited, // 429, or held back by a limit that an earlier answer set
    ServerError, // 5xx
    Rejected, // any other status
    TimedOut,
    TlsFailed,
    NetworkFailed, // DNS, connect, reset
    Cancelled,
    Interrupted, // the program ended before the answer came
    NotRead, // this machine could not read it from the queue, and may later
};

// The stable spelling for --json and files: "received", "network_failed", ….
QString verdictWord(UploadVerdict verdict);
UploadVerdict verdictOfWord(const QString &word);

// What is wrong with a server's certificate.
enum class TlsFault { None, Expired, NotYetValid, SelfSigned, UnknownIssuer, WrongHost, Other };

// The outcome of sending one envelope.
struct UploadOutcome {
    UploadVerdict verdict = UploadVerdict::NetworkFailed;
    int httpStatus = 0; // 0: no answer came
    bool hasLeft = false; // bytes were sent: the envelope may have been taken
    bool isUnreachable = false; // no server could take anything: no connection, or no trust
    TlsFault tlsFault = TlsFault::None; // what is wrong with the certificate, if TlsFailed
    QString eventId; // as the server names it; "" for a lone chunk
    // The untranslated text of the server (Relay's "detail" and "causes") or Qt's error text. A
    // server's text is untrusted: at most 400 characters, possibly control characters.
    QString detail;
    // The end of a rate limit for the envelope's category, which any answer may set, or of a pause.
    QDateTime retryAt; // UTC; invalid: none

    bool isReceived() const { return verdict == UploadVerdict::Received; }
};

// A translated sentence for users, with advice and the end of a rate limit.
QString toText(const UploadOutcome &outcome);

} // namespace ember::app
