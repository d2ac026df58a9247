// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcenotice.h"

#include "views/amounttext.h"
#include "views/durationtext.h"

#include <QCoreApplication>

namespace ember::views {

using namespace model;

namespace {

using State = SourceFile::State;

struct SourceNoticeText {
    Q_DECLARE_TR_FUNCTIONS(SourceNotice)
};

QString candidatesText(const QStringList &candidates)
{
    constexpr qsizetype most = 3;
    QStringList shown = candidates.mid(0, most);
    if (const auto rest = candidates.size() - shown.size(); rest > 0)
        shown.append(SourceNoticeText::tr("%n more place(s)", nullptr, static_cast<int>(rest)));
    return shown.join(QStringLiteral(", "));
}

// Why there are no lines of a file.
QString stateText(const SourceAnswer &answer)
{
    const SourceFile &file = *answer.file;
    switch (file.state) {
    case State::Unknown:
        return SourceNoticeText::tr(
            "No source file of this function is known. Programs name theirs when they "
            "are compiled with -g, or have their debug information installed.");
    case State::Missing:
        return SourceNoticeText::tr("“%1” was not found. Looked for: %2.")
            .arg(file.recorded, candidatesText(file.candidates));
    case State::Binary: return SourceNoticeText::tr("“%1” is not a text file.").arg(file.path);
    case State::TooBig:
        return SourceNoticeText::tr("“%1” is too big to be shown: %2.")
            .arg(file.path, bytesText(static_cast<std::uint64_t>(file.size)));
    case State::Unreadable:
        return SourceNoticeText::tr("“%1” cannot be read: %2.").arg(file.path, file.reason);
    case State::Read: break;
    }
    return {};
}

QString changeText(const SourceFile &file)
{
    switch (file.changed) {
    case SourceFile::Changed::SinceProfile:
        return SourceNoticeText::tr(
            "The file has changed since the profile was recorded: lines may have "
            "moved.");
    case SourceFile::Changed::SinceBinary:
        return SourceNoticeText::tr(
            "The file is newer than the program that was compiled of it: lines may "
            "have moved.");
    case SourceFile::Changed::NotKnown: break;
    }
    return {};
}

QStringList fileTexts(const SourceModel &model)
{
    const SourceFile &file = *model.answer().file;
    QStringList texts{changeText(file)};
    if (const auto line = model.firstLineBehindEnd(); line != 0 && !file.text.isCut())
        texts << SourceNoticeText::tr(
                     "The profile has samples at line %1, where this file has none: it is "
                     "another version of it.")
                     .arg(line);
    if (file.text.isCut())
        texts << SourceNoticeText::tr("Only its first %1 lines are shown.")
                     .arg(countText(SourceText::mostLines));
    if (!file.text.isUtf8())
        texts << SourceNoticeText::tr("The file is not UTF-8: shown as Latin-1.");
    return texts;
}

} // namespace

QString sourceNotice(const SourceModel &model)
{
    const SourceAnswer &answer = model.answer();
    if (!answer.file)
        return {};
    QStringList texts{stateText(answer)};
    if (answer.file->state == State::Read)
        texts += fileTexts(model);
    else if (answer.hasContext)
        texts << SourceNoticeText::tr("The lines shown are those that the profile brings.");
    else if (model.rowCount() > 0)
        texts << SourceNoticeText::tr("Shown are the lines that have samples.");
    if (const Weight unknown = model.atNoLine(); unknown.samples > 0)
        texts << SourceNoticeText::tr("%1 in this file are at no known line.")
                     .arg(amountText(*answer.calls, answer.calls->amount(unknown)));
    texts.removeAll(QString());
    return texts.join(QLatin1Char('\n'));
}

} // namespace ember::views
