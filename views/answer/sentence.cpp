// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/sentence.h"

namespace ember::views {

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

} // namespace ember::views
