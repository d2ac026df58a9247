// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>

namespace ember::views {

class ViewState;

// Outlines, in two profiles, the calls of one function: of the call under the pointer, else of what
// the reader has pointed at last, in whichever of the two. Whoever points in one has pointed at the
// same function in the other. The states must outlive it.
class OutlinedFunction : public QObject {
    Q_OBJECT
public:
    OutlinedFunction(ViewState &open, ViewState &other);
    ~OutlinedFunction() override; // of `open`, which goes on

    // Empty: none.
    QString name() const;

signals:
    void changed();

private:
    void connectTo(ViewState &state, ViewState &partner);
    void pointAt(const ViewState &state, ViewState &partner);
    void outline();

    ViewState &m_open;
    ViewState &m_other;
    std::string m_pointed; // model::sharedIdentity(); empty: nothing
    std::string m_outlined;
    bool m_isTelling = false;
};

} // namespace ember::views
