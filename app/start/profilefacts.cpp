// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/profilefacts.h"

#include "app/privatefolder.h"
#include "app/session/capturelibrary.h"
#include "model/query/slowframes.h"
#include "model/query/threadstatistics.h"
#include "views/canvas/boxcolours.h"
#include "views/state/gaps.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QImageReader>
#include <QPainter>
#include <QStandardPaths>

#include <algorithm>

namespace ember::app {

namespace {

constexpr QSize pictureSize(864, 92); // twice the pixels of a card
constexpr int mostRows = 10;
constexpr qsizetype mostKept = 100;
constexpr qint64 largestFile = 4'000'000; // of bytes, so that nothing else is read as a picture

constexpr QLatin1String lengthKey("Length");
constexpr QLatin1String threadsKey("Threads");
constexpr QLatin1String slowFramesKey("SlowFrames");
constexpr QLatin1String stateKey("Of");

CaptureFolder captureOf(const QStringList &opened)
{
    return opened.size() == 1 ? CaptureLibrary().folderOf(opened.first()) : CaptureFolder();
}

// The state of files when their facts were found. Captures of the library have none: names are
// appended to them, but the facts stay.
QString stateOf(const QStringList &opened)
{
    if (!captureOf(opened).isEmpty())
        return {};
    QStringList states;
    for (const QString &path : opened) {
        const QFileInfo file(path);
        states << QStringLiteral("%1 %2")
                      .arg(file.size())
                      .arg(file.lastModified().toMSecsSinceEpoch());
    }
    return states.join(u',');
}

// The thread that was busy longest, otherwise the one with most samples.
const model::ThreadSpans *busiest(const model::SpanTable &spans)
{
    const model::ThreadSpans *best = nullptr;
    const auto rank = [](const model::ThreadSpans &thread) {
        return std::pair(thread.busy.total(), thread.samples->times.size());
    };
    for (std::size_t row = 0; row < spans.threadCount(); ++row) {
        const auto &thread = spans.thread(model::ThreadIndex(row));
        if (thread.depth() > 0 && (!best || rank(thread) > rank(*best)))
            best = &thread;
    }
    return best;
}

// The first row to draw: the calls around everything say nothing and are left out.
std::size_t firstRow(const model::ThreadSpans &thread)
{
    std::size_t row = 0;
    while (row + 3 < thread.depth() && thread.rows[row].boxes.size() == 1)
        ++row;
    return row;
}

QImage pictureOf(const model::SpanTable &spans, const model::ThreadSpans &thread)
{
    const auto start = thread.samples->times[model::SampleIndex(0)];
    const auto length = thread.time(model::SampleIndex(thread.samples->times.size())) - start;
    if (length <= model::Nanoseconds::zero())
        return {};
    QImage picture(pictureSize, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    const auto first = firstRow(thread);
    const auto rows = std::clamp<std::size_t>(thread.depth() - first, 4, mostRows);
    const auto &theme = views::theme(views::Shade::Light);
    const double height = double(pictureSize.height()) / double(rows);
    QPainter painter(&picture);
    for (std::size_t depth = first; depth < std::min(thread.depth(), first + rows); ++depth) {
        const QRectF row(0, double(depth - first) * height, 1, std::max(1.0, height - 1));
        for (int x = 0; x < pictureSize.width(); ++x) {
            const double part = (x + 0.5) / pictureSize.width();
            const auto time =
                start + model::Nanoseconds(std::int64_t(double(length.count()) * part));
            const auto found = thread.firstEndingAfter(depth, time);
            if (!thread.rows[depth].boxes.contains(found))
                break;
            const model::Box &box = thread.rows[depth].boxes[found];
            if (thread.start(box) > time)
                continue;
            const auto colour = views::BoxColours::colourOf(*spans.profile(), spans.frame(box),
                                                            views::ColourMode::Function, theme);
            painter.fillRect(row.translated(x, 0), QColor(colour.fill));
        }
    }
    return picture;
}

} // namespace

ProfileFacts factsOf(const model::SpanTable &spans)
{
    const model::Profile &profile = *spans.profile();
    ProfileFacts facts;
    facts.threads = model::sampledThreadCount(profile);
    facts.slowFrames = model::slowFrames(profile).size();
    if (views::isTimed(profile))
        facts.length = profile.timeRange().duration();
    if (const auto *const thread = busiest(spans))
        facts.picture = pictureOf(spans, *thread);
    return facts;
}

QString factsFile(const QStringList &opened)
{
    const CaptureFolder folder = captureOf(opened);
    if (!folder.isEmpty())
        return folder.path() % QLatin1String("/picture.png");
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (QDir::isRelativePath(state))
        state = QDir::homePath() % QLatin1String("/.local/state");
    const auto name = QCryptographicHash::hash(QFile::encodeName(opened.join(QChar(u'\0'))),
                                               QCryptographicHash::Sha256)
                          .toHex()
                          .left(32);
    return state % QLatin1String("/emberchart/pictures/") % QString::fromLatin1(name)
        % QLatin1String(".png");
}

void keepFacts(const ProfileFacts &facts, const QStringList &opened)
{
    QImage picture = facts.picture;
    if (picture.isNull()) {
        picture = QImage(1, 1, QImage::Format_ARGB32_Premultiplied);
        picture.fill(Qt::transparent);
    }
    picture.setText(lengthKey, QString::number(facts.length.count()));
    picture.setText(threadsKey, QString::number(facts.threads));
    picture.setText(slowFramesKey, QString::number(facts.slowFrames));
    picture.setText(stateKey, stateOf(opened));
    QBuffer file;
    const QString path = factsFile(opened);
    if (!picture.save(&file, "PNG") || !replacePrivateFile(path, file.data()))
        return;
    const bool isOfCapture = path.endsWith(QLatin1String("/picture.png"));
    const QDir folder(QFileInfo(path).path());
    const auto kept = folder.entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Time);
    for (const QString &old : isOfCapture ? QStringList() : kept.mid(mostKept))
        QFile::remove(folder.filePath(old));
}

std::optional<ProfileFacts> keptFacts(const QStringList &opened)
{
    const QString path = factsFile(opened);
    if (QFileInfo(path).size() > largestFile)
        return std::nullopt;
    QImageReader reader(path, "png");
    const QSize size = reader.size();
    if (!size.isValid() || size.width() > pictureSize.width()
        || size.height() > pictureSize.height())
        return std::nullopt;
    const QImage picture = reader.read();
    if (picture.isNull() || picture.text(stateKey) != stateOf(opened))
        return std::nullopt;
    ProfileFacts facts;
    facts.length = model::Nanoseconds(picture.text(lengthKey).toLongLong());
    facts.threads = picture.text(threadsKey).toULongLong();
    facts.slowFrames = picture.text(slowFramesKey).toULongLong();
    if (picture.width() > 1)
        facts.picture = picture;
    return facts;
}

} // namespace ember::app
