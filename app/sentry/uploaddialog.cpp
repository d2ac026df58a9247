// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/uploaddialog.h"

#include "app/errortext.h"
#include "app/inbackground.h"
#include "app/look/appearance.h"
#include "app/sentry/profilepart.h"
#include "app/sentry/sentryfields.h"
#include "app/sentry/uploadreview.h"
#include "app/session/filenames.h"
#include "app/upload/dsnprofiles.h"
#include "app/upload/outgoingenvelope.h"
#include "app/upload/ratelimits.h"
#include "app/upload/sentchunks.h"
#include "app/upload/uploadplace.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QInputDialog>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

constexpr std::chrono::milliseconds typingPause{400};
constexpr std::chrono::milliseconds maxWait{3'600'000};
constexpr QSize uploadDialogSize(860, 700);

// Name of the destination used last; absent: a DSN was used.
constexpr QLatin1String lastDestinationKey("upload/destination");
constexpr QLatin1String lastRulesKey("upload/redaction"); // rules last used with a DSN, as JSON

constexpr int v2Row = 1; // row of V2 in the choice of formats; row 0 keeps the profile's own format

QLabel *createResultText(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    return label;
}

// A button beside others; Enter does not press it.
QPushButton *createButton(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

QCheckBox *createCheckBox(const QString &name, const QString &text, const QString &tip)
{
    auto *box = new QCheckBox(text);
    box->setObjectName(name);
    box->setToolTip(tip);
    return box;
}

QGroupBox *createBox(const QString &title, QWidget *content)
{
    auto *box = new QGroupBox(title);
    (new QVBoxLayout(box))->addWidget(content);
    return box;
}

} // namespace

UploadDialog::UploadDialog(ProfilePartField *part, Settings &settings, Uploads &uploads,
                           QWidget *parent)
    : QDialog(parent),
      m_part(part),
      m_settings(settings),
      m_job(this, [this](const PreparedUploadPointer &prepared) { showPrepared(prepared); }),
      m_uploads(uploads),
      m_receipts(this, [this](const Receipts &receipts) { showReceipts(receipts); }),
      m_sending(uploads),
      m_to(new DestinationField),
      m_saveAs(createButton(QStringLiteral("saveDestination"), tr("S&ave as Destination…"),
                            tr("Keeps where it goes and what is taken out under a name, also for "
                               "emberchart-cli upload --to"))),
      m_remove(createButton(QStringLiteral("removeDestination"), tr("&Remove…"),
                            tr("Forgets the saved destination with its key"))),
      m_format(new QComboBox),
      m_options(new ChunkOptionsForm),
      m_transaction(createCheckBox(
          QStringLiteral("transaction"), tr("Add a tra&nsaction for the whole recording"),
          tr("Named after the program, if it has none yet. In Sentry it leads to the profile."))),
      m_thinned(createCheckBox(
          QStringLiteral("thinned"), tr("&Leave out idle samples"),
          tr("Samples inside waits are left out: Sentry draws the same calls, but sums that count "
             "samples show less waiting."))),
      m_redaction(new RedactionForm),
      m_review(new UploadReview),
      m_limit(createResultText(QStringLiteral("limit"))),
      m_sentBefore(createResultText(QStringLiteral("sentBefore"))),
      m_result(createResultText(QStringLiteral("result"))),
      m_progress(new QProgressBar),
      m_saveEnvelope(createButton(QStringLiteral("saveEnvelope"), tr("Save En&velope…"),
                                  tr("Writes what would be sent to a file, and sends nothing"))),
      m_openPage(createButton(QStringLiteral("openPage"), tr("&Open in Sentry"),
                              tr("Shows the project's profiles of this time in the browser"))),
      m_send(new QPushButton(symbolIcon(QStringLiteral("upload")), tr("&Send"))),
      m_retry(new QPushButton(symbolIcon(QStringLiteral("upload")), {})),
      m_close(new QPushButton(tr("Close")))
{
    setWindowTitle(tr("Send to Sentry"));
    setObjectName(QStringLiteral("uploadDialog"));
    m_options->setSettings(m_settings.chunks());
    m_soon.setSingleShot(true);
    m_limitOver.setSingleShot(true);
    createLayout();
    connectAll();
    recall();
    prepare();
}

UploadDialog::~UploadDialog()
{
    m_stop.request_stop();
}

void UploadDialog::connectAll()
{
    connect(&m_limitOver, &QTimer::timeout, this, &UploadDialog::updateSend);
    connect(&m_soon, &QTimer::timeout, this, &UploadDialog::prepare);
    connect(m_options, &ChunkOptionsForm::changed, this, &UploadDialog::prepareSoon);
    connect(m_part, &ProfilePartField::changed, this, &UploadDialog::prepare);
    connect(m_redaction, &RedactionForm::changed, this, &UploadDialog::prepareSoon);
    connect(m_transaction, &QCheckBox::toggled, this, &UploadDialog::prepare);
    connect(m_thinned, &QCheckBox::toggled, this, &UploadDialog::prepare);
    connect(m_format, &QComboBox::currentIndexChanged, this, &UploadDialog::prepare);
    connect(m_to, &DestinationField::changed, this, &UploadDialog::takeDestination);
    connect(m_saveAs, &QPushButton::clicked, this, &UploadDialog::askForName);
    connect(m_remove, &QPushButton::clicked, this, &UploadDialog::askToRemove);
    connect(m_saveEnvelope, &QPushButton::clicked, this, &UploadDialog::askForFile);
    connect(m_send, &QPushButton::clicked, this, &UploadDialog::send);
    connect(m_retry, &QPushButton::clicked, this, &UploadDialog::tryAgain);
    connect(m_openPage, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl(page())); });
    connect(&m_sending, &UploadSending::stateChanged, m_review, &UploadReview::showState);
    connect(&m_sending, &UploadSending::progressed, m_progress, &QProgressBar::setValue);
    connect(&m_sending, &UploadSending::tried, this, &UploadDialog::noteTried);
    connect(&m_sending, &UploadSending::finished, this, &UploadDialog::showSummary);
}

void UploadDialog::createLayout()
{
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setDefault(true);
    m_retry->setObjectName(QStringLiteral("retry"));
    m_retry->setToolTip(tr("Sends what was not received once more"));
    m_progress->hide();
    m_progress->setRange(0, UploadSending::wholeProgress);
    auto *buttons = new QDialogButtonBox;
    buttons->addButton(m_saveEnvelope, QDialogButtonBox::ActionRole);
    buttons->addButton(m_openPage, QDialogButtonBox::ActionRole);
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    buttons->addButton(m_retry, QDialogButtonBox::ActionRole);
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    m_openPage->hide(); // only now: adding it to the button box has shown it
    m_retry->hide();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_part);
    column->addWidget(createTarget());
    column->addWidget(createChoices());
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
    m_format->setObjectName(QStringLiteral("format"));
    m_format->addItem(tr("V1 with its transaction, as in the file"));
    m_format->addItem(tr("V2, as new SDKs send"));
    auto *row = new QWidget;
    m_where = new QFormLayout(row);
    m_where->setContentsMargins(0, 0, 0, 0);
    auto *to = new QHBoxLayout;
    to->addWidget(m_to, 1);
    to->addWidget(m_saveAs, 0, Qt::AlignTop);
    to->addWidget(m_remove, 0, Qt::AlignTop);
    auto *label = new QLabel(tr("&Destination"));
    label->setBuddy(m_to); // set by hand: the field is in a nested layout
    m_where->addRow(label, to);
    m_where->addRow(tr("&Format"), m_format);
    m_where->setRowVisible(m_format, false);
    return row;
}

QWidget *UploadDialog::createChoices()
{
    auto *row = new QWidget;
    auto *boxes = new QHBoxLayout(row);
    boxes->setContentsMargins(0, 0, 0, 0);
    auto *content = createBox(tr("What the chunks say"), m_options);
    content->layout()->addWidget(m_transaction);
    content->layout()->addWidget(m_thinned);
    boxes->addWidget(content, 3);
    boxes->addWidget(createBox(tr("What is taken out"), m_redaction), 2);
    return row;
}

void UploadDialog::offerDestinations()
{
    const auto known = dsnProfiles();
    m_to->offer(known ? *known : QList<DsnProfile>(), m_settings,
                qEnvironmentVariable("SENTRY_DSN"));
    if (!known)
        say(errorLine(known.error()));
}

// Shows the destination, or the DSN and the rules, that were used last.
void UploadDialog::recall()
{
    offerDestinations();
    const auto store = userStore();
    const auto rules = model::sentry::redactionFromJson(
        store.value(lastRulesKey).toStringList().value(0).toStdString());
    if (rules)
        m_redaction->setRules(*rules);
    const QString last = store.value(lastDestinationKey).toStringList().value(0);
    const QString dsn = m_settings.dsn();
    if (m_to->find(last) != nullptr)
        m_to->setText(last);
    else
        m_to->setText(dsn.isEmpty() ? qEnvironmentVariable("SENTRY_DSN") : dsn);
}

void UploadDialog::remember()
{
    const DsnProfile *to = m_to->destination();
    m_to->keepIn(m_settings);
    if (m_settings.remember() == Remember::No)
        return;
    keepPrivately(lastDestinationKey, to == nullptr ? QStringList() : QStringList{to->name});
    if (to == nullptr)
        keepPrivately(lastRulesKey,
                      {QString::fromStdString(model::sentry::toJson(m_redaction->rules()))});
}

// Shows the rules of redaction of a destination when it is newly chosen. If a DSN is typed instead,
// which has no rules of its own, those that are shown stay.
void UploadDialog::takeDestination()
{
    const DsnProfile *to = m_to->destination();
    const QString name = to == nullptr ? QString() : to->name;
    if (std::exchange(m_destination, name) != name && to != nullptr)
        m_redaction->setRules(to->redaction);
    updateSend();
}

// Prepares once typing pauses. Until then what is shown is not what would be sent.
void UploadDialog::prepareSoon()
{
    m_soon.start(typingPause);
    updateSend();
}

void UploadDialog::prepare()
{
    m_soon.stop();
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_prepared = nullptr;
    m_review->showText(tr("Preparing the chunks…"));
    updateSend();
    auto options = m_options->settings().options();
    options.redaction = m_redaction->rules();
    if (m_transaction->isChecked())
        options.transaction = std::string(); // transaction named after the program
    if (m_thinned->isChecked())
        options.waits = model::sentry::Waits::Thinned;
    const auto format = m_format->currentIndex() == v2Row
        ? std::optional(model::sentry::SampleFormat::V2)
        : std::nullopt;
    m_job.start([choose = m_part->choose(), options = std::move(options), format,
                 stop = m_stop.get_token()]() -> PreparedUploadPointer {
        return std::make_shared<model::Result<PreparedUpload>>(
            prepareUpload(choose(), options, format, stop));
    });
}

void UploadDialog::showPrepared(const PreparedUploadPointer &prepared)
{
    m_prepared = prepared;
    if (*prepared) {
        m_where->setRowVisible(m_format, prepared->value().canBeV1);
        m_review->showPrepared(prepared->value());
    } else {
        m_review->showText(errorLine(prepared->error()));
    }
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
    if (prepared == nullptr || !m_to->target())
        return until;
    // Looked up by target: the key of a saved destination is not known yet.
    const DsnProfile *to = m_to->destination();
    PlaceLimits limits(to != nullptr ? to->target : targetOf(*m_to->target()));
    const auto chunks = qsizetype(prepared->written.chunks.size());
    QSet<QString> categories; // each once, since a limit is read from a file
    for (const OutgoingEnvelope &envelope : prepared->envelopes.first(chunks))
        categories.insert(envelope.category());
    for (const QString &category : std::as_const(categories)) {
        const auto closed = limits.limitedUntil(category, QDateTime::currentDateTimeUtc());
        if (!closed)
            return {};
        until = until.isValid() ? std::min(until, *closed) : *closed;
    }
    return until;
}

void UploadDialog::showLimit()
{
    const QDateTime until = closedUntil();
    m_limit->setVisible(until.isValid() && !m_sending.hasBegun());
    if (!until.isValid())
        return;
    m_limit->setText(tr("Sentry has set a limit: it takes nothing more from this project before "
                        "%1. The limit is kept in the file %2.")
                         .arg(QLocale().toString(until.toLocalTime(), QLocale::ShortFormat),
                              QDir::toNativeSeparators(PlaceLimits::file())));
    wakeAt(until);
}

// QTimer takes an int of milliseconds; a rate limit may last for days.
void UploadDialog::wakeAt(const QDateTime &until)
{
    const std::chrono::milliseconds left(QDateTime::currentDateTimeUtc().msecsTo(until) + 1);
    m_limitOver.start(std::clamp(left, std::chrono::milliseconds(0), maxWait));
}

// Reads the receipts in the background. If they come too late, the queue still finds what was sent
// before.
void UploadDialog::lookForReceipts()
{
    if (m_sending.hasBegun())
        return;
    showReceipts({});
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr || !m_to->target()) {
        m_receipts.cancel();
        return;
    }
    QStringList ids;
    for (const auto &chunk : prepared->written.chunks)
        ids.append(QString::fromStdString(chunk.chunkId));
    m_receipts.start([ids, dsn = *m_to->target()] {
        Receipts found;
        const SentChunks sent(dsn);
        for (const QString &id : ids) {
            const auto at = sent.sentAt(id);
            found.count += at ? 1 : 0;
            found.last = at && (!found.last.isValid() || found.last < *at) ? *at : found.last;
        }
        return found;
    });
}

// Says whether chunks were sent before: the user must choose explicitly to send them again.
void UploadDialog::showReceipts(const Receipts &receipts)
{
    if (m_sending.hasBegun())
        return;
    m_isKnown = receipts.count > 0;
    m_sentBefore->setVisible(m_isKnown);
    m_send->setText(m_isKnown ? tr("&Send Again") : tr("&Send"));
    m_send->setAutoDefault(!m_isKnown); // Enter alone does not send once more
    m_send->setDefault(!m_isKnown);
    if (m_isKnown)
        m_sentBefore->setText(
            tr("Already received by %1: %n of these chunk(s), last on %2. Sent again, their "
               "samples count twice in Sentry.",
               nullptr, receipts.count)
                .arg(placeText(*m_to->target()),
                     QLocale().toString(receipts.last.toLocalTime(), QLocale::ShortFormat)));
}

void UploadDialog::updateSend()
{
    showLimit();
    lookForReceipts();
    const bool isOpen = !m_sending.hasBegun();
    const bool isReady = sendable() != nullptr && !m_soon.isActive();
    m_send->setEnabled(m_to->target() && isReady && isOpen && !closedUntil().isValid());
    m_saveEnvelope->setEnabled(isReady);
    m_saveAs->setEnabled(m_to->target() && isOpen);
    m_remove->setEnabled(m_to->destination() && isOpen);
    for (QWidget *choice : std::initializer_list<QWidget *>{m_part, m_to, m_format, m_options,
                                                            m_transaction, m_thinned, m_redaction})
        choice->setEnabled(isOpen);
    m_close->setText(m_sending.isRunning() ? tr("Cancel") : tr("Close"));
    showRetry();
}

void UploadDialog::say(const QString &text)
{
    m_result->setText(text);
    m_result->show();
}

// Runs work that may wait for the keychain. Events are handled meanwhile: this takes no input and
// stays open, but its parent may still delete it.
template<typename Work>
auto UploadDialog::patiently(Work work)
{
    const QPointer<UploadDialog> self(this);
    m_isWaiting = true;
    setEnabled(false);
    auto result = work();
    if (self) {
        m_isWaiting = false;
        setEnabled(true);
    }
    return result;
}

// Returns the destination with its key, which is read only now, or the DSN.
Result<UploadDialog::Place> UploadDialog::place()
{
    const DsnProfile *to = m_to->destination();
    if (to == nullptr)
        return Place{*m_to->target(), {}};
    EMBER_ASSIGN_OR_RETURN(const auto profile,
                           patiently([name = to->name] { return dsnProfile(name); }));
    EMBER_ASSIGN_OR_RETURN(const auto way, wayTo(profile));
    return Place{profile.dsn, way};
}

void UploadDialog::askForName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("destinationName"));
    dialog->setWindowTitle(tr("Save as Destination"));
    dialog->setLabelText(tr("Name of the destination"));
    dialog->setTextValue(m_destination);
    // Queued until the dialog has ended: the keychain may open a dialog of its own.
    connect(dialog, &QInputDialog::textValueSelected, this, &UploadDialog::saveDestination,
            Qt::QueuedConnection);
    dialog->open();
}

void UploadDialog::askToRemove()
{
    const DsnProfile *to = m_to->destination();
    if (to == nullptr)
        return;
    auto *question =
        new QMessageBox(QMessageBox::Question, tr("Remove Destination"),
                        tr("Forget “%1” with its key?").arg(to->name), QMessageBox::Cancel, this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setObjectName(QStringLiteral("removeQuestion"));
    question->setTextFormat(Qt::PlainText);
    const auto *remove = question->addButton(tr("&Remove"), QMessageBox::AcceptRole);
    // Queued until the question has ended: the keychain may open a dialog of its own.
    connect(
        remove, &QAbstractButton::clicked, this,
        [this, name = to->name] { removeDestination(name); }, Qt::QueuedConnection);
    question->open();
}

void UploadDialog::removeDestination(const QString &name)
{
    const QPointer<UploadDialog> self(this);
    const auto left = patiently([name] { return removeDsnProfile(name); });
    if (!self)
        return;
    if (!left) {
        say(errorLine(left.error()));
        return;
    }
    m_to->setText({});
    offerDestinations();
    say(left->isEmpty()
            ? tr("“%1” is forgotten.").arg(name)
            : tr("“%1” is forgotten, but the keychain still has its key (%2).").arg(name, *left));
}

void UploadDialog::saveDestination(const QString &name)
{
    if (!m_to->target() || m_sending.hasBegun())
        return;
    if (name.trimmed() != m_destination && m_to->find(name.trimmed()) != nullptr) {
        say(tr("“%1” exists already. Choose it as the destination to change it.")
                .arg(name.trimmed()));
        return;
    }
    DsnProfile profile;
    profile.dsn = *m_to->target();
    const auto keep = [&profile, older = m_destination, newer = name.trimmed(),
                       rules = m_redaction->rules()]() -> Result<KeptSecret> {
        if (!older.isEmpty()) {
            EMBER_ASSIGN_OR_RETURN(profile, dsnProfile(older));
        }
        profile.name = newer;
        profile.redaction = rules;
        return addDsnProfile(profile);
    };
    const QPointer<UploadDialog> self(this);
    const auto kept = patiently(keep);
    if (!self)
        return;
    if (!kept) {
        say(errorLine(kept.error()));
        return;
    }
    offerDestinations();
    m_to->setText(profile.name);
    say(kept->place == SecretPlace::Keychain
            ? tr("“%1” is kept; its key is in the keychain.").arg(profile.name)
            : tr("“%1” is kept. No keychain takes its key, so that is in the file %2, which only "
                 "you can read.")
                  .arg(profile.name, QDir::toNativeSeparators(dsnSecretsFile())));
}

void UploadDialog::askForFile()
{
    auto *dialog = new QFileDialog(this, tr("Save Envelope"), m_settings.lastFolder(),
                                   tr("Envelopes (*.envelope)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("envelope"));
    dialog->selectFile(QStringLiteral("profile.envelope"));
    connect(dialog, &QFileDialog::fileSelected, this, &UploadDialog::saveEnvelopesTo);
    dialog->open();
}

void UploadDialog::saveEnvelopesTo(const QString &path)
{
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr || m_soon.isActive())
        return;
    const QStringList paths = envelopePaths(path, prepared->envelopes.size());
    std::vector<std::string> names;
    for (const QString &one : paths) {
        // The file dialog has asked about replacing the chosen file only.
        if (one != path && QFileInfo::exists(one)) {
            say(tr("%1 exists already: nothing was saved.").arg(QDir::toNativeSeparators(one)));
            return;
        }
        names.push_back(toPath(one));
    }
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    inBackground(
        this,
        [envelopes = prepared->envelopes, output = toPath(path), names] {
            return saveEnvelopes(envelopes, output, names);
        },
        [this, paths](const Result<void> &saved) {
            say(saved ? tr("%n envelope(s) saved, none sent: %1", nullptr, int(paths.size()))
                            .arg(QDir::toNativeSeparators(paths.first()))
                      : errorLine(saved.error()));
        });
}

void UploadDialog::send()
{
    if (sendable() == nullptr || !m_to->target() || m_soon.isActive())
        return;
    const QPointer<UploadDialog> self(this);
    const auto to = place();
    if (!self)
        return;
    if (!to) {
        say(errorLine(to.error()));
        return;
    }
    const PreparedUpload *prepared = sendable();
    if (prepared == nullptr)
        return;
    remember();
    m_progress->show();
    m_sending.start(prepared->envelopes, to->dsn, m_isKnown ? Again::Yes : Again::No, to->way);
    updateSend();
}

// Offers to send again what was not received; while a limit of the server holds, once the limit
// ends.
void UploadDialog::showRetry()
{
    const auto retry = m_sending.retry();
    const bool isOffered = retry.isAny && m_sending.hasBegun() && !m_sending.isRunning();
    m_retry->setVisible(isOffered);
    m_retry->setEnabled(retry.isAnyNow);
    m_send->setVisible(!isOffered);
    m_retry->setText(
        retry.isAnyNow || !retry.heldUntil.isValid()
            ? tr("Tr&y Again")
            : tr("Try Again from %1")
                  .arg(QLocale().toString(retry.heldUntil.toLocalTime(), QLocale::ShortFormat)));
    if (isOffered && !retry.isAnyNow && retry.heldUntil.isValid())
        wakeAt(retry.heldUntil);
}

void UploadDialog::tryAgain()
{
    if (m_uploads.listing().isPaused) {
        say(tr("Nothing is sent: the queue is paused. File › Uploads… resumes it."));
        return;
    }
    m_progress->setValue(0);
    m_progress->show();
    m_sending.tryAgain();
    updateSend();
}

void UploadDialog::noteTried(qsizetype envelope, const UploadOutcome &outcome)
{
    const auto &chunks = m_prepared->value().written.chunks;
    if (envelope < qsizetype(chunks.size()))
        emit chunkFinished(chunks[static_cast<std::size_t>(envelope)], outcome);
}

// The page that shows what was sent; "" if it is not known.
QString UploadDialog::page() const
{
    const PreparedUpload *prepared = sendable();
    return prepared && m_to->target() ? prepared->page.addressAt(*m_to->target()) : QString();
}

void UploadDialog::showSummary()
{
    m_progress->hide();
    const auto sent = m_sending.result();
    QString text = receivedText(sent.received, sent.envelopes);
    if (sent.received > 0)
        text += QLatin1Char(' ')
            % tr("Sentry may still discard what it received: check in the project that profiling "
                 "is part of the plan, that the quota is not used up and that no inbound filter "
                 "matches; look for the chunk ids above under Explore › Profiles.");
    if (!sent.failure.isEmpty())
        text += QLatin1Char(' ') % sent.failure;
    if (sent.repeatable > 0)
        text += QLatin1Char(' ')
            % tr("%n of them can be sent again, here or in File › Uploads… at any time.", nullptr,
                 sent.repeatable);
    say(text);
    m_openPage->setVisible(sent.received > 0 && !page().isEmpty());
    updateSend();
}

// Closing the dialog during sending cancels first; the rows then show how far it came. A second
// time it closes while the queue is still busy.
void UploadDialog::done(int result)
{
    if (m_isWaiting)
        return;
    if (m_sending.isRunning() && !m_sending.isCancelled())
        m_sending.cancel();
    else
        QDialog::done(result);
}

} // namespace ember::app
