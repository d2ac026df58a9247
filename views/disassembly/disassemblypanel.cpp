// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblypanel.h"

#include "views/backgroundpool.h"
#include "views/disassembly/disassemblymodel.h"
#include "views/disassembly/disassemblynotice.h"
#include "views/durationtext.h"
#include "views/sumsquestion.h"

#include <QLabel>
#include <QShortcut>
#include <QTableView>

#include <utility>

namespace ember::views {

using namespace model;

DisassemblyPanel::DisassemblyPanel(ViewState &state, QWidget *parent)
    : DisassemblyPanel(state, *new DisassemblyModel(state, nullptr), parent)
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
    connect(&view(), &QTableView::doubleClicked, this, &DisassemblyPanel::goToTarget);
    const auto *enter =
        new QShortcut(QKeySequence(Qt::Key_Return), &view(), nullptr, nullptr, Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, &DisassemblyPanel::goToTarget);
    DisassemblyPanel::forget();
}

void DisassemblyPanel::setCode(std::shared_ptr<CodeSource> code)
{
    // What a source has read of debug information it may write to a cache at its end.
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
    const FrameIndex frame = state().function();
    if (!state().spans() || !frame.isValid() || !m_code)
        return {};
    DisassemblyQuestion question{state().spans()->profile(),
                                 frame,
                                 state().sums().selection(),
                                 state().sums().instructionWeigher(),
                                 m_sums,
                                 m_code,
                                 m_places,
                                 {},
                                 {}};
    if (frame == m_function) {
        question.knownPlaces = answer().places;
        question.known = answer().listing;
    }
    return [question = std::move(question)] { return views::answer(question); };
}

// The reader's place stays, unless it is another function.
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
    if (!listing) {
        title().setText(tr("Choose a function in any view to see its machine code."));
    } else {
        const QString name = fromUtf8(frameName(*state().spans()->profile(), m_function));
        title().setText(listing->blocks.empty() ? name
                                                : fromUtf8(listing->blocks.front()->binary)
                                + QStringLiteral("  ·  ") + name);
    }
    title().setToolTip(listing ? title().text() : QString());
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
