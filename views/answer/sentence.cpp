// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/sentence.h"

#include "views/text/durationtext.h"
#include "views/text/shortname.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

void append(Sentence &sentence, const Sentence &more)
{
    for (const AnswerPart &part : more) {
        const bool isPlain = !part.link && !part.isStrong && part.whole.isEmpty();
        const bool continues = isPlain && !sentence.empty() && !sentence.back().link
            && !sentence.back().isStrong && sentence.back().whole.isEmpty();
        if (continues)
            sentence.back().text += part.text;
        else if (!part.text.isEmpty())
            sentence.push_back(part);
    }
}

} // namespace

Sentence plain(const QString &text)
{
    return {AnswerPart{.text = text}};
}

Sentence linked(const QString &text, const AnswerLink &link)
{
    return {AnswerPart{.text = text, .link = link}};
}

Sentence strong(const QString &text)
{
    return {AnswerPart{.text = text, .isStrong = true}};
}

Sentence filled(const QString &pattern, const std::vector<Sentence> &values)
{
    Sentence sentence;
    qsizetype begin = 0;
    for (qsizetype at = pattern.indexOf(u'%'); at >= 0 && at + 1 < pattern.size();
         at = pattern.indexOf(u'%', at + 1)) {
        const int number = pattern[at + 1].digitValue();
        if (number < 1 || static_cast<std::size_t>(number) > values.size())
            continue;
        append(sentence, plain(pattern.mid(begin, at - begin)));
        append(sentence, values[static_cast<std::size_t>(number) - 1]);
        begin = at + 2;
    }
    append(sentence, plain(pattern.mid(begin)));
    return sentence;
}

Sentence joined(const std::vector<Sentence> &sentences, const QString &separator)
{
    Sentence all;
    for (const Sentence &sentence : sentences) {
        if (!all.empty())
            append(all, plain(separator));
        append(all, sentence);
    }
    return all;
}

QString textOf(const Sentence &sentence)
{
    QString text;
    for (const AnswerPart &part : sentence)
        text += part.text;
    return text;
}

namespace {

struct AnswerWords {
    Q_DECLARE_TR_FUNCTIONS(AnswerWords)
};

bool hasNamesake(const Profile &profile, ThreadIndex thread)
{
    const auto &threads = profile.tables().threads;
    const auto name = profile.text(threads[thread].name);
    for (std::size_t row = 0; row < threads.size(); ++row) {
        if (ThreadIndex(row) != thread && profile.text(threads[ThreadIndex(row)].name) == name)
            return true;
    }
    return false;
}

// Returns " (a.py)" for code outside of functions, which has the same name in every file of
// Python or Ruby; else nothing.
QString fileBeside(const Profile &profile, FrameIndex frame, const QString &name)
{
    const auto function = profile.frame(frame).function;
    const bool isOfFile = name == QLatin1String("<module>") || name == QLatin1String("<main>");
    if (!isOfFile || !function.isValid())
        return {};
    const auto path = profile.text(profile.function(function).file);
    const auto file = path.substr(path.find_last_of('/') + 1);
    return file.empty() ? QString() : QStringLiteral(" (%1)").arg(fromUtf8(file));
}

} // namespace

Sentence functionName(const Profile &profile, FrameIndex function)
{
    const QString whole = fromUtf8(frameName(profile, function));
    const QString name = shortName(whole);
    return {AnswerPart{.text = name + fileBeside(profile, function, whole),
                       .whole = name == whole ? QString() : whole}};
}

Sentence functionPart(const Profile &profile, FrameIndex function, const AnswerLink &link)
{
    Sentence part = functionName(profile, function);
    part.front().link = link;
    return part;
}

Sentence threadPart(const Profile &profile, ThreadIndex thread, const AnswerLink &link)
{
    QString name = threadTitle(profile, thread).name;
    const auto id = profile.text(profile.thread(thread).id);
    const bool isNamed = !profile.text(profile.thread(thread).name).empty();
    if (isNamed && !id.empty() && hasNamesake(profile, thread))
        name = QStringLiteral("%1 (%2)").arg(name, fromUtf8(id));
    return {AnswerPart{.text = name, .link = link}};
}

QString decimalText(double number)
{
    return QLocale().toString(number, 'f', number < 9.95 ? 1 : 0);
}

QString framesText(std::size_t slow, std::size_t frozen)
{
    QString frozenOnes;
    if (frozen > 0)
        frozenOnes = frozen == 1 ? AnswerWords::tr("1 frozen frame")
                                 : AnswerWords::tr("%1 frozen frames").arg(countText(frozen));
    if (slow == 0)
        return frozenOnes;
    if (frozen > 0)
        return AnswerWords::tr("%1 slow, %2", "a number; 2 frozen frames")
            .arg(countText(slow), frozenOnes);
    return slow == 1 ? AnswerWords::tr("1 slow frame")
                     : AnswerWords::tr("%1 slow frames").arg(countText(slow));
}

} // namespace ember::views
