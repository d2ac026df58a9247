// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace ember::app {

enum class UnsavedChoice { SaveAs, Keep, Discard, Cancel };
enum class StillRecording { No, Yes };

// Asks what is to become of a capture nobody has saved. Returns at once; `answer` is called later,
// from the event loop. Escape is Cancel.
void askAboutUnsaved(QWidget *parent, const QString &title, StillRecording recording,
                     std::function<void(UnsavedChoice)> answer);

} // namespace ember::app
