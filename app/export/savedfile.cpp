// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/savedfile.h"

#include "app/session/filenames.h"
#include "model/formats/export/stagedfiles.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QImageWriter>

namespace ember::app {

using model::Result;

namespace {

struct SavedTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::SavedFile)
};

} // namespace

Result<void> saveWhole(const QByteArray &bytes, const QString &path)
{
    const std::string name = toPath(path);
    model::StagedFiles files(name);
    EMBER_RETURN_IF_ERROR(
        files.add(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    return files.publish({&name, 1});
}

Result<QStringList>
saveNumberedFiles(const QString &path, const QStringList &inputs,
                  const std::function<Result<QStringList>(const QStringList &kept)> &save)
{
    const QFileInfo chosen(path);
    const QString start = chosen.completeBaseName();
    QStringList kept = inputs;
    for (const QFileInfo &file :
         chosen.absoluteDir().entryInfoList(QDir::Files | QDir::Hidden | QDir::System)) {
        if (file.fileName().startsWith(start) && file.fileName() != chosen.fileName())
            kept << file.absoluteFilePath();
    }
    auto saved = save(kept);
    if (saved || saved.error().code != model::ErrorCode::FileIsInput
        || !sameFileAmong(inputs, fromArgument(saved.error().subject)).isEmpty())
        return saved;
    return model::Error{model::ErrorCode::FileNotWritable, saved.error().subject,
                        SavedTexts::tr("there is a file of this name already, and several are "
                                       "written: choose another name")
                            .toStdString()};
}

Result<void> checkPictureFormat(const QString &path)
{
    const auto formats = QImageWriter::supportedImageFormats();
    if (formats.contains(QFileInfo(path).suffix().toLower().toLatin1()))
        return {};
    return model::Error{model::ErrorCode::InvalidArgument, toPath(path),
                        SavedTexts::tr("a picture's name ends in one of these: %1")
                            .arg(QString::fromLatin1(formats.join(", ")))
                            .toStdString()};
}

Result<void> savePicture(const QImage &picture, const QString &path)
{
    EMBER_RETURN_IF_ERROR(checkPictureFormat(path));
    QBuffer buffer;
    QImageWriter writer(&buffer, QFileInfo(path).suffix().toLower().toLatin1());
    if (!writer.write(picture))
        return model::Error{model::ErrorCode::FileNotWritable, toPath(path),
                            writer.errorString().toStdString()};
    return saveWhole(buffer.data(), path);
}

} // namespace ember::app
