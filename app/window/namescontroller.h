// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/session/renaming.h"
#include "app/symbols/symbolsdialog.h"
#include "model/query/namelesstime.h"
#include "views/jobs/newestjob.h"

#include <QObject>
#include <QPointer>

#include <optional>
#include <stop_token>
#include <vector>

class QToolButton;

namespace ember::views {
class ElidedLabel;
} // namespace ember::views

namespace ember::app {

class CaptureController;
class Settings;
class SymbolsDialog;

// Tells how much of the shown profile has no names, and gets names: from debuginfod servers once
// the user agrees, or from a folder. Renames the open profiles; a capture of the library keeps the
// names. A capture that is being recorded is looked at when it is complete. Lives in the UI thread.
class NamesController : public QObject {
    Q_OBJECT
public:
    NamesController(Document &document, Settings &settings, CaptureController &captures,
                    QWidget &window);
    ~NamesController() override;

    // "31 % of running time has no names: libQt6Core, … [Get Symbols…]", for the status line, which
    // owns the widget. Hidden if the share is small.
    QWidget *status() { return m_status; }

    // Shows which names are missing. `binary` is listed in any case, as it may lack only lines.
    void open(std::optional<model::ImageIndex> binary = std::nullopt);

signals:
    void renamed(); // functions of the document have got names

private:
    struct Measured {
        model::SpanTablePointer spans;
        model::NamelessTime time;
    };

    struct Listed {
        model::SpanTablePointer spans;
        std::vector<NamelessBinary> binaries;
    };

    void measure();
    void take(const Measured &measured);
    void showStatus();
    void list();
    void show(const Listed &listed);
    void rename(const std::vector<BinaryKey> &binaries, AskDebugServers servers);
    void start(const RenameRequest &request);
    void finish(const RenameRequest &request, const RenamedProfiles &renamed);

    Document &m_document;
    Settings &m_settings;
    CaptureController &m_captures;
    QWidget &m_window;
    QWidget *m_status;
    views::ElidedLabel *m_text;
    QPointer<SymbolsDialog> m_dialog;
    Measured m_measured; // of the shown profile; no spans: not known yet
    std::optional<BinaryKey> m_wanted; // listed although its functions may have names
    std::stop_source m_stop; // of the look-up
    bool m_isWorking = false;
    views::NewestJob<Measured> m_measuring;
    views::NewestJob<Listed> m_listing;
};

} // namespace ember::app
