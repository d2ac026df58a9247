// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pacedjob.h"
#include "views/search/searcher.h"
#include "views/source/sourceanswer.h"
#include "views/source/sourceplaces.h"
#include "views/tables/sumspanel.h"

#include <optional>

class QAction;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;

namespace ember::views {

class SourceModel;

// A place in source, as the profile spells it.
struct CodePlace {
    QString path; // empty: not known
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0; // likewise

    friend bool operator==(const CodePlace &, const CodePlace &) = default;
};

CodePlace placeOf(const model::Profile &profile, model::FrameIndex frame);

// The source file of the function pointed at last, and what the selection spent at each of its
// lines. Found, read and weighed off the UI thread.
class SourcePanel : public SumsPanel {
    Q_OBJECT
public:
    explicit SourcePanel(ViewState &state, QWidget *parent = nullptr);

    // Where to look for files.
    void setPlaces(const SourcePlaces &places);
    // As a button above the lines; not owned.
    void addTool(QAction *action);

    // The line that is chosen; none: there is no source.
    std::optional<CodePlace> place() const;
    const SourceAnswer &answer() const;

public slots:
    // To the next line where much was spent.
    void stepToHotLine(ember::views::Direction direction);

signals:
    // The reader knows where that file of the profile is.
    void locateRequested(const QString &recordedPath);
    // A line was double-clicked.
    void placeActivated();

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    void createView();
    QWidget *createTitleLine();
    QWidget *createNoticeLine();
    PacedJob<SourceAnswer>::Work question();
    void showAnswer(SourceAnswer answer);
    void showTexts();
    void fitColumns();
    void goTo(int row);

    SourceModel *m_model;
    QTableView *m_view;
    QLabel *m_title;
    QHBoxLayout *m_tools;
    QLabel *m_notice;
    QPushButton *m_locate;
    QWidget *m_noticeLine;
    SourcePlaces m_places;
    model::FrameIndex m_function; // whose lines were gone to
    PacedJob<SourceAnswer> m_job;
};

} // namespace ember::views
