// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/chunksettings.h"
#include "app/settings/filtersettings.h"
#include "app/settings/keysettings.h"
#include "app/settings/sourcesettings.h"
#include "app/settings/symbolsettings.h"
#include "model/spans/cutbridge.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace ember::app {

enum class ThemeChoice { System, Light, Dark };

// Whether the palette is restricted to colours that are safe for colour-blind users.
enum class SafeColours { No, Yes };

// Whether to ask before a capture without a name is dropped. The library has it in any case.
enum class AskAboutUnnamed { No, Yes };

// Whether settings are stored for the next run.
enum class Remember { No, Yes };

// Typed access to all settings, the only user of their QSettings keys. Stored in the XDG
// configuration folder in a file with owner-only permissions, since it contains addresses, names
// and notes. UI thread; several processes share the file.
class Settings {
public:
    // Remember::No: settings are read but never written.
    explicit Settings(Remember remember = Remember::Yes);

    Remember remember() const { return m_remember; }

    QStringList recentFiles() const;
    // Adds a file to the list: newest first, without duplicates, at most ten.
    void addRecentFile(const QString &path);
    void removeRecentFile(const QString &path);

    QString dsn() const;
    // Stores the DSN without the secret that old DSNs contain.
    void setDsn(const QString &dsn);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    SafeColours safeColours() const;
    void setSafeColours(SafeColours safe);

    model::CutStacks cutStacks() const;
    void setCutStacks(model::CutStacks cutStacks);

    // The colour mode as a command's name; empty: not chosen yet.
    QString colours() const;
    void setColours(const QString &command);

    SymbolSettings symbols() const { return SymbolSettings::read(m_store); }
    void setSymbols(const SymbolSettings &symbols);

    SourceSettings source() const { return SourceSettings::read(m_store); }
    void setSource(const SourceSettings &source);

    ChunkSettings chunks() const { return ChunkSettings::read(m_store); }
    void setChunks(const ChunkSettings &chunks);

    FilterSettings filters() const { return FilterSettings::read(m_store); }
    void setFilters(const FilterSettings &filters);

    KeySettings keys() const { return KeySettings::read(m_store); }
    void setKeys(const KeySettings &keys);

    AskAboutUnnamed askAboutUnnamed() const;
    void setAskAboutUnnamed(AskAboutUnnamed ask);

    // Size limit of the capture library.
    qint64 libraryLimitBytes() const;
    void setLibraryLimitBytes(qint64 bytes);

    QByteArray windowGeometry() const;
    QByteArray windowState() const;
    void setWindow(const QByteArray &geometry, const QByteArray &state);

    QString lastFolder() const;
    void setLastFolder(const QString &folder);

private:
    void write(QLatin1String key, const QVariant &value);

    QSettings m_store;
    Remember m_remember;
};

} // namespace ember::app
