// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadoutcome.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

namespace ember::app {

namespace {

struct UploadOutcomeText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::UploadOutcome)

public:
    static QString received()
    {
        return tr("Received. Sentry looks at the content only afterwards and may still discard it: "
                  "check the project's Stats page if the profile does not appear.");
    }

    static QString limited(const QDateTime &until)
    {
        if (!until.isValid())
            return tr("Sentry is limiting this project's profiles. Try again later.");
        return tr("Sentry is limiting this project's profiles. They can be sent again from %1.")
            .arg(QLocale().toString(until.toLocalTime(), QLocale::ShortFormat));
    }

    static QString tlsFailed(TlsFault fault)
    {
        switch (fault) {
        case TlsFault::Expired:
            return tr("No secure connection: the server's certificate has expired, or this "
                      "computer's clock is ahead.");
        case TlsFault::NotYetValid:
            return tr("No secure connection: the server's certificate is not valid yet. This "
                      "computer's clock may be behind.");
        case TlsFault::SelfSigned:
            return tr(
                "No secure connection: the server has signed its certificate itself. If it is "
                "yours, name the certificate as CA file.");
        case TlsFault::UnknownIssuer:
            return tr("No secure connection: this computer does not know who has signed the "
                      "server's certificate. If that is your organisation, name its certificate as "
                      "CA file.");
        case TlsFault::WrongHost:
            return tr("No secure connection: the server's certificate is for another host. Check "
                      "the address in the DSN; a proxy may stand before the server.");
        default:
            return tr("No secure connection: the server's certificate or the encryption was not "
                      "accepted. Check the address in the DSN and this computer's clock.");
        }
    }

    static QString withoutAnswer(const UploadOutcome &outcome)
    {
        switch (outcome.verdict) {
        case UploadVerdict::TimedOut:
            return tr("The server did not answer in time. Nothing tells whether it took the data.");
        case UploadVerdict::TlsFailed: return tlsFailed(outcome.tlsFault);
        case UploadVerdict::Cancelled:
            return outcome.hasLeft ? tr("Cancelled. The server may have taken the data.")
                                   : tr("Cancelled. Nothing was sent.");
        case UploadVerdict::Interrupted:
            return tr("The program ended while it was sending. Nothing tells whether the server "
                      "took the data.");
        case UploadVerdict::Malformed:
            return tr("Not sent: this is not an envelope, or its file in the queue is damaged.");
        case UploadVerdict::NotRead:
            return tr("Not sent yet: this computer could not read it from the queue.");
        default:
            return outcome.hasLeft
                ? tr("The connection broke before the server had answered. Nothing tells whether "
                     "it took the data.")
                : tr("The server could not be reached, or the connection broke. Check the network "
                     "and the address in the DSN.");
        }
    }

    static QString refused(const UploadOutcome &outcome)
    {
        switch (outcome.verdict) {
        case UploadVerdict::NotSentry:
            return tr("The server answered (%1), but not as Sentry does: what was sent has "
                      "probably not arrived. Check the address in the DSN; a login page or a proxy "
                      "may stand before Sentry.")
                .arg(outcome.httpStatus);
        case UploadVerdict::Malformed: return tr("The server could not read what was sent (400).");
        case UploadVerdict::NotAuthorised:
            return tr("The server does not know the key of this DSN (401). Copy the DSN again from "
                      "the project's settings.");
        case UploadVerdict::Refused:
            return tr("The server refuses data for this project (403): it is unknown or disabled, "
                      "or the key is.");
        case UploadVerdict::TooLarge:
            return tr("The envelope is larger than the server takes (413). Send a shorter range or "
                      "fewer threads.");
        case UploadVerdict::ServerError:
            return tr("The server has a problem (%1). Try again later.").arg(outcome.httpStatus);
        default:
            return tr("The server answered with an unexpected status (%1).")
                .arg(outcome.httpStatus);
        }
    }
};

constexpr std::array verdictWords{"received",  "not_sentry",  "malformed",    "not_authorised",
                                  "refused",   "too_large",   "rate_limited", "server_error",
                                  "rejected",  "timed_out",   "tls_failed",   "network_failed",
                                  "cancelled", "interrupted", "not_read"};

} // namespace

QString verdictWord(UploadVerdict verdict)
{
    return QString::fromLatin1(verdictWords[static_cast<std::size_t>(verdict)]);
}

UploadVerdict verdictOfWord(const QString &word)
{
    for (std::size_t place = 0; place < verdictWords.size(); ++place) {
        if (word == QLatin1String(verdictWords[place]))
            return static_cast<UploadVerdict>(place);
    }
    return UploadVerdict::NetworkFailed;
}

QString toText(const UploadOutcome &outcome)
{
    if (outcome.isReceived())
        return UploadOutcomeText::received();
    if (outcome.verdict == UploadVerdict::RateLimited)
        return UploadOutcomeText::limited(outcome.retryAt);
    return outcome.httpStatus == 0 ? UploadOutcomeText::withoutAnswer(outcome)
                                   : UploadOutcomeText::refused(outcome);
}

} // namespace ember::app
