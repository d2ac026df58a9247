// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "app/upload/envelopepost.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/redaction.h"

#include <QCoreApplication>

#include <array>
#include <optional>

// Options that say where to send to and how, and destinations kept under a name.
namespace ember::app {

// The options for the parts of a destination, without those for redaction.
inline constexpr std::array destinationOptionSpecs{
    OptionSpec{.name = "dsn-file",
               .value = "FILE",
               .help = QT_TRANSLATE_NOOP("cli", "The file that has the DSN, and nothing else.")},
    OptionSpec{.name = "proxy",
               .value = "URL",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "The proxy to go through, http://HOST:PORT or socks5://HOST:PORT; none: "
                   "no proxy. Without it: the system's.")},
    OptionSpec{.name = "ca-file",
               .value = "FILE",
               .help =
                   QT_TRANSLATE_NOOP("cli", "Certificates (PEM) to trust beside the system's.")},
};

// The usage error in --proxy, if any.
std::optional<QString> proxyFault(const CommandParser &parser);

// Returns the DSN of --dsn-file or, without it, of SENTRY_DSN. nullopt if the file cannot be read
// or the DSN is missing or invalid, which was printed.
std::optional<model::sentry::Dsn> dsnOfFile(const CommandParser &parser);

struct Destination {
    model::sentry::Dsn dsn;
    UploadWay way;
    model::sentry::RedactionRules redaction; // the destination's, and those of the options
};

// Returns the destination that --to names. Other options override its parts, but its redaction
// stays. Without --to: the destination that the options give. nullopt after an error, which was
// printed.
std::optional<Destination> chosenDestination(const CommandParser &parser);

// Whether --forward, --to or --dsn-file says that what is received is sent on.
bool hasForwarding(const CommandParser &parser);
// Returns the destination to which `listen` forwards. nullopt after an error, which was printed. A
// destination that redacts is an error, as envelopes are forwarded unchanged.
std::optional<Destination> forwardDestination(const CommandParser &parser);

} // namespace ember::app
