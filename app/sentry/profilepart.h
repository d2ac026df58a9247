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
struct ProfilePart {
    QString text; // "The selected range and 1 of 19 threads: 1.77 s of 20.0 s"
    std::function<ChunkChoice()> choose; // cuts the part; for background threads
};

// Returns the whole open profile, without second records.
ProfilePart wholePart(const model::SpanTable &spans, const views::ThreadChoice &threads);
// Returns the part that the user has selected (SumsQuery::selectedPart()); nullopt if that is the
// whole profile. Leaves out second records, too, unless threads are chosen.
std::optional<ProfilePart> partOfSelection(const model::SpanTable &spans,
                                           const views::SumsQuery &sums,
                                           const views::ThreadChoice &threads);
// The chunks that the user has selected in the list of chunks. `chosen`, `all`: how many are
// selected, and how many there are, for the text; `choose` cuts them, in the background.
ProfilePart partOfChunks(std::size_t chosen, std::size_t all, std::function<ChunkChoice()> choose);

enum class PartUse : std::uint8_t { Sent, Saved };

// Says which part of a profile is sent or saved. If there is a selection, lets the user choose
// between it, which is the default, and all.
class ProfilePartField : public QWidget {
    Q_OBJECT
public:
    ProfilePartField(ProfilePart whole, std::optional<ProfilePart> selected, PartUse use);

    const std::function<ChunkChoice()> &choose() const { return chosen().choose; }

signals:
    void changed();

private:
    const ProfilePart &chosen() const;
    void showText();

    ProfilePart m_whole;
    std::optional<ProfilePart> m_selected;
    PartUse m_use;
    QLabel *m_text;
    QRadioButton *m_all;
    QRadioButton *m_selection;
};

} // namespace ember::app
