// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/attachdialog.h"

#include "app/look/appearance.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::app {

namespace {

bool isSame(const RunningProcess &one, const RunningProcess &other)
{
    return one.pid == other.pid && one.startedTicks == other.startedTicks;
}

double percentOf(std::chrono::milliseconds cpu, std::chrono::milliseconds wall)
{
    return wall.count() > 0 ? 100.0 * double(cpu.count()) / double(wall.count()) : 0;
}

constexpr std::chrono::milliseconds refreshInterval{2000};
constexpr std::chrono::milliseconds firstInterval{300};
constexpr QSize attachDialogSize(820, 560);

// Shows the rows that have the text in any of their cells.
class ProcessFilter : public QSortFilterProxyModel {
public:
    explicit ProcessFilter(QObject *parent) : QSortFilterProxyModel(parent)
    {
        setSortRole(ProcessModel::sortRole);
        setFilterKeyColumn(-1);
        setFilterCaseSensitivity(Qt::CaseInsensitive);
    }
};

QString refusalText(AttachRefusal refusal)
{
    switch (refusal) {
    case AttachRefusal::None: return {};
    case AttachRefusal::OtherUser:
        return AttachDialog::tr("It belongs to another user. Only root may record it.");
    case AttachRefusal::NotDumpable:
        return AttachDialog::tr("It has changed its rights, or asked not to be looked into. Only "
                                "root may record it.");
    case AttachRefusal::AlreadyTraced:
        return AttachDialog::tr("A debugger or another recorder has it already; a process has one "
                                "tracer at most.");
    case AttachRefusal::PtraceScope:
        return AttachDialog::tr("This system lets programs be recorded only if they are launched "
                                "here (ptrace_scope). Launch it instead, or allow it until the "
                                "next start with: sudo sysctl kernel.yama.ptrace_scope=0");
    }
    return {};
}

} // namespace

void ProcessModel::update(std::vector<RunningProcess> processes,
                          std::chrono::milliseconds sinceLast)
{
    removeEnded(processes);
    for (RunningProcess &process : processes) {
        const auto known = std::ranges::find_if(
            m_rows, [&](const Row &row) { return isSame(row.process, process); });
        if (known != m_rows.end()) {
            known->cpuPercent = percentOf(process.cpuTime - known->process.cpuTime, sinceLast);
            known->process = std::move(process);
            continue;
        }
        const auto row = static_cast<int>(m_rows.size());
        beginInsertRows({}, row, row);
        m_rows.push_back({std::move(process)});
        endInsertRows();
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ProcessModel::removeEnded(const std::vector<RunningProcess> &processes)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const bool isThere = std::ranges::any_of(processes, [&](const RunningProcess &process) {
            return isSame(process, this->process(row));
        });
        if (isThere)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

int ProcessModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProcessModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProcessModel::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows.at(std::size_t(index.row()));
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case sortRole: return sortKey(row, column);
    case Qt::ToolTipRole: return row.process.commandLine;
    case Qt::TextAlignmentRole:
        return int(column == Pid || column == Threads || column == Cpu
                       ? Qt::AlignRight | Qt::AlignVCenter
                       : Qt::AlignLeft | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant ProcessModel::text(const Row &row, int column) const
{
    switch (column) {
    case Name: return row.process.name;
    case Pid: return QString::number(row.process.pid);
    case User: return row.process.user;
    case Threads: return QLocale().toString(row.process.threads);
    case Cpu: return tr("%1 %", "percent").arg(QLocale().toString(row.cpuPercent, 'f', 0));
    case Command: return row.process.commandLine.simplified(); // in one line
    default: return {};
    }
}

QVariant ProcessModel::sortKey(const Row &row, int column) const
{
    switch (column) {
    case Name:
        return QString(QLatin1Char(row.process.isOwn ? '0' : '1') % row.process.name.toLower());
    case Pid: return row.process.pid;
    case Threads: return row.process.threads;
    case Cpu: return row.cpuPercent;
    default: return text(row, column);
    }
}

QVariant ProcessModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Pid: return tr("PID");
    case User: return tr("User");
    case Threads: return tr("Threads");
    case Cpu: return tr("CPU");
    case Command: return tr("Command");
    default: return {};
    }
}

AttachDialog::AttachDialog(QWidget *parent)
    : QDialog(parent),
      m_processes(new ProcessModel(this)),
      m_shown(new ProcessFilter(this)),
      m_filter(new QLineEdit),
      m_view(new QTreeView),
      m_refusal(new QLabel),
      m_rate(new QSpinBox),
      m_followChildren(new QCheckBox(tr("Record child processes, too"))),
      m_nameJit(new QCheckBox(tr("Let Java write a perf map"))),
      m_attach(new QPushButton(symbolIcon(QStringLiteral("record")), tr("&Attach and Record"))),
      m_job(this, [this](std::vector<RunningProcess> found) { showProcesses(std::move(found)); })
{
    setObjectName(QStringLiteral("attachDialog"));
    setWindowTitle(tr("Attach to a Running Process"));
    m_shown->setSourceModel(m_processes);
    createLayout();
    connect(m_filter, &QLineEdit::textChanged, this, &AttachDialog::find);
    connect(m_filter, &QLineEdit::returnPressed, this, &AttachDialog::attach);
    m_filter->installEventFilter(this);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AttachDialog::showChoice);
    connect(m_shown, &QAbstractItemModel::dataChanged, this, &AttachDialog::showChoice);
    connect(m_view, &QTreeView::activated, this, &AttachDialog::attach);
    connect(m_attach, &QPushButton::clicked, this, &AttachDialog::attach);
    connect(&m_timer, &QTimer::timeout, this, &AttachDialog::refresh);
    // The CPU use of processes is known from the second reading on.
    QTimer::singleShot(firstInterval, this, &AttachDialog::refresh);
    m_timer.start(refreshInterval);
    refresh();
    showChoice();
    m_filter->setFocus();
}

// Selects the first process that is found, so that Enter attaches to it.
void AttachDialog::find(const QString &typed)
{
    m_shown->setFilterFixedString(typed);
    if (!typed.isEmpty() && !chosen() && m_shown->rowCount() > 0)
        m_view->setCurrentIndex(m_shown->index(0, 0));
}

// Lets the arrow keys choose in the list while the user types in the filter.
bool AttachDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    switch (static_cast<const QKeyEvent &>(*event).key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!chosen() && m_shown->rowCount() > 0)
            m_view->setCurrentIndex(m_shown->index(0, 0));
        else
            QCoreApplication::sendEvent(m_view, event);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(m_view, event); return true;
    default: return QDialog::eventFilter(watched, event);
    }
}

void AttachDialog::createLayout()
{
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(tr("Filter by name, number, user or command"));
    m_filter->setClearButtonEnabled(true);
    m_view->setObjectName(QStringLiteral("processes"));
    m_view->setAccessibleName(tr("Running processes"));
    m_view->setModel(m_shown);
    m_view->setItemDelegate(new views::ShortTexts(views::mostLetters, m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(ProcessModel::Cpu, Qt::DescendingOrder);
    m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->header()->setStretchLastSection(true);
    m_refusal->setObjectName(QStringLiteral("refusal"));
    m_refusal->setWordWrap(true);
    m_rate->setObjectName(QStringLiteral("rate"));
    m_rate->setRange(capture::slowestRate, capture::fastestRate);
    m_rate->setValue(capture::defaultRate);
    m_rate->setSuffix(tr(" Hz", "samples per second"));
    m_followChildren->setChecked(true);
    m_nameJit->setObjectName(QStringLiteral("nameJit"));
    m_nameJit->setToolTip(tr("It is asked by a signal (SIGQUIT) and its own socket. Its functions "
                             "are named without it, too: this is for versions that the recorder "
                             "does not know."));
    m_attach->setObjectName(QStringLiteral("attach"));
    m_attach->setDefault(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false); // Enter does not cancel
    buttons->addButton(m_attach, QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *options = new QFormLayout;
    options->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    options->addRow(tr("Sampling &rate"), m_rate);
    options->addRow(QString(), m_followChildren);
    options->addRow(QString(), m_nameJit);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_filter);
    column->addWidget(m_view, 1);
    column->addWidget(m_refusal);
    column->addLayout(options);
    column->addWidget(buttons);
    resize(attachDialogSize);
}

void AttachDialog::refresh()
{
    if (!m_job.isPending())
        m_job.start([] { return runningProcesses(); });
}

void AttachDialog::showProcesses(std::vector<RunningProcess> processes)
{
    const bool isFirst = !m_sinceLast.isValid();
    const std::chrono::milliseconds sinceLast(isFirst ? 0 : m_sinceLast.restart());
    m_processes->update(std::move(processes), sinceLast);
    if (isFirst)
        m_sinceLast.start();
    find(m_filter->text());
}

std::optional<RunningProcess> AttachDialog::chosen() const
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return {};
    return m_processes->process(m_shown->mapToSource(rows.first()).row());
}

void AttachDialog::showChoice()
{
    const auto process = chosen();
    m_attach->setEnabled(process.has_value());
    m_refusal->setText(process ? refusalText(process->refusal) : QString());
    m_refusal->setVisible(!m_refusal->text().isEmpty());
}

void AttachDialog::attach()
{
    const auto process = chosen();
    if (!process)
        return;
    LaunchCommand command = attachCommand(process->pid, process->name);
    command.rateHz = m_rate->value();
    command.followChildren =
        m_followChildren->isChecked() ? FollowChildren::Yes : FollowChildren::No;
    command.nameJit = m_nameJit->isChecked() ? NameJit::Yes : NameJit::No;
    accept();
    emit attachRequested(command);
}

} // namespace ember::app
