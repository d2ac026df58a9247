// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/recordings.h"

#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <map>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

struct RecordingsText {
    Q_DECLARE_TR_FUNCTIONS(Recordings)
};

QString nameOf(const Profile &profile, const Source &source)
{
    if (const auto uri = profile.text(source.uri); !uri.empty())
        return QFileInfo(fromUtf8(uri)).fileName();
    if (source.process.isValid()) {
        if (const auto name = profile.text(profile.process(source.process).name); !name.empty())
            return fromUtf8(name);
    }
    return RecordingsText::tr("recording");
}

void tellApart(std::vector<Recording> &recordings)
{
    std::map<QString, int> counts;
    for (const Recording &recording : recordings)
        ++counts[recording.name];
    std::map<QString, int> numbers;
    for (Recording &recording : recordings) {
        if (counts[recording.name] > 1)
            recording.name += QStringLiteral(" · ") + QString::number(++numbers[recording.name]);
    }
}

} // namespace

std::vector<Recording> recordingsOf(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    if (sources.size() < 2)
        return {};
    std::vector<Recording> recordings;
    std::map<ProcessIndex, std::size_t> ofProcess;
    std::vector<std::size_t> ofSource;
    for (const Source &source : sources) {
        auto place = recordings.size();
        if (source.process.isValid())
            place = ofProcess.try_emplace(source.process, place).first->second;
        if (place == recordings.size())
            recordings.push_back({nameOf(profile, source), {}});
        ofSource.push_back(place);
    }
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto &samples = profile.samples(thread);
        if (samples.isEmpty())
            continue;
        const auto source = samples.source(SampleIndex(0));
        if (sources.contains(source))
            recordings[ofSource[source.row()]].threads.push_back(thread);
    }
    std::erase_if(recordings, [](const Recording &recording) { return recording.threads.empty(); });
    if (recordings.size() < 2)
        return {};
    tellApart(recordings);
    return recordings;
}

std::vector<std::size_t> recordingsByThread(const std::vector<Recording> &recordings,
                                            std::size_t threadCount)
{
    std::vector<std::size_t> places(threadCount, recordings.size());
    for (std::size_t place = 0; place < recordings.size(); ++place) {
        for (const ThreadIndex thread : recordings[place].threads)
            places[thread.row()] = place;
    }
    return places;
}

RecordingNames::RecordingNames(const Profile &profile)
{
    auto recordings = recordingsOf(profile);
    if (recordings.empty())
        return;
    auto places = recordingsByThread(recordings, profile.threadCount());
    m_names = std::make_shared<const Names>(Names{std::move(recordings), std::move(places)});
}

QString RecordingNames::of(ThreadIndex thread) const
{
    if (!m_names || thread.row() >= m_names->byThread.size())
        return {};
    const auto place = m_names->byThread[thread.row()];
    return place < m_names->recordings.size() ? m_names->recordings[place].name : QString();
}

QString RecordingNames::beside(const QString &threadName, ThreadIndex thread) const
{
    return besideRecording(threadName, of(thread));
}

QString besideRecording(const QString &name, const QString &recording)
{
    return recording.isEmpty() ? name : name + QStringLiteral(" · ") + recording;
}

} // namespace ember::views
