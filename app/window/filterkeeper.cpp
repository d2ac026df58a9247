// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filterkeeper.h"

#include "app/session/document.h"
#include "app/settings/settings.h"
#include "views/filters/filterwords.h"

#include <QFileInfo>

namespace ember::app {

FilterKeeper::FilterKeeper(const Document &document, views::FilterStack &filters,
                           Settings &settings, QObject *parent)
    : QObject(parent),
      m_document(document),
      m_filters(filters),
      m_settings(settings)
{
    connect(&document, &Document::opened, this, &FilterKeeper::restore);
    connect(&filters, &views::FilterStack::changed, this, &FilterKeeper::keep);
}

// Several files are something else than each of them.
QString FilterKeeper::key() const
{
    QStringList paths;
    for (const QString &path : m_document.paths())
        paths << QFileInfo(path).absoluteFilePath();
    return m_document.spans() ? paths.join(QLatin1Char('\n')) : QString();
}

void FilterKeeper::restore()
{
    if (const QString known = key(); !known.isEmpty())
        m_filters.restore(views::filtersOf(m_settings.filters().of(known)));
}

void FilterKeeper::keep()
{
    const QString known = key();
    if (known.isEmpty())
        return;
    FilterSettings settings = m_settings.filters();
    settings.set(known, views::filterWords(m_filters.now()));
    m_settings.setFilters(settings);
}

} // namespace ember::app
