// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/uploaddialog.h"

#include "app/errortext.h"
#include "app/window/symbolicon.h"
#include "views/durationtext.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ember::app {

namespace {

enum ChunkColumn { ChunkId, Duration, Size, State, ChunkColumnCount };

constexpr int promille = 1000;

QTreeWidget *createTree(const QString &name, const QString &accessibleName, int columns)
{
    auto *tree = new QTreeWidget;
    tree->setObjectName(name);
    tree->setAccessibleName(accessibleName);
    tree->setColumnCount(columns);
    tree->setUniformRowHeights(true);
    return tree;
}

QLabel *createText(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

void addGroup(QTreeWidget &tree, const QString &title, const QStringList &entries)
{
    auto *group = new QTreeWidgetItem(&tree, {title});
    for (const QString &entry : entries)
        new QTreeWidgetItem(group, {entry});
}

QList<OutgoingEnvelope> envelopesOf(const WrittenChunks &written)
{
    QList<OutgoingEnvelope> envelopes;
    for (const auto &chunk : written.chunks)
        envelopes.append({.chunkId = QString::fromStdString(chunk.chunkId),
                          .platform = QString::fromStdString(chunk.platform),
                          .bytes = QByteArray::fromStdString(model::sentry::chunkEnvelope(chunk))});
    return envelopes;
}

QString lossText(const model::sentry::CutLoss &loss)
{
    if (loss.samples == 0)
        return {};
    return UploadDialog::tr("%1 samples are left out: Sentry removes threads with a single "
                            "sample in a chunk.")
        .arg(views::countText(loss.samples));
}

} // namespace

UploadDialog::UploadDialog(std::function<ChunkChoice()> choose, Settings &settings, QWidget *parent)
    : QDialog(parent),
      m_choose(std::move(choose)),
      m_settings(settings),
      m_job(this, [this](const PreparedUploadPointer &prepared) { showPrepared(prepared); }),
      m_dsn(new QLineEdit),
      m_dsnState(createText(QStringLiteral("dsnState"))),
      m_summary(createText(QStringLiteral("summary"))),
      m_content(createTree(QStringLiteral("content"), tr("What will leave this machine"), 1)),
      m_chunks(createTree(QStringLiteral("uploadChunks"), tr("Chunks"), ChunkColumnCount)),
      m_result(createText(QStringLiteral("result"))),
      m_progress(new QProgressBar),
      m_send(new QPushButton(symbolIcon(QStringLiteral("upload")), tr("&Send"))),
      m_close(new QPushButton(tr("Close")))
{
    setWindowTitle(tr("Upload to Sentry"));
    setObjectName(QStringLiteral("uploadDialog"));
    m_content->setHeaderLabels({tr("What will leave this machine")});
    m_chunks->setHeaderLabels({tr("Chunk"), tr("Duration"), tr("Size"), tr("State")});
    m_chunks->setRootIsDecorated(false);
    m_chunks->header()->setSectionResizeMode(State, QHeaderView::Stretch);
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setDefault(true);
    m_progress->hide();
    m_progress->setRange(0, promille);
    m_result->hide();

    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    auto *column = new QVBoxLayout(this);
    column->addWidget(createDsnRow());
    column->addWidget(m_summary);
    column->addWidget(m_content, 2);
    column->addWidget(m_chunks, 2);
    column->addWidget(m_progress);
    column->addWidget(m_result);
    column->addWidget(buttons);
    connect(m_send, &QPushButton::clicked, this, &UploadDialog::send);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(720, 600);
    checkDsn();
    prepare();
}

UploadDialog::~UploadDialog() = default;

QWidget *UploadDialog::createDsnRow()
{
    m_dsn->setObjectName(QStringLiteral("dsn"));
    m_dsn->setPlaceholderText(QStringLiteral("https://KEY@HOST/PROJECT"));
    const QString remembered = m_settings.dsn();
    m_dsn->setText(remembered.isEmpty() ? qEnvironmentVariable("SENTRY_DSN") : remembered);
    connect(m_dsn, &QLineEdit::textChanged, this, &UploadDialog::checkDsn);
    auto *row = new QWidget;
    auto *form = new QFormLayout(row);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&DSN"), m_dsn);
    form->addRow(QString(), m_dsnState);
    return row;
}

void UploadDialog::checkDsn()
{
    m_target.reset();
    const QString text = m_dsn->text().trimmed();
    const auto dsn = model::sentry::parseDsn(text.toStdString());
    if (dsn) {
        m_target = *dsn;
        m_dsnState->setText(
            tr("Goes to project %1 on %2.")
                .arg(QString::fromStdString(dsn->projectId), QString::fromStdString(dsn->host)));
    } else {
        m_dsnState->setText(text.isEmpty()
                                ? tr("The DSN says where to send: copy it from Sentry under "
                                     "Settings › Projects › Client Keys.")
                                : errorLine(dsn.error()));
    }
    updateSend();
}

void UploadDialog::prepare()
{
    m_summary->setText(tr("Preparing the chunks…"));
    updateSend();
    m_job.start([choose = m_choose]() -> PreparedUploadPointer {
        return std::make_shared<model::Result<PreparedUpload>>(prepareUpload(choose(), {}));
    });
}

void UploadDialog::showPrepared(const PreparedUploadPointer &prepared)
{
    m_prepared = prepared;
    if (*prepared) {
        showContent(prepared->value().written);
        showChunks(prepared->value());
    } else {
        m_summary->setText(errorLine(prepared->error()));
    }
    updateSend();
}

void UploadDialog::showContent(const WrittenChunks &written)
{
    const ChunkContent &content = written.content;
    QString summary = tr("%n chunk(s) with %1 samples, %2 before compression.", nullptr,
                         static_cast<int>(written.chunks.size()))
                          .arg(views::countText(content.samples), views::bytesText(content.bytes));
    const QString loss = lossText(written.report.loss);
    if (!loss.isEmpty())
        summary += QLatin1Char(' ') % loss;
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

void UploadDialog::showChunks(const PreparedUpload &prepared)
{
    for (std::size_t i = 0; i < prepared.written.chunks.size(); ++i) {
        const auto &chunk = prepared.written.chunks[i];
        const QString rejection = prepared.rejections[i];
        auto *row = new QTreeWidgetItem(m_chunks);
        row->setText(ChunkId, QString::fromStdString(chunk.chunkId));
        row->setText(Duration, views::durationText(chunk.piece.last - chunk.piece.first));
        row->setText(Size, views::bytesText(chunk.json.size()));
        row->setText(State,
                     rejection.isEmpty() ? tr("Valid: Sentry will take it")
                                         : tr("Sentry would refuse it: %1").arg(rejection));
        row->setToolTip(State, row->text(State));
    }
    for (int column = 0; column < State; ++column)
        m_chunks->resizeColumnToContents(column);
}

const PreparedUpload *UploadDialog::sendable() const
{
    const bool isReady = m_prepared && *m_prepared && m_prepared->value().isSendable();
    return isReady ? &m_prepared->value() : nullptr;
}

void UploadDialog::updateSend()
{
    m_send->setEnabled(m_target && sendable() != nullptr && !m_uploader);
    m_dsn->setEnabled(!m_uploader);
    m_close->setText(m_isSending ? tr("Cancel") : tr("Close"));
}

void UploadDialog::send()
{
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr || !m_target)
        return;
    m_settings.setDsn(m_dsn->text().trimmed());
    m_uploader = std::make_unique<Uploader>(*m_target);
    connect(m_uploader.get(), &Uploader::progress, this, &UploadDialog::showProgress);
    connect(m_uploader.get(), &Uploader::envelopeFinished, this, &UploadDialog::showOutcome);
    connect(m_uploader.get(), &Uploader::finished, this, &UploadDialog::showSummary);
    m_isSending = true;
    m_progress->show();
    m_uploader->send(envelopesOf(prepared->written));
    updateSend();
}

void UploadDialog::showProgress(qsizetype chunk, qint64 sent, qint64 total)
{
    m_chunks->topLevelItem(static_cast<int>(chunk))->setText(State, tr("Sending…"));
    m_progress->setValue(total > 0 ? static_cast<int>(sent * promille / total) : 0);
}

void UploadDialog::showOutcome(qsizetype chunk, const UploadOutcome &outcome)
{
    auto *row = m_chunks->topLevelItem(static_cast<int>(chunk));
    row->setText(State, toText(outcome));
    row->setToolTip(State, outcome.detail.isEmpty() ? toText(outcome) : outcome.detail);
    if (outcome.isReceived())
        ++m_received;
    else if (m_failure.isEmpty())
        m_failure = toText(outcome);
    const auto &chunks = m_prepared->value().written.chunks;
    emit chunkFinished(chunks.at(static_cast<std::size_t>(chunk)).piece.range(), outcome);
}

void UploadDialog::showSummary()
{
    m_isSending = false;
    m_progress->hide();
    const auto all = m_prepared->value().written.chunks.size();
    QString text = tr("%1 of %2 chunks were received.").arg(m_received).arg(all);
    if (m_received > 0)
        text += QLatin1Char(' ')
            % tr("Sentry may still discard them: check in the project that profiling is part of "
                 "the plan, that the quota is not used up and that no inbound filter matches; look "
                 "for the chunk ids above under Explore › Profiles.");
    if (!m_failure.isEmpty())
        text += QLatin1Char(' ') % m_failure;
    m_result->setText(text);
    m_result->show();
    updateSend();
}

// Closing in mid-way cancels first; the rows then say how far it came.
void UploadDialog::done(int result)
{
    if (m_isSending)
        m_uploader->cancel();
    else
        QDialog::done(result);
}

} // namespace ember::app
