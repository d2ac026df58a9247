// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/profile/profile.h"
#include "views/state/openprofile.h"
#include "views/widgets/propertyview.h"

#include <QWidget>

#include <vector>

class QTimer;

namespace ember::views {

class PropertyView;

// Everything a profile says about itself, as groups of named values. Pure.
std::vector<PropertyNode> profileProperties(const model::Profile &profile,
                                            const std::vector<model::Finding> &findings);

// How long the profile is, how much it has, and how regular it is.
PropertyNode profileGroup(const model::Profile &profile);

// How the capture went, and what it cost the program; without children where it was none.
PropertyNode captureGroup(const model::Profile &profile);

// All that is known about the profile beside samples: processes, sources with every member of
// their metadata, images with symbol state, rate and jitter as observed, capture statistics,
// findings.
class PropertiesPanel : public QWidget {
    Q_OBJECT
public:
    explicit PropertiesPanel(const OpenProfile &profile, QWidget *parent = nullptr);

    void setFindings(std::vector<model::Finding> findings);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void schedule();
    void rebuild();

    const OpenProfile &m_profile;
    std::vector<model::Finding> m_findings;
    PropertyView *m_tree;
    QTimer *m_delay; // a growing capture is shown twice a second
};

} // namespace ember::views
