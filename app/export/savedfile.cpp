// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/savedfile.h"

#include "app/session/filenames.h"
#include "model/formats/export/stagedfiles.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>

namespace ember::app {

using model::Result;

Result<void> saveWhole(const QByteArray &bytes, const QString &path)
{
    const std::string name = toPath(path);
    model::StagedFiles files(name);
    EMBER_RETURN_IF_ERROR(
        files.add(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    return files.publish({&name, 1});
}

Result<void> savePicture(const QImage &picture, const QString &path)
{
    QBuffer buffer;
    QImageWriter writer(&buffer, QFileInfo(path).suffix().toLower().toLatin1());
    if (!writer.write(picture))
        return model::Error{model::ErrorCode::FileNotWritable, toPath(path),
                            writer.errorString().toStdString()};
    return saveWhole(buffer.data(), path);
}

} // namespace ember::app
