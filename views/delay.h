// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <algorithm>
#include <vector>

namespace ember::views {

// The pause a view makes before it computes what it will show. Whoever wants to see all that is to
// be shown asks whether one runs. UI thread.
class Delay : public QTimer {
public:
    Delay()
    {
        setSingleShot(true);
        all().push_back(this);
    }

    ~Delay() override { std::erase(all(), this); }

    static bool isAnyRunning() { return std::ranges::any_of(all(), &QTimer::isActive); }

private:
    static std::vector<Delay *> &all()
    {
        static std::vector<Delay *> delays;
        return delays;
    }
};

} // namespace ember::views
