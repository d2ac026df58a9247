// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/codepanel.h"
#include "views/code/sourcemodel.h"
#include "views/code/sourceplaces.h"
#include "views/jobs/pacedjob.h"

#include <QString>

#include <optional>

class QLabel;
class QPushButton;

namespace ember::views {

class SourceModel;

// Returns notes on the lines shown: why there are none, or not those of the file; that they may be
// of another version; what is missing. Empty if there is nothing to note. Plain text.
QString sourceNotice(const SourceModel &model);

// A place in source, spelled as in the profile.
struct CodePlace {
    QString path; // empty: not known
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0; // 0: not known

    friend bool operator==(const CodePlace &, const CodePlace &) = default;
};

CodePlace placeOf(const model::Profile &profile, model::FrameIndex frame);

// The source file of the function pointed at last, with the selection's weight of each line; until
// there is one, of the hottest function that has source. Found, read and weighed off the UI thread.
class SourcePanel : public CodePanel {
    Q_OBJECT
public:
    explicit SourcePanel(ViewState &state, QWidget *parent = nullptr);

    // Sets the places to look for files.
    void setPlaces(const SourcePlaces &places);

    // The chosen line; empty if there is no source.
    std::optional<CodePlace> place() const;
    const SourceAnswer &answer() const;

signals:
    // The user wants to locate this file of the profile.
    void locateRequested(const QString &recordedPath);
    // The user wants debug info of the binary of a function that has no source file.
    void symbolsRequested(ember::model::ImageIndex binary);
    // A line was double-clicked.
    void placeActivated();

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    SourcePanel(ViewState &state, SourceModel &model, QWidget *parent);

    QWidget *createNoticeLine();
    PacedJob<SourceAnswer>::Work question();
    void showAnswer(SourceAnswer answer);
    void showTexts();
    // The binary of the function shown; invalid: not known.
    model::ImageIndex binary() const;

    SourceModel &m_model;
    QLabel *m_notice;
    QPushButton *m_locate;
    QPushButton *m_getSymbols;
    QWidget *m_noticeLine;
    SourcePlaces m_places;
    model::FrameIndex m_function; // whose hottest line was scrolled to
    PacedJob<SourceAnswer> m_job;
};

} // namespace ember::views
