// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblynotice.h"

#include "views/amounttext.h"
#include "views/disassembly/disassemblyanswer.h"
#include "views/durationtext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace ember::views {

namespace {

struct DisassemblyNoticeText {
    Q_DECLARE_TR_FUNCTIONS(DisassemblyNotice)
};

QString faultText(CodeFault fault, const QString &binary)
{
    switch (fault) {
    case CodeFault::NoAddress:
        return DisassemblyNoticeText::tr(
            "The profile does not tell at which instructions of this function its "
            "samples were: interpreted code has none, and many formats leave them "
            "out.");
    case CodeFault::OnlyStart:
        return DisassemblyNoticeText::tr(
            "The profile tells where this function begins, but not at which of its "
            "instructions samples were.");
    case CodeFault::NoImage:
        return DisassemblyNoticeText::tr(
            "This code is in no binary that the profile names: it was made while the "
            "program ran, or the format leaves binaries out.");
    case CodeFault::NoBinary:
        return DisassemblyNoticeText::tr(
                   "“%1” was not found. Folders with the binaries of other machines are set "
                   "in Settings, under Symbols.")
            .arg(binary);
    case CodeFault::OtherBinary:
        return DisassemblyNoticeText::tr(
                   "“%1” is not the file that ran: its build-id is another one.")
            .arg(binary);
    case CodeFault::NoCode:
        return DisassemblyNoticeText::tr("“%1” has no code there: it is a debug file, or damaged.")
            .arg(binary);
    case CodeFault::NoFunction:
        return DisassemblyNoticeText::tr(
                   "Nothing in “%1” tells where this function begins and ends.")
            .arg(binary);
    case CodeFault::OtherMachine:
        return DisassemblyNoticeText::tr(
                   "“%1” is of a processor whose code is not read here: only that of x86-64 "
                   "and AArch64 is.")
            .arg(binary);
    case CodeFault::BehindCut:
        return DisassemblyNoticeText::tr(
            "The function is very long: only its first part is shown.");
    case CodeFault::None: break;
    }
    return {};
}

QString missingText(const DisassemblyAnswer &answer, const MissingCode &missing)
{
    const QString why = faultText(missing.fault, fromUtf8(missing.binary));
    if (answer.listing->rows.empty())
        return why;
    const auto &calls = *answer.calls;
    return DisassemblyNoticeText::tr("%1 of this function is not shown: %2")
        .arg(amountText(calls, calls.amount(missing.weight.total)), why);
}

bool isSourceChanged(const Listing &listing)
{
    return std::ranges::any_of(listing.sources, [](const auto &source) {
        return source.second && source.second->changed != SourceFile::Changed::NotKnown;
    });
}

} // namespace

QString disassemblyNotice(const DisassemblyAnswer &answer)
{
    if (!answer.listing)
        return {};
    QStringList texts;
    for (const MissingCode &missing : answer.missing)
        texts << missingText(answer, missing);
    if (texts.isEmpty() && answer.rows.empty())
        texts << DisassemblyNoticeText::tr("The selection has no samples of this function.");
    if (isSourceChanged(*answer.listing))
        texts << DisassemblyNoticeText::tr(
            "A source file has changed since: the text of its lines may be another "
            "one.");
    texts.removeDuplicates();
    return texts.join(QLatin1Char('\n'));
}

} // namespace ember::views
