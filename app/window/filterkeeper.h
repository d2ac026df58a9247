// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace ember::views {
class FilterStack;
} // namespace ember::views

namespace ember::app {

class Document;
class Settings;

// Files that are opened again have the filters they were left with.
class FilterKeeper : public QObject {
    Q_OBJECT
public:
    // Made behind whoever shows the document: a profile begins without filters.
    FilterKeeper(const Document &document, views::FilterStack &filters, Settings &settings,
                 QObject *parent);

private:
    void restore();
    void keep();
    QString key() const; // "": there is nothing to keep them for

    const Document &m_document;
    views::FilterStack &m_filters;
    Settings &m_settings;
};

} // namespace ember::app
