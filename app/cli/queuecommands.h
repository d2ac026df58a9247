// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/envelopepost.h"
#include "app/upload/uploadqueue.h"

#include <QList>
#include <QString>
#include <QStringList>

// What `upload` does with the queue. All print results and errors, and return the exit code.
namespace ember::app {

struct SendOptions {
    UploadWay way;
    bool ignoresKeptLimits = false;
    QString page = {}; // shows in a browser what was sent; "": not known
};

// Prints an error of the queue, unless the error printed before had the same line.
void printQueueError(const model::Error &error);

// Sends items to one DSN and prints a line for each. Ends when each was tried once; prints how many
// still wait in the queue. After SIGINT or SIGTERM nothing more is started; a second one breaks off
// what is on its way. Nothing is sent while the queue is paused. Continues if stdout is full, since
// sending matters more. Waits up to two minutes for items that others have taken: they count as
// done if those have sent them.
int sendItems(UploadQueue &queue, const QList<QueuedUpload> &items, const model::sentry::Dsn &dsn,
              const SendOptions &options);

// --status: a table, or with --json an array.
int printQueue(UploadQueue &queue, bool asJson);

// Parses operands as numbers of items; empty if one of them is no number, which was printed.
std::optional<QList<qint64>> itemNumbers(const QStringList &operands);

// --retry: sends the waiting items for a DSN or, if there are numbers, only those of the numbered
// ones that are for it, also refused, cancelled and doubtful ones. Pauses after failures are
// skipped, limits of the server hold.
int retryItems(UploadQueue &queue, const QList<qint64> &numbers, const model::sentry::Dsn &dsn,
               const SendOptions &options);

// --forget: remove these items; or all, with stray envelopes and the history.
int forgetItems(UploadQueue &queue, const QList<qint64> &numbers);
int forgetAll(UploadQueue &queue);

// Prints an item's result line, with escaped texts of servers. False after a write error, which was
// printed.
bool printOutcome(const QString &id, const UploadOutcome &outcome);
// An escaped cell of a result line; "-" if the text is empty.
QString cellOrDash(const QString &text);
// Prints a result line with escaped text from files or servers. False after a write error, which
// was printed.
bool printResultLine(const QString &line);

} // namespace ember::app
