// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploadoutcome.h"
#include "model/core/result.h"

#include <QDateTime>
#include <QString>

#include <optional>

// An item of the queue of uploads, its states and their words, and what becomes of it after an
// attempt. Values, without the database: any thread.

namespace ember::app {

enum class UploadState {
    Waiting, // to be sent, or sent again
    Sending, // by a living process
    Delivered, // Sentry has taken it
    Refused, // not taken, by the server's answer, or as the envelope is damaged
    InDoubt, // may have been taken: the connection or the process ended before the answer
    Cancelled, // by the user
};

// The stable spelling for --json and the database: "waiting", …, "may_have_been_taken".
QString stateWord(UploadState state);
UploadState stateOfWord(const QString &word);
// The translated name for users: "waiting", …, "may have been taken".
QString stateText(UploadState state);

// An envelope in the queue, or its receipt.
struct QueuedUpload {
    qint64 number = 0; // never used twice
    QString target; // see targetOf()
    QString place; // host, path and project: "sentry.io/42"
    QString id; // see OutgoingEnvelope
    QString type;
    QString category;
    qint64 bytes = 0;
    bool isKept = false; // the envelope is still there and can be sent again
    UploadState state = UploadState::Waiting;
    int attempts = 0;
    QDateTime queuedAt; // UTC
    QDateTime changedAt; // UTC
    UploadOutcome outcome; // outcome of the last attempt; the next is not before its retryAt

    // Whether there is an outcome.
    bool wasTried() const;
    // The end of the rate limit that has refused or held back the item; nullopt if there is none,
    // it is over, or it is more than longestItemPause away.
    std::optional<QDateTime> limitedUntil(const QDateTime &now) const;
};

// Whether the user can have an item sent once more. One that waits for a DSN that is not known here
// cannot: this program does not send it.
bool canRetry(const QueuedUpload &item, bool isTargetKnown);

// The translated reason why a sender does not send an item that it was given: what others have done
// to it meanwhile.
QString lostText(const QueuedUpload &item);

// An error of the queue as a line for users, with advice for a damaged database and for a full
// disk. All errors of a full disk give the same line.
QString queueErrorLine(const model::Error &error);

// Returns the state after an attempt. Only what no server can have seen is sent again by itself
// (SENTRY.md §5). That this attempt was refused says nothing of an earlier one that may have been
// taken (`isDoubtful`).
UploadState stateAfter(const UploadOutcome &outcome, bool isDoubtful);
// Milliseconds before the next attempt; SENTRY.md §5: 5 s after the first, doubled to an hour.
qint64 pauseAfter(int attempts);
// A time that is further away than this, in milliseconds, comes from a clock that has jumped.
constexpr qint64 longestItemPause = 25LL * 3600 * 1000;

// The one spelling of an id by which an envelope is known again: SDKs and files write one UUID in
// several ways; Relay makes one of them.
QString spelledByRelay(const QString &id);

} // namespace ember::app
