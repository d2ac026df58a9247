// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/tableexport.h"

#include "app/export/profileexport.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/losstext.h"
#include "app/session/filenames.h"
#include "app/session/tablefiles.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"
#include "model/tables/metarows.h"
#include "model/tables/toprofile.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr qsizetype mostOfName = 40; // letters of a proposed name that come from a file
// Number of letters that a list shows of a source's type, and of its origin.
constexpr qsizetype mostOfSource = 80;

// Reads files as tables; none may be refused. Names of addresses come from this machine's files: no
// server is asked.
Result<std::vector<OpenedTables>> readAll(const QStringList &files, const SymbolSettings &symbols,
                                          const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(const auto input, InputFiles::openFiles(files, stop));
    auto paths = symbols.paths();
    paths.servers = capture::AskServers::Never;
    capture::Symbolizer names(paths);
    const model::InAppRule inApp = symbols.inAppRule();
    std::optional<Error> refused;
    const auto refuse = [&](const Error &error) {
        if (!refused)
            refused = error;
    };
    const auto read = [&](const std::vector<std::string> &others) {
        return input.read(others, {.resolver = &names, .inApp = &inApp, .stop = stop}, refuse);
    };
    auto opened = readTables(input, {read, refuse, {}, stop});
    if (refused)
        return *refused;
    return opened;
}

// Returns "heap" for "/tmp/heap.pb.gz#2", to propose a file name. The text may come from a file, so
// signs that have a meaning in file names are replaced.
QString nameOfFile(const QString &uri)
{
    QString name = QFileInfo(uri.section(u'#', 0, 0)).fileName();
    name = name.section(u'.', 0, 0, QString::SectionSkipEmpty);
    QString safe;
    for (const QChar sign : name.left(mostOfName))
        safe += sign.isLetterOrNumber() || sign == u'_' || sign == u'-' ? sign : QChar(u'_');
    return safe;
}

// Says how the times of joined files lie to each other; "" if at most one file has any.
QString timesText(const model::tables::Tables &all)
{
    std::size_t dated = 0;
    std::size_t undated = 0;
    for (const auto cell : all.sourceDetails.timeOrigin) {
        if (model::tables::isNa(cell))
            continue;
        const auto origin = all.text(cell);
        dated += origin == model::tables::timeOriginNames[0] ? 1U : 0U;
        undated += origin == model::tables::timeOriginNames[1] ? 1U : 0U;
    }
    if (dated + undated < 2)
        return {};
    if (undated == 0)
        return TableExport::tr("All say when they were recorded: on one axis of time they lie as "
                               "they were then.");
    return dated == 0
        ? TableExport::tr("None says when it was recorded: each begins at its own start.")
        : TableExport::tr("Those that say when they were recorded lie as they were then; the "
                          "others begin at their own start.");
}

Result<PreparedFile> combined(const QStringList &files, const SymbolSettings &symbols,
                              const QString &path, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto opened, readAll(files, symbols, stop));
    const QStringList lost = lossesOf(opened, {});
    EMBER_ASSIGN_OR_RETURN(auto all, joined(std::move(opened), {}));
    const QString times = timesText(all);
    EMBER_ASSIGN_OR_RETURN(auto file, preparedTables(std::move(all), path));
    file.remarks += lost;
    file.afterwards = times;
    file.isOther = true;
    return file;
}

Result<PreparedFile> oneSource(const QStringList &files, const SymbolSettings &symbols,
                               std::int32_t source, const QString &path,
                               const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto opened, readAll(files, symbols, stop));
    const JoinChoices choices{.sourceUris = {}, .source = QString::number(source)};
    QStringList lost = lossesOf(opened, choices);
    EMBER_ASSIGN_OR_RETURN(auto all, joined(std::move(opened), choices));
    PreparedFile file;
    if (hasTableEnding(path)) {
        EMBER_ASSIGN_OR_RETURN(file, preparedTables(std::move(all), path));
    } else {
        if (const auto loss = model::tables::metaLossText(all); !loss.empty())
            lost << leftOutText(loss);
        const auto *const exporter = model::builtinFormats().exporterFor(toPath(path));
        EMBER_ASSIGN_OR_RETURN(
            file, preparedProfiles(model::tables::profilesOf(all), *exporter, path, stop));
    }
    file.remarks += lost;
    file.isOther = true;
    return file;
}

Result<std::vector<TableSource>> sourcesOf(const QStringList &files, const SymbolSettings &symbols,
                                           const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto opened, readAll(files, symbols, stop));
    EMBER_ASSIGN_OR_RETURN(const auto all, joined(std::move(opened), {}));
    const auto textOf = [&](model::StringIndex cell) {
        return model::tables::isNa(cell) ? QString() : views::fromUtf8(all.text(cell));
    };
    std::vector<TableSource> sources;
    for (std::size_t row = 0; row < rowCount(all.sources); ++row) {
        const auto id = all.sources.id[row];
        QStringList parts{QString::number(id)};
        for (const QString &text : {textOf(all.sources.type[row]), textOf(all.sources.uri[row])}) {
            if (!text.isEmpty())
                parts << views::shortened(text, Qt::ElideLeft, mostOfSource);
        }
        sources.push_back({id, parts.join(QStringLiteral(" · ")), textOf(all.sources.type[row]),
                           nameOfFile(textOf(all.sources.uri[row]))});
    }
    return sources;
}

} // namespace

TableExport::TableExport(Document &document, Settings &settings, ProfileExport &writer,
                         MessageBar &messages, WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_settings(settings),
      m_writer(writer),
      m_messages(messages),
      m_progress(progress),
      m_window(window)
{
}

void TableExport::chooseFiles()
{
    auto *dialog =
        new QFileDialog(&m_window, tr("Combine: Choose the Files"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &files) {
        m_settings.setLastFolder(QFileInfo(files.first()).absolutePath());
        askForFile(tr("Combine"), tableFilters(), tr("combined", "name of a file"),
                   [this, files](const QString &path) { combine(files, path); });
    });
    dialog->open();
}

void TableExport::combine(const QStringList &files, const QString &path)
{
    if (!hasTableEnding(path)) {
        m_writer.refuseEnding(path, tableFilters());
        return;
    }
    m_writer.write(path, files,
                   [files, path, symbols = m_settings.symbols()](const std::stop_token &stop) {
                       return combined(files, symbols, path, stop);
                   });
}

void TableExport::chooseSource()
{
    const std::stop_token stop = m_progress.begin(tr("Reading the sources…"));
    const QStringList files = m_document.paths();
    inBackground(
        this,
        [files, symbols = m_settings.symbols(), stop] { return sourcesOf(files, symbols, stop); },
        [this, files](const Result<std::vector<TableSource>> &sources) {
            m_progress.end();
            if (sources && sources->size() > 1)
                askForSource(files, *sources);
            else if (sources)
                m_messages.showMessage({.importance = Importance::Note,
                                        .text = tr("There is one source only: Export writes it.")});
            else if (sources.error().code != ErrorCode::Cancelled)
                m_messages.showError(sources.error());
        });
}

void TableExport::askForSource(const QStringList &files, const std::vector<TableSource> &sources)
{
    QStringList texts;
    for (const TableSource &source : sources)
        texts << source.text;
    auto *dialog = new QInputDialog(&m_window);
    dialog->setObjectName(QStringLiteral("sourceDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Split a Source Off"));
    dialog->setLabelText(tr("Which source is to have a file of its own?"));
    dialog->setOption(QInputDialog::UseListViewForComboBoxItems);
    dialog->setComboBoxItems(texts);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, files, sources, texts](const QString &text) {
                const TableSource &source = sources.at(std::size_t(texts.indexOf(text)));
                QStringList name{nameOfFile(files.value(0))};
                name << QString::number(source.id);
                if (!source.name.isEmpty() && source.name != name.first())
                    name << source.name;
                askForFile(tr("Split a Source Off"), splitFilters(source.type.toStdString()),
                           name.join(u'-'), [this, files, id = source.id](const QString &path) {
                               splitOff(files, id, path);
                           });
            });
    dialog->open();
}

void TableExport::splitOff(const QStringList &files, std::int32_t source, const QString &path)
{
    if (!hasTableEnding(path) && !model::builtinFormats().exporterFor(toPath(path))) {
        m_writer.refuseEnding(path, splitFilters({}));
        return;
    }
    m_writer.write(
        path, files,
        [files, source, path, symbols = m_settings.symbols()](const std::stop_token &stop) {
            return oneSource(files, symbols, source, path, stop);
        });
}

void TableExport::askForFile(const QString &title, const QStringList &filters, const QString &name,
                             const std::function<void(const QString &)> &write)
{
    auto *dialog = exportDialog(title, filters, m_settings, m_window);
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, write);
    dialog->open();
}

} // namespace ember::app
