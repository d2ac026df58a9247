// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/sentrypage.h"

#include "model/profile/aligned.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>

#include <chrono>

namespace ember::app {

namespace {

// The number of the organization; "" if the host is not one of sentry.io's.
QString organizationOf(const model::sentry::Dsn &dsn)
{
    static const QRegularExpression ingest(
        QStringLiteral(R"(\Ao([0-9]+)\.ingest(\.[a-z]+)?\.sentry\.io\z)"),
        QRegularExpression::CaseInsensitiveOption);
    return ingest.match(QString::fromStdString(dsn.host)).captured(1);
}

QString secondsText(std::chrono::seconds sinceEpoch)
{
    return QDateTime::fromSecsSinceEpoch(sinceEpoch.count(), Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"));
}

} // namespace

void SentryPage::add(const model::Profile &profile, model::TimeRange sent)
{
    m_isUsed = true;
    const auto zero = model::zeroOnClock(profile);
    if (!zero)
        return;
    const model::TimeRange range{sent.start + *zero, sent.end + *zero};
    m_range = m_range ? model::united(*m_range, range) : range;
}

void SentryPage::add(const SentryPage &other)
{
    m_isUsed = m_isUsed || other.m_isUsed;
    if (other.m_range)
        m_range = m_range ? model::united(*m_range, *other.m_range) : other.m_range;
}

QString SentryPage::addressAt(const model::sentry::Dsn &dsn) const
{
    const QString organization = organizationOf(dsn);
    if (!m_isUsed || organization.isEmpty())
        return {};
    QUrlQuery query;
    query.addQueryItem(QStringLiteral("project"), QString::fromStdString(dsn.projectId));
    if (m_range) { // widened to whole seconds
        using std::chrono::seconds;
        query.addQueryItem(
            QStringLiteral("start"),
            secondsText(std::chrono::floor<seconds>(m_range->start.time_since_epoch())));
        query.addQueryItem(
            QStringLiteral("end"),
            secondsText(std::chrono::ceil<seconds>(m_range->end.time_since_epoch())));
        query.addQueryItem(QStringLiteral("utc"), QStringLiteral("true"));
    }
    QUrl url(
        QStringLiteral("https://sentry.io/organizations/%1/explore/profiling/").arg(organization));
    url.setQuery(query);
    return url.toString(QUrl::FullyEncoded);
}

} // namespace ember::app
