// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/destinationarguments.h"
#include "app/cli/messages.h"
#include "app/cli/queuecommands.h"
#include "app/cli/sharedarguments.h"
#include "app/upload/dsnprofiles.h"
#include "app/upload/uploadplace.h"
#include "model/json/jsontext.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <array>

namespace ember::app {

namespace {

constexpr std::array destinationsOptions{
    OptionSpec{.name = "add",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Keeps a DSN (--dsn-file, or the variable SENTRY_DSN) and what is given with "
                   "it under this name, in place of what the name stood for.")},
    OptionSpec{.name = "remove",
               .value = "NAME",
               .help = QT_TRANSLATE_NOOP("cli", "Forgets a destination, and its key.")},
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "Lists them as JSON.")},
};

int fail(const model::Error &error)
{
    printError(error);
    return exitcode::bad;
}

void printKept(const QString &name, const KeptSecret &kept)
{
    if (kept.place == SecretPlace::Keychain)
        return printNote(
            QCoreApplication::translate("cli", "“%1” is kept; its key is in the keychain")
                .arg(cellOrDash(name)));
    printNote(QCoreApplication::translate("cli",
                                          "“%1” is kept; no keychain takes its key, so that is in "
                                          "“%2”, which only you can read")
                  .arg(cellOrDash(name), QDir::toNativeSeparators(dsnSecretsFile())));
    if (!kept.detail.isEmpty())
        printDetail(cellOrDash(kept.detail));
}

int add(const CommandParser &parser)
{
    const auto dsn = dsnOfFile(parser);
    if (!dsn)
        return exitcode::usage;
    DsnProfile profile;
    profile.name = parser.valueOf("add");
    profile.dsn = *dsn;
    profile.proxy = parser.valueOf("proxy");
    if (parser.has("ca-file"))
        profile.caFile = QFileInfo(parser.valueOf("ca-file")).absoluteFilePath();
    profile.redaction = redactionRules(parser);
    const auto proxy = proxyOf(profile.proxy).value_or(QNetworkProxy::DefaultProxy);
    if (const QString warning = openWayWarning(*dsn, proxy); !warning.isEmpty())
        printNote(warning);
    const auto kept = addDsnProfile(profile);
    if (!kept)
        return fail(kept.error());
    printKept(profile.name, *kept);
    return exitcode::done;
}

int remove(const QString &name)
{
    const auto left = removeDsnProfile(name);
    if (!left)
        return fail(left.error());
    if (left->isEmpty())
        return exitcode::done;
    printNote(QCoreApplication::translate(
                  "cli", "“%1” is forgotten, but the keychain still has its key (%2)")
                  .arg(cellOrDash(name), cellOrDash(*left)));
    return exitcode::bad;
}

const char *placeWord(SecretPlace place)
{
    return place == SecretPlace::Keychain ? "keychain" : "file";
}

int printAsJson(const QList<DsnProfile> &profiles)
{
    model::JsonWriter json;
    const auto text = [&](const char *key, const QString &value) {
        json.key(key).value(std::string_view(value.toStdString()));
    };
    json.beginArray();
    for (const DsnProfile &profile : profiles) {
        json.beginObject();
        text("name", profile.name);
        text("place", placeOf(profile.dsn));
        text("proxy", profile.proxy);
        text("ca_file", profile.caFile);
        json.key("redaction").raw(model::sentry::toJson(profile.redaction));
        json.key("secret_in").value(std::string_view(placeWord(profile.secretPlace)));
        json.end();
    }
    json.end();
    return printJson(json.take() + '\n') ? exitcode::done : exitcode::bad;
}

int print(const QList<DsnProfile> &profiles)
{
    for (const DsnProfile &profile : profiles) {
        const QStringList columns{
            cellOrDash(profile.name),
            placeText(profile.dsn),
            cellOrDash(profile.proxy),
            cellOrDash(profile.caFile),
            profile.redaction.isEmpty()
                ? QStringLiteral("-")
                : QString::fromStdString(model::sentry::toJson(profile.redaction)),
            profile.secretPlace == SecretPlace::Keychain
                ? QCoreApplication::translate("cli", "key in the keychain")
                : QCoreApplication::translate("cli", "key in a file"),
        };
        if (!printResultLine(columns.join(QLatin1Char('\t'))))
            return exitcode::bad;
    }
    return exitcode::done;
}

std::optional<QString> argumentFault(const CommandParser &parser)
{
    if (int(parser.has("add")) + int(parser.has("remove")) + int(parser.has("json")) > 1)
        return QCoreApplication::translate("cli", "--add, --remove and --json exclude each other");
    const bool hasDsn = parser.has("dsn-file") || !qEnvironmentVariableIsEmpty("SENTRY_DSN");
    if (parser.has("add") && !hasDsn)
        return QCoreApplication::translate("cli", "--add needs a DSN: --dsn-file");
    for (const char *option : {"dsn-file", "proxy", "ca-file"}) {
        if (parser.has(option) && !parser.has("add"))
            return QCoreApplication::translate("cli", "only --add has --%1")
                .arg(QLatin1String(option));
    }
    if (const auto fault = proxyFault(parser))
        return fault;
    return redactionFault(parser);
}

int destinations(const CommandParser &parser)
{
    if (const auto fault = argumentFault(parser))
        return parser.usageError(*fault);
    if (parser.has("add"))
        return add(parser);
    if (parser.has("remove"))
        return remove(parser.valueOf("remove"));
    const auto profiles = dsnProfiles();
    if (!profiles)
        return fail(profiles.error());
    return parser.has("json") ? printAsJson(*profiles) : print(*profiles);
}

} // namespace

constinit const CommandSpec destinationsCommand{
    .name = "destinations",
    .summary = QT_TRANSLATE_NOOP("cli", "list, add and remove places to upload to"),
    .description = QT_TRANSLATE_NOOP(
        "cli",
        "Lists the places that upload --to can send to, without their keys. These are in the "
        "desktop's keychain, or in a file that only you can read where there is none."),
    .operands = {},
    .options = {destinationsOptions, destinationOptionSpecs, redactionOptionSpecs},
    .run = destinations,
};

} // namespace ember::app
