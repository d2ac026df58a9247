// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/log/logretention.h"
#include "capture/log/ringfile.h"
#include "capture/pipeline/recordsink.h"
#include "capture/sampling/captureclock.h"
#include "model/formats/capturelog/logoutput.h"
#include "model/formats/capturelog/logwriter.h"
#include "model/formats/capturelog/records.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::capture {

// Writes a capture into a capture log. The file is started when the first event arrives.
class LogSink : public RecordSink {
public:
    // Opens the log; `options.logPath` "-" is standard output. The observer must outlive the sink.
    // Errors: FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<std::unique_ptr<LogSink>>
    open(const RecordOptions &options, const ClockAnchor &anchor, LogObserver &observer);

    model::Result<void> on(const SinkEvent &event) override;
    model::Result<SinkRoom> flush() override;
    model::Result<void> finish(model::Timestamp time, CaptureEnd end,
                               const std::string &failure) override;

private:
    // Numbers of a process's series in the log, by name and unit.
    using SeriesOfProcess =
        std::map<std::pair<std::string, std::string>, model::capturelog::SeriesSerial>;

    LogSink(model::capturelog::NewLog file, model::capturelog::CaptureStart start,
            LogRetention retention, const KeepTriggers &triggers, LogObserver &observer);

    model::Result<void> take(const ProcessStarted &process);
    model::Result<void> take(const ProcessEnded &process);
    model::Result<void> take(const ImageLoaded &loaded);
    model::Result<void> take(const ImageUnloaded &unloaded);
    model::Result<void> take(const ThreadStarted &thread);
    model::Result<void> take(const ThreadChanged &thread);
    model::Result<void> take(const ThreadEnded &thread);
    model::Result<void> take(const ScriptFunctionFound &found);
    model::Result<void> take(const UnwoundTick &tick);
    model::Result<void> take(const Marker &marker);
    model::Result<void> take(const MeasuredValue &value);
    model::Result<void> take(const ReportedSpan &span);
    model::Result<void> take(const ReportedTransaction &transaction);
    model::Result<void> take(const TargetOutput &output);
    model::Result<void> take(const KeepRequest &request);

    void reportProgress();
    model::Result<void> begin();
    model::Result<SinkRoom> flushInto(model::capturelog::Writer &log);
    model::Result<void> keepIf(const std::optional<std::string> &cause);
    model::Result<void> keep(model::Timestamp time, const std::string &cause, AskedBy asker);

    LogObserver &m_observer;
    model::capturelog::NewLog m_file;
    model::capturelog::CaptureStart m_start;
    std::unique_ptr<model::capturelog::Writer> m_writer; // null: the file is not started yet
    LogRetention m_retention;
    TriggerMonitor m_triggers;
    model::Timestamp m_now; // time of the newest tick
    LogObserver::Progress m_progress;
    CaptureTime m_nextProgress;
    std::string m_shortage; // reason for which the capture must end; "": none
    std::unordered_map<ProcessSerial, SeriesOfProcess> m_series;
    std::vector<model::TickSample> m_samples;
};

} // namespace ember::capture
