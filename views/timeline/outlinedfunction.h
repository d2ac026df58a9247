// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>

namespace ember::views {

class OpenProfile;
class ViewSelection;

// Outlines the calls of one function in two profiles: of the call under the pointer, otherwise of
// the function pointed at last, in either profile. Pointing at a function in one profile sets it in
// the other as well. Both sides must outlive it.
class OutlinedFunction : public QObject {
    Q_OBJECT
public:
    // One of the two profiles, with what is selected in it.
    struct Side {
        const OpenProfile &profile;
        ViewSelection &selection;
    };

    OutlinedFunction(const Side &open, const Side &other);
    ~OutlinedFunction() override; // clears the outline of `open`, which lives on

    // The name of the outlined function; empty if there is none.
    QString name() const;

signals:
    void changed();

private:
    void connectTo(const Side &side, const Side &partner);
    void pointAt(const Side &side, const Side &partner);
    void outline();

    const Side m_open;
    const Side m_other;
    std::string m_pointed; // model::sharedIdentity(); empty: nothing
    std::string m_outlined;
    bool m_isTelling = false;
};

} // namespace ember::views
