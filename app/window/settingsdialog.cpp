// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settingsdialog.h"

#include "app/commands/keysettingsform.h"
#include "app/sentry/sentryfields.h"
#include "app/session/editorcommand.h"
#include "app/symbols/symbolsdialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>

namespace ember::app {

namespace {

constexpr int pathsShown = 3;

constexpr int linesShown = 4;

QLabel *createSourceHint(const QString &text)
{
    auto *hint = new QLabel(text);
    hint->setWordWrap(true);
    return hint;
}

constexpr double gigabyte = 1e9;
constexpr double smallestLibrary = 0.1;
constexpr double largestLibrary = 100'000;

QLabel *createHint(const QString &text)
{
    auto *hint = new QLabel(text);
    hint->setWordWrap(true);
    return hint;
}

} // namespace

PathList::PathList(const QString &name, const QString &purpose, QWidget *parent)
    : QWidget(parent),
      m_purpose(purpose),
      m_list(new QListWidget),
      m_remove(new QPushButton(tr("Remove")))
{
    m_list->setObjectName(name);
    m_list->setAccessibleName(purpose);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setMinimumHeight(fontMetrics().lineSpacing() * (pathsShown + 1));
    auto *add = new QPushButton(tr("Add…"));
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_list, 1);
    line->addLayout(buttons);
    connect(add, &QPushButton::clicked, this, &PathList::add);
    connect(m_remove, &QPushButton::clicked, this, &PathList::removeChosen);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &PathList::showChoice);
    showChoice();
}

QStringList PathList::paths() const
{
    QStringList paths;
    for (int row = 0; row < m_list->count(); ++row)
        paths.append(m_list->item(row)->text());
    return paths;
}

void PathList::setPaths(const QStringList &paths)
{
    m_list->clear();
    m_list->addItems(paths);
}

void PathList::add()
{
    auto *dialog = new QFileDialog(this, m_purpose);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        if (!paths().contains(path))
            m_list->addItem(path);
    });
    dialog->open();
}

void PathList::removeChosen()
{
    qDeleteAll(m_list->selectedItems());
}

void PathList::showChoice()
{
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
}

SourceSettingsForm::SourceSettingsForm(QWidget *parent)
    : QWidget(parent),
      m_editor(new QComboBox),
      m_mappings(new QTableWidget(0, 2)),
      m_remove(new QPushButton(tr("Remove")))
{
    auto *column = new QVBoxLayout(this);
    column->addWidget(createEditor());
    column->addWidget(createMappings(), 1);
    showChoice();
}

QWidget *SourceSettingsForm::createEditor()
{
    const QStringList found = foundEditors();
    m_editor->setObjectName(QStringLiteral("editor"));
    m_editor->setAccessibleName(tr("Command of the editor"));
    m_editor->setEditable(true);
    m_editor->setInsertPolicy(QComboBox::NoInsert);
    m_editor->addItems(found);
    m_editor->setMinimumContentsLength(30);
    m_editor->lineEdit()->setPlaceholderText(found.isEmpty() ? tr("none was found")
                                                             : found.constFirst());
    auto *group = new QGroupBox(tr("Open in Editor"));
    auto *column = new QVBoxLayout(group);
    column->addWidget(m_editor);
    column->addWidget(
        createSourceHint(tr("%f is the file, %l the line, %c the column. The list has the "
                            "editors that were found; empty: the first of them.")));
    return group;
}

QWidget *SourceSettingsForm::createMappings()
{
    m_mappings->setObjectName(QStringLiteral("mappings"));
    m_mappings->setAccessibleName(tr("Where source files are"));
    m_mappings->setHorizontalHeaderLabels({tr("Path in the profile"), tr("Folder here")});
    m_mappings->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_mappings->verticalHeader()->hide();
    m_mappings->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_mappings->setMinimumHeight(fontMetrics().lineSpacing() * 2 * linesShown);
    m_mappings->setTabKeyNavigation(false);
    auto *addButton = new QPushButton(tr("Add"));
    addButton->setObjectName(QStringLiteral("addMapping"));
    m_remove->setObjectName(QStringLiteral("removeMapping"));
    connect(addButton, &QPushButton::clicked, this, [this] {
        add({});
        m_mappings->setCurrentCell(m_mappings->rowCount() - 1, 0);
        m_mappings->editItem(m_mappings->currentItem());
    });
    connect(m_remove, &QPushButton::clicked, this, &SourceSettingsForm::removeChosen);
    connect(m_mappings, &QTableWidget::itemSelectionChanged, this, &SourceSettingsForm::showChoice);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(addButton);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto *line = new QHBoxLayout;
    line->addWidget(m_mappings, 1);
    line->addLayout(buttons);
    auto *group = new QGroupBox(tr("Where source files are"));
    auto *column = new QVBoxLayout(group);
    column->addWidget(
        createSourceHint(tr("Files that profiles name below a path are looked for below "
                            "the folder first. An empty path stands for relative ones.")));
    column->addLayout(line);
    return group;
}

void SourceSettingsForm::add(const views::PathMapping &mapping)
{
    const int row = m_mappings->rowCount();
    m_mappings->insertRow(row);
    m_mappings->setItem(row, 0, new QTableWidgetItem(mapping.from));
    m_mappings->setItem(row, 1, new QTableWidgetItem(mapping.to));
}

void SourceSettingsForm::removeChosen()
{
    for (int row = m_mappings->rowCount() - 1; row >= 0; --row) {
        if (m_mappings->item(row, 0)->isSelected())
            m_mappings->removeRow(row);
    }
}

void SourceSettingsForm::showChoice()
{
    m_remove->setEnabled(!m_mappings->selectedItems().isEmpty());
}

// Rows without a folder are ignored.
SourceSettings SourceSettingsForm::settings() const
{
    SourceSettings settings;
    settings.editor = m_editor->currentText().trimmed();
    for (int row = 0; row < m_mappings->rowCount(); ++row) {
        const views::PathMapping mapping{m_mappings->item(row, 0)->text().trimmed(),
                                         m_mappings->item(row, 1)->text().trimmed()};
        if (!mapping.to.isEmpty())
            settings.mappings.append(mapping);
    }
    return settings;
}

void SourceSettingsForm::setSettings(const SourceSettings &settings)
{
    m_editor->setEditText(settings.editor);
    m_mappings->setRowCount(0);
    for (const views::PathMapping &mapping : settings.mappings)
        add(mapping);
}

SettingsDialog::SettingsDialog(Settings &settings, const KeyTable &keys, QWidget *parent)
    : QDialog(parent),
      m_settings(settings),
      m_theme(new QComboBox),
      m_libraryLimit(new QDoubleSpinBox),
      m_searchFolders(
          new PathList(QStringLiteral("searchFolders"), tr("Search for binaries below"))),
      m_debugFiles(new QCheckBox(tr("Use the system's separate debug files (/usr/lib/debug)"))),
      m_askDebugServers(new QCheckBox(tr("Ask debuginfod servers for what is missing"))),
      m_debugServers(new ServerField),
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
    const QList<Page> known = SettingsDialog::pages();
    int place = 0;
    for (QWidget *page : {createWindowPage(), createSymbolsPage(), static_cast<QWidget *>(m_keys),
                          static_cast<QWidget *>(m_source), createSentryPage()})
        pages->addTab(page, known.at(place++).name);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(pages);
    column->addWidget(buttons);
    m_keys->setTable(keys);
    read();
}

QList<SettingsDialog::Page> SettingsDialog::pages()
{
    return {{tr("Window and &Library"), tr("Theme, room for captures")},
            {tr("S&ymbols"), tr("Debug info, debuginfod servers, own code")},
            {tr("&Keys"), tr("Shortcuts, keys as in speedscope or Perfetto")},
            {tr("S&ource"), tr("Editor, where source files are")},
            {tr("&Sentry"), tr("DSN, release, environment")}};
}

void SettingsDialog::showPage(int page)
{
    findChild<QTabWidget *>(QStringLiteral("pages"))->setCurrentIndex(page);
}

QWidget *SettingsDialog::createWindowPage()
{
    m_theme->setObjectName(QStringLiteral("theme"));
    // In the order of ThemeChoice.
    m_theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});
    m_libraryLimit->setObjectName(QStringLiteral("libraryLimit"));
    m_libraryLimit->setRange(smallestLibrary, largestLibrary);
    m_libraryLimit->setDecimals(1);
    m_libraryLimit->setSuffix(tr(" GB", "gigabytes"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("&Colours of the window"), m_theme);
    form->addRow(tr("&Largest capture library"), m_libraryLimit);
    form->addRow(createHint(tr("When the library grows over this, the oldest captures are "
                               "deleted. Pinned ones stay.")));
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
    namesColumn->addWidget(m_debugServers);
    namesColumn->addWidget(createHint(tr("They learn which binaries are captured here.")));
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
    const SymbolSettings symbols = m_settings.symbols();
    m_searchFolders->setPaths(symbols.searchFolders);
    m_debugFiles->setChecked(symbols.debugFiles == DebugFiles::Yes);
    m_askDebugServers->setChecked(symbols.askDebugServers == AskDebugServers::Yes);
    m_debugServers->setServers(symbols.debugServers);
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
    m_settings.setSymbols(
        {.searchFolders = m_searchFolders->paths(),
         .debugFiles = m_debugFiles->isChecked() ? DebugFiles::Yes : DebugFiles::No,
         .debugServers = m_debugServers->servers(),
         .askDebugServers =
             m_askDebugServers->isChecked() ? AskDebugServers::Yes : AskDebugServers::No,
         .ownPaths = m_ownPaths->paths(),
         .foreignPaths = m_foreignPaths->paths()});
    m_settings.symbols().useServers();
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
