// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

#include <memory>

// References the resources of a static library, which the linker would drop. Not in a namespace: Qt
// declares a global function.
static void initTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace ember::app {

namespace {

void install(std::unique_ptr<QTranslator> translator)
{
    if (QCoreApplication::installTranslator(translator.get()))
        translator.release()->setParent(QCoreApplication::instance());
}

void install(const QLocale &locale, const QString &catalogue, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(locale, catalogue, QStringLiteral("_"), folder))
        install(std::move(translator));
}

// Installs the English catalogue, which has the plural forms, as the fallback of every language.
void installEnglish()
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(QStringLiteral(":/translations/emberchart_en.qm")))
        install(std::move(translator));
}

} // namespace

void installLanguage(const QLocale &locale)
{
    initTranslations();
    installEnglish();
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, QStringLiteral("emberchart"), QStringLiteral(":/translations"));
}

} // namespace ember::app
