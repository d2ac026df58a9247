// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/preparedfile.h"

#include "app/export/savedfile.h"
#include "app/session/filenames.h"
#include "app/session/tablefiles.h"
#include "model/formats/formatregistry.h"
#include "model/formats/tablefile.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::PreparedFile)
};

constexpr QLatin1String databaseEnding("sqlite");
constexpr QLatin1String rEnding("rds");
constexpr QLatin1String oldREnding("v1.rds");
constexpr QLatin1String v1Ending("v1.json");
constexpr QLatin1String v1EnvelopeEnding("v1.envelope");

struct FormatTitle {
    std::string_view format;
    const char *title;
};

constexpr std::array titles{
    FormatTitle{"chrometrace", QT_TRANSLATE_NOOP("ember::app::PreparedFile", "Chrome trace")},
    FormatTitle{"collapsed", QT_TRANSLATE_NOOP("ember::app::PreparedFile", "Collapsed stacks")},
    FormatTitle{"firefox", QT_TRANSLATE_NOOP("ember::app::PreparedFile", "Firefox Profiler")},
    FormatTitle{
        "html",
        QT_TRANSLATE_NOOP("ember::app::PreparedFile", "Page with flame graph and flame chart")},
    FormatTitle{"rprof", QT_TRANSLATE_NOOP("ember::app::PreparedFile", "R profile")},
};

bool hasEnding(const QString &path, QLatin1String ending)
{
    return path.endsWith(QLatin1Char('.') % ending, Qt::CaseInsensitive);
}

// A file of one part, whose bytes are kept until it is saved.
PreparedFile prepared(model::Export written, const QString &path, const QString &format)
{
    PreparedFile file{format, std::move(written.losses), {}, {}};
    const auto bytes = std::make_shared<const std::string>(std::move(written.bytes));
    file.save = [path, bytes]() -> Result<QStringList> {
        EMBER_RETURN_IF_ERROR(
            saveWhole(QByteArray::fromRawData(bytes->data(), qsizetype(bytes->size())), path));
        return QStringList(path);
    };
    return file;
}

QString filter(const QString &title, const QString &ending)
{
    return QStringLiteral("%1 (*.%2)").arg(title, ending);
}

QString databaseTitle()
{
    return Texts::tr("Tables in a database");
}

QString rTitle(model::TableSchema schema)
{
    return schema == model::TableSchema::V1 ? Texts::tr("Tables for R, version 1")
                                            : Texts::tr("Tables for R");
}

QString v1Title()
{
    return Texts::tr("Sentry V1 profile");
}

} // namespace

QString formatTitle(std::string_view format)
{
    const auto *const found = std::ranges::find(titles, format, &FormatTitle::format);
    return found == titles.end() ? views::fromUtf8(format) : Texts::tr(found->title);
}

namespace {

constexpr std::string_view pageFormat = "html";

QString filterOf(const model::Exporter &exporter)
{
    return filter(formatTitle(exporter.format()), views::fromUtf8(exporter.extensions().front()));
}

// Returns the filters of other tools' formats, with that of the HTML page first.
QStringList formatFilters()
{
    QStringList filters;
    for (const auto &exporter : model::builtinFormats().exporters()) {
        const QString line = filterOf(*exporter);
        if (exporter->format() == pageFormat)
            filters.prepend(line);
        else
            filters.append(line);
    }
    return filters;
}

} // namespace

QStringList tableFilters()
{
    return {filter(databaseTitle(), databaseEnding),
            filter(rTitle(model::TableSchema::V2), rEnding),
            filter(rTitle(model::TableSchema::V1), oldREnding)};
}

QStringList exportFilters()
{
    return formatFilters() << filter(v1Title(), v1Ending)
                           << filter(Texts::tr("Sentry V1 profile with its transaction"),
                                     v1EnvelopeEnding)
                           << tableFilters();
}

QStringList splitFilters(std::string_view ownFormat)
{
    QStringList filters = formatFilters();
    const QString page = filters.takeFirst();
    if (const auto *const own = model::builtinFormats().exporterOf(std::string(ownFormat));
        own && own->format() != pageFormat)
        filters.move(filters.indexOf(filterOf(*own)), 0);
    return filters << tableFilters() << page;
}

bool hasTableEnding(const QString &path)
{
    return hasEnding(path, databaseEnding) || hasEnding(path, rEnding);
}

bool hasV1Ending(const QString &path)
{
    return hasEnding(path, v1Ending) || hasEnding(path, v1EnvelopeEnding);
}

PreparedFile preparedV1(const model::ProfilePointer &profile,
                        const model::sentry::ChunkOptions &options, const QString &path,
                        const QStringList &inputs)
{
    return {v1Title(),
            lossesOfV1(profile),
            {Texts::tr("V1 is deprecated; what lasts longer than 30 s becomes several files. Save "
                       "for Sentry writes V2.")},
            [=] {
                return saveNumberedFiles(path, inputs, [&](const QStringList &kept) {
                    return saveAsV1(profile, options, path, kept);
                });
            }};
}

Result<PreparedFile> preparedTables(model::tables::Tables tables, const QString &path)
{
    const auto schema =
        hasEnding(path, oldREnding) ? model::TableSchema::V1 : model::TableSchema::V2;
    const int commandLines = schema == model::TableSchema::V1 ? 0 : commandLinesIn(tables);
    PreparedFile file;
    if (hasEnding(path, rEnding)) {
        EMBER_ASSIGN_OR_RETURN(auto written, model::writtenForR(tables, schema));
        file = prepared(std::move(written), path, rTitle(schema));
    } else {
        file.format = databaseTitle();
        const auto all = std::make_shared<const model::tables::Tables>(std::move(tables));
        file.save = [path, all]() -> Result<QStringList> {
            EMBER_RETURN_IF_ERROR(model::writeDatabase(*all, toPath(path)));
            return QStringList(path);
        };
    }
    if (commandLines > 0)
        file.remarks << Texts::tr(
            "In it: the command lines of %n process(es), with all their arguments.", nullptr,
            commandLines);
    return file;
}

Result<PreparedFile> preparedProfiles(std::span<const model::ProfilePointer> profiles,
                                      const model::Exporter &exporter, const QString &path,
                                      const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto written, exporter.write(profiles, {.stop = stop}));
    return prepared(std::move(written), path, formatTitle(exporter.format()));
}

} // namespace ember::app
