// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/symbols/symbolsdialog.h"

#include "app/look/workprogress.h"
#include "app/settings/settings.h"
#include "capture/symbols/symbolpaths.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHash>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSysInfo>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ember::app {

using capture::NameFiles;
using model::SymbolState;

namespace {

QString binaryText(const SymbolsRow &row)
{
    const auto &path = row.binary.key.codeFile;
    return path.empty() ? row.name : views::fromUtf8(path);
}

QString namelessTimeText(const SymbolsRow &row)
{
    const auto time = row.binary.module.spent.time;
    const QString share = views::percentText(row.share);
    return time.count() == 0 ? share
                             : QStringLiteral("%1  %2").arg(views::durationText(time), share);
}

QString symbolsText(const SymbolsRow &row)
{
    if (row.binary.key.codeFile.empty())
        return {};
    switch (row.binary.files.found) {
    case NameFiles::Found::No: return SymbolsList::tr("missing");
    case NameFiles::Found::Other: return SymbolsList::tr("mismatched");
    case NameFiles::Found::Yes: break;
    }
    return row.binary.files.state >= SymbolState::Table ? SymbolsList::tr("found")
                                                        : SymbolsList::tr("missing");
}

QString whyOfRuntime(const SymbolsRow &row)
{
    if (row.source != NameSource::Runtime)
        return SymbolsList::tr("The profile does not say where this code was");
    return row.canRuntimeName
        ? SymbolsList::tr("Its runtime names it if “Let Node, .NET, Python and Java write perf "
                          "maps” (--name-jit) is on when it is recorded")
        : SymbolsList::tr("Its compiler wrote no perf map or jitdump");
}

QString whyText(const SymbolsRow &row)
{
    const auto &binary = row.binary;
    if (binary.key.codeFile.empty())
        return whyOfRuntime(row);
    switch (binary.files.found) {
    case NameFiles::Found::No:
        return binary.key.codeId.empty()
            ? SymbolsList::tr("The file is not here, and it has no build-id to be found by")
            : SymbolsList::tr("Neither the file nor its debug file is here");
    case NameFiles::Found::Other:
        return SymbolsList::tr("The file was replaced since: what is there has another build-id");
    case NameFiles::Found::Yes: break;
    }
    if (binary.files.state >= SymbolState::Table)
        return binary.module.spent.samples == 0
            ? QString()
            : SymbolsList::tr("Its symbols name other code only");
    return binary.key.codeId.empty()
        ? SymbolsList::tr("Stripped, and it has no build-id by which its debug file is found")
        : SymbolsList::tr("Stripped, and its debug file is not here");
}

} // namespace

bool isFetchable(const SymbolsRow &row)
{
    return !row.binary.key.codeId.empty() && row.binary.key.codeFile.starts_with('/')
        && row.binary.files.state != SymbolState::Debug;
}

SymbolsList::Columns SymbolsList::columns()
{
    return {{tr("File"), [](const SymbolsRow &row) { return row.name; }, Qt::AlignLeft, binaryText},
            {tr("Time without names"), namelessTimeText, Qt::AlignRight},
            {tr("Symbols"), symbolsText},
            {tr("Why"), whyText, Qt::AlignLeft, whyText},
            {tr("Build-id"),
             [](const SymbolsRow &row) { return views::fromUtf8(row.binary.key.codeId); }}};
}

int SymbolsList::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const SymbolsRow *SymbolsList::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

void SymbolsList::setRows(std::vector<SymbolsRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QString usualDebugServer()
{
    static const QHash<QString, QString> known{
        {QStringLiteral("arch"), QStringLiteral("https://debuginfod.archlinux.org")},
        {QStringLiteral("debian"), QStringLiteral("https://debuginfod.debian.net")},
        {QStringLiteral("fedora"), QStringLiteral("https://debuginfod.fedoraproject.org")},
        {QStringLiteral("ubuntu"), QStringLiteral("https://debuginfod.ubuntu.com")},
    };
    return known.value(QSysInfo::productType(), QStringLiteral("https://debuginfod.elfutils.org"));
}

ServerField::ServerField(QWidget *parent) : QLineEdit(parent)
{
    setObjectName(QStringLiteral("debugServers"));
    setAccessibleName(tr("Addresses of debuginfod servers"));
    QStringList known;
    for (const std::string &url : capture::debugServerUrls())
        known.append(QString::fromLocal8Bit(url.c_str()));
    setPlaceholderText(known.isEmpty() ? usualDebugServer() : known.join(u' '));
    setToolTip(tr("Addresses with blanks between them; empty: those in DEBUGINFOD_URLS"));
}

void ServerField::setServers(const QStringList &urls)
{
    setText(urls.join(u' '));
    setCursorPosition(0);
}

QStringList ServerField::servers() const
{
    QStringList urls;
    const QStringList words = text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (capture::isDebugServerUrl(word.toStdString()))
            urls.append(word);
    }
    return urls;
}

namespace {

constexpr QSize symbolsSize(900, 460);
constexpr int busyBarWidth = 140;

QLabel *createPlainText(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

// Returns the servers that the field shows at first: those in the settings, else none if the
// environment names some, else the usual one.
QStringList firstServers(const SymbolSettings &symbols)
{
    if (!symbols.debugServers.isEmpty() || !capture::debugServerUrls().empty())
        return symbols.debugServers;
    return {usualDebugServer()};
}

} // namespace

SymbolsDialog::SymbolsDialog(Settings &settings, QWidget *parent)
    : QDialog(parent),
      m_settings(settings),
      m_headline(createPlainText(QStringLiteral("headline"))),
      m_view(new QTableView),
      m_servers(new ServerField),
      m_privacy(createPlainText(QStringLiteral("privacy"))),
      m_always(new QCheckBox(tr("Ask them without this question from now on"))),
      m_outcome(createPlainText(QStringLiteral("outcome"))),
      m_step(createPlainText(QStringLiteral("step"))),
      m_progress(createProgress()),
      m_fetch(new QPushButton(tr("&Fetch"))),
      m_folder(new QPushButton(tr("&Choose a Folder…")))
{
    setWindowTitle(tr("Get Symbols"));
    setObjectName(QStringLiteral("symbolsDialog"));
    views::styleTable(*m_view);
    m_view->setObjectName(QStringLiteral("binaries"));
    m_view->setAccessibleName(tr("Binaries without names"));
    m_view->setItemDelegate(new views::ShortTexts(views::mostLetters, m_view));
    m_view->setModel(&m_list);
    m_view->horizontalHeader()->setStretchLastSection(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_headline);
    column->addWidget(m_view, 1);
    column->addWidget(createServers());
    column->addWidget(m_outcome);
    column->addWidget(m_progress);
    column->addWidget(createButtons());
    resize(symbolsSize);
    const auto symbols = settings.symbols();
    m_servers->setServers(firstServers(symbols));
    m_always->setChecked(symbols.askDebugServers == AskDebugServers::Yes);
    m_outcome->hide();
    showState();
}

QWidget *SymbolsDialog::createServers()
{
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("&Debuginfod servers"));
    label->setBuddy(m_servers);
    row->addWidget(label);
    row->addWidget(m_servers, 1);
    column->addLayout(row);
    column->addWidget(m_privacy);
    m_always->setObjectName(QStringLiteral("always"));
    column->addWidget(m_always);
    connect(m_servers, &QLineEdit::textChanged, this, &SymbolsDialog::showState);
    return box;
}

QWidget *SymbolsDialog::createProgress()
{
    auto *bar = new QProgressBar;
    bar->setRange(0, 0); // the duration is not known in advance
    bar->setFixedWidth(busyBarWidth);
    bar->setTextVisible(false);
    auto *cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelFetch"));
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &SymbolsDialog::cancelled);
    auto *box = new QWidget;
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_step, 1);
    row->addWidget(bar);
    row->addWidget(cancel);
    box->hide();
    return box;
}

QWidget *SymbolsDialog::createButtons()
{
    m_fetch->setObjectName(QStringLiteral("fetch"));
    m_folder->setObjectName(QStringLiteral("folder"));
    m_folder->setToolTip(tr("A folder with debug files, or binaries that are not stripped; they "
                            "are found by their build-ids"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    for (QPushButton *button : {m_fetch, m_folder}) {
        button->setAutoDefault(false);
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_fetch, &QPushButton::clicked, this, &SymbolsDialog::fetch);
    connect(m_folder, &QPushButton::clicked, this, &SymbolsDialog::chooseFolder);
    return buttons;
}

void SymbolsDialog::setRows(const model::NamelessTime &time, std::vector<SymbolsRow> rows)
{
    const QString some = time.isCpuTime
        ? tr("%1 of the running time is in functions without names.")
        : tr("%1 of what was sampled is in functions without names.");
    m_headline->setText(rows.empty() ? tr("All functions that ran have names.")
                                     : some.arg(views::percentText(time.share())));
    m_list.setRows(std::move(rows));
    for (int column = 0; column < SymbolsList::BuildId; ++column)
        m_view->resizeColumnToContents(column);
    showState();
}

void SymbolsDialog::showState()
{
    const auto fetchable = std::ranges::count_if(m_list.rows(), isFetchable);
    const bool hasServers = !m_servers->servers().isEmpty() || !capture::debugServerUrls().empty();
    m_fetch->setEnabled(!m_isWorking && fetchable > 0 && hasServers);
    m_fetch->setDefault(m_fetch->isEnabled());
    m_folder->setEnabled(!m_isWorking);
    m_privacy->setText(
        fetchable == 0
            ? tr("No file of this list can be asked for.")
            : tr("Fetch asks these servers for the debug files of %n file(s) above. They learn the "
                 "build-ids, which tell what is run here, and this machine's address. Nobody is "
                 "asked before.",
                 nullptr, static_cast<int>(fetchable)));
}

// Requests a fetch. Keeps the servers in the settings, and there whether they may be asked from now
// on: only if the user has ticked that.
void SymbolsDialog::fetch()
{
    auto symbols = m_settings.symbols();
    symbols.debugServers = m_servers->servers();
    symbols.askDebugServers = m_always->isChecked() ? AskDebugServers::Yes : AskDebugServers::No;
    m_settings.setSymbols(symbols);
    symbols.useServers();
    std::vector<BinaryKey> binaries;
    for (const SymbolsRow &row : m_list.rows()) {
        if (isFetchable(row))
            binaries.push_back(row.binary.key);
    }
    emit fetchRequested(binaries);
}

void SymbolsDialog::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder with Debug Files"));
    dialog->setObjectName(QStringLiteral("folderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        auto symbols = m_settings.symbols();
        if (!symbols.searchFolders.contains(folder))
            symbols.searchFolders.append(folder);
        m_settings.setSymbols(symbols);
        emit folderChosen();
    });
    dialog->open();
}

void SymbolsDialog::showWork()
{
    m_isWorking = true;
    m_outcome->hide();
    m_step->setText(tr("Looking names up…"));
    m_progress->show();
    showState();
}

void SymbolsDialog::showFetching(const FetchReport &report)
{
    m_step->setText(report.binary.isEmpty() ? tr("Looking names up…") : fetchText(report));
}

void SymbolsDialog::showResult(const QStringList &failures)
{
    m_isWorking = false;
    m_progress->hide();
    m_outcome->setText(failures.join(u'\n'));
    m_outcome->setVisible(!failures.isEmpty());
    showState();
}

} // namespace ember::app
