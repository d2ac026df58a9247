// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "views/jobs/newestjob.h"

#include <QObject>

#include <vector>

namespace ember::views {

class BaselineChoice;

} // namespace ember::views

namespace ember::app {

class CaptureController;

// Applies the user's choice of how cut stacks and interpreters are shown to the open profiles and
// the baseline: profiles that are read or recorded later have it from the start, those already
// shown are rebuilt in the background.
class StackController : public QObject {
    Q_OBJECT
public:
    StackController(Document &document, views::BaselineChoice &baseline, Settings &settings,
                    CaptureController &captures, QObject *parent);

    bool areBridged() const; // cut stacks have callers of neighbouring samples
    void setBridged(bool areBridged);
    bool areInterpretersShown() const; // whether interpreters' own functions are shown
    void setInterpretersShown(bool areShown);

private:
    // All profiles of the document and, as the last one, the baseline or null.
    using AllSpans = std::vector<model::SpanTablePointer>;

    struct Rebuilt {
        AllSpans from;
        AllSpans to;
    };

    void choose(const model::StackChoice &stacks);
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
