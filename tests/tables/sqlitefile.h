// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/bytes/bytesource.h"
#include "model/formats/sqlite/sqliteformat.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <sqlite3.h>

namespace ember::tests {

// A database file of a test, seen through SQLite itself.
class SqliteFile {
public:
    QString path() const { return m_folder.filePath(QStringLiteral("p.sqlite")); }

    model::Result<void> write(const model::tables::Tables &tables) const
    {
        return model::sqlite::writeTables(tables, path().toStdString());
    }

    model::Bytes bytes() const { return model::Bytes::readFile(path().toStdString()).value(); }

    model::Result<model::tables::Reading> read() const
    {
        const auto own = bytes();
        return model::sqlite::readTables(own.view(), [] { return false; });
    }

    // The rows of a statement, cells separated by "|"; or the error.
    QStringList run(const QByteArray &sql) const
    {
        sqlite3 *database = nullptr;
        sqlite3_open(path().toUtf8().constData(), &database);
        QStringList rows;
        const auto take = [](void *out, int count, char **cells, char **) {
            QStringList row;
            for (int place = 0; place < count; ++place)
                row.append(QString::fromUtf8(cells[place]));
            static_cast<QStringList *>(out)->append(row.join(u'|'));
            return 0;
        };
        if (sqlite3_exec(database, sql.constData(), take, &rows, nullptr) != SQLITE_OK)
            rows.append(QStringLiteral("error: ") + QString::fromUtf8(sqlite3_errmsg(database)));
        sqlite3_close(database);
        return rows;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace ember::tests
