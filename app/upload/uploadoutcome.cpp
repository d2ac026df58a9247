// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadoutcome.h"

#include <QCoreApplication>
#include <QLocale>

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

    static QString withoutAnswer(UploadVerdict verdict)
    {
        switch (verdict) {
        case UploadVerdict::TimedOut:
            return tr("The server did not answer in time. Nothing tells whether it took the data.");
        case UploadVerdict::TlsFailed:
            return tr("No secure connection: the server's certificate or the encryption was not "
                      "accepted. Check the address in the DSN and this computer's clock.");
        case UploadVerdict::Cancelled: return tr("Cancelled. The server may have taken the data.");
        case UploadVerdict::Malformed: return tr("Not sent: this is not an envelope.");
        default:
            return tr("The server could not be reached, or the connection broke. Check the network "
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

} // namespace

QString toText(const UploadOutcome &outcome)
{
    if (outcome.isReceived())
        return UploadOutcomeText::received();
    if (outcome.verdict == UploadVerdict::RateLimited)
        return UploadOutcomeText::limited(outcome.retryAt);
    return outcome.httpStatus == 0 ? UploadOutcomeText::withoutAnswer(outcome.verdict)
                                   : UploadOutcomeText::refused(outcome);
}

} // namespace ember::app
