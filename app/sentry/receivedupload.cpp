// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/receivedupload.h"

#include "app/intake/forwarder.h"
#include "model/formats/sentry/envelope.h"

#include <QFile>

#include <string_view>
#include <utility>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

Result<ReceivedUpload> readReceived(const QStringList &files, const std::stop_token &stop)
{
    constexpr qint64 most = 512LL * 1024 * 1024;
    ReceivedUpload received;
    qint64 bytes = 0;
    for (const QString &path : files) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return Error{ErrorCode::FileUnreadable, path.toStdString(),
                         file.errorString().toStdString()};
        bytes += file.size();
        if (bytes > most)
            return Error{ErrorCode::FileTooBig, path.toStdString(),
                         "more than 512 MiB together: send fewer items at a time"};
        EMBER_ASSIGN_OR_RETURN(auto outgoing, toForward(file.readAll()));
        EMBER_ASSIGN_OR_RETURN(
            const auto envelope,
            model::sentry::parseEnvelope(std::string_view(
                outgoing.bytes.constData(), static_cast<std::size_t>(outgoing.bytes.size()))));
        received.preview.add(envelope);
        received.envelopes.append(std::move(outgoing));
    }
    return received;
}

} // namespace ember::app
