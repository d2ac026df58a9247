// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/readfile.h"

#include "model/query/functionstatistics.h"

#include <QStringList>

#include <algorithm>

namespace ember::tests {

using namespace model;

namespace {

QString fromModel(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

QString stackText(const Profile &profile, StackIndex stack)
{
    QStringList frames;
    for (; stack != emptyStack; stack = profile.stack(stack).parent)
        frames.prepend(QString::fromStdString(frameName(profile, profile.stack(stack).frame)));
    return frames.join(u';');
}

Result<Import> readBytes(const Importer &importer, std::string_view bytes)
{
    std::vector<ImportFile> files;
    files.push_back({"test", Bytes(bytes)});
    return importer.read(std::move(files), {});
}

QString printed(const Profile &profile)
{
    QStringList lines;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex index(row);
        const auto &samples = profile.samples(index);
        const auto &thread = profile.thread(index);
        lines += QStringLiteral("thread %1 %2")
                     .arg(fromModel(profile.text(thread.id)), fromModel(profile.text(thread.name)))
                     .trimmed();
        for (std::size_t sample = 0; sample < samples.size(); ++sample) {
            const SampleIndex at(sample);
            QString line;
            if (profile.tables().origin != TimeOrigin::None)
                line = QStringLiteral("%1ms ").arg(double(toNs(samples.times[at])) / 1e6);
            line += stackText(profile, samples.stacks[at]);
            for (const auto &column : samples.values)
                line += QStringLiteral(" [%1]").arg(column.values[at]);
            lines += line;
        }
    }
    return lines.join(u'\n');
}

QString printed(const Result<Import> &import)
{
    if (!import)
        return QString::fromLatin1(codeName(import.error().code)) + QStringLiteral(": ")
            + QString::fromStdString(import.error().detail);
    QStringList profiles;
    for (const auto &imported : import->profiles)
        profiles += printed(*imported.profile);
    return profiles.join(QStringLiteral("\n--\n"));
}

QString series(const Profile &profile)
{
    const auto text = [&](StringIndex index) {
        return QString::fromStdString(std::string(profile.text(index)));
    };
    QStringList lines;
    for (const Measurement &one : profile.tables().measurements) {
        QStringList values;
        one.values.forEach([&](std::size_t, const MeasurementValue &value) {
            values += QStringLiteral("%1ms %2")
                          .arg(double(toNs(value.time)) / 1e6)
                          .arg(value.value, 0, 'g', 17);
        });
        lines += QStringLiteral("%1 %2 [%3]: %4")
                     .arg(profile.process(one.process).pid)
                     .arg(text(one.name), text(one.unit), values.join(QStringLiteral(", ")));
    }
    return lines.join(u'\n');
}

std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

Export exported(const Exporter &exporter, const ProfilePointer &profile)
{
    auto written = exporter.write({&profile, 1}, {});
    return written ? std::move(written).value() : Export();
}

QString absurdTimesMistake(const Result<Import> &import, std::string_view code)
{
    if (!import)
        return QStringLiteral("refused");
    const auto &profile = *import->profiles.front().profile;
    double sum = 0;
    for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
        const auto &times = profile.samples(ThreadIndex(thread)).times;
        sum += double((times.back() - times[SampleIndex(0)]).count());
    }
    if (sum <= 3.9e18 || sum >= 9.2e18)
        return QStringLiteral("a sum of %1").arg(sum);
    if (functionStatistics(profile, {}).front().total.count() != std::int64_t(sum))
        return QStringLiteral("another sum of functions");
    if (import->log.findings().empty() || import->log.findings().front().code != code)
        return QStringLiteral("not said");
    return {};
}

QStringList lossesOf(const Export &file)
{
    QStringList losses;
    for (const auto &loss : file.losses)
        losses += QStringLiteral("%1 %2").arg(loss.count).arg(QString::fromStdString(loss.what));
    return losses;
}

} // namespace ember::tests
