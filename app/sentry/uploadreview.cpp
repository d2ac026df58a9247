// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/uploadreview.h"

#include "app/errortext.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace ember::app {

namespace {

using model::sentry::OutgoingKind;

struct LossText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LossText)
};

enum ChunkColumn { ChunkId, Duration, Size, State, ChunkColumnCount };

constexpr int entriesRole = Qt::UserRole; // of a group: the texts in it

QTreeWidget *createTree(const QString &name, const QString &accessibleName, int columns)
{
    auto *tree = new QTreeWidget;
    tree->setObjectName(name);
    tree->setAccessibleName(accessibleName);
    tree->setItemDelegate(new views::ShortTexts(views::mostLetters, tree));
    tree->setColumnCount(columns);
    tree->setUniformRowHeights(true);
    return tree;
}

// Fills a group when it is opened: it may have ten thousand entries.
void fillGroup(QTreeWidgetItem *group)
{
    if (group->childCount() > 0)
        return;
    QList<QTreeWidgetItem *> rows;
    for (const QString &entry : group->data(0, entriesRole).toStringList())
        rows.append(new QTreeWidgetItem(QStringList{entry}));
    group->addChildren(rows);
}

QStringList textsOf(const UploadPreview &preview, OutgoingKind kind)
{
    QStringList texts;
    for (const auto &text : preview.texts().of(kind))
        texts.append(views::fromUtf8(text));
    return texts;
}

// Returns the title of a kind of texts: with all of them for kinds that have few different ones
// (isWholeInTitle()), else with their number.
QString titleOf(OutgoingKind kind, const QStringList &texts)
{
    const int count = int(texts.size());
    const QString all = texts.join(QStringLiteral(", "));
    switch (kind) {
    case OutgoingKind::Environment: return UploadReview::tr("Environment: %1").arg(all);
    case OutgoingKind::Dist: return UploadReview::tr("Distribution: %1").arg(all);
    case OutgoingKind::Release: return UploadReview::tr("Release: %1").arg(all);
    case OutgoingKind::Id: return UploadReview::tr("Ids, addresses and times: %1").arg(all);
    case OutgoingKind::Thread: return UploadReview::tr("Names of %n thread(s)", nullptr, count);
    case OutgoingKind::Path: return UploadReview::tr("%n path(s) of this machine", nullptr, count);
    case OutgoingKind::Host: return UploadReview::tr("%n name(s) of machines", nullptr, count);
    case OutgoingKind::Transaction:
        return UploadReview::tr("%n name(s) of transactions", nullptr, count);
    case OutgoingKind::Span: return UploadReview::tr("%n description(s) of spans", nullptr, count);
    case OutgoingKind::Code:
        return UploadReview::tr("%n name(s) of functions and modules", nullptr, count);
    case OutgoingKind::Other: return UploadReview::tr("%n other text(s)", nullptr, count);
    case OutgoingKind::Kind: return UploadReview::tr("%n word(s) of Sentry", nullptr, count);
    case OutgoingKind::Count: break;
    }
    return {};
}

bool isWholeInTitle(OutgoingKind kind)
{
    return kind == OutgoingKind::Environment || kind == OutgoingKind::Dist
        || kind == OutgoingKind::Release || kind == OutgoingKind::Id;
}

} // namespace

QString lossText(std::uint64_t samples)
{
    return LossText::tr("Left out: %1. Sentry removes threads with a single sample in a chunk.")
        .arg(views::samplesText(samples));
}

QString receivedText(qsizetype received, qsizetype all)
{
    return received == all
        ? UploadReview::tr("All %n envelope(s) received.", nullptr, static_cast<int>(all))
        : UploadReview::tr("%1 of %n envelope(s) received.", nullptr, static_cast<int>(all))
              .arg(received);
}

UploadReview::UploadReview(QWidget *parent)
    : QWidget(parent),
      m_summary(new QLabel),
      m_content(createTree(QStringLiteral("content"), tr("What will leave this machine"), 1)),
      m_chunks(createTree(QStringLiteral("uploadChunks"), tr("Chunks and transactions"),
                          ChunkColumnCount))
{
    m_summary->setObjectName(QStringLiteral("summary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_content->setHeaderLabels({tr("What will leave this machine")});
    m_chunks->setHeaderLabels({tr("Chunk"), tr("Duration"), tr("Size"), tr("State")});
    m_chunks->setRootIsDecorated(false);
    m_chunks->header()->setSectionResizeMode(State, QHeaderView::Stretch);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_summary);
    column->addWidget(m_content);
    column->addWidget(m_chunks);
    connect(m_content, &QTreeWidget::itemExpanded, this, &fillGroup);
}

void UploadReview::showText(const QString &text)
{
    m_summary->setText(text);
    m_content->clear();
    m_chunks->clear();
}

void UploadReview::showPrepared(const PreparedUpload &prepared)
{
    m_content->clear();
    m_chunks->clear();
    showSummary(prepared.written);
    showTexts(prepared.preview);
    showReplacements(prepared.preview);
    showChanges(prepared.preview);
    showBudget(prepared.preview);
    showEnvelopes(prepared.written);
}

// Shows received envelopes. Nothing of them was written here, so there is no verdict on how they
// differ from a file.
void UploadReview::showReceived(const ReceivedUpload &received)
{
    m_content->clear();
    m_chunks->clear();
    qint64 bytes = 0;
    for (const OutgoingEnvelope &envelope : received.envelopes) {
        bytes += envelope.bytes.size();
        addRow(envelope.id.toStdString(), {}, static_cast<std::size_t>(envelope.bytes.size()),
               views::fromUtf8(envelope.type.toStdString()));
    }
    m_summary->setText(tr("%n envelope(s), %1 before compression, as they came: nothing is taken "
                          "out.",
                          nullptr, int(received.envelopes.size()))
                           .arg(views::bytesText(static_cast<std::uint64_t>(bytes))));
    showTexts(received.preview);
    if (const auto unread = received.preview.unread(); unread > 0)
        addGroup(tr("%n item(s) that are no JSON, which are not looked into", nullptr, int(unread)),
                 {});
    m_chunks->hideColumn(Duration);
    for (int column = 0; column < State; ++column)
        m_chunks->resizeColumnToContents(column);
}

void UploadReview::showSummary(const WrittenChunks &written)
{
    QString summary =
        tr("%n chunk(s) with %1, %2 before compression.", nullptr, int(written.chunks.size()))
            .arg(views::samplesText(written.samples()), views::bytesText(written.bytes()));
    if (!written.report.transactions.empty())
        summary += QLatin1Char(' ')
            % tr("%n transaction(s) of this time go with them.", nullptr,
                 int(written.report.transactions.size()));
    if (written.report.loss.samples > 0)
        summary += QLatin1Char(' ') % lossText(written.report.loss.samples);
    m_summary->setText(summary);
}

void UploadReview::showTexts(const UploadPreview &preview)
{
    static constexpr std::array kinds{
        OutgoingKind::Thread,      OutgoingKind::Path, OutgoingKind::Host,
        OutgoingKind::Transaction, OutgoingKind::Span, OutgoingKind::Other,
        OutgoingKind::Environment, OutgoingKind::Dist, OutgoingKind::Release,
        OutgoingKind::Code,        OutgoingKind::Kind, OutgoingKind::Id};
    static_assert(kinds.size() == static_cast<std::size_t>(OutgoingKind::Count));
    for (const auto kind : kinds) {
        const QStringList texts = textsOf(preview, kind);
        if (!texts.isEmpty())
            addGroup(titleOf(kind, texts), isWholeInTitle(kind) ? QStringList() : texts);
    }
    if (const auto unlisted = preview.texts().unlisted(); unlisted > 0)
        addGroup(tr("%n more text(s), which are not listed", nullptr, int(unlisted)), {});
}

void UploadReview::showReplacements(const UploadPreview &preview)
{
    QStringList entries;
    for (const auto &replaced : preview.replacements().list())
        entries.append(QStringLiteral("%1 → %2 (%3)")
                           .arg(views::fromUtf8(replaced.from), views::fromUtf8(replaced.to),
                                views::countText(replaced.count)));
    if (!entries.isEmpty())
        addGroup(tr("%n text(s) were replaced", nullptr, int(preview.replacements().total())),
                 entries);
}

void UploadReview::showChanges(const UploadPreview &preview)
{
    const bool areSeveral = preview.chunks().size() > 1;
    QStringList entries;
    for (const ChunkPreview &chunk : preview.chunks()) {
        const QString prefix =
            areSeveral ? QString(views::fromUtf8(chunk.chunkId) % QLatin1String(": ")) : QString();
        for (const model::Finding &difference : chunk.differences)
            entries.append(QString(prefix % findingLine(difference)));
    }
    addGroup(entries.isEmpty()
                 ? tr("Sentry keeps all of it as it is")
                 : tr("Sentry will change or leave out %n thing(s)", nullptr, int(entries.size())),
             entries);
}

void UploadReview::showBudget(const UploadPreview &preview)
{
    QStringList entries;
    for (const auto &[category, of] : preview.budget().categories())
        entries.append(QStringLiteral("%1: %2 × %3, %4")
                           .arg(views::fromUtf8(category), views::countText(of.items),
                                views::durationText(of.duration), views::bytesText(of.bytes)));
    for (const auto &[thread, bytes] : preview.budget().threads())
        entries.append(
            QStringLiteral("%1: %2").arg(views::fromUtf8(thread), views::bytesText(bytes)));
    addGroup(tr("What it counts as, and the size of each thread"), entries);
}

void UploadReview::addGroup(const QString &title, const QStringList &entries)
{
    auto *group = new QTreeWidgetItem(m_content, {title});
    if (entries.isEmpty())
        return;
    group->setData(0, entriesRole, entries);
    group->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
}

void UploadReview::addRow(const std::string &id, const QString &duration, std::size_t bytes,
                          const QString &state)
{
    auto *row = new QTreeWidgetItem(m_chunks);
    row->setText(ChunkId, QString::fromStdString(id));
    row->setText(Duration, duration);
    row->setText(Size, views::bytesText(bytes));
    row->setText(State, state);
    row->setToolTip(State, state);
}

void UploadReview::showEnvelopes(const WrittenChunks &written)
{
    for (const auto &chunk : written.chunks)
        addRow(chunk.chunkId, views::durationText(chunk.piece.last - chunk.piece.first),
               chunk.json.size(),
               chunk.rejection ? tr("Sentry would refuse it: %1")
                                     .arg(QString::fromStdString(toText(*chunk.rejection)))
                               : tr("Valid by Sentry's rules"));
    for (const auto &transaction : written.report.transactions)
        addRow(transaction.eventId, {}, transaction.json.size(), tr("A transaction"));
    for (int column = 0; column < State; ++column)
        m_chunks->resizeColumnToContents(column);
}

void UploadReview::showState(qsizetype envelope, const QString &text, const QString &tip)
{
    auto *row = m_chunks->topLevelItem(static_cast<int>(envelope));
    row->setText(State, text);
    row->setToolTip(State, tip);
}

} // namespace ember::app
