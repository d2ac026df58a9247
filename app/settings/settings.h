// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/spans/shownstacks.h"
#include "views/code/sourceplaces.h"

#include <QByteArray>
#include <QList>
#include <QMap>
#include <QSettings>
#include <QString>
#include <QStringList>

class QSettings;

namespace ember::app {

// Folders of source files, and the editor.
struct SourceSettings {
    views::PathMappings mappings;
    QString editor; // command of the editor: see editorWords(); "": the first of foundEditors()

    static SourceSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const SourceSettings &, const SourceSettings &) = default;
};

// Returns the QSettings of this user. Each call reads the file again.
QSettings userStore();

// Writes the settings to a file with owner-only permissions.
void keepPrivate(QSettings &store);
// Stores a list under a key in the user's settings, readable by their owner only; removes the key
// if the list is empty.
void keepPrivately(QLatin1String key, const QStringList &texts);

// Metadata for written chunks that overrides the profile's. Empty: the profile's value, else the
// default of ChunkOptions.
struct ChunkSettings {
    QString release;
    QString environment;
    QString dist;
    QString platform;
    model::sentry::Ids ids = model::sentry::Ids::Keep;

    model::sentry::ChunkOptions options() const;

    static ChunkSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const ChunkSettings &, const ChunkSettings &) = default;
};

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

// Shortcuts that differ from the standard ones, by command id (see Command), in the
// language-independent form of QKeySequence::listToString(); "": no shortcut.
struct KeySettings {
    QMap<QString, QString> changed;

    static KeySettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const KeySettings &, const KeySettings &) = default;
};

enum class ThemeChoice { System, Light, Dark };

// Whether the palette is restricted to colours that are safe for colour-blind users.
enum class SafeColours { No, Yes };

// Whether settings are stored for the next run.
enum class Remember { No, Yes };

// Typed access to settings, the only user of their QSettings keys. Stored in the XDG
// configuration folder in a file with owner-only permissions, since it contains addresses, names
// and notes. UI thread; several processes share the file.
class Settings {
public:
    // Remember::No: settings are read but never written.
    explicit Settings(Remember remember = Remember::Yes);

    Remember remember() const { return m_remember; }

    // Returns what was opened last, newest first: the files or the folder of each opening.
    QList<QStringList> recentOpenings() const;
    // Adds an opening as one entry, without duplicates; at most ten are kept. One of more than 500
    // files is not kept.
    void addRecentOpening(const QStringList &paths);
    void removeRecentOpening(const QStringList &paths);

    // The DSN that the user has asked to keep; "": none.
    QString dsn() const;
    // Stores the DSN, with its key, without the secret that old DSNs contain.
    void setDsn(const QString &dsn);
    // Removes the stored DSN if it equals `dsn`.
    void forgetDsn(const QString &dsn);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    SafeColours safeColours() const;
    void setSafeColours(SafeColours safe);

    model::StackChoice stackChoice() const;
    void setStackChoice(const model::StackChoice &stacks);

    // The colour mode as a command's name; empty: not chosen yet.
    QString colours() const;
    void setColours(const QString &command);

    // The width that the list of threads beside the chart was dragged to; 0: never dragged.
    int gutterWidth() const;
    void setGutterWidth(int width);

    // The columns that the user has hidden, by table (views::ViewAppearance).
    QMap<QString, QStringList> hiddenColumns() const;
    void setHiddenColumns(const QMap<QString, QStringList> &columns);

    SymbolSettings symbols() const { return SymbolSettings::read(m_store); }
    void setSymbols(const SymbolSettings &symbols) { writeGroup(symbols); }

    SourceSettings source() const { return SourceSettings::read(m_store); }
    void setSource(const SourceSettings &source) { writeGroup(source); }

    ChunkSettings chunks() const { return ChunkSettings::read(m_store); }
    void setChunks(const ChunkSettings &chunks) { writeGroup(chunks); }

    FilterSettings filters() const { return FilterSettings::read(m_store); }
    void setFilters(const FilterSettings &filters) { writeGroup(filters); }

    KeySettings keys() const { return KeySettings::read(m_store); }
    void setKeys(const KeySettings &keys) { writeGroup(keys); }

    // Size limit of the capture library.
    qint64 libraryLimitBytes() const;
    void setLibraryLimitBytes(qint64 bytes);

    QByteArray windowGeometry() const;
    // The layouts of the window as Layouts::save() has written them.
    QByteArray windowLayouts() const;
    void setWindow(const QByteArray &geometry, const QByteArray &layouts);

    QString lastFolder() const;
    void setLastFolder(const QString &folder);

private:
    void write(QLatin1String key, const QVariant &value);

    template<typename Group>
    void writeGroup(const Group &group)
    {
        if (m_remember == Remember::No)
            return;
        group.write(m_store);
        keepPrivate(m_store);
    }

    QSettings m_store;
    Remember m_remember;
};

} // namespace ember::app
