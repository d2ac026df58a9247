// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/answerview.h"

#include "views/answer/answers.h"
#include "views/state/viewstate.h"
#include "views/text/plaintexts.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QTextDocument>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ember::views {

namespace {

constexpr int stripe = 3;
constexpr int lineHeight = 26;
constexpr int lowestRoom = 230; // pixels; the summary may always become as high as this
constexpr int fewestLines = 3; // lines of the summary that always have height

// Returns a sentence as rich text, its texts escaped. Appends its links to `links`; a link's target
// in the rich text is its index there.
QString richText(const Sentence &sentence, std::vector<AnswerLink> &links)
{
    QString html;
    for (const AnswerPart &part : sentence) {
        const QString text = escaped(part.text);
        if (part.link) {
            html += QStringLiteral("<a style='text-decoration:none' href='%1'>%2</a>")
                        .arg(links.size())
                        .arg(text);
            links.push_back(*part.link);
        } else {
            html += part.isStrong ? QStringLiteral("<b>%1</b>").arg(text) : text;
        }
    }
    return html;
}

std::optional<AnswerLink> linkOf(const std::vector<AnswerLink> &links, const QString &number)
{
    bool isNumber = false;
    const auto place = number.toULongLong(&isNumber);
    return isNumber && place < links.size() ? std::optional(links[place]) : std::nullopt;
}

} // namespace

SentenceLine::SentenceLine(QWidget *parent) : QWidget(parent), m_label(new QLabel(this))
{
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_label->setMinimumWidth(1);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_label);
    connect(m_label, &QLabel::linkActivated, this, [this](const QString &number) {
        std::vector<AnswerLink> links;
        richText(m_sentence, links);
        if (const auto link = linkOf(links, number))
            emit activated(*link);
    });
}

void SentenceLine::setSentence(Sentence sentence)
{
    m_sentence = std::move(sentence);
    const QString text = shortened(textOf(m_sentence));
    m_label->setAccessibleName(text);
    fit();
}

QSize SentenceLine::minimumSizeHint() const
{
    return {1, m_label->minimumSizeHint().height()};
}

void SentenceLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void SentenceLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_label->clear(); // else links keep the colour of the old palette
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        fit();
}

// Shows as much of the sentence as fits.
void SentenceLine::fit()
{
    Sentence shown;
    QFont bold = m_label->font();
    bold.setBold(true);
    const QFontMetrics normalMetrics(m_label->font());
    const QFontMetrics boldMetrics(bold);
    const int dots = normalMetrics.horizontalAdvance(u'…');
    int left = width() - 2;
    bool isCut = false;
    for (std::size_t place = 0; place < m_sentence.size(); ++place) {
        AnswerPart part = m_sentence[place];
        part.text = shortened(part.text);
        const QFontMetrics &metrics = part.isStrong ? boldMetrics : normalMetrics;
        const int needed = metrics.horizontalAdvance(part.text);
        const bool isLast = place + 1 == m_sentence.size();
        if (needed + (isLast ? 0 : dots) > left) {
            // Cut at least by a pixel: a part may fit, but not together with the dots for what
            // follows.
            part.text = metrics.elidedText(part.text, Qt::ElideRight,
                                           std::max(std::min(left, needed - 1), 0));
            shown.push_back(std::move(part));
            isCut = true;
            break;
        }
        left -= needed;
        shown.push_back(std::move(part));
    }
    std::vector<AnswerLink> links;
    m_label->setText(richText(shown, links));
    m_label->setToolTip(isCut ? tipText(textOf(m_sentence)) : QString());
}

SummaryPage::SummaryPage(const Answers &answers, QWidget *parent)
    : QTextBrowser(parent),
      m_answers(answers)
{
    setObjectName(QStringLiteral("summaryPage"));
    setAccessibleName(tr("Summary"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::LinksAccessibleByKeyboard);
    connect(this, &QTextBrowser::anchorClicked, this, &SummaryPage::follow);
    connect(&answers, &Answers::changed, this, [this] {
        if (isVisible())
            write();
    });
}

QVariant SummaryPage::loadResource(int, const QUrl &)
{
    return {};
}

void SummaryPage::setWantedHeight(int height)
{
    m_wantedHeight = height;
    setMinimumHeight(std::min(height, fewestLines * fontMetrics().lineSpacing()));
    updateGeometry();
}

QSize SummaryPage::sizeHint() const
{
    return {QTextBrowser::sizeHint().width(), m_wantedHeight};
}

void SummaryPage::showEvent(QShowEvent *event)
{
    QTextBrowser::showEvent(event);
    write();
}

void SummaryPage::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    m_html.clear(); // else links keep the colour of the old palette
    if (isVisible())
        write();
}

void SummaryPage::write()
{
    std::vector<AnswerLink> links;
    QString html;
    for (const AnswerSection &section : m_answers.sections()) {
        html += QStringLiteral("<p style='margin:6px 0 2px 0'><b>%1</b></p>")
                    .arg(escaped(section.title));
        for (const Sentence &sentence : section.sentences)
            html += QStringLiteral("<p style='margin:0 0 3px 12px'>%1</p>")
                        .arg(richText(sentence, links));
    }
    m_links = std::move(links);
    if (html == m_html)
        return;
    const int place = verticalScrollBar()->value();
    m_html = html;
    setHtml(html);
    verticalScrollBar()->setValue(place);
}

void SummaryPage::follow(const QUrl &link)
{
    if (const auto found = linkOf(m_links, link.toString()))
        emit activated(*found);
}

AnswerView::AnswerView(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_answers(std::make_unique<Answers>(state)),
      m_bar(new QWidget(this)),
      m_line(new SentenceLine),
      m_summary(new QToolButton),
      m_page(new SummaryPage(*m_answers))
{
    setObjectName(QStringLiteral("answer"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(tr("Answer"));
    m_summary->setObjectName(QStringLiteral("showSummary"));
    m_summary->setText(tr("Summary  F2"));
    m_summary->setToolTip(tr("Show all that was found, in sentences (F2)"));
    m_summary->setAccessibleName(tr("Summary"));
    m_summary->setAutoRaise(true);
    m_summary->setCheckable(true);
    auto *close = new QToolButton;
    close->setObjectName(QStringLiteral("closeAnswer"));
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the answer, until another profile is opened"));
    close->setAccessibleName(tr("Close the answer"));
    m_bar->setFixedHeight(std::max(lineHeight, fontMetrics().height() + 8));
    auto *row = new QHBoxLayout(m_bar);
    row->setContentsMargins(stripe + 8, 0, 4, 0);
    row->addWidget(m_line, 1);
    row->addWidget(m_summary);
    row->addWidget(close);
    m_page->hide();
    connect(m_page->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged,
            this, &AnswerView::fitPage);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_page);
    connect(m_summary, &QToolButton::toggled, this, &AnswerView::showSummary);
    connect(close, &QToolButton::clicked, this, &AnswerView::closeLine);
    connect(m_line, &SentenceLine::activated, m_answers.get(), &Answers::follow);
    connect(m_page, &SummaryPage::activated, m_answers.get(), &Answers::follow);
    connect(m_answers.get(), &Answers::changed, this, &AnswerView::showLine);
    connect(&state.profile(), &OpenProfile::opened, this, [this] {
        m_isClosed = false;
        showLine();
    });
    connect(&state.appearance(), &ViewAppearance::changed, this, [this] { update(); });
    showLine();
}

AnswerView::~AnswerView() = default;

bool AnswerView::isSummaryShown() const
{
    return m_summary->isChecked();
}

void AnswerView::toggleSummary()
{
    m_isClosed = false;
    showLine();
    m_summary->toggle();
    if (m_summary->isChecked())
        m_page->setFocus();
}

void AnswerView::closeLine()
{
    m_summary->setChecked(false);
    m_isClosed = true;
    showLine();
}

void AnswerView::fitPage()
{
    const int text = static_cast<int>(std::ceil(m_page->document()->size().height()));
    const int wanted = std::min(text, std::max(lowestRoom, window()->height() / 2));
    m_page->setWantedHeight(wanted);
}

bool AnswerView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == window() && event->type() == QEvent::Resize)
        fitPage();
    return QWidget::eventFilter(watched, event);
}

void AnswerView::showSummary(bool isShown)
{
    window()->removeEventFilter(this);
    if (isShown) {
        window()->installEventFilter(this);
        fitPage();
    }
    m_page->setVisible(isShown);
}

void AnswerView::showLine()
{
    m_line->setSentence(m_answers->line());
    const bool hasAny = !m_answers->sections().empty();
    if (!hasAny && !m_state.spans())
        m_summary->setChecked(false);
    // Visible also before the line is known, so that nothing moves when it comes.
    setVisible(m_state.spans() && !m_isClosed);
}

void AnswerView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_state.theme();
    painter.fillRect(rect(), theme.surface);
    painter.fillRect(QRect(0, 0, stripe, height()), theme.accent);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.surfaceBorder);
}

void AnswerView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && isSummaryShown())
        m_summary->setChecked(false);
    else
        QWidget::keyPressEvent(event);
}

} // namespace ember::views
