// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/fetchreport.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ember::app {

using capture::FetchFailure;
using capture::FetchFault;

namespace {

constexpr qsizetype namedFiles = 3;

bool isSameReason(const FetchFailure &left, const FetchFailure &right)
{
    return left.fault == right.fault && left.server == right.server && left.detail == right.detail;
}

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds tellEvery{100};

} // namespace

void FetchFailures::add(const FetchFailure &failure)
{
    auto reason = std::ranges::find_if(
        m_reasons, [&](const Reason &known) { return isSameReason(known.first, failure); });
    if (reason == m_reasons.end())
        reason = m_reasons.insert(m_reasons.end(), {failure, {}});
    const QString file = QFileInfo(QFile::decodeName(failure.binary.c_str())).fileName();
    if (!reason->files.contains(file))
        reason->files.append(file);
}

QStringList FetchFailures::lines() const
{
    QStringList lines;
    for (const Reason &reason : m_reasons)
        lines.append(line(reason));
    return lines;
}

QString FetchFailures::filesText(const QStringList &files)
{
    const QString named = files.mid(0, namedFiles).join(QStringLiteral(", "));
    const auto others = static_cast<int>(files.size() - namedFiles);
    return others <= 0 ? named : tr("%1 and %n more", nullptr, others).arg(named);
}

QString FetchFailures::line(const Reason &reason)
{
    const QString files = filesText(reason.files);
    const QString server = QString::fromStdString(reason.first.server);
    const QString detail = QString::fromLocal8Bit(reason.first.detail.c_str());
    switch (reason.first.fault) {
    case FetchFault::Absent: return tr("no debug info of %1 on %2").arg(files, server);
    case FetchFault::Refused:
        return tr("%1 answered %2 when asked for debug info of %3").arg(server, detail, files);
    case FetchFault::Broken:
        return tr("debug info of %1 did not arrive whole from %2: %3").arg(files, server, detail);
    case FetchFault::Foreign:
        return tr("what %1 sent is not the debug info of %2 (its build-id is another); it is not "
                  "kept")
            .arg(server, files);
    case FetchFault::TooBig:
        return tr("%1 sent more than %2 bytes for the debug info of %3; it is not kept")
            .arg(server, detail, files);
    case FetchFault::Unreachable:
        return tr("no debug info is fetched: %1 cannot be reached: %2").arg(server, detail);
    case FetchFault::Silent:
        return tr("no more debug info is fetched: too little came from %1 in %2 s")
            .arg(server, detail);
    case FetchFault::NoClient:
        return tr("no debug info is fetched: libdebuginfod.so.1 is not installed");
    }
    return {};
}

FetchReporter::FetchReporter(std::stop_token stop, std::function<void(const FetchReport &)> tell)
    : m_stop(std::move(stop)),
      m_tell(std::move(tell))
{
}

void FetchReporter::begin(std::string_view binary)
{
    m_binary = QFile::decodeName(QByteArray(binary.data(), qsizetype(binary.size())));
    m_hasTold = false;
}

bool FetchReporter::onProgress(std::uint64_t bytes, std::uint64_t total)
{
    if (!m_hasTold || Clock::now() - m_told >= tellEvery) {
        m_hasTold = true;
        m_told = Clock::now();
        m_tell({m_binary, bytes, total});
    }
    return !m_stop.stop_requested();
}

void FetchReporter::end()
{
    if (m_hasTold)
        m_tell({});
}

} // namespace ember::app
