// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QSettings;

namespace ember::app {

// The filters last used with a file, in the views' syntax (see filterWords()).
struct FiltersOfFile {
    QString path; // absolute
    QStringList words;

    friend bool operator==(const FiltersOfFile &, const FiltersOfFile &) = default;
};

// The filters of the last fifty files that had any, newest first.
struct FilterSettings {
    QList<FiltersOfFile> files;

    QStringList of(const QString &path) const;
    void set(const QString &path, const QStringList &words);

    static FilterSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const FilterSettings &, const FilterSettings &) = default;
};

} // namespace ember::app
