// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settingsdialog.h"

#include "app/commands/keysettingsform.h"
#include "app/window/chunkoptionsform.h"
#include "app/window/dsnfield.h"
#include "app/window/pathlist.h"
#include "app/window/sourcesettingsform.h"
#include "capture/symbols/symbolpaths.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>

namespace ember::app {

namespace {

constexpr double gigabyte = 1e9;
constexpr double smallestLibrary = 0.1;
constexpr double largestLibrary = 100'000;

QLabel *createHint(const QString &text)
{
    auto *hint = new QLabel(text);
    hint->setWordWrap(true);
    return hint;
}

QString debugServersHint()
{
    QStringList urls;
    for (const std::string &url : capture::debugServerUrls())
        urls.append(QString::fromLocal8Bit(url.c_str()));
    return urls.isEmpty()
        ? SettingsDialog::tr("The environment variable DEBUGINFOD_URLS names the servers; it is "
                             "not set.")
        : SettingsDialog::tr("They learn which binaries are captured here: %1")
              .arg(urls.join(QLatin1String(", ")));
}

} // namespace

SettingsDialog::SettingsDialog(Settings &settings, const KeyTable &keys, QWidget *parent)
    : QDialog(parent),
      m_settings(settings),
      m_theme(new QComboBox),
      m_libraryLimit(new QDoubleSpinBox),
      m_askAboutUnnamed(new QCheckBox(tr("Ask before leaving a capture without a name"))),
      m_searchFolders(
          new PathList(QStringLiteral("searchFolders"), tr("Search for binaries below"))),
      m_debugFiles(new QCheckBox(tr("Use the system's separate debug files (/usr/lib/debug)"))),
      m_askDebugServers(new QCheckBox(tr("Ask debuginfod servers for what is missing"))),
      m_ownPaths(new PathList(QStringLiteral("ownPaths"), tr("Own code below"))),
      m_foreignPaths(new PathList(QStringLiteral("foreignPaths"), tr("Foreign code below"))),
      m_source(new SourceSettingsForm),
      m_keys(new KeySettingsForm),
      m_dsn(new DsnField),
      m_chunks(new ChunkOptionsForm)
{
    setWindowTitle(tr("Settings"));
    setObjectName(QStringLiteral("settingsDialog"));
    auto *pages = new QTabWidget;
    pages->setObjectName(QStringLiteral("pages"));
    pages->addTab(createWindowPage(), tr("Window and &Library"));
    pages->addTab(createSymbolsPage(), tr("S&ymbols"));
    pages->addTab(m_keys, tr("&Keys"));
    pages->addTab(m_source, tr("S&ource"));
    pages->addTab(createSentryPage(), tr("&Sentry"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(pages);
    column->addWidget(buttons);
    m_keys->setTable(keys);
    read();
}

QWidget *SettingsDialog::createWindowPage()
{
    m_theme->setObjectName(QStringLiteral("theme"));
    m_theme->addItems({tr("As the system"), tr("Light"), tr("Dark")}); // as ThemeChoice
    m_libraryLimit->setObjectName(QStringLiteral("libraryLimit"));
    m_libraryLimit->setRange(smallestLibrary, largestLibrary);
    m_libraryLimit->setDecimals(1);
    m_libraryLimit->setSuffix(tr(" GB", "gigabytes"));
    m_askAboutUnnamed->setObjectName(QStringLiteral("askAboutUnnamed"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("&Colours of the window"), m_theme);
    form->addRow(tr("&Largest capture library"), m_libraryLimit);
    form->addRow(createHint(tr("When the library grows over this, captures without a name are "
                               "deleted, oldest first. Those with a name stay.")));
    form->addRow(m_askAboutUnnamed);
    return page;
}

QWidget *SettingsDialog::createSymbolsPage()
{
    m_debugFiles->setObjectName(QStringLiteral("debugFiles"));
    auto *names = new QGroupBox(tr("Names of functions"));
    auto *namesColumn = new QVBoxLayout(names);
    namesColumn->addWidget(m_debugFiles);
    namesColumn->addWidget(createHint(
        tr("Folders with binaries and debug files of other machines; found by their build-id:")));
    namesColumn->addWidget(m_searchFolders);
    m_askDebugServers->setObjectName(QStringLiteral("askDebugServers"));
    namesColumn->addWidget(m_askDebugServers);
    namesColumn->addWidget(createHint(debugServersHint()));
    auto *code = new QGroupBox(tr("Own code (in_app)"));
    auto *codeColumn = new QVBoxLayout(code);
    codeColumn->addWidget(createHint(tr("The launched program and libraries outside the system's "
                                        "folders are own code. Own are also:")));
    codeColumn->addWidget(m_ownPaths);
    codeColumn->addWidget(createHint(tr("Not own, although they lie elsewhere:")));
    codeColumn->addWidget(m_foreignPaths);
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->addWidget(names);
    column->addWidget(code);
    column->addWidget(createHint(tr("Takes effect for what is opened or recorded from now on.")));
    return page;
}

QWidget *SettingsDialog::createSentryPage()
{
    auto *chunks = new QGroupBox(tr("What saved and sent chunks say"));
    (new QVBoxLayout(chunks))->addWidget(m_chunks);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->addRow(tr("&DSN"), m_dsn);
    form->addRow(chunks);
    return page;
}

void SettingsDialog::read()
{
    m_theme->setCurrentIndex(static_cast<int>(m_settings.theme()));
    m_libraryLimit->setValue(static_cast<double>(m_settings.libraryLimitBytes()) / gigabyte);
    m_askAboutUnnamed->setChecked(m_settings.askAboutUnnamed() == AskAboutUnnamed::Yes);
    const SymbolSettings symbols = m_settings.symbols();
    m_searchFolders->setPaths(symbols.searchFolders);
    m_debugFiles->setChecked(symbols.debugFiles == DebugFiles::Yes);
    m_askDebugServers->setChecked(symbols.askDebugServers == AskDebugServers::Yes);
    m_ownPaths->setPaths(symbols.ownPaths);
    m_foreignPaths->setPaths(symbols.foreignPaths);
    m_source->setSettings(m_settings.source());
    m_dsn->setText(m_settings.dsn());
    m_chunks->setSettings(m_settings.chunks());
}

void SettingsDialog::write()
{
    m_settings.setTheme(static_cast<ThemeChoice>(m_theme->currentIndex()));
    m_settings.setLibraryLimitBytes(std::llround(m_libraryLimit->value() * gigabyte));
    m_settings.setAskAboutUnnamed(m_askAboutUnnamed->isChecked() ? AskAboutUnnamed::Yes
                                                                 : AskAboutUnnamed::No);
    m_settings.setSymbols(
        {.searchFolders = m_searchFolders->paths(),
         .debugFiles = m_debugFiles->isChecked() ? DebugFiles::Yes : DebugFiles::No,
         .askDebugServers =
             m_askDebugServers->isChecked() ? AskDebugServers::Yes : AskDebugServers::No,
         .ownPaths = m_ownPaths->paths(),
         .foreignPaths = m_foreignPaths->paths()});
    m_settings.setSource(m_source->settings());
    m_settings.setKeys(m_keys->table().changes());
    m_settings.setDsn(m_dsn->text());
    m_settings.setChunks(m_chunks->settings());
}

void SettingsDialog::accept()
{
    write();
    QDialog::accept();
}

} // namespace ember::app
