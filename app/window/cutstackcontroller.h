// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "views/jobs/newestjob.h"

#include <QObject>

#include <vector>

class QAction;

namespace ember::views {

class BaselineChoice;

} // namespace ember::views

namespace ember::app {

class CaptureController;

// Shows what is open, and its baseline, with cut stacks as the user wants them: what is read or
// recorded later is made so at once, what is shown already is built again in the background.
class CutStackController : public QObject {
    Q_OBJECT
public:
    CutStackController(Document &document, views::BaselineChoice &baseline, Settings &settings,
                       CaptureController &captures, QAction &action, QObject *parent);

private:
    // All profiles of the document, and, as the last, the baseline or null.
    using AllSpans = std::vector<model::SpanTablePointer>;

    struct Rebuilt {
        AllSpans from;
        AllSpans to;
    };

    void choose(model::CutStacks cutStacks);
    void rebuild();
    AllSpans shown() const;
    void take(const Rebuilt &rebuilt);

    Document &m_document;
    views::BaselineChoice &m_baseline;
    Settings &m_settings;
    CaptureController &m_captures;
    views::NewestJob<Rebuilt> m_job;
};

} // namespace ember::app
