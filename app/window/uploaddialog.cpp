// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/uploaddialog.h"

#include "app/errortext.h"
#include "app/upload/uploadplace.h"
#include "app/window/appearance.h"
#include "app/window/sentryfields.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

using model::Result;

namespace {

struct LossText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::LossText)
};

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

constexpr int promille = 1000;
constexpr std::chrono::milliseconds typingPause{400};
constexpr std::chrono::milliseconds maxWait{3'600'000};
constexpr QSize uploadDialogSize(760, 680);

QLabel *createResultText(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    return label;
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

} // namespace

QString lossText(std::uint64_t samples)
{
    return LossText::tr("Left out: %1. Sentry removes threads with a single sample in a chunk.")
        .arg(views::samplesText(samples));
}

bool PreparedUpload::isSendable() const
{
    return !written.chunks.empty()
        && std::ranges::none_of(written.chunks, [](const model::sentry::WrittenChunk &chunk) {
               return chunk.rejection.has_value();
           });
}

Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                     const model::sentry::ChunkOptions &options,
                                     const std::stop_token &stop)
{
    PreparedUpload prepared;
    EMBER_ASSIGN_OR_RETURN(prepared.written, writeChoice(choice, options, stop));
    return prepared;
}

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
    const QString between = QStringLiteral(", ");
    addGroup(*m_content, tr("Environment: %1").arg(content.environments.join(between)), {});
    if (!content.dists.isEmpty())
        addGroup(*m_content, tr("Distribution: %1").arg(content.dists.join(between)), {});
    addGroup(*m_content, tr("Release: %1").arg(content.releases.join(between)), {});
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

UploadDialog::UploadDialog(std::function<ChunkChoice()> choose, Settings &settings, QWidget *parent)
    : QDialog(parent),
      m_choose(std::move(choose)),
      m_settings(settings),
      m_job(this, [this](const PreparedUploadPointer &prepared) { showPrepared(prepared); }),
      m_dsn(new DsnField),
      m_options(new ChunkOptionsForm),
      m_review(new UploadReview),
      m_limit(createResultText(QStringLiteral("limit"))),
      m_sentBefore(createResultText(QStringLiteral("sentBefore"))),
      m_result(createResultText(QStringLiteral("result"))),
      m_progress(new QProgressBar),
      m_send(new QPushButton(symbolIcon(QStringLiteral("upload")), tr("&Send"))),
      m_close(new QPushButton(tr("Close")))
{
    setWindowTitle(tr("Upload to Sentry"));
    setObjectName(QStringLiteral("uploadDialog"));
    m_options->setSettings(m_settings.chunks());
    createLayout();
    m_soon.setSingleShot(true);
    m_limitOver.setSingleShot(true);
    connect(&m_limitOver, &QTimer::timeout, this, &UploadDialog::updateSend);
    connect(&m_soon, &QTimer::timeout, this, &UploadDialog::prepare);
    connect(m_options, &ChunkOptionsForm::changed, this, [this] { m_soon.start(typingPause); });
    connect(m_dsn, &DsnField::changed, this, &UploadDialog::updateSend);
    connect(m_send, &QPushButton::clicked, this, &UploadDialog::send);
    prepare();
}

UploadDialog::~UploadDialog()
{
    m_stop.request_stop();
}

void UploadDialog::createLayout()
{
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setDefault(true);
    m_progress->hide();
    m_progress->setRange(0, promille);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *says = new QGroupBox(tr("What the chunks say"));
    (new QVBoxLayout(says))->addWidget(m_options);
    auto *column = new QVBoxLayout(this);
    column->addWidget(createTarget());
    column->addWidget(says);
    column->addWidget(m_review, 1);
    column->addWidget(m_progress);
    column->addWidget(m_limit);
    column->addWidget(m_sentBefore);
    column->addWidget(m_result);
    column->addWidget(buttons);
    resize(uploadDialogSize);
}

QWidget *UploadDialog::createTarget()
{
    const QString remembered = m_settings.dsn();
    m_dsn->setText(remembered.isEmpty() ? qEnvironmentVariable("SENTRY_DSN") : remembered);
    auto *row = new QWidget;
    auto *form = new QFormLayout(row);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&DSN"), m_dsn);
    return row;
}

void UploadDialog::prepare()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_prepared = nullptr;
    m_review->showText(tr("Preparing the chunks…"));
    updateSend();
    m_job.start([choose = m_choose, options = m_options->settings().options(),
                 stop = m_stop.get_token()]() -> PreparedUploadPointer {
        return std::make_shared<model::Result<PreparedUpload>>(
            prepareUpload(choose(), options, stop));
    });
}

void UploadDialog::showPrepared(const PreparedUploadPointer &prepared)
{
    m_prepared = prepared;
    if (*prepared)
        m_review->showPrepared(prepared->value());
    else
        m_review->showText(errorLine(prepared->error()));
    updateSend();
}

const PreparedUpload *UploadDialog::sendable() const
{
    const bool isReady = m_prepared && *m_prepared && m_prepared->value().isSendable();
    return isReady ? &m_prepared->value() : nullptr;
}

QDateTime UploadDialog::closedUntil() const
{
    QDateTime until;
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr || !m_dsn->target())
        return until;
    PlaceLimits limits(*m_dsn->target());
    for (const auto &chunk : prepared->written.chunks) {
        const auto closed = limits.limitedUntil(
            chunkCategory(QString::fromStdString(chunk.platform)), QDateTime::currentDateTimeUtc());
        if (!closed)
            return {};
        until = until.isValid() ? std::min(until, *closed) : *closed;
    }
    return until;
}

void UploadDialog::showLimit()
{
    const QDateTime until = closedUntil();
    m_limit->setVisible(until.isValid() && !m_uploader);
    if (!until.isValid())
        return;
    m_limit->setText(tr("Sentry has set a limit: it takes nothing more from this project before "
                        "%1. The limit is kept in the file %2.")
                         .arg(QLocale().toString(until.toLocalTime(), QLocale::ShortFormat),
                              QDir::toNativeSeparators(PlaceLimits::file())));
    // QTimer takes an int of milliseconds; a rate limit may last for days.
    const std::chrono::milliseconds left(QDateTime::currentDateTimeUtc().msecsTo(until) + 1);
    m_limitOver.start(std::clamp(left, std::chrono::milliseconds(0), maxWait));
}

// Asks whether to send chunks again that were sent before: the user must choose that explicitly.
void UploadDialog::showSentBefore()
{
    if (m_uploader)
        return;
    int count = 0;
    QDateTime last;
    if (const PreparedUpload *prepared = sendable(); prepared != nullptr && m_dsn->target()) {
        const SentChunks sent(*m_dsn->target());
        for (const auto &chunk : prepared->written.chunks) {
            const auto at = sent.sentAt(QString::fromStdString(chunk.chunkId));
            count += at ? 1 : 0;
            last = at && (!last.isValid() || last < *at) ? *at : last;
        }
    }
    m_sentBefore->setVisible(count > 0);
    m_send->setText(count > 0 ? tr("&Send Again") : tr("&Send"));
    if (count > 0)
        m_sentBefore->setText(
            tr("%1 has already received %n of these chunk(s), last on %2. Sent again, their "
               "samples "
               "count twice in Sentry.",
               nullptr, count)
                .arg(placeText(*m_dsn->target()),
                     QLocale().toString(last.toLocalTime(), QLocale::ShortFormat)));
}

void UploadDialog::updateSend()
{
    showLimit();
    showSentBefore();
    m_send->setEnabled(m_dsn->target() && sendable() != nullptr && !m_uploader
                       && !closedUntil().isValid());
    m_dsn->setEnabled(!m_uploader);
    m_options->setEnabled(!m_uploader);
    m_close->setText(m_isSending ? tr("Cancel") : tr("Close"));
}

void UploadDialog::send()
{
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr || !m_dsn->target() || m_soon.isActive())
        return;
    m_settings.setDsn(m_dsn->text());
    m_uploader = std::make_unique<Uploader>(*m_dsn->target());
    connect(m_uploader.get(), &Uploader::progress, this,
            [this](qsizetype chunk, qint64 sent, qint64 total) {
                m_review->showSending(chunk);
                m_progress->setValue(total > 0 ? static_cast<int>(sent * promille / total) : 0);
            });
    connect(m_uploader.get(), &Uploader::envelopeFinished, this, &UploadDialog::showOutcome);
    connect(m_uploader.get(), &Uploader::finished, this, &UploadDialog::showSummary);
    m_isSending = true;
    m_progress->show();
    m_uploader->send(envelopesOf(prepared->written));
    updateSend();
}

void UploadDialog::showOutcome(qsizetype chunk, const UploadOutcome &outcome)
{
    m_review->showOutcome(chunk, outcome);
    const auto &sent = m_prepared->value().written.chunks.at(static_cast<std::size_t>(chunk));
    if (outcome.isReceived()) {
        ++m_received;
        SentChunks(*m_dsn->target())
            .add(QString::fromStdString(sent.chunkId), QDateTime::currentDateTimeUtc());
    } else if (m_failure.isEmpty()) {
        m_failure = toText(outcome);
    }
    emit chunkFinished(sent, outcome);
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

// Closing the dialog during sending cancels first; the rows then show how far it came.
void UploadDialog::done(int result)
{
    if (m_isSending)
        m_uploader->cancel();
    else
        QDialog::done(result);
}

} // namespace ember::app
