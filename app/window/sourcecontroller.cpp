// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sourcecontroller.h"

#include "app/disassembly/codereader.h"
#include "app/look/messagebar.h"
#include "app/session/document.h"
#include "app/session/editorcommand.h"
#include "app/settings/settings.h"
#include "app/window/actions.h"
#include "app/window/panels.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

namespace ember::app {

using views::CodePlace;

SourceController::SourceController(const Document &document, views::ViewState &state,
                                   Settings &settings, const Actions &actions, Panels &panels,
                                   MessageBar &messages, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_state(state),
      m_settings(settings),
      m_window(window),
      m_panel(panels.source),
      m_disassembly(panels.disassembly),
      m_messages(messages),
      m_locate(new QAction(tr("&Locate…"), this))
{
    connect(m_locate, &QAction::triggered, this, [this] { locate(m_missing); });
    for (const char *tool : {"previousHotLine", "nextHotLine", "openInEditor"})
        m_panel->addTool(actions.at(tool));
    for (const char *tool : {"previousHotLine", "nextHotLine"})
        m_disassembly->addTool(actions.at(tool));
    connect(m_panel, &views::SourcePanel::placeActivated, this, &SourceController::openInEditor);
    connect(m_panel, &views::SourcePanel::locateRequested, this, &SourceController::locate);
    connect(&m_document, &Document::opened, this, &SourceController::showPlaces);
    connect(&m_document, &Document::opened, this, &SourceController::readCodeAnew);
    connect(&m_document, &Document::updated, this, &SourceController::showPlaces);
    showPlaces();
    readCodeAnew();
}

void SourceController::stepToHot(views::Direction direction)
{
    if (m_disassembly->visibleRegion().isEmpty())
        m_panel->stepToHotRow(direction);
    else
        m_disassembly->stepToHotRow(direction);
}

views::SourcePlaces SourceController::places() const
{
    views::SourcePlaces places{m_settings.source().mappings, {}, {}};
    for (const QString &path : m_document.paths())
        places.profileFolders.append(QFileInfo(path).absolutePath());
    places.profileFolders.removeDuplicates();
    if (const auto &spans = m_document.spans())
        places.workingFolders = views::workingFolders(*spans->profile());
    return places;
}

void SourceController::showPlaces()
{
    m_panel->setPlaces(places());
    m_disassembly->setPlaces(places());
}

void SourceController::readCodeAnew()
{
    m_disassembly->setCode(std::make_shared<CodeReader>(m_settings.symbols().paths()));
}

void SourceController::locate(const QString &recordedPath)
{
    const QString name = QFileInfo(recordedPath).fileName();
    auto *dialog = new QFileDialog(&m_window, tr("Where Is %1?").arg(name));
    dialog->setObjectName(QStringLiteral("locateDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({QStringLiteral("%1 (%1)").arg(name), tr("All files (*)")});
    dialog->setDirectory(m_settings.lastFolder());
    connect(dialog, &QFileDialog::fileSelected, this, [this, recordedPath](const QString &path) {
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        take(views::mappingBetween(recordedPath, path));
    });
    dialog->open();
}

// Adds a path mapping; it replaces one for the same paths.
void SourceController::take(const views::PathMapping &mapping)
{
    SourceSettings settings = m_settings.source();
    settings.mappings.removeIf(
        [&](const views::PathMapping &other) { return other.from == mapping.from; });
    settings.mappings.prepend(mapping);
    m_settings.setSource(settings);
    showPlaces();
}

std::optional<CodePlace> SourceController::place() const
{
    if (!m_state.spans())
        return std::nullopt;
    const auto selected = m_state.selection().function();
    const bool isShown = !m_panel->visibleRegion().isEmpty()
        && (!selected.isValid() || m_panel->answer().frame == selected);
    if (const auto shown = isShown ? m_panel->place() : std::nullopt)
        return shown;
    if (!selected.isValid())
        return std::nullopt;
    return views::placeOf(*m_state.spans()->profile(), selected);
}

void SourceController::openInEditor()
{
    const auto wanted = place();
    if (!wanted)
        return;
    const QStringList candidates = sourceCandidates(wanted->path, places());
    if (const QString file = views::findSource(candidates); file.isEmpty())
        reportMissing(*wanted, candidates);
    else
        start(*wanted, file);
}

void SourceController::reportMissing(const CodePlace &place, const QStringList &candidates)
{
    m_missing = place.path;
    const bool isKnown = !place.path.isEmpty();
    m_messages.showMessage({.importance = Importance::Warning,
                            .text = isKnown ? tr("“%1” was not found.").arg(place.path)
                                            : tr("No source file of this function is known."),
                            .details = candidates.join(QLatin1Char('\n')),
                            .actions = isKnown ? QList<QAction *>{m_locate} : QList<QAction *>()});
}

void SourceController::start(const CodePlace &place, const QString &file)
{
    const QString chosen = m_settings.source().editor;
    const QString command = chosen.isEmpty() ? foundEditors().value(0) : chosen;
    if (command.isEmpty()) {
        m_messages.showMessage({.importance = Importance::Error,
                                .text = tr("No editor was found."),
                                .advice = tr("Its command can be set in Settings, under Source.")});
        return;
    }
    const auto words = editorWords(command, {file, place.line, place.column});
    if (const auto started = words ? startEditor(*words) : model::Result<void>(words.error());
        !started)
        m_messages.showError(started.error());
}

} // namespace ember::app
