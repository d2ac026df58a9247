// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QSettings;

namespace ember::app {

// The filters that were last in use for a file: as the views write them (see filterWords()).
struct FiltersOfFile {
    QString path; // absolute
    QStringList words;

    friend bool operator==(const FiltersOfFile &, const FiltersOfFile &) = default;
};

// Those of the last files, the newest first; at most fifty, and none for files without filters.
struct FilterSettings {
    QList<FiltersOfFile> files;

    QStringList of(const QString &path) const;
    void set(const QString &path, const QStringList &words);

    static FilterSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const FilterSettings &, const FilterSettings &) = default;
};

} // namespace ember::app
