// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/sourcemodel.h"

#include "model/answers/hotfunctions.h"
#include "views/code/sourcefile.h"
#include "views/text/durationtext.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Returns the line with the largest total, not self: a reader of a function that mostly calls
// others does not look for its one own sample.
std::uint32_t hottest(const CallWeights &calls, const std::vector<LineWeight> &lines)
{
    std::uint32_t line = 0;
    std::pair<double, double> most;
    for (const LineWeight &weight : lines) {
        const std::pair amount{calls.amount(weight.total), calls.amount(weight.self)};
        if (weight.line == 0 || (line != 0 && amount <= most))
            continue;
        line = weight.line;
        most = amount;
    }
    return line;
}

SourceFilePointer fileOf(const SourceQuestion &question, FrameIndex frame)
{
    const Profile &profile = *question.profile;
    return readSource(fromUtf8(profile.text(sourcePath(profile, frame))), question.places,
                      sourceAge(profile, frame), question.known);
}

// Sets the question's function: the hottest whose file can be read, else the hottest that names a
// file, else none. System code is considered only if the selection has hardly any other.
void askForHottest(SourceQuestion &question)
{
    constexpr std::size_t looked = 20;
    const Profile &profile = *question.profile;
    for (const HotFunction &function :
         hotFunctions(profile, looked, question.selection).together.functions) {
        if (profile.text(sourcePath(profile, function.frame)).empty())
            continue;
        auto file = fileOf(question, function.frame);
        const bool isRead = file->state == SourceFile::State::Read;
        if (isRead || !question.frame.isValid())
            question.frame = function.frame;
        if (isRead) {
            question.known = std::move(file);
            return;
        }
    }
}

} // namespace

SourceAnswer answer(const SourceQuestion &asked)
{
    SourceQuestion question = asked;
    if (!question.frame.isValid())
        askForHottest(question);
    SourceAnswer result;
    result.frame = question.frame;
    if (!question.frame.isValid())
        return result;
    const Profile &profile = *question.profile;
    result.file = fileOf(question, question.frame);
    if (result.file->state == SourceFile::State::Unknown)
        return result;
    result.calls = question.weigher->weigh(question.profile, question.selection);
    result.lines = lineWeights(*result.calls, question.frame, LinesOf::File);
    result.hottestLine =
        hottest(*result.calls, lineWeights(*result.calls, question.frame, LinesOf::Function));
    if (result.file->state == SourceFile::State::Read) {
        result.text = std::shared_ptr<const SourceText>(result.file, &result.file->text);
        result.syntax = result.file->syntax;
        return result;
    }
    auto known = contextLines(profile, question.frame);
    result.hasContext = !known.empty();
    for (const LineWeight &weight : result.lines) {
        if (weight.line != 0)
            known.try_emplace(weight.line);
    }
    result.text = std::make_shared<SourceText>(SourceText::ofLines(known));
    result.syntax =
        std::make_shared<Syntax>(Syntax::languageOf(result.file->recorded), *result.text);
    return result;
}

SourceModel::SourceModel(QObject *parent)
    : CodeModel({{{tr("Line"), {}},
                  {tr("Self"), tr("What the line spent itself")},
                  {tr("Total"), tr("With all that is called from it, once per stack")},
                  {tr("Source"), {}}}},
                parent)
{
}

void SourceModel::setAnswer(SourceAnswer answer)
{
    const bool isSameText = answer.text && answer.text == m_answer.text;
    if (!isSameText)
        beginResetModel();
    m_answer = std::move(answer);
    forgetMost();
    m_atNoLine = {};
    m_firstBehindEnd = 0;
    for (const LineWeight &weight : m_answer.lines) {
        if (weight.line == 0) {
            m_atNoLine = weight.total;
            continue;
        }
        takeLarger(*m_answer.calls, weight.self, weight.total);
        if (m_firstBehindEnd == 0 && rowOf(weight.line) < 0)
            m_firstBehindEnd = weight.line;
    }
    if (!isSameText)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, Self), index(rowCount() - 1, Total));
}

std::uint32_t SourceModel::lineAt(int row) const
{
    return m_answer.text->lineAt(static_cast<std::size_t>(row));
}

std::vector<SyntaxPart> SourceModel::syntaxAt(int row) const
{
    return m_answer.syntax && m_answer.text
        ? m_answer.syntax->partsOf(*m_answer.text, static_cast<std::size_t>(row))
        : std::vector<SyntaxPart>();
}

int SourceModel::rowOf(std::uint32_t line) const
{
    const auto row = m_answer.text ? m_answer.text->rowOf(line) : std::nullopt;
    return row ? static_cast<int>(*row) : -1;
}

std::vector<int> SourceModel::hotRows() const
{
    std::vector<int> rows;
    for (const LineWeight &weight : m_answer.lines) {
        const bool isHotLine = weight.line != 0 && isHot(*m_answer.calls, weight.total);
        if (const int place = isHotLine ? rowOf(weight.line) : -1; place >= 0)
            rows.push_back(place);
    }
    return rows;
}

int SourceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_answer.text ? 0 : static_cast<int>(m_answer.text->rowCount());
}

const LineWeight *SourceModel::weightAt(int row) const
{
    const auto found = std::ranges::lower_bound(m_answer.lines, lineAt(row), {}, &LineWeight::line);
    return found != m_answer.lines.end() && found->line == lineAt(row) ? &*found : nullptr;
}

QVariant SourceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole && index.column() == Place)
        return lineAt(index.row());
    if (role == Qt::DisplayRole && index.column() == Text)
        return m_answer.text->textAt(static_cast<std::size_t>(index.row()));
    const LineWeight *weight = weightAt(index.row());
    if (!weight)
        return {};
    if (role == Qt::ToolTipRole)
        return withShares(
            tr("Line %1\nitself %2 of the selection, in %3\nwith what it calls %4, in %5"),
            *m_answer.calls, QString::number(weight->line), weight->self, weight->total);
    return figure(*m_answer.calls, index.column(), weight->self, weight->total, role);
}

} // namespace ember::views
