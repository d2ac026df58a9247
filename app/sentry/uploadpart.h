// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

class QLabel;
class QRadioButton;

namespace ember::views {
class SumsQuery;
class ThreadChoice;
} // namespace ember::views

namespace ember::app {

// A part of the open profile that is sent, or saved for Sentry.
struct UploadPart {
    QString text; // "The selected range and 1 of 19 threads: 1.77 s of 20.0 s"
    std::function<ChunkChoice()> choose; // cuts it; for background threads
};

// All of the open profile but what was recorded twice.
UploadPart wholePart(const model::SpanTable &spans, const views::ThreadChoice &threads);
// The part of it that the user has selected: see SumsQuery::selectedPart(). Nothing if that is all.
// Leaves out what was recorded twice, too, unless threads are chosen.
std::optional<UploadPart> partOfSelection(const model::SpanTable &spans,
                                          const views::SumsQuery &sums,
                                          const views::ThreadChoice &threads);
// The chosen chunks of its list.
UploadPart partOfChunks(std::size_t chosen, std::size_t all, std::function<ChunkChoice()> choose);

enum class PartUse : std::uint8_t { Sent, Saved };

// Says which part of a profile is sent or saved, and lets the user choose between all and the
// selection if there is one, which it is unless the user chooses all.
class UploadPartField : public QWidget {
    Q_OBJECT
public:
    UploadPartField(UploadPart whole, std::optional<UploadPart> selected,
                    PartUse use = PartUse::Sent);

    const std::function<ChunkChoice()> &choose() const { return chosen().choose; }

signals:
    void changed();

private:
    const UploadPart &chosen() const;
    void showText();

    UploadPart m_whole;
    std::optional<UploadPart> m_selected;
    PartUse m_use;
    QLabel *m_text;
    QRadioButton *m_all;
    QRadioButton *m_selection;
};

} // namespace ember::app
