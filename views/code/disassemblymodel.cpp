// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/disassemblymodel.h"

#include "model/answers/hotfunctions.h"
#include "views/text/durationtext.h"

#include <QFileInfo>
#include <QFont>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Numbers the groups of places whose weights are added up: those of a row of the listing, or of one
// reason for missing code.
class Groups {
public:
    Groups(const Listing &listing, CodeFault withoutAddress)
        : m_listing(listing),
          m_withoutAddress(withoutAddress)
    {
    }

    std::size_t add(const CodePosition &position)
    {
        if (position.fault == CodeFault::None)
            return numberOf(m_rows, m_listing.rowOf[position.block][position.instruction]);
        const auto fault =
            position.fault == CodeFault::NoAddress ? m_withoutAddress : position.fault;
        return numberOf(m_missing, std::pair(fault, position.binary));
    }

    std::size_t count() const { return m_count; }

    void tell(const std::vector<InstructionWeight> &weights, DisassemblyAnswer &answer) const
    {
        for (const auto &[row, number] : m_rows)
            answer.rows.push_back({row, weights[number]});
        for (const auto &[why, number] : m_missing)
            answer.missing.push_back({why.first, why.second, weights[number]});
    }

private:
    template<typename Key>
    std::size_t numberOf(std::map<Key, std::size_t> &numbers, const Key &key)
    {
        const auto [entry, isNew] = numbers.try_emplace(key, m_count);
        m_count += isNew ? 1 : 0;
        return entry->second;
    }

    const Listing &m_listing;
    CodeFault m_withoutAddress;
    std::map<std::uint32_t, std::size_t> m_rows;
    std::map<std::pair<CodeFault, std::string>, std::size_t> m_missing;
    std::size_t m_count = 0;
};

std::pair<double, double> amounts(const CallWeights &calls, const InstructionWeight &weight)
{
    return {calls.amount(weight.total), calls.amount(weight.self)};
}

// Returns the row with the largest total, not self: a reader of a function that mostly calls others
// does not look for its one own sample.
std::optional<std::size_t> hottest(const DisassemblyAnswer &answer)
{
    const auto found = std::ranges::max_element(
        answer.rows, {}, [&](const RowWeight &row) { return amounts(*answer.calls, row.weight); });
    return found == answer.rows.end() ? std::nullopt : std::optional(found->row);
}

void append(std::vector<InstructionPlace> &places, const std::vector<InstructionPlace> &more)
{
    std::set<std::pair<ImageIndex, std::uint64_t>> known;
    for (const InstructionPlace &place : places)
        known.emplace(place.image, place.address);
    for (const InstructionPlace &place : more) {
        if (known.emplace(place.image, place.address).second)
            places.push_back(place);
    }
}

// Returns the hottest function with a sample at an instruction whose binary is there; invalid if
// there is none. System code is considered only if the selection has hardly any other.
FrameIndex hottestWithCode(const DisassemblyQuestion &question)
{
    constexpr std::size_t looked = 20;
    const Profile &profile = *question.profile;
    if (profile.tables().images.isEmpty())
        return {};
    const auto calls = question.weigher->weigh(question.profile, question.selection);
    for (const HotFunction &function :
         hotFunctions(profile, looked, question.selection).together.functions) {
        const InstructionVisits visits(*calls, function.frame, *question.sums);
        const MachineCode code = question.code->codeAt(profile, visits.places());
        const bool isThere = std::ranges::any_of(code.positions, [](const CodePosition &position) {
            return position.fault == CodeFault::None;
        });
        if (isThere)
            return function.frame;
    }
    return {};
}

} // namespace

DisassemblyAnswer answer(const DisassemblyQuestion &asked)
{
    DisassemblyQuestion question = asked;
    if (!question.frame.isValid())
        question.frame = hottestWithCode(question);
    DisassemblyAnswer result;
    result.frame = question.frame;
    if (!question.frame.isValid())
        return result;
    const Profile &profile = *question.profile;
    result.calls = question.weigher->weigh(question.profile, question.selection);
    const InstructionVisits visits(*result.calls, question.frame, *question.sums);
    result.places = visits.places();
    append(result.places, question.knownPlaces);
    if (result.places.empty()) { // not in the selection: the function is shown all the same
        const auto all = question.weigher->weigh(question.profile, {});
        result.places = InstructionVisits(*all, question.frame).places();
    }
    MachineCode code = question.code->codeAt(profile, result.places);
    result.listing = listingOf(std::move(code.blocks), question.places,
                               sourceAge(profile, question.frame), question.known);

    const bool isStartKnown = profile.frame(question.frame).address.has_value();
    Groups groups(*result.listing, isStartKnown ? CodeFault::OnlyStart : CodeFault::NoAddress);
    std::vector<std::size_t> groupOf;
    for (std::size_t place = 0; place < visits.places().size(); ++place)
        groupOf.push_back(groups.add(code.positions[place]));
    groups.tell(visits.weigh(groupOf, groups.count()), result);
    std::ranges::stable_sort(
        result.missing, std::ranges::greater{},
        [&](const MissingCode &missing) { return amounts(*result.calls, missing.weight); });
    result.hottestRow = hottest(result);
    return result;
}

namespace {

QString instructionAddressText(std::uint64_t address)
{
    return QStringLiteral("0x") + QString::number(address, 16);
}

} // namespace

DisassemblyModel::DisassemblyModel(const ViewAppearance &appearance, QObject *parent)
    : CodeModel({{{tr("Address"), tr("In the binary's file")},
                  {tr("Self"), tr("What was spent at the instruction itself")},
                  {tr("Total"), tr("With all that is called from it, once per stack")},
                  {tr("Instruction"), {}}}},
                parent),
      m_appearance(appearance)
{
}

void DisassemblyModel::setAnswer(DisassemblyAnswer answer)
{
    const bool isSameListing = answer.listing && answer.listing == m_answer.listing;
    if (!isSameListing)
        beginResetModel();
    m_answer = std::move(answer);
    forgetMost();
    for (const RowWeight &row : m_answer.rows)
        takeLarger(*m_answer.calls, row.weight.self, row.weight.total);
    if (!isSameListing) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, Self), index(rowCount() - 1, Total));
    }
}

std::vector<int> DisassemblyModel::hotRows() const
{
    std::vector<int> rows;
    for (const RowWeight &weight : m_answer.rows) {
        if (isHot(*m_answer.calls, weight.weight.total))
            rows.push_back(static_cast<int>(weight.row));
    }
    return rows;
}

int DisassemblyModel::targetOf(int row) const
{
    const auto target = m_answer.listing->targetOf(static_cast<std::size_t>(row));
    return target ? static_cast<int>(*target) : -1;
}

int DisassemblyModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_answer.listing ? 0
                                                 : static_cast<int>(m_answer.listing->rows.size());
}

const InstructionWeight *DisassemblyModel::weightAt(std::size_t row) const
{
    const auto found = std::ranges::lower_bound(m_answer.rows, row, {}, &RowWeight::row);
    return found != m_answer.rows.end() && found->row == row ? &found->weight : nullptr;
}

QString DisassemblyModel::textAt(std::size_t row) const
{
    const Listing &listing = *m_answer.listing;
    switch (listing.rows[row].kind) {
    case Listing::RowKind::Instruction: return listing.instructionText(row);
    case Listing::RowKind::Line:
        return listing.lineAt(row)->line == 0 ? tr("At no known line") : listing.lineText(row);
    case Listing::RowKind::Block: break;
    }
    const CodeBlock &block = listing.blockAt(row);
    const QString name =
        block.name.empty() ? instructionAddressText(block.start) : fromUtf8(block.name);
    return QStringLiteral("%1  ·  %2").arg(name, QFileInfo(fromUtf8(block.binary)).fileName());
}

QVariant DisassemblyModel::look(std::size_t row, int role) const
{
    const auto kind = m_answer.listing->rows[row].kind;
    if (role == Qt::ForegroundRole && kind == Listing::RowKind::Line)
        return m_appearance.theme().mutedText;
    if (role == Qt::FontRole && kind == Listing::RowKind::Block) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant DisassemblyModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::TextAlignmentRole)
        return int(
            (index.column() == Self || index.column() == Total ? Qt::AlignRight : Qt::AlignLeft)
            | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole || role == Qt::FontRole)
        return look(row, role);
    if (role == Qt::DisplayRole && index.column() == Text)
        return textAt(row);
    if (role == Qt::DisplayRole && index.column() == Place) {
        const Instruction *instruction = m_answer.listing->instructionAt(row);
        return instruction ? instructionAddressText(instruction->address) : QString();
    }
    const InstructionWeight *weight = weightAt(row);
    if (!weight)
        return {};
    if (role == Qt::ToolTipRole)
        return withShares(tr("Instruction at %1\nitself %2 of the selection, in %3\nwith what it "
                             "calls %4, in %5"),
                          *m_answer.calls,
                          instructionAddressText(m_answer.listing->instructionAt(row)->address),
                          weight->self, weight->total);
    return figure(*m_answer.calls, index.column(), weight->self, weight->total, role);
}

} // namespace ember::views
