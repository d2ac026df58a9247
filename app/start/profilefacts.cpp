// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/profilefacts.h"

#include "app/privatefolder.h"
#include "app/session/capturelibrary.h"
#include "model/query/mergedtree.h"
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
#include <vector>

namespace ember::app {

namespace {

constexpr QSize pictureSize(864, 92); // twice the pixels of a card
constexpr std::size_t leastRows = 4; // fewer rows would look like bars
constexpr std::size_t mostRows = 10;
constexpr qsizetype mostKept = 100;
constexpr qint64 largestFile = 4'000'000; // bytes: a larger file is none of ours

constexpr QLatin1String lengthKey("Length");
constexpr QLatin1String threadsKey("Threads");
constexpr QLatin1String slowFramesKey("OnlySlowFrames");
constexpr QLatin1String frozenFramesKey("FrozenFrames");
constexpr QLatin1String stateKey("Of");

CaptureFolder captureOf(const QStringList &opened)
{
    return opened.size() == 1 ? CaptureLibrary().folderOf(opened.first()) : CaptureFolder();
}

// Returns a text that changes with the file, to tell whether its facts still hold. For a log it
// depends on the start only, as the window itself appends names, bookmarks and the last view.
QString stateOf(const QString &path)
{
    constexpr qint64 start = 4096; // bytes: they contain the capture's id and time
    const QFileInfo info(path);
    QFile file(path);
    if (info.isFile() && path.endsWith(QLatin1String(".ember")) && file.open(QIODevice::ReadOnly))
        return QString::fromLatin1(
            QCryptographicHash::hash(file.read(start), QCryptographicHash::Sha256).toHex());
    return QStringLiteral("%1 %2").arg(info.size()).arg(info.lastModified().toMSecsSinceEpoch());
}

// Returns the states of all that was opened; "" for captures of the library, which only grow.
QString stateOf(const QStringList &opened)
{
    if (!captureOf(opened).isEmpty())
        return {};
    QStringList states;
    for (const QString &path : opened)
        states << stateOf(path);
    return states.join(u',');
}

// Returns the thread that was busy longest; if none was, the one with most samples.
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

// Returns the first row to draw: calls that last all the time tell nothing and are left out.
std::size_t firstRow(const model::ThreadSpans &thread)
{
    std::size_t row = 0;
    while (row + 3 < thread.depth() && thread.rows[row].boxes.size() == 1)
        ++row;
    return row;
}

QImage emptyPicture()
{
    QImage picture(pictureSize, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    return picture;
}

QColor colourOf(const model::Profile &profile, model::FrameIndex frame)
{
    return views::BoxColours::colourOf(profile, frame, views::ColourMode::Function,
                                       views::theme(views::Shade::Light))
        .fill;
}

QImage pictureOf(const model::SpanTable &spans, const model::ThreadSpans &thread)
{
    const auto start = thread.samples->times[model::SampleIndex(0)];
    const auto length = thread.time(model::SampleIndex(thread.samples->times.size())) - start;
    if (length <= model::Nanoseconds::zero())
        return {};
    QImage picture = emptyPicture();
    const auto first = firstRow(thread);
    const auto rows = std::clamp(thread.depth() - first, leastRows, mostRows);
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
            painter.fillRect(row.translated(x, 0), colourOf(*spans.profile(), spans.frame(box)));
        }
    }
    return picture;
}

// A node of a flame graph and where it is drawn, in pixels.
struct GraphPart {
    model::MergedIndex node;
    double left = 0;
    double width = 0;
};

// Returns the callees of the parts, side by side; parts of less than half a pixel are left out.
std::vector<GraphPart> partsBelow(model::MergedTree &tree, const std::vector<GraphPart> &parts)
{
    std::vector<GraphPart> below;
    for (const GraphPart &part : parts) {
        const double amount = tree.amount(part.node);
        double left = part.left;
        const model::MergedChildren children = tree.children(part.node);
        for (std::uint32_t place = 0; amount > 0 && place < children.count; ++place) {
            const double width = part.width * tree.amount(children.at(place)) / amount;
            if (width >= 0.5)
                below.push_back({children.at(place), left, width});
            left += width;
        }
    }
    return below;
}

// Draws the flame graph without its leading rows of one call, as firstRow() does for charts.
QImage graphOf(const model::ProfilePointer &profile)
{
    model::MergedTree tree(model::CallWeigher().weigh(profile, {}), model::TowardsCalls::Callees,
                           model::SiblingOrder::Weight);
    std::vector<std::vector<GraphPart>> rows;
    for (std::vector<GraphPart> parts{{model::MergedTree::root(), 0, double(pictureSize.width())}};
         rows.size() < mostRows;) {
        parts = partsBelow(tree, parts);
        if (parts.empty())
            break;
        if (rows.size() == 1 && rows.front().size() == 1)
            rows.clear();
        rows.push_back(parts);
    }
    if (rows.empty())
        return {};
    QImage picture = emptyPicture();
    QPainter painter(&picture);
    const double height =
        double(pictureSize.height()) / double(std::max<std::size_t>(rows.size(), leastRows));
    for (std::size_t depth = 0; depth < rows.size(); ++depth) {
        for (const GraphPart &part : rows[depth])
            painter.fillRect(QRectF(part.left, double(depth) * height,
                                    std::max(0.5, part.width - 1), std::max(1.0, height - 1)),
                             colourOf(*profile, tree.node(part.node).frame));
    }
    return picture;
}

} // namespace

ProfileFacts factsOf(const model::SpanTable &spans)
{
    const model::Profile &profile = *spans.profile();
    ProfileFacts facts;
    facts.threads = model::sampledThreadCount(profile);
    for (const model::SlowFrame &frame : model::slowFrames(profile))
        ++(frame.pace == model::FramePace::Frozen ? facts.frozenFrames : facts.slowFrames);
    if (!views::isTimed(profile)) {
        facts.picture = graphOf(spans.profile());
        return facts;
    }
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
    picture.setText(frozenFramesKey, QString::number(facts.frozenFrames));
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
    facts.frozenFrames = picture.text(frozenFramesKey).toULongLong();
    if (picture.width() > 1)
        facts.picture = picture;
    return facts;
}

} // namespace ember::app
