// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/uploadreview.h"

#include "app/window/losstext.h"
#include "views/durationtext.h"
#include "views/plaintexts.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ember::app {

namespace {

enum ChunkColumn { ChunkId, Duration, Size, State, ChunkColumnCount };

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

void addGroup(QTreeWidget &tree, const QString &title, const QStringList &entries)
{
    auto *group = new QTreeWidgetItem(&tree, {title});
    for (const QString &entry : entries)
        new QTreeWidgetItem(group, {entry});
}

} // namespace

UploadReview::UploadReview(QWidget *parent)
    : QWidget(parent),
      m_summary(new QLabel),
      m_content(createTree(QStringLiteral("content"), tr("What will leave this machine"), 1)),
      m_chunks(createTree(QStringLiteral("uploadChunks"), tr("Chunks"), ChunkColumnCount))
{
    m_summary->setObjectName(QStringLiteral("summary"));
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
    showContent(prepared.written);
    showChunks(prepared);
}

void UploadReview::showContent(const WrittenChunks &written)
{
    const ChunkContent &content = written.content;
    QString summary =
        tr("%n chunk(s) with %1, %2 before compression.", nullptr,
           static_cast<int>(written.chunks.size()))
            .arg(views::samplesText(content.samples), views::bytesText(content.bytes));
    if (written.report.loss.samples > 0)
        summary += QLatin1Char(' ') % lossText(written.report.loss.samples);
    m_summary->setText(summary);
    addGroup(*m_content, tr("Names of %n thread(s)", nullptr, int(content.threads.size())),
             content.threads);
    addGroup(*m_content, tr("%n path(s) of this machine", nullptr, int(content.paths.size())),
             content.paths);
    QStringList releases;
    for (const auto &chunk : written.chunks) {
        const QString release = QString::fromStdString(chunk.release);
        if (!releases.contains(release))
            releases.append(release);
    }
    addGroup(*m_content, tr("Release: %1").arg(releases.join(QLatin1String(", "))), {});
}

void UploadReview::showChunks(const PreparedUpload &prepared)
{
    for (std::size_t i = 0; i < prepared.written.chunks.size(); ++i) {
        const auto &chunk = prepared.written.chunks[i];
        auto *row = new QTreeWidgetItem(m_chunks);
        row->setText(ChunkId, QString::fromStdString(chunk.chunkId));
        row->setText(Duration, views::durationText(chunk.piece.last - chunk.piece.first));
        row->setText(Size, views::bytesText(chunk.json.size()));
        row->setText(State,
                     chunk.rejection ? tr("Sentry would refuse it: %1")
                                           .arg(QString::fromStdString(toText(*chunk.rejection)))
                                     : tr("Valid by Sentry's rules"));
        row->setToolTip(State, row->text(State));
    }
    for (int column = 0; column < State; ++column)
        m_chunks->resizeColumnToContents(column);
}

void UploadReview::showSending(qsizetype chunk)
{
    m_chunks->topLevelItem(static_cast<int>(chunk))->setText(State, tr("Sending…"));
}

void UploadReview::showOutcome(qsizetype chunk, const UploadOutcome &outcome)
{
    auto *row = m_chunks->topLevelItem(static_cast<int>(chunk));
    row->setText(State, toText(outcome));
    row->setToolTip(State, outcome.detail.isEmpty() ? toText(outcome) : outcome.detail);
}

} // namespace ember::app
