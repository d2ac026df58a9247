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

// Returns all information about a profile as groups of named values. Pure.
std::vector<PropertyNode> profileProperties(const model::Profile &profile,
                                            const std::vector<model::Finding> &findings);

// Returns the profile's length, its numbers of items, and how regular its samples are.
PropertyNode profileGroup(const model::Profile &profile);

// Returns how the capture went and what it cost the program; without children if the profile is no
// capture.
PropertyNode captureGroup(const model::Profile &profile);

// Shows all information about the profile beside its samples: processes, sources with every member
// of their metadata, images with symbol state, observed rate and jitter, capture statistics,
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
    QTimer *m_delay; // limits updates to two a second for a growing capture
};

} // namespace ember::views
