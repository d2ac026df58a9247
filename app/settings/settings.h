// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/chunksettings.h"
#include "app/settings/filtersettings.h"
#include "app/settings/keysettings.h"
#include "app/settings/sourcesettings.h"
#include "app/settings/symbolsettings.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace ember::app {

enum class ThemeChoice { System, Light, Dark };

// Whether only colours are used that all eyes tell apart.
enum class SafeColours { No, Yes };

// Whether captures without a name are asked about before another thing is shown. The library has
// them in any case.
enum class AskAboutUnnamed { No, Yes };

// Whether what the user does is there at the next run.
enum class Remember { No, Yes };

// What is remembered between runs: one typed door to QSettings, so that no key is spelled twice.
// Lives in the XDG configuration folder, in a file that nobody else may read: it has addresses,
// names and notes. UI thread; two running windows share the file.
class Settings {
public:
    // No: what others remembered is read, and nothing is written.
    explicit Settings(Remember remember = Remember::Yes);

    Remember remember() const { return m_remember; }

    QStringList recentFiles() const;
    // Newest first, each once, at most ten.
    void addRecentFile(const QString &path);
    void removeRecentFile(const QString &path);

    QString dsn() const;
    // Its secret, which old ones have, is left out: it would be for anybody who gets the file.
    void setDsn(const QString &dsn);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    SafeColours safeColours() const;
    void setSafeColours(SafeColours safe);

    // What boxes are coloured by: the name of a command; empty: nothing has been chosen.
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

    // How much the capture library may hold.
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
