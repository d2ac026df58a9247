// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chunkarguments.h"

#include <QCoreApplication>

#include <cstdio>

namespace ember::app {

namespace {

std::optional<std::string> given(const QCommandLineParser &parser, const QString &option)
{
    if (!parser.isSet(option))
        return std::nullopt;
    return parser.value(option).toStdString();
}

void note(const char *text, std::uint64_t count)
{
    if (count > 0)
        std::fprintf(stderr, text, static_cast<unsigned long long>(count));
}

} // namespace

void addChunkArguments(QCommandLineParser &parser)
{
    const auto add = [&](const char *name, const QString &text, const char *value) {
        parser.addOption({QString::fromLatin1(name), text, QString::fromLatin1(value)});
    };
    add("release",
        QCoreApplication::translate("cli", "Release written into chunks (program@build-id)."), "R");
    add("environment",
        QCoreApplication::translate("cli", "Environment written into chunks (production)."), "E");
    add("platform", QCoreApplication::translate("cli", "Platform written into chunks (native)."),
        "P");
    add("dist", QCoreApplication::translate("cli", "Distribution written into chunks."), "D");
    parser.addOption({QStringLiteral("fresh-ids"),
                      QCoreApplication::translate("cli", "New random profiler and chunk ids.")});
}

model::sentry::ChunkOptions chunkOptions(const QCommandLineParser &parser)
{
    model::sentry::ChunkOptions options;
    options.release = given(parser, QStringLiteral("release"));
    options.environment = given(parser, QStringLiteral("environment"));
    options.platform = given(parser, QStringLiteral("platform"));
    options.dist = given(parser, QStringLiteral("dist"));
    if (parser.isSet(QStringLiteral("fresh-ids")))
        options.ids = model::sentry::Ids::Fresh;
    return options;
}

void printReport(const model::sentry::WriteReport &report)
{
    for (const std::string &change : report.changes)
        std::fprintf(stderr, "  changed: %s\n", change.c_str());
    note("  not written: %llu samples that no chunk can hold (a thread needs two in a chunk)\n",
         report.loss.samples);
    note("  not written: %llu idle samples of such threads\n", report.loss.idleSamples);
    note("  not written at all: %llu threads\n", report.loss.threads);
    note("  %llu threads got new ids, because theirs were used again or are not decimal\n",
         report.renumberedThreads);
    note("  %llu images without a build-id are left out of debug_meta\n", report.imagesWithoutId);
}

} // namespace ember::app
