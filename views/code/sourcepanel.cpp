// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/sourcepanel.h"

#include "views/code/sourcemodel.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QTextLayout>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

using State = SourceFile::State;

struct SourceNoticeText {
    Q_DECLARE_TR_FUNCTIONS(SourceNotice)
};

// Paints source lines with colours for comments, strings, numbers and keywords.
class SourceLines : public ShortTexts {
public:
    SourceLines(const ViewAppearance &appearance, const SourceModel &model, QObject *parent)
        : ShortTexts(mostLettersOfLine, parent),
          m_appearance(appearance),
          m_model(model)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const ViewAppearance &m_appearance;
    const SourceModel &m_model;
};

void SourceLines::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const auto parts = m_model.syntaxAt(index.row());
    if (parts.empty() || option.state.testFlag(QStyle::State_Selected)) {
        ShortTexts::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle &style = *item.widget->style();
    const QRect room = style.subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    const QString text = std::exchange(item.text, QString());
    style.drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    QList<QTextLayout::FormatRange> formats;
    for (const SyntaxPart &part : parts) {
        QTextCharFormat format;
        format.setForeground(syntaxColour(m_appearance.theme(), part.kind));
        formats.append({part.start, part.length, format});
    }
    QTextLayout layout(text, item.font);
    layout.setFormats(formats);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, item.widget) + 1;
    painter->save();
    painter->setClipRect(room);
    painter->setPen(item.palette.color(QPalette::Text));
    layout.draw(painter,
                QPointF(room.left() + margin, room.top() + (room.height() - line.height()) / 2));
    painter->restore();
}

QString candidatesText(const QStringList &candidates)
{
    constexpr qsizetype most = 3;
    QStringList shown = candidates.mid(0, most);
    if (const auto rest = candidates.size() - shown.size(); rest > 0)
        shown.append(SourceNoticeText::tr("%n more place(s)", nullptr, static_cast<int>(rest)));
    return shown.join(QStringLiteral(", "));
}

// Returns why the file's lines cannot be shown.
QString fileStateText(const SourceAnswer &answer)
{
    const SourceFile &file = *answer.file;
    switch (file.state) {
    case State::Unknown:
        return SourceNoticeText::tr(
            "No source file of this function is known. Programs name theirs when they "
            "are compiled with -g, or have their debug information installed.");
    case State::Missing:
        return SourceNoticeText::tr("“%1” was not found. Looked for: %2.")
            .arg(cleanedPath(file.recorded), candidatesText(file.candidates));
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
    QStringList texts{fileStateText(answer)};
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

CodePlace placeOf(const Profile &profile, FrameIndex frame)
{
    const Frame &place = profile.frame(frame);
    return {fromUtf8(profile.text(sourcePath(profile, frame))), place.line, place.column};
}

SourcePanel::SourcePanel(ViewState &state, QWidget *parent)
    : SourcePanel(state, *new SourceModel, parent)
{
}

SourcePanel::SourcePanel(ViewState &state, SourceModel &model, QWidget *parent)
    : CodePanel(state, model, parent),
      m_model(model),
      m_notice(new QLabel(this)),
      m_locate(new QPushButton(tr("&Locate…"), this)),
      m_getSymbols(new QPushButton(tr("&Get Symbols…"), this)),
      m_noticeLine(createNoticeLine()),
      m_job(
          this, [this] { return question(); },
          [this](SourceAnswer answer) { showAnswer(std::move(answer)); })
{
    title().setObjectName(QStringLiteral("sourceTitle"));
    view().setAccessibleName(tr("Lines of source"));
    connect(&view(), &QTableView::doubleClicked, this, &SourcePanel::placeActivated);
    fill(m_noticeLine);
    view().setItemDelegateForColumn(CodeModel::Text,
                                    new SourceLines(state.appearance(), model, &view()));
    SourcePanel::forget();
}

QWidget *SourcePanel::createNoticeLine()
{
    m_notice->setObjectName(QStringLiteral("sourceNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_locate->setObjectName(QStringLiteral("locateSource"));
    m_locate->setToolTip(tr("Show where this file is; others that lie beside it are found, too"));
    connect(m_locate, &QPushButton::clicked, this,
            [this] { emit locateRequested(answer().file->recorded); });
    m_getSymbols->setObjectName(QStringLiteral("getSymbolsOfSource"));
    m_getSymbols->setToolTip(tr("Debug info of its binary, from a server or a folder"));
    connect(m_getSymbols, &QPushButton::clicked, this, [this] { emit symbolsRequested(binary()); });
    auto *line = new QWidget;
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(6, 2, 6, 2);
    row->addWidget(m_notice, 1);
    row->addWidget(m_locate, 0, Qt::AlignTop);
    row->addWidget(m_getSymbols, 0, Qt::AlignTop);
    return line;
}

void SourcePanel::setPlaces(const SourcePlaces &places)
{
    if (places == m_places)
        return;
    m_places = places;
    askIfSeen();
}

void SourcePanel::forget()
{
    m_job.drop();
    m_function = {};
    m_model.setAnswer({});
    showTexts();
}

const SourceAnswer &SourcePanel::answer() const
{
    return m_model.answer();
}

std::optional<CodePlace> SourcePanel::place() const
{
    const QModelIndex current = view().currentIndex();
    if (!current.isValid())
        return std::nullopt;
    return CodePlace{answer().file->recorded, m_model.lineAt(current.row()), 0};
}

PacedJob<SourceAnswer>::Work SourcePanel::question()
{
    const FrameIndex selected = state().selection().function();
    if (!state().spans())
        return {};
    const FrameIndex frame = selected.isValid() ? selected : m_function;
    return [question = SourceQuestion{state().spans()->profile(), frame, state().sums().selection(),
                                      state().sums().lineWeigher(), m_places, answer().file}] {
        return views::answer(question);
    };
}

// Shows an answer; keeps the scrolled line, unless the function has changed.
void SourcePanel::showAnswer(SourceAnswer answer)
{
    const bool isOther = answer.frame != m_function;
    const bool isOtherText = answer.text != this->answer().text;
    const auto before = place();
    const int scrolled = view().verticalScrollBar()->value();
    m_function = answer.frame;
    m_model.setAnswer(std::move(answer));
    showTexts();
    if (isOtherText)
        fitRows(this->answer().text ? this->answer().text->longestLine() : 0);
    if (isOther) {
        goTo(m_model.rowOf(this->answer().hottestLine));
    } else if (const int row = before ? m_model.rowOf(before->line) : -1; row >= 0) {
        view().setCurrentIndex(m_model.index(row, CodeModel::Text));
        view().verticalScrollBar()->setValue(scrolled);
    }
}

ImageIndex SourcePanel::binary() const
{
    const auto &spans = state().spans();
    return spans && m_function.isValid() ? spans->profile()->frame(m_function).image : ImageIndex();
}

void SourcePanel::showTexts()
{
    const SourceFile *file = answer().file.get();
    showHint(file ? QString() : tr("Choose a function in any view to see its source."));
    if (file) {
        const QString name = fromUtf8(frameName(*state().spans()->profile(), m_function));
        const QString path = cleanedPath(file->path.isEmpty() ? file->recorded : file->path);
        title().setText(path.isEmpty() ? name : path + QStringLiteral("  ·  ") + name);
    }
    const QString notice = sourceNotice(m_model);
    m_notice->setText(notice);
    m_noticeLine->setVisible(!notice.isEmpty());
    m_locate->setVisible(file && file->state == SourceFile::State::Missing);
    m_getSymbols->setVisible(file && file->state == SourceFile::State::Unknown
                             && binary().isValid());
    view().setVisible(m_model.rowCount() > 0);
}

} // namespace ember::views
