// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ember::app {

namespace {

QDateTime startOf(const model::Profile &profile)
{
    const auto start = std::chrono::duration_cast<std::chrono::milliseconds>(
        profile.timeRange().start.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(start.count());
}

// Returns a name that distinguishes the profiles of one file: the time of recording, else the
// position.
QString toldApart(const model::Profile &profile, std::size_t place)
{
    if (profile.tables().origin != model::TimeOrigin::UnixEpoch || profile.timeRange().isEmpty())
        return QString::number(place + 1);
    return QLocale().toString(startOf(profile), QLocale::ShortFormat);
}

} // namespace

Document::Document(QObject *parent) : QObject(parent) { }

void Document::showFiles(OpenedFilesPointer files, const CaptureFolder &folder,
                         const QString &title)
{
    clear();
    m_kind = Kind::Files;
    m_files = std::move(files);
    m_folder = folder;
    m_title = title;
    if (!folder.isEmpty())
        m_use.emplace(folder);
    m_log = m_files->log;
    m_spans = m_files->profiles.front().spans;
    emit opened();
    emit stateChanged();
}

void Document::showMore(OpenedFilesPointer files)
{
    m_files = std::move(files);
    m_log = m_files->log;
    m_spans = m_files->profiles.front().spans;
    emit updated();
}

void Document::beginCapture(const LaunchCommand &command, const CaptureFolder &folder)
{
    clear();
    m_kind = Kind::Capture;
    m_command = command;
    m_folder = folder;
    m_use.emplace(folder);
    emit opened();
    emit stateChanged();
}

void Document::close()
{
    clear();
    emit opened();
    emit stateChanged();
}

void Document::replaceSpans(const std::vector<model::SpanTablePointer> &spans)
{
    if (spans.size() != profileCount() || spans.empty())
        return;
    if (m_files) {
        auto files = std::make_shared<OpenedFiles>(*m_files);
        for (std::size_t profile = 0; profile < spans.size(); ++profile)
            files->profiles[profile].spans = spans[profile];
        m_files = std::move(files);
    }
    m_spans = spans.at(m_files ? m_current : 0);
    emit updated();
}

Together Document::together() const
{
    return m_files ? m_files->profiles.at(m_current).together : Together::No;
}

std::vector<model::SpanTablePointer> Document::allSpans() const
{
    std::vector<model::SpanTablePointer> spans;
    if (!m_files && m_spans)
        spans.push_back(m_spans);
    for (std::size_t profile = 0; m_files && profile < m_files->profiles.size(); ++profile)
        spans.push_back(m_files->profiles[profile].spans);
    return spans;
}

void Document::clear()
{
    m_kind = Kind::Empty;
    m_files = nullptr;
    m_current = 0;
    m_command = {};
    m_folder = {};
    m_title.clear();
    m_use.reset();
    m_spans = nullptr;
    m_log = {};
}

void Document::update(const LiveUpdate &live)
{
    m_log = live.log;
    if (!live.spans)
        return;
    const bool isFirst = !m_spans;
    const auto before = std::pair(profileCount(), together());
    takeSpans(live);
    if (!isFirst) {
        emit updated();
        if (before != std::pair(profileCount(), together()))
            emit stateChanged();
        return;
    }
    emit opened();
}

// Takes the boxes of a capture. If SDKs have sent something meanwhile, the document has a profile
// of both together, and, once the capture is complete, also the capture by itself.
void Document::takeSpans(const LiveUpdate &live)
{
    if (!live.hasSdkData) {
        m_files = nullptr;
        m_current = 0;
        m_spans = live.spans;
        return;
    }
    auto files = std::make_shared<OpenedFiles>();
    files->paths.append(m_folder.logPath());
    files->files = files->paths;
    files->profiles.push_back({.spans = live.spans,
                               .format = {},
                               .files = files->paths,
                               .together = Together::OnOneClock});
    if (live.alone)
        files->profiles.push_back({.spans = live.alone, .format = {}, .files = files->paths});
    m_files = std::move(files);
    m_current = std::min(m_current, m_files->profiles.size() - 1);
    m_spans = m_files->profiles[m_current].spans;
}

QString Document::title() const
{
    switch (m_kind) {
    case Kind::Empty: return {};
    case Kind::Capture: return m_command.commandLine();
    case Kind::Files: break;
    }
    if (!m_title.isEmpty())
        return m_title;
    const QString first = QFileInfo(m_files->paths.first()).fileName();
    const auto others = m_files->paths.size() - 1;
    return others == 0 ? first : tr("%1 and %n more", nullptr, static_cast<int>(others)).arg(first);
}

QString Document::proposedName() const
{
    QString name = QFileInfo(title().section(QLatin1Char(' '), 0, 0)).completeBaseName();
    if (m_spans) {
        const model::Profile &profile = *m_spans->profile();
        for (const model::Process &process : profile.tables().processes) {
            const auto text = profile.text(process.name);
            if (process.launched && !text.empty())
                name = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        }
        if (profile.tables().origin == model::TimeOrigin::UnixEpoch
            && !profile.timeRange().isEmpty())
            name += startOf(profile).toString(u"-yyyy-MM-dd-HHmm");
    }
    for (QChar &letter : name) {
        if (!letter.isLetterOrNumber() && !QStringView(u"-_.+").contains(letter))
            letter = QLatin1Char('_');
    }
    return name.left(100);
}

QStringList Document::paths() const
{
    if (m_files)
        return m_files->files;
    return m_folder.isEmpty() ? QStringList() : QStringList(m_folder.logPath());
}

std::size_t Document::profileCount() const
{
    return m_files ? m_files->profiles.size() : m_spans ? 1 : 0;
}

QString Document::profileTitle(std::size_t profile) const
{
    if (!m_files)
        return title();
    switch (m_files->profiles.at(profile).together) {
    case Together::No: break;
    case Together::AtStarts: return tr("All, aligned at their starts");
    case Together::OnOneClock: return tr("All, on one clock");
    }
    const QString own = m_files->profiles.at(profile).title();
    const auto namesakes =
        std::ranges::count_if(m_files->profiles, [&](const OpenedProfile &other) {
            return other.together == Together::No && other.title() == own;
        });
    return namesakes == 1 ? own
                          : own % QStringLiteral(" · ")
            % toldApart(*m_files->profiles.at(profile).spans->profile(),
                        profile - (m_files->profiles.front().together == Together::No ? 0 : 1));
}

std::optional<model::KeptView> Document::view() const
{
    return m_files ? m_files->profiles.at(m_current).view : std::nullopt;
}

void Document::setCurrentProfile(std::size_t profile)
{
    if (!m_files || profile == m_current || profile >= m_files->profiles.size())
        return;
    m_current = profile;
    m_spans = m_files->profiles[profile].spans;
    emit opened();
}

} // namespace ember::app
