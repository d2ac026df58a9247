// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/fetchreport.h"

#include <QFile>

#include <utility>

namespace ember::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds tellEvery{100};

} // namespace

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
