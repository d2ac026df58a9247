// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threaddrag.h"

#include <QDataStream>
#include <QIODevice>
#include <QList>

namespace ember::views {

using namespace model;

QString threadMimeType()
{
    return QStringLiteral("application/x-emberchart-threads");
}

QMimeData *threadMimeData(const std::vector<ThreadIndex> &threads)
{
    QList<quint32> rows;
    for (const ThreadIndex thread : threads)
        rows.append(thread.raw());
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << rows;
    auto *data = new QMimeData;
    data->setData(threadMimeType(), bytes);
    return data;
}

std::vector<ThreadIndex> draggedThreads(const QMimeData &data)
{
    QList<quint32> rows;
    QDataStream stream(data.data(threadMimeType()));
    stream >> rows;
    return {rows.begin(), rows.end()};
}

} // namespace ember::views
