// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcefile.h"

#include "views/durationtext.h"

#include <QFile>
#include <QFileInfo>

namespace ember::views {

using namespace model;

namespace {

SourceFile::Changed changeOf(const QDateTime &modified, const SourceAge &age)
{
    if (age.recorded.isValid() && modified > age.recorded)
        return SourceFile::Changed::SinceProfile;
    const QFileInfo binary(age.binary);
    if (binary.isFile() && modified > binary.lastModified())
        return SourceFile::Changed::SinceBinary;
    return SourceFile::Changed::NotKnown;
}

void read(SourceFile &source)
{
    QFile file(source.path);
    if (source.size > SourceFile::largestSize) {
        source.state = SourceFile::State::TooBig;
        return;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        source.state = SourceFile::State::Unreadable;
        source.reason = file.errorString();
        return;
    }
    // It may have grown meanwhile.
    QByteArray bytes = file.read(SourceFile::largestSize);
    if (bytes.contains('\0')) {
        source.state = SourceFile::State::Binary;
        return;
    }
    source.state = SourceFile::State::Read;
    source.text = SourceText::ofFile(std::move(bytes));
}

bool isSame(const SourceFile &known, const SourceFile &now)
{
    if (known.state == SourceFile::State::Unreadable) // permissions leave no trace in its times
        return false;
    return known.recorded == now.recorded && known.path == now.path && known.size == now.size
        && known.modified == now.modified && known.changed == now.changed
        && known.candidates == now.candidates;
}

} // namespace

SourceAge sourceAge(const Profile &profile, FrameIndex frame)
{
    const auto &tables = profile.tables();
    SourceAge age;
    const bool isClock = tables.origin == TimeOrigin::UnixEpoch && profile.sampleCount() > 0;
    if (const auto start = isClock ? std::optional(profile.timeRange().start) : tables.start)
        age.recorded = QDateTime::fromMSecsSinceEpoch(toNs(*start) / 1'000'000);
    if (const auto image = profile.frame(frame).image; image.isValid())
        age.binary = fromUtf8(profile.text(profile.image(image).codeFile));
    return age;
}

SourceFilePointer readSource(const QString &recorded, const SourcePlaces &places,
                             const SourceAge &age, const SourceFilePointer &known)
{
    auto source = std::make_shared<SourceFile>();
    source->recorded = recorded;
    source->candidates = sourceCandidates(recorded, places);
    source->path = findSource(source->candidates);
    if (source->path.isEmpty()) {
        source->state =
            recorded.isEmpty() ? SourceFile::State::Unknown : SourceFile::State::Missing;
    } else {
        const QFileInfo info(source->path);
        source->size = info.size();
        source->modified = info.lastModified();
        source->changed = changeOf(source->modified, age);
    }
    if (known && isSame(*known, *source))
        return known;
    if (!source->path.isEmpty())
        read(*source);
    return source;
}

} // namespace ember::views
