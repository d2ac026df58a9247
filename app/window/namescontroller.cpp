// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/namescontroller.h"

#include "app/inbackground.h"
#include "app/session/missingnames.h"
#include "app/settings/settings.h"
#include "app/symbols/symbolsdialog.h"
#include "app/window/capturecontroller.h"
#include "model/profile/reframe.h"
#include "views/text/durationtext.h"
#include "views/widgets/elidedlabel.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace ember::app {

namespace {

// The image of a binary; invalid if the profile has none.
model::ImageIndex imageOf(const model::Profile &profile, const BinaryKey &key)
{
    const auto &images = profile.tables().images;
    for (std::size_t row = 0; row < images.size(); ++row) {
        if (binaryKey(profile, model::ImageIndex(row)) == key)
            return model::ImageIndex(row);
    }
    return {};
}

// Adds a binary to the modules unless it is one of them: none of its functions is nameless then.
void addWanted(const model::Profile &profile, const BinaryKey &key, model::NamelessTime &time)
{
    const auto isIt = [&](const model::NamelessModule &module) {
        return binaryKey(profile, module.image) == key;
    };
    const auto image = imageOf(profile, key);
    if (!image.isValid() || std::ranges::any_of(time.modules, isIt))
        return;
    const auto path = profile.text(profile.image(image).codeFile);
    time.modules.push_back({std::string(model::trimmedPackage(path)), image, {}});
}

} // namespace

NamesController::NamesController(Document &document, Settings &settings,
                                 CaptureController &captures, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_settings(settings),
      m_captures(captures),
      m_window(window),
      m_status(new QWidget(&window)),
      m_text(new views::ElidedLabel(Qt::ElideRight)),
      m_measuring(this, [this](const Measured &measured) { take(measured); }),
      m_listing(this, [this](const Listed &listed) { show(listed); })
{
    auto *get = new QToolButton;
    get->setObjectName(QStringLiteral("getSymbols"));
    get->setText(tr("Get Symbols…"));
    get->setAutoRaise(true);
    m_text->setObjectName(QStringLiteral("namelessText"));
    auto *row = new QHBoxLayout(m_status);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addWidget(get);
    m_status->setObjectName(QStringLiteral("namelessStatus"));
    m_status->hide();
    connect(get, &QToolButton::clicked, this, [this] { open(); });
    connect(&document, &Document::opened, this, [this] {
        m_stop.request_stop();
        m_wanted.reset();
        measure();
    });
    connect(&document, &Document::updated, this, &NamesController::measure);
    connect(&captures, &CaptureController::ended, this, &NamesController::measure);
}

NamesController::~NamesController()
{
    m_stop.request_stop();
}

void NamesController::measure()
{
    const auto &spans = m_document.spans();
    if (spans && spans == m_measured.spans)
        return;
    if (!spans || m_captures.isRecording()) {
        m_measuring.cancel();
        m_measured = {};
        return showStatus();
    }
    m_measuring.start([spans] { return Measured{spans, model::namelessTime(*spans->profile())}; });
}

void NamesController::take(const Measured &measured)
{
    if (measured.spans != m_document.spans())
        return measure();
    m_measured = measured;
    showStatus();
    if (m_dialog)
        list();
}

void NamesController::showStatus()
{
    const auto &time = m_measured.time;
    const bool isShown = m_measured.spans && time.share() >= MissingNames::worthSaying;
    m_status->setVisible(isShown);
    if (!isShown)
        return;
    const QStringList modules = MissingNames::most(*m_measured.spans->profile(), time);
    m_text->setText((time.isCpuTime ? tr("%1 % of running time has no names: %2")
                                    : tr("%1 % of what was sampled has no names: %2"))
                        .arg(std::lround(time.share() * 100))
                        .arg(modules.join(QStringLiteral(", "))));
    m_text->setMaximumWidth(m_text->sizeHint().width());
}

void NamesController::open(std::optional<model::ImageIndex> binary)
{
    if (const auto &spans = m_document.spans(); binary && spans)
        m_wanted = binaryKey(*spans->profile(), *binary);
    if (!m_dialog) {
        auto *const dialog = new SymbolsDialog(m_settings, &m_window);
        m_dialog = dialog;
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &SymbolsDialog::fetchRequested, this,
                [this](const auto &binaries) { rename(binaries, AskDebugServers::Yes); });
        connect(m_dialog, &SymbolsDialog::folderChosen, this, [this, dialog] {
            std::vector<BinaryKey> binaries;
            for (const SymbolsRow &row : dialog->list().rows()) {
                if (!row.binary.key.codeFile.empty())
                    binaries.push_back(row.binary.key);
            }
            rename(binaries, AskDebugServers::No);
        });
        connect(m_dialog, &SymbolsDialog::cancelled, this, [this] { m_stop.request_stop(); });
        connect(m_dialog, &QDialog::finished, this, [this] { m_stop.request_stop(); });
        if (m_isWorking) // a look-up for a closed dialog still runs, and ends soon
            m_dialog->showWork();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    if (m_measured.spans)
        list();
}

// Finds out in the background which files of the binaries there are.
void NamesController::list()
{
    auto time = m_measured.time;
    const auto spans = m_measured.spans;
    if (m_wanted)
        addWanted(*spans->profile(), *m_wanted, time);
    m_listing.start([spans, time, symbols = m_settings.symbols()] {
        return Listed{spans, namelessBinaries(*spans->profile(), time, symbols)};
    });
}

void NamesController::show(const Listed &listed)
{
    if (!m_dialog || listed.spans != m_measured.spans)
        return;
    const auto &profile = *listed.spans->profile();
    const bool canRuntimeName = MissingNames::canRuntimeName(profile);
    std::vector<SymbolsRow> rows;
    for (const NamelessBinary &binary : listed.binaries)
        rows.push_back({binary, m_measured.time.shareOf(binary.module.spent), canRuntimeName,
                        MissingNames::sourceOf(profile, binary.module),
                        MissingNames::moduleText(profile, binary.module)});
    m_dialog->setRows(m_measured.time, std::move(rows));
}

void NamesController::rename(const std::vector<BinaryKey> &binaries, AskDebugServers servers)
{
    RenameRequest request{m_document.allSpans(), binaries, m_settings.symbols(), {}};
    request.symbols.askDebugServers = servers;
    if (m_isWorking || m_captures.isRecording() || !m_document.spans())
        return;
    if (!m_document.folder().isEmpty())
        request.log = m_document.folder().logPath();
    start(request);
}

// Looks names up on a thread of its own, as servers may take long to answer.
void NamesController::start(const RenameRequest &request)
{
    m_isWorking = true;
    m_stop = {};
    if (m_dialog)
        m_dialog->showWork();
    const auto onWindow = [self = QPointer(this)](auto call) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, call] {
                if (NamesController *const here = self.data())
                    call(*here);
            },
            Qt::QueuedConnection);
    };
    runDetached([request, stop = m_stop.get_token(), onWindow] {
        FetchReporter fetching(stop, [&onWindow](const FetchReport &report) {
            onWindow([report](NamesController &self) {
                if (self.m_dialog && self.m_isWorking)
                    self.m_dialog->showFetching(report);
            });
        });
        const auto result =
            std::make_shared<const RenamedProfiles>(app::renamed(request, stop, fetching));
        onWindow([request, result](NamesController &self) { self.finish(request, *result); });
    });
}

// Shows the new names. If the same profiles are shown with other boxes by now, names these instead,
// which is quick as everything has been fetched.
void NamesController::finish(const RenameRequest &request, const RenamedProfiles &renamed)
{
    m_isWorking = false;
    const bool isStopped = m_stop.stop_requested();
    const auto shown = m_document.allSpans();
    if (!isStopped && shown != renamed.before && shown.size() == renamed.before.size()) {
        auto again = request;
        again.profiles = shown;
        return start(again);
    }
    if (!isStopped && shown == renamed.before) {
        m_document.replaceSpans(renamed.after);
        emit this->renamed();
    }
    if (m_dialog)
        m_dialog->showResult(renamed.fetchFailures);
}

} // namespace ember::app
