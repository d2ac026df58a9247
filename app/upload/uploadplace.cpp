// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadplace.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QHostAddress>
#include <QUrl>

#include <optional>

namespace ember::app {

namespace {

struct OpenWayText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::OpenWay)

public:
    static QString throughProxy(const QString &proxy)
    {
        return tr("The DSN's address begins with http:// and the proxy %1 is on the way: it can "
                  "read the key and all that is sent. Use https://, or another way.")
            .arg(proxy);
    }

    static QString throughSystemsProxy(const QString &proxy)
    {
        return tr("The DSN's address begins with http:// and this computer's proxy %1 is on the "
                  "way (http_proxy): it can read the key and all that is sent. Use https://, or "
                  "put the host into no_proxy.")
            .arg(proxy);
    }

    static QString inTheOpen()
    {
        return tr("The DSN's address begins with http://: whoever is on the way can read the key "
                  "and all that is sent. Use https:// if the server has it.");
    }
};

bool isOnTheWay(const QNetworkProxy &proxy)
{
    return proxy.type() != QNetworkProxy::NoProxy && proxy.type() != QNetworkProxy::DefaultProxy;
}

QString addressOf(const QNetworkProxy &proxy)
{
    return proxy.hostName() % QLatin1Char(':') % QString::number(proxy.port());
}

// The proxy that connections to an address pass; none if they are direct.
std::optional<QNetworkProxy> proxyOnTheWay(const QUrl &url, const QNetworkProxy &chosen)
{
    if (isOnTheWay(chosen))
        return chosen;
    if (chosen.type() != QNetworkProxy::DefaultProxy)
        return std::nullopt;
    for (const auto &one : QNetworkProxyFactory::proxyForQuery(QNetworkProxyQuery(url))) {
        if (isOnTheWay(one))
            return one;
    }
    return std::nullopt;
}

bool isThisMachine(const QUrl &url)
{
    return url.host() == QLatin1String("localhost") || QHostAddress(url.host()).isLoopback();
}

} // namespace

model::sentry::Dsn withoutUsualPort(model::sentry::Dsn dsn)
{
    constexpr int httpPort = 80;
    constexpr int httpsPort = 443;
    if (dsn.port == (dsn.scheme == "http" ? httpPort : httpsPort))
        dsn.port.reset();
    return dsn;
}

QString placeOf(const model::sentry::Dsn &dsn)
{
    return QString::fromStdString(withoutUsualPort(dsn).server() + dsn.path + '/' + dsn.projectId);
}

QString targetOf(const model::sentry::Dsn &dsn)
{
    const QByteArray whole =
        QByteArray::fromStdString(withoutUsualPort(dsn).envelopeUrl() + ' ' + dsn.publicKey);
    return QString::fromLatin1(QCryptographicHash::hash(whole, QCryptographicHash::Sha256).toHex());
}

QString placeText(const model::sentry::Dsn &dsn)
{
    return placeText(placeOf(dsn));
}

QString placeText(const QString &place)
{
    return QCoreApplication::translate("ember::app::SentChunks", "project %1 on %2")
        .arg(place.section(QLatin1Char('/'), -1), place.section(QLatin1Char('/'), 0, 0));
}

bool staysOnThisMachine(const model::sentry::Dsn &dsn, const QNetworkProxy &proxy)
{
    const QUrl url(QString::fromStdString(dsn.envelopeUrl()));
    return isThisMachine(url) && !proxyOnTheWay(url, proxy);
}

QString openWayWarning(const model::sentry::Dsn &dsn, const QNetworkProxy &proxy)
{
    const QUrl url(QString::fromStdString(dsn.envelopeUrl()));
    if (url.scheme() != QLatin1String("http"))
        return {};
    if (const auto onTheWay = proxyOnTheWay(url, proxy)) {
        return isOnTheWay(proxy) ? OpenWayText::throughProxy(addressOf(*onTheWay))
                                 : OpenWayText::throughSystemsProxy(addressOf(*onTheWay));
    }
    return isThisMachine(url) ? QString() : OpenWayText::inTheOpen();
}

} // namespace ember::app
