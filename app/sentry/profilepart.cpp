// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/profilepart.h"

#include "model/query/secondrecords.h"
#include "views/state/sumsquery.h"
#include "views/state/threadchoice.h"
#include "views/text/durationtext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

QRadioButton *createChoice(const QString &name, const QString &text)
{
    auto *button = new QRadioButton(text);
    button->setObjectName(name);
    return button;
}

std::function<ChunkChoice()> cutter(const model::SpanTable &spans, const model::Selection &part)
{
    return [profile = spans.recorded(), part] { return chooseSelection(profile, part); };
}

// "1.77 s of 20.0 s"
QString lengthText(const model::TimeRange &part, const model::TimeRange &all)
{
    const model::TimeRange inside{std::max(part.start, all.start), std::min(part.end, all.end)};
    return ProfilePartField::tr("%1 of %2", "a length of the whole length")
        .arg(views::durationText(inside.isEmpty() ? model::Nanoseconds() : inside.duration()),
             views::durationText(all.duration()));
}

} // namespace

ProfilePart wholePart(const model::SpanTable &spans, const views::ThreadChoice &threads)
{
    model::Selection all;
    all.threads = model::withoutSecondRecords(*spans.profile());
    const auto count = all.threads.empty() ? threads.all().size() : all.threads.size();
    return {ProfilePartField::tr("The whole profile: %1, %2", "a number of threads, a length")
                .arg(views::threadsText(count),
                     views::durationText(spans.profile()->timeRange().duration())),
            cutter(spans, all)};
}

std::optional<ProfilePart> partOfSelection(const model::SpanTable &spans,
                                           const views::SumsQuery &sums,
                                           const views::ThreadChoice &threads)
{
    auto part = sums.selectedPart();
    if (!part)
        return std::nullopt;
    const auto all = spans.profile()->timeRange();
    const bool isRange = part->range != model::TimeRange::everything();
    const auto count = views::countText(part->threads.size());
    const auto most = static_cast<int>(threads.all().size());
    QString text;
    if (part->threads.empty())
        text = ProfilePartField::tr("The selected range: %1").arg(lengthText(part->range, all));
    else if (isRange)
        text = ProfilePartField::tr("The selected range and %1 of %n thread(s): %2", nullptr, most)
                   .arg(count, lengthText(part->range, all));
    else
        text = ProfilePartField::tr("%1 of %n thread(s): all of %2", nullptr, most)
                   .arg(count, views::durationText(all.duration()));
    if (part->threads.empty()) // samples of second records would count twice in Sentry
        part->threads = model::withoutSecondRecords(*spans.profile());
    return ProfilePart{text, cutter(spans, *part)};
}

ProfilePart partOfChunks(std::size_t chosen, std::size_t all, std::function<ChunkChoice()> choose)
{
    return {ProfilePartField::tr("%1 of %n chunk(s), as selected in their list", nullptr, int(all))
                .arg(views::countText(chosen)),
            std::move(choose)};
}

ProfilePartField::ProfilePartField(ProfilePart whole, std::optional<ProfilePart> selected,
                                   PartUse use)
    : m_whole(std::move(whole)),
      m_selected(std::move(selected)),
      m_use(use),
      m_text(new QLabel),
      m_all(createChoice(QStringLiteral("wholePart"), tr("All"))),
      m_selection(createChoice(QStringLiteral("selectedPart"), tr("Selection")))
{
    m_text->setObjectName(QStringLiteral("partText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addWidget(m_all);
    row->addWidget(m_selection);
    m_all->setVisible(m_selected.has_value());
    m_selection->setVisible(m_selected.has_value());
    (m_selected ? m_selection : m_all)->setChecked(true);
    connect(m_all, &QRadioButton::toggled, this, [this] {
        showText();
        emit changed();
    });
    showText();
}

const ProfilePart &ProfilePartField::chosen() const
{
    return m_selected && !m_all->isChecked() ? *m_selected : m_whole;
}

void ProfilePartField::showText()
{
    const QString text = m_use == PartUse::Saved ? tr("Saved: %1.", "a part of a profile")
                                                 : tr("Sent: %1.", "a part of a profile");
    m_text->setText(text.arg(chosen().text));
}

} // namespace ember::app
