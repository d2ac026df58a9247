// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace ember::app {

enum class UploadVerdict {
    Received, // 2xx: taken; Sentry looks at the content later and may still discard it
    NotSentry, // 2xx, but not in Sentry's words: a login page, a proxy
    Malformed, // 400
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
};

// How sending one envelope ended. Nothing is ever sent again by itself.
struct UploadOutcome {
    UploadVerdict verdict = UploadVerdict::NetworkFailed;
    int httpStatus = 0; // 0: no answer came
    QString eventId; // as the server names it; "" for a lone chunk
    // What the server or the system says, untranslated: Relay's "detail" and "causes", or Qt's
    // error text. A server's words are data: at most 400 letters, and may hold any control
    // characters.
    QString detail;
    // Of RateLimited (and of any other answer that sets a limit for this category): not before.
    QDateTime retryAt; // UTC; invalid: no limit

    bool isReceived() const { return verdict == UploadVerdict::Received; }
};

// The sentence for people, with advice; translated. Says when sending is possible again.
QString toText(const UploadOutcome &outcome);

} // namespace ember::app
