// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/destinationarguments.h"

#include "app/cli/messages.h"
#include "app/cli/sharedarguments.h"
#include "app/session/filenames.h"
#include "app/upload/dsnprofiles.h"

#include <QFile>

namespace ember::app {

namespace {

std::optional<model::sentry::Dsn> parsedDsn(const QString &text)
{
    const auto dsn = model::sentry::parseDsn(text.toStdString());
    if (dsn)
        return *dsn;
    printError(dsn.error());
    return std::nullopt;
}

model::sentry::RedactionRules joined(model::sentry::RedactionRules rules,
                                     const model::sentry::RedactionRules &others)
{
    rules.homes = rules.homes || others.homes;
    rules.users = rules.users || others.users;
    rules.hosts = rules.hosts || others.hosts;
    rules.arguments = rules.arguments || others.arguments;
    rules.modules.insert(rules.modules.end(), others.modules.begin(), others.modules.end());
    rules.threads.insert(rules.threads.end(), others.threads.begin(), others.threads.end());
    return rules;
}

// Returns the destination that the user has kept under the name that --to gives. Prints the error
// if there is none.
std::optional<Destination> namedDestination(const CommandParser &parser)
{
    const auto profile = dsnProfile(parser.valueOf("to"));
    if (!profile) {
        printError(profile.error());
        return std::nullopt;
    }
    const auto way = wayTo(*profile);
    if (!way) {
        printError(way.error());
        return std::nullopt;
    }
    return Destination{profile->dsn, *way, profile->redaction};
}

// Returns the destination that --to names, with the changes of options. Without --to, its DSN is
// that of the option `dsnOption`, of --dsn-file, or of SENTRY_DSN.
std::optional<Destination> destinationIn(const CommandParser &parser, const char *dsnOption)
{
    std::optional<Destination> destination =
        parser.has("to") ? namedDestination(parser) : Destination();
    if (!destination)
        return std::nullopt;
    const bool hasDsn = parser.has(dsnOption) || parser.has("dsn-file");
    if (hasDsn || !parser.has("to")) {
        const auto dsn =
            parser.has(dsnOption) ? parsedDsn(parser.valueOf(dsnOption)) : dsnOfFile(parser);
        if (!dsn)
            return std::nullopt;
        destination->dsn = *dsn;
    }
    if (parser.has("ca-file"))
        destination->way.caFile = parser.valueOf("ca-file");
    if (parser.has("proxy"))
        destination->way.proxy = proxyOf(parser.valueOf("proxy")).value_or(QNetworkProxy());
    return destination;
}

} // namespace

std::optional<QString> proxyFault(const CommandParser &parser)
{
    if (!parser.has("proxy") || proxyOf(parser.valueOf("proxy")))
        return std::nullopt;
    return QCoreApplication::translate("cli",
                                       "--proxy needs http://HOST:PORT or "
                                       "socks5://HOST:PORT, or none");
}

std::optional<model::sentry::Dsn> dsnOfFile(const CommandParser &parser)
{
    constexpr qint64 longest = 4096;
    if (!parser.has("dsn-file"))
        return parsedDsn(qEnvironmentVariable("SENTRY_DSN"));
    const auto path = toPath(parser.valueOf("dsn-file"));
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        printError({model::ErrorCode::FileUnreadable, path, file.errorString().toStdString()});
        return std::nullopt;
    }
    return parsedDsn(QString::fromUtf8(file.read(longest)).trimmed());
}

std::optional<Destination> chosenDestination(const CommandParser &parser)
{
    auto destination = destinationIn(parser, "dsn");
    if (destination)
        destination->redaction = joined(std::move(destination->redaction), redactionRules(parser));
    return destination;
}

bool hasForwarding(const CommandParser &parser)
{
    return parser.has("forward") || parser.has("to") || parser.has("dsn-file");
}

std::optional<Destination> forwardDestination(const CommandParser &parser)
{
    auto destination = destinationIn(parser, "forward");
    if (!destination || destination->redaction.isEmpty())
        return destination;
    printError({model::ErrorCode::InvalidArgument, toPath(parser.valueOf("to")),
                "it redacts what is sent there, but what is forwarded goes as it came; --dsn-file "
                "names the place without its rules"});
    return std::nullopt;
}

} // namespace ember::app
