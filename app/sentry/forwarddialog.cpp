// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/forwarddialog.h"

#include "app/errortext.h"
#include "app/look/appearance.h"
#include "app/sentry/sentryfields.h"
#include "app/sentry/uploadreview.h"
#include "app/sentry/uploadsending.h"
#include "app/upload/dsnprofiles.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

constexpr QSize forwardDialogSize(760, 560);

struct Target {
    model::sentry::Dsn dsn;
    UploadWay way;
};

Result<Target> savedTarget(const QString &name)
{
    EMBER_ASSIGN_OR_RETURN(const auto profile, dsnProfile(name));
    EMBER_ASSIGN_OR_RETURN(const auto way, wayTo(profile));
    return Target{profile.dsn, way};
}

} // namespace

ForwardDialog::ForwardDialog(const QStringList &files, Settings &settings, Uploads &uploads,
                             QWidget *parent)
    : QDialog(parent),
      m_settings(settings),
      m_uploads(uploads),
      m_job(this, [this](const ReceivedUploadPointer &received) { showRead(received); }),
      m_to(new DestinationField),
      m_review(new UploadReview),
      m_result(new QLabel),
      m_send(new QPushButton(symbolIcon(QStringLiteral("upload")), tr("&Send")))
{
    setWindowTitle(tr("Send to Sentry"));
    setObjectName(QStringLiteral("forwardDialog"));
    createLayout();
    connect(m_to, &DestinationField::changed, this, &ForwardDialog::updateSend);
    connect(m_send, &QPushButton::clicked, this, &ForwardDialog::send);
    connect(&m_uploads, &Uploads::queued, this, &ForwardDialog::takeQueued);
    connect(&m_uploads, &Uploads::settled, this, &ForwardDialog::showSettled);
    connect(&m_uploads, &Uploads::failed, this, &ForwardDialog::breakOff);
    recall();
    m_review->showText(tr("Reading the envelopes…"));
    m_job.start([files, stop = m_stop.get_token()]() -> ReceivedUploadPointer {
        return std::make_shared<Result<ReceivedUpload>>(readReceived(files, stop));
    });
    updateSend();
}

ForwardDialog::~ForwardDialog()
{
    m_stop.request_stop();
}

void ForwardDialog::createLayout()
{
    auto *hint = new QLabel(
        tr("These envelopes are sent as they came. To take something out of them, open them and "
           "use Upload."));
    hint->setWordWrap(true);
    m_result->setObjectName(QStringLiteral("result"));
    m_result->setTextFormat(Qt::PlainText);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->hide();
    m_send->setObjectName(QStringLiteral("send"));
    m_send->setDefault(true);
    auto *where = new QFormLayout;
    auto *label = new QLabel(tr("&Destination"));
    label->setBuddy(m_to);
    where->addRow(label, m_to);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(hint);
    column->addLayout(where);
    column->addWidget(m_review, 1);
    column->addWidget(m_result);
    column->addWidget(buttons);
    resize(forwardDialogSize);
}

void ForwardDialog::recall()
{
    const auto known = dsnProfiles();
    m_to->offer(known ? *known : QList<DsnProfile>(), m_settings);
    if (!known)
        m_lack = errorLine(known.error());
    m_to->setText(m_settings.dsn());
}

void ForwardDialog::showRead(const ReceivedUploadPointer &received)
{
    m_received = received;
    if (*received)
        m_review->showReceived(received->value());
    else
        m_review->showText(errorLine(received->error()));
    updateSend();
}

// A destination that redacts cannot be chosen: its rules are promised for all that is sent there,
// and envelopes are sent as they came.
void ForwardDialog::updateSend()
{
    const DsnProfile *to = m_to->destination();
    const bool isRedacting = to != nullptr && !to->redaction.isEmpty();
    const bool isReady = m_received && *m_received && !m_received->value().envelopes.isEmpty();
    m_send->setEnabled(m_to->target() && isReady && !isRedacting && m_batch == 0);
    m_to->setEnabled(m_batch == 0);
    if (m_batch != 0)
        return;
    if (isRedacting)
        say(tr("“%1” takes something out of all that is sent there, but these envelopes would go "
               "as they came. Open them and use Upload.")
                .arg(to->name));
    else if (!m_lack.isEmpty())
        say(m_lack);
    else
        m_result->hide();
}

void ForwardDialog::say(const QString &text)
{
    m_result->setText(text);
    m_result->show();
}

// The keychain may make the user wait, and events are handled meanwhile: this stays open, and takes
// no input.
void ForwardDialog::send()
{
    const QPointer<ForwardDialog> self(this);
    const DsnProfile *to = m_to->destination();
    const QString name = to != nullptr ? to->name : QString();
    m_isWaiting = true;
    setEnabled(false);
    const auto target =
        to != nullptr ? savedTarget(name) : Result<Target>(Target{*m_to->target(), {}});
    if (!self)
        return;
    m_isWaiting = false;
    setEnabled(true);
    if (!target) {
        say(errorLine(target.error()));
        return;
    }
    m_to->keepIn(m_settings);
    m_batch = m_uploads.enqueue(m_received->value().envelopes, target->dsn, Again::No, target->way);
    updateSend();
}

void ForwardDialog::takeQueued(int batch, const QueuedBatch &result)
{
    if (m_batch == 0 || batch != m_batch)
        return;
    for (qsizetype place = 0; place < result.additions.size(); ++place) {
        const auto &addition = result.additions[place];
        const qsizetype envelope = result.first + place;
        const QString text = UploadSending::untriedText(addition, result.isPaused);
        if (text.isEmpty())
            m_envelopes.insert(addition.number, envelope);
        if (text.isEmpty())
            m_review->showState(envelope, tr("Waits to be sent"), {});
        else
            showEnd(envelope, false, text);
    }
    m_isQueued = result.isLast;
    if (result.error) {
        const auto count = m_received->value().envelopes.size();
        for (auto rest = result.first + result.additions.size(); rest < count; ++rest)
            showEnd(rest, false, queueErrorLine(*result.error));
    }
    finishIfSettled();
}

void ForwardDialog::showSettled(const QueuedUpload &item)
{
    const auto envelopes = m_envelopes.values(item.number);
    if (envelopes.isEmpty())
        return;
    m_envelopes.remove(item.number);
    for (const qsizetype envelope : envelopes)
        showEnd(envelope, item.state == UploadState::Delivered, UploadSending::settledText(item));
    finishIfSettled();
}

void ForwardDialog::breakOff(const model::Error &error)
{
    for (const qsizetype envelope : std::exchange(m_envelopes, {}))
        showEnd(envelope, false, queueErrorLine(error));
    finishIfSettled();
}

void ForwardDialog::showEnd(qsizetype envelope, bool isReceived, const QString &text)
{
    m_taken += isReceived ? 1 : 0;
    if (!isReceived)
        m_failure = text;
    m_review->showState(envelope, text, text);
}

void ForwardDialog::finishIfSettled()
{
    if (!m_isQueued || !m_envelopes.isEmpty())
        return;
    const auto count = m_received->value().envelopes.size();
    const QString text = receivedText(m_taken, count);
    say(m_failure.isEmpty() ? text : QString(text % QLatin1Char(' ') % m_failure));
}

void ForwardDialog::done(int result)
{
    if (!m_isWaiting)
        QDialog::done(result);
}

} // namespace ember::app
