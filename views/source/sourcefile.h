// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/source/sourceplaces.h"
#include "views/source/sourcetext.h"

#include <QDateTime>
#include <QString>

#include <memory>

namespace ember::views {

// What a source file is compared with, to tell whether its lines are still those of the profile.
struct SourceAge {
    QDateTime recorded; // when the profile was; not valid: not known
    QString binary; // the program that was compiled of it; empty: none, or not known
};

SourceAge sourceAge(const model::Profile &profile, model::FrameIndex frame);

// The source file of a function, as far as it could be read.
struct SourceFile {
    enum class State : std::uint8_t {
        Unknown, // the profile names none
        Missing, // it is at none of the places it was looked for
        Read,
        Binary, // is no text
        TooBig,
        Unreadable,
    };
    // By the times of the files.
    enum class Changed : std::uint8_t { NotKnown, SinceProfile, SinceBinary };

    State state = State::Unknown;
    Changed changed = Changed::NotKnown;
    QString recorded; // path in the profile
    QStringList candidates; // where it was looked for
    QString path; // where it is
    QString reason; // why it is unreadable, in the system's words
    qint64 size = 0;
    QDateTime modified;
    SourceText text;

    static constexpr qint64 largestSize = 256LL << 20;
};

using SourceFilePointer = std::shared_ptr<const SourceFile>;

// Finds and reads it; `known` again if that is the same file, unchanged. Takes as long as the disk:
// not for the UI thread.
SourceFilePointer readSource(const QString &recorded, const SourcePlaces &places,
                             const SourceAge &age, const SourceFilePointer &known);

} // namespace ember::views
