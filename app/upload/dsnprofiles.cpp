// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/dsnprofiles.h"

#include "app/privatefolder.h"
#include "app/upload/desktopkeychain.h"
#include "app/upload/uploadplace.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>
#include <QUrl>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

constexpr QLatin1String addressKey("address");
constexpr QLatin1String targetKey("target");
constexpr QLatin1String proxyKey("proxy");
constexpr QLatin1String caFileKey("ca_file");
constexpr QLatin1String redactionKey("redaction");
constexpr QLatin1String secretPlaceKey("secret_in");
constexpr QLatin1String secretIdKey("secret_id");
constexpr QLatin1String keysKey("keys");

constexpr QLatin1String inKeychain("keychain");
constexpr QLatin1String inFile("file");

// Stands for the keys where only the address counts.
constexpr auto noKeys = "00000000000000000000000000000000";

QString fileInFolder(const char *name)
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        % QLatin1String("/emberchart/") % QLatin1String(name);
}

model::Error faultOf(model::ErrorCode code, const QString &subject, const QString &detail = {})
{
    return {code, subject.toStdString(), detail.toStdString()};
}

bool isName(const QString &name)
{
    constexpr qsizetype longest = 100;
    return !name.isEmpty() && name.size() <= longest && !name.startsWith(u'-')
        && name == name.trimmed()
        && std::ranges::all_of(name, [](QChar letter) { return letter.isPrint(); });
}

// Reads the JSON object of a file; an empty one if there is no file.
model::Result<QJsonObject> readObject(const QString &path)
{
    constexpr qint64 longest = 1024 * 1024;
    QFile file(path);
    if (!file.exists())
        return QJsonObject();
    if (!file.open(QIODevice::ReadOnly))
        return faultOf(model::ErrorCode::FileUnreadable, path, file.errorString());
    const QByteArray bytes = file.read(longest + 1);
    if (bytes.size() > longest)
        return faultOf(model::ErrorCode::FileTooBig, path);
    QJsonParseError fault;
    const auto document = QJsonDocument::fromJson(bytes, &fault);
    if (!document.isObject())
        return faultOf(model::ErrorCode::SyntaxError, path, fault.errorString());
    return document.object();
}

model::Result<void> writeObject(const QString &path, const QJsonObject &object)
{
    if (!replacePrivateFile(path, QJsonDocument(object).toJson()))
        return faultOf(model::ErrorCode::FileNotWritable, path);
    return {};
}

// Returns a DSN's address without keys: "https://sentry.io/42".
QString addressOf(const model::sentry::Dsn &dsn)
{
    return QString::fromStdString(dsn.scheme + "://" + dsn.server() + dsn.path + '/'
                                  + dsn.projectId);
}

// Returns a DSN's keys: "KEY" or "KEY:SECRET".
QString keysOf(const model::sentry::Dsn &dsn)
{
    return QString::fromStdString(dsn.secret.empty() ? dsn.publicKey
                                                     : dsn.publicKey + ':' + dsn.secret);
}

model::Result<model::sentry::Dsn> dsnOf(const QString &address, const QString &keys)
{
    constexpr QLatin1String afterScheme("://");
    const auto place = address.indexOf(afterScheme);
    if (place < 0)
        return faultOf(model::ErrorCode::InvalidDsn, address);
    QString text = address;
    text.insert(place + afterScheme.size(), keys % QLatin1Char('@'));
    return model::sentry::parseDsn(text.toStdString());
}

bool hasLogin(const QString &proxy)
{
    return !QUrl(proxy).userInfo().isEmpty();
}

QString withoutLogin(const QString &proxy)
{
    return hasLogin(proxy) ? QUrl(proxy).toString(QUrl::RemoveUserInfo | QUrl::FullyEncoded)
                           : proxy;
}

QJsonObject toObject(const DsnProfile &profile)
{
    const auto rules = QJsonDocument::fromJson(
        QByteArray::fromStdString(model::sentry::toJson(profile.redaction)));
    return QJsonObject{
        {addressKey, addressOf(profile.dsn)},
        {targetKey, profile.target},
        {proxyKey, withoutLogin(profile.proxy)},
        {caFileKey, profile.caFile},
        {redactionKey, rules.object()},
        {secretPlaceKey, profile.secretPlace == SecretPlace::File ? inFile : inKeychain},
        {secretIdKey, profile.secretId},
    };
}

model::Result<DsnProfile> fromObject(const QString &name, const QJsonObject &object)
{
    DsnProfile profile;
    profile.name = name;
    EMBER_ASSIGN_OR_RETURN(profile.dsn,
                           dsnOf(object[addressKey].toString(), QString::fromLatin1(noKeys)));
    profile.dsn.publicKey.clear();
    profile.target = object[targetKey].toString();
    profile.proxy = object[proxyKey].toString();
    profile.caFile = object[caFileKey].toString();
    const QByteArray rules =
        QJsonDocument(object[redactionKey].toObject()).toJson(QJsonDocument::Compact);
    EMBER_ASSIGN_OR_RETURN(profile.redaction,
                           model::sentry::redactionFromJson(
                               {rules.constData(), static_cast<std::size_t>(rules.size())}));
    profile.secretPlace =
        object[secretPlaceKey].toString() == inFile ? SecretPlace::File : SecretPlace::Keychain;
    profile.secretId = object[secretIdKey].toString();
    return profile;
}

// What is secret of a profile: {"keys":"…","proxy":"…"}, the proxy only if it has a login.
QJsonObject secretOf(const DsnProfile &profile)
{
    QJsonObject secret{{keysKey, keysOf(profile.dsn)}};
    if (hasLogin(profile.proxy))
        secret[proxyKey] = profile.proxy;
    return secret;
}

model::Result<DsnProfile> withSecret(DsnProfile profile, const QJsonObject &secret)
{
    EMBER_ASSIGN_OR_RETURN(profile.dsn, dsnOf(addressOf(profile.dsn), secret[keysKey].toString()));
    if (secret.contains(proxyKey))
        profile.proxy = secret[proxyKey].toString();
    return profile;
}

model::Result<QJsonObject> findSecret(const DsnProfile &profile)
{
    if (profile.secretPlace == SecretPlace::File) {
        EMBER_ASSIGN_OR_RETURN(const QJsonObject secrets, readObject(dsnSecretsFile()));
        if (!secrets.contains(profile.secretId))
            return faultOf(model::ErrorCode::SecretMissing, profile.name);
        return secrets[profile.secretId].toObject();
    }
    const auto answer = findInKeychain(profile.secretId);
    if (answer.kind != KeychainAnswer::Kind::Done)
        return faultOf(model::ErrorCode::SecretMissing, profile.name, answer.detail);
    return QJsonDocument::fromJson(answer.secret.toUtf8()).object();
}

// Holds both files while they are changed: other processes of the user wait.
class ChangedFiles {
public:
    ChangedFiles() : m_lock(dsnProfilesFile() % QLatin1String(".lock")) { }

    // Errors: FileNotWritable, FileInUse, those of readObject().
    model::Result<void> open()
    {
        constexpr int longestWait = 5000; // ms
        makePrivateFolder(QFileInfo(dsnProfilesFile()).path());
        if (!m_lock.tryLock(longestWait))
            return faultOf(m_lock.error() == QLockFile::LockFailedError
                               ? model::ErrorCode::FileInUse
                               : model::ErrorCode::FileNotWritable,
                           dsnProfilesFile());
        EMBER_ASSIGN_OR_RETURN(profiles, readObject(dsnProfilesFile()));
        EMBER_ASSIGN_OR_RETURN(secrets, readObject(dsnSecretsFile()));
        m_secretsBefore = secrets;
        return {};
    }

    // Writes the secrets first, so that no profile is there without its secret.
    model::Result<void> save() const
    {
        if (secrets != m_secretsBefore)
            EMBER_RETURN_IF_ERROR(writeObject(dsnSecretsFile(), secrets));
        return writeObject(dsnProfilesFile(), profiles);
    }

    QJsonObject profiles; // by name
    QJsonObject secrets; // by secretId

private:
    QLockFile m_lock;
    QJsonObject m_secretsBefore;
};

// The name of a profile's secret in the keychain; "" if there is none.
QString keychainEntry(const QJsonObject &profile)
{
    return profile[secretPlaceKey].toString() == inKeychain ? profile[secretIdKey].toString()
                                                            : QString();
}

// Writes the profile, and its secret if the keychain does not have it. Returns the keychain's entry
// of the profile that was replaced, or "".
model::Result<QString> keep(const DsnProfile &profile)
{
    ChangedFiles files;
    EMBER_RETURN_IF_ERROR(files.open());
    const QJsonObject older = files.profiles[profile.name].toObject();
    files.secrets.remove(older[secretIdKey].toString());
    if (profile.secretPlace == SecretPlace::File)
        files.secrets[profile.secretId] = secretOf(profile);
    files.profiles[profile.name] = toObject(profile);
    EMBER_RETURN_IF_ERROR(files.save());
    return keychainEntry(older);
}

// Removes the profile of that name. Returns the name of its entry in the keychain; "" if it has
// none.
model::Result<QString> forget(const QString &name)
{
    ChangedFiles files;
    EMBER_RETURN_IF_ERROR(files.open());
    if (!files.profiles.contains(name))
        return faultOf(model::ErrorCode::UnknownDestination, name);
    const QJsonObject older = files.profiles.take(name).toObject();
    files.secrets.remove(older[secretIdKey].toString());
    EMBER_RETURN_IF_ERROR(files.save());
    return keychainEntry(older);
}

} // namespace

QString dsnProfilesFile()
{
    return fileInFolder("destinations.json");
}

QString dsnSecretsFile()
{
    return fileInFolder("destination-secrets.json");
}

model::Result<QList<DsnProfile>> dsnProfiles()
{
    EMBER_ASSIGN_OR_RETURN(const QJsonObject all, readObject(dsnProfilesFile()));
    QList<DsnProfile> profiles;
    for (auto one = all.begin(); one != all.end(); ++one) {
        EMBER_ASSIGN_OR_RETURN(DsnProfile profile, fromObject(one.key(), one.value().toObject()));
        profiles.append(std::move(profile));
    }
    return profiles;
}

model::Result<DsnProfile> dsnProfile(const QString &name)
{
    EMBER_ASSIGN_OR_RETURN(const QJsonObject all, readObject(dsnProfilesFile()));
    if (!all.contains(name))
        return faultOf(model::ErrorCode::UnknownDestination, name);
    EMBER_ASSIGN_OR_RETURN(DsnProfile profile, fromObject(name, all[name].toObject()));
    EMBER_ASSIGN_OR_RETURN(const QJsonObject secret, findSecret(profile));
    return withSecret(std::move(profile), secret);
}

model::Result<UploadWay> wayTo(const DsnProfile &profile)
{
    UploadWay way;
    way.caFile = profile.caFile;
    if (profile.proxy.isEmpty())
        return way;
    const auto proxy = proxyOf(profile.proxy);
    if (!proxy)
        return faultOf(model::ErrorCode::InvalidArgument, profile.name,
                       QStringLiteral("its proxy is no address"));
    way.proxy = *proxy;
    return way;
}

model::Result<KeptSecret> addDsnProfile(DsnProfile profile)
{
    if (!isName(profile.name))
        return faultOf(model::ErrorCode::InvalidArgument, profile.name);
    profile.target = targetOf(profile.dsn);
    profile.secretId = QUuid::createUuid().toString(QUuid::Id128);
    const QByteArray secret = QJsonDocument(secretOf(profile)).toJson(QJsonDocument::Compact);
    const auto answer = keepInKeychain(profile.secretId, QString::fromUtf8(secret));
    profile.secretPlace =
        answer.kind == KeychainAnswer::Kind::Done ? SecretPlace::Keychain : SecretPlace::File;
    const auto older = keep(profile);
    if (!older) {
        if (profile.secretPlace == SecretPlace::Keychain)
            removeFromKeychain(profile.secretId);
        return older.error();
    }
    if (!older->isEmpty())
        removeFromKeychain(*older);
    return KeptSecret{profile.secretPlace, answer.detail};
}

model::Result<QString> removeDsnProfile(const QString &name)
{
    EMBER_ASSIGN_OR_RETURN(const QString entry, forget(name));
    if (entry.isEmpty())
        return QString();
    const auto answer = removeFromKeychain(entry);
    return answer.kind == KeychainAnswer::Kind::NoKeychain ? answer.detail : QString();
}

} // namespace ember::app
