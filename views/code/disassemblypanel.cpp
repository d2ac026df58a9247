// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/disassemblypanel.h"

#include "views/code/disassemblymodel.h"
#include "views/jobs/viewthreads.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QLabel>
#include <QShortcut>
#include <QStringList>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

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

DisassemblyPanel::DisassemblyPanel(ViewState &state, QWidget *parent)
    : DisassemblyPanel(state, *new DisassemblyModel(state.appearance(), nullptr), parent)
{
}

DisassemblyPanel::DisassemblyPanel(ViewState &state, DisassemblyModel &model, QWidget *parent)
    : CodePanel(state, model, parent),
      m_model(model),
      m_notice(new QLabel(this)),
      m_job(
          this, [this] { return question(); },
          [this](DisassemblyAnswer answer) { showAnswer(std::move(answer)); })
{
    title().setObjectName(QStringLiteral("disassemblyTitle"));
    view().setAccessibleName(tr("Instructions"));
    m_notice->setObjectName(QStringLiteral("disassemblyNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setMargin(6);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    fill(m_notice);
    hideSelection();
    connect(&view(), &QTableView::doubleClicked, this, &DisassemblyPanel::goToTarget);
    const auto *enter =
        new QShortcut(QKeySequence(Qt::Key_Return), &view(), nullptr, nullptr, Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, &DisassemblyPanel::goToTarget);
    DisassemblyPanel::forget();
}

void DisassemblyPanel::setCode(std::shared_ptr<CodeSource> code)
{
    // Deletes the old source in the background: this may write debug information that it has read
    // to a cache.
    startInBackground([old = std::exchange(m_code, std::move(code))] {});
    askIfSeen();
}

void DisassemblyPanel::setPlaces(const SourcePlaces &places)
{
    if (places == m_places)
        return;
    m_places = places;
    askIfSeen();
}

void DisassemblyPanel::forget()
{
    m_job.drop();
    m_sums = std::make_shared<model::GrowingStackWeights>();
    m_function = {};
    m_model.setAnswer({});
    showTexts();
}

const DisassemblyAnswer &DisassemblyPanel::answer() const
{
    return m_model.answer();
}

PacedJob<DisassemblyAnswer>::Work DisassemblyPanel::question()
{
    const FrameIndex selected = state().selection().function();
    if (!state().spans() || !m_code)
        return {};
    const FrameIndex frame = selected.isValid() ? selected : m_function;
    DisassemblyQuestion question{state().spans()->profile(),
                                 frame,
                                 state().sums().selection(),
                                 state().sums().instructionWeigher(),
                                 m_sums,
                                 m_code,
                                 m_places,
                                 {},
                                 {}};
    if (frame.isValid() && frame == m_function) {
        question.knownPlaces = answer().places;
        question.known = answer().listing;
    }
    return [question = std::move(question)] { return views::answer(question); };
}

// Shows an answer; keeps the scrolled row, unless function or listing have changed.
void DisassemblyPanel::showAnswer(DisassemblyAnswer answer)
{
    const bool isOther = answer.frame != m_function;
    const bool isOtherListing = answer.listing != this->answer().listing;
    m_function = answer.frame;
    m_model.setAnswer(std::move(answer));
    showTexts();
    if (isOtherListing)
        fitRows(this->answer().listing ? this->answer().listing->longestText : 0);
    if (isOther || isOtherListing)
        goTo(static_cast<int>(this->answer().hottestRow.value_or(0)));
}

void DisassemblyPanel::showTexts()
{
    const Listing *listing = answer().listing.get();
    showHint(listing ? QString() : tr("Choose a function in any view to see its machine code."));
    if (listing) {
        const QString name = fromUtf8(frameName(*state().spans()->profile(), m_function));
        title().setText(listing->blocks.empty() ? name
                                                : fromUtf8(listing->blocks.front()->binary)
                                + QStringLiteral("  ·  ") + name);
    }
    const QString notice = disassemblyNotice(answer());
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
    view().setVisible(m_model.rowCount() > 0);
}

void DisassemblyPanel::goToTarget()
{
    const QModelIndex current = view().currentIndex();
    if (const int row = current.isValid() ? m_model.targetOf(current.row()) : -1; row >= 0)
        goTo(row);
}

} // namespace ember::views
