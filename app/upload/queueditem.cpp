// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queueditem.h"

#include "app/errortext.h"
#include "model/core/uuid.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace ember::app {

namespace {

struct UploadStateText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::UploadState)
};

constexpr std::array stateWords{
    "waiting", "sending", "delivered", "refused", "may_have_been_taken", "cancelled"};

} // namespace

UploadState stateOfWord(const QString &word)
{
    const auto *const found = std::ranges::find(
        stateWords, word, [](const char *known) { return QString::fromLatin1(known); });
    const auto place = static_cast<std::size_t>(found - stateWords.begin());
    return place < stateWords.size() ? static_cast<UploadState>(place) : UploadState::Refused;
}

QString stateWord(UploadState state)
{
    return QString::fromLatin1(stateWords[static_cast<std::size_t>(state)]);
}

QString stateText(UploadState state)
{
    switch (state) {
    case UploadState::Waiting: return UploadStateText::tr("waiting");
    case UploadState::Sending: return UploadStateText::tr("sending");
    case UploadState::Delivered: return UploadStateText::tr("delivered");
    case UploadState::Refused: return UploadStateText::tr("refused");
    case UploadState::InDoubt: return UploadStateText::tr("may have been taken");
    case UploadState::Cancelled: return UploadStateText::tr("cancelled");
    }
    return {};
}

bool canRetry(const QueuedUpload &item, bool isTargetKnown)
{
    switch (item.state) {
    case UploadState::Waiting: return item.isKept && isTargetKnown;
    case UploadState::Sending:
    case UploadState::Delivered: return false;
    case UploadState::Refused:
    case UploadState::InDoubt:
    case UploadState::Cancelled: return item.isKept;
    }
    return false;
}

QString lostText(const QueuedUpload &item)
{
    switch (item.state) {
    case UploadState::Waiting:
        return UploadStateText::tr(
            "Not sent: it waits for another DSN, or for the end of a pause.");
    case UploadState::Cancelled:
        return UploadStateText::tr("Not sent: it was cancelled or dropped from the queue.");
    case UploadState::Sending:
        return UploadStateText::tr("Another program has taken it to send it.");
    case UploadState::Delivered: return UploadStateText::tr("Another program has sent it.");
    case UploadState::Refused:
    case UploadState::InDoubt:
        return UploadStateText::tr("Another program has tried to send it: %1")
            .arg(toText(item.outcome));
    }
    return {};
}

QString queueErrorLine(const model::Error &error)
{
    const QString path = QString::fromStdString(error.subject);
    const QString folder = QDir::toNativeSeparators(QFileInfo(path).path());
    switch (error.code) {
    case model::ErrorCode::SyntaxError:
        return UploadStateText::tr(
                   "The database of the upload queue, “%1”, is damaged. The envelopes are kept as "
                   "files beside it. Move the database away, and a new queue begins: the envelopes "
                   "can be "
                   "uploaded as files then, but some of them may have been taken before. Or "
                   "emberchart-cli upload --forget --all puts it aside and drops the envelopes.")
            .arg(QDir::toNativeSeparators(path));
    case model::ErrorCode::DiskFull:
        return UploadStateText::tr("There is no space left for the upload queue in “%1”. Free some "
                                   "space there: what waits in the queue is kept.")
            .arg(folder);
    default: return errorLine(error);
    }
}

bool QueuedUpload::wasTried() const
{
    return attempts > 0 || outcome.retryAt.isValid() || state == UploadState::Delivered;
}

// A time that is further away than any limit comes from a clock that has jumped.
std::optional<QDateTime> QueuedUpload::limitedUntil(const QDateTime &time) const
{
    const bool isLimited = outcome.verdict == UploadVerdict::RateLimited
        && outcome.retryAt.isValid() && outcome.retryAt > time
        && outcome.retryAt <= time.addMSecs(longestItemPause);
    return isLimited ? std::optional(outcome.retryAt) : std::nullopt;
}

qint64 pauseAfter(int attempts)
{
    constexpr qint64 shortest = 5'000;
    constexpr qint64 longest = 3'600'000;
    constexpr int mostDoublings = 10;
    return std::min(longest, shortest << std::clamp(attempts - 1, 0, mostDoublings));
}

UploadState stateAfter(const UploadOutcome &outcome, bool isDoubtful)
{
    if (outcome.isReceived())
        return UploadState::Delivered;
    if (outcome.httpStatus != 0 || outcome.verdict == UploadVerdict::Malformed)
        return isDoubtful ? UploadState::InDoubt : UploadState::Refused;
    return outcome.hasLeft ? UploadState::InDoubt : UploadState::Waiting;
}

QString spelledByRelay(const QString &id)
{
    const auto uuid = model::parseUuid(id.toStdString());
    return uuid ? QString::fromStdString(*uuid) : id;
}

} // namespace ember::app
