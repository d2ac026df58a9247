// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/envelopepost.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/redaction.h"

#include <QList>
#include <QString>

// The places that the user sends to, by name. They are kept in a file of the user's configuration
// folder, without secrets: key and secret of the DSN, and the login of a proxy. Secrets are in the
// desktop's keychain, or, where none answers, in a second file. Both files are readable by their
// owner only. Main thread, as for the keychain.
namespace ember::app {

enum class SecretPlace {
    Keychain,
    File, // in the file dsnSecretsFile()
};

// A place to send to, and how.
struct DsnProfile {
    QString name; // 1 to 100 printable characters, without a dash in front
    model::sentry::Dsn dsn; // the DSN; dsnProfiles() leaves out key and secret
    QString target; // see targetOf(); "" in files of older versions. Set by addDsnProfile()
    QString proxy; // as proxyOf() reads it; dsnProfiles() leaves out the login; "": the system's
    QString caFile; // absolute path; "": none
    model::sentry::RedactionRules redaction; // rules for all that is sent there
    SecretPlace secretPlace = SecretPlace::Keychain;
    QString secretId; // the secret's name in the keychain and in the file
};

QString dsnProfilesFile();
QString dsnSecretsFile();

// Returns the profiles by name, without secrets. Errors: FileUnreadable, FileTooBig, SyntaxError,
// WrongType, InvalidDsn.
model::Result<QList<DsnProfile>> dsnProfiles();

// Returns the profile of a name with its secrets. Errors: those of dsnProfiles(),
// UnknownDestination, SecretMissing.
model::Result<DsnProfile> dsnProfile(const QString &name);

// Returns the way to the profile's server. Error: InvalidArgument, if its proxy is no address.
model::Result<UploadWay> wayTo(const DsnProfile &profile);

// Where a secret has been put.
struct KeptSecret {
    SecretPlace place = SecretPlace::Keychain;
    QString detail; // if the place is File: why the keychain did not take it; untranslated
};

// Keeps a profile, in place of an older one of its name, and decides where its secret is kept.
// Errors: those of dsnProfiles(), InvalidArgument (the name), FileInUse, FileNotWritable.
model::Result<KeptSecret> addDsnProfile(DsnProfile profile);

// Forgets a profile and its secret. Returns "", or why the keychain still has the secret. Errors:
// those of dsnProfiles(), UnknownDestination, FileInUse, FileNotWritable.
model::Result<QString> removeDsnProfile(const QString &name);

} // namespace ember::app
