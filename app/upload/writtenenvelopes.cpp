// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/writtenenvelopes.h"

#include "model/formats/export/stagedfiles.h"

#include <QDir>
#include <QFileInfo>

namespace ember::app {

OutgoingEnvelope envelopeOf(const model::sentry::WrittenChunk &chunk)
{
    return {QString::fromStdString(chunk.chunkId), QString::fromStdString(chunk.platform),
            QByteArray::fromStdString(model::sentry::chunkEnvelope(chunk)),
            chunk.transaction.empty() ? QStringLiteral("profile_chunk")
                                      : QStringLiteral("profile")};
}

OutgoingEnvelope envelopeOf(const model::sentry::WrittenTransaction &transaction)
{
    return {QString::fromStdString(transaction.eventId),
            QString::fromStdString(transaction.platform),
            QByteArray::fromStdString(model::sentry::transactionEnvelope(transaction)),
            QStringLiteral("transaction")};
}

QStringList envelopePaths(const QString &output, qsizetype count)
{
    if (count == 1)
        return {output};
    const QFileInfo info(output);
    const QString stem = info.dir().filePath(info.completeBaseName());
    const QString suffix = info.suffix().isEmpty() ? QStringLiteral("envelope") : info.suffix();
    QStringList paths;
    for (qsizetype number = 1; number <= count; ++number)
        paths.append(
            QStringLiteral("%1.%2.%3")
                .arg(stem, QString::number(number).rightJustified(3, QLatin1Char('0')), suffix));
    return paths;
}

model::Result<void> saveEnvelopes(const QList<OutgoingEnvelope> &envelopes,
                                  const std::string &output, const std::vector<std::string> &names)
{
    model::StagedFiles files(output);
    for (const OutgoingEnvelope &envelope : envelopes)
        EMBER_RETURN_IF_ERROR(files.add(envelope.bytes.toStdString()));
    return files.publish(names);
}

} // namespace ember::app
