<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en">
<context>
    <name>AnswerTexts</name>
    <message numerus="yes">
        <source>%Ln tick(s) missed, of %1.</source>
        <translation>
            <numerusform>%Ln tick of %1 was missed.</numerusform>
            <numerusform>%Ln ticks of %1 were missed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sample(s) lost.</source>
        <translation>
            <numerusform>%Ln sample was lost.</numerusform>
            <numerusform>%Ln samples were lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) of the program lost.</source>
        <translation>
            <numerusform>%Ln report of the program was lost.</numerusform>
            <numerusform>%Ln reports of the program were lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more thread(s) are another profiler&apos;s record of a process that was captured, too: they do not count.</source>
        <translation>
            <numerusform>%Ln more thread is another profiler&apos;s record of a process that was captured, too: it does not count.</numerusform>
            <numerusform>%Ln more threads are another profiler&apos;s record of a process that was captured, too: they do not count.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FrameText</name>
    <message numerus="yes">
        <source>its function: %Ln call(s) in all</source>
        <translation>
            <numerusform>its function: %Ln call in all</numerusform>
            <numerusform>its function: %Ln calls in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphText</name>
    <message numerus="yes">
        <source>%Ln call(s) too narrow to draw one by one, with all that they call: %1 of the whole. Zoom in to see them.</source>
        <translation>
            <numerusform>%Ln call too narrow to draw on its own, with all that it calls: %1 of the whole. Zoom in to see it.</numerusform>
            <numerusform>%Ln calls too narrow to draw one by one, with all that they call: %1 of the whole. Zoom in to see them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lane</name>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>%n more row</numerusform>
            <numerusform>%n more rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RangeFigures</name>
    <message numerus="yes">
        <source>%n other call(s)</source>
        <translation>
            <numerusform>%n other call</numerusform>
            <numerusform>%n other calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other thread(s)</source>
        <translation>
            <numerusform>%n other thread</numerusform>
            <numerusform>%n other threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceNotice</name>
    <message numerus="yes">
        <source>%n more place(s)</source>
        <translation>
            <numerusform>%n more place</numerusform>
            <numerusform>%n more places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpanTexts</name>
    <message numerus="yes">
        <source>%n span(s)</source>
        <translation>
            <numerusform>%n span</numerusform>
            <numerusform>%n spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more at the same time</source>
        <translation>
            <numerusform>%n more at the same time</numerusform>
            <numerusform>%n more at the same time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n span(s) here, the longest of them:</source>
        <translation>
            <numerusform>%n span here:</numerusform>
            <numerusform>%n spans here, the longest of them:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableText</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThreadTitle</name>
    <message numerus="yes">
        <source>%n quiet thread(s)</source>
        <translation>
            <numerusform>%n quiet thread</numerusform>
            <numerusform>%n quiet threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitTexts</name>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>%Ln wait</numerusform>
            <numerusform>%Ln waits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message numerus="yes">
        <source>not written: %n sample(s) that no chunk can hold (a thread needs two in a chunk)</source>
        <translation>
            <numerusform>not written: %n sample that no chunk can hold (a thread needs two in a chunk)</numerusform>
            <numerusform>not written: %n samples that no chunk can hold (a thread needs two in a chunk)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n idle sample(s) of such threads</source>
        <translation>
            <numerusform>not written: %n idle sample of such threads</numerusform>
            <numerusform>not written: %n idle samples of such threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written at all: %n thread(s)</source>
        <translation>
            <numerusform>not written at all: %n thread</numerusform>
            <numerusform>not written at all: %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n thread(s) without samples</source>
        <translation>
            <numerusform>not written: %n thread without samples</numerusform>
            <numerusform>not written: %n threads without samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) got new ids, because theirs were used again or are not decimal</source>
        <translation>
            <numerusform>%n thread got a new id, because its own was used again or is not decimal</numerusform>
            <numerusform>%n threads got new ids, because theirs were used again or are not decimal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s) without a build-id are left out of debug_meta</source>
        <translation>
            <numerusform>%n image without a build-id is left out of debug_meta</numerusform>
            <numerusform>%n images without a build-id are left out of debug_meta</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: chunk %2, %n sample(s), %3 bytes</source>
        <translation>
            <numerusform>%1: chunk %2, %n sample, %3 bytes</numerusform>
            <numerusform>%1: chunk %2, %n samples, %3 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: V1 profile %2, %n sample(s), %3 bytes</source>
        <translation>
            <numerusform>%1: V1 profile %2, %n sample, %3 bytes</numerusform>
            <numerusform>%1: V1 profile %2, %n samples, %3 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>  … and %n more</source>
        <translation>
            <numerusform>  … and %n more</numerusform>
            <numerusform>  … and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n measured value(s), of a unit that Sentry does not know</source>
        <translation>
            <numerusform>not written: %n measured value, of a unit that Sentry does not know</numerusform>
            <numerusform>not written: %n measured values, of a unit that Sentry does not know</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n tracing span(s)</source>
        <translation>
            <numerusform>not written: %n tracing span</numerusform>
            <numerusform>not written: %n tracing spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the command lines of %n process(es) are in it, with all their arguments: --no-command-lines leaves them out</source>
        <translation>
            <numerusform>the command line of %n process is in it, with all its arguments: --no-command-lines leaves it out</numerusform>
            <numerusform>the command lines of %n processes are in it, with all their arguments: --no-command-lines leaves them out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) have no such value</source>
        <translation>
            <numerusform>%n sample has no such value</numerusform>
            <numerusform>%n samples have no such value</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of what the program reported, %n did not arrive</source>
        <translation>
            <numerusform>of what the program reported, %n message did not arrive</numerusform>
            <numerusform>of what the program reported, %n messages did not arrive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) that came before the capture are left out (a login script there prints to standard output?): “%1”</source>
        <translation>
            <numerusform>%n byte that came before the capture is left out (a login script there prints to standard output?): “%1”</numerusform>
            <numerusform>%n bytes that came before the capture are left out (a login script there prints to standard output?): “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the stacks are cut, their callers unknown: the recorder found no way out of %1</source>
        <translation>
            <numerusform>%n of the stacks is cut, its callers unknown: the recorder found no way out of %1</numerusform>
            <numerusform>%n of the stacks are cut, their callers unknown: the recorder found no way out of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) that came after the capture are left out: “%1”</source>
        <translation>
            <numerusform>%n byte that came after the capture is left out: “%1”</numerusform>
            <numerusform>%n bytes that came after the capture are left out: “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: transaction %2, %n span(s), %3 bytes</source>
        <translation>
            <numerusform>%1: transaction %2, %n span, %3 bytes</numerusform>
            <numerusform>%1: transaction %2, %n spans, %3 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n transaction(s), which are of another time, or bigger than Sentry takes</source>
        <translation>
            <numerusform>not written: %n transaction, which is of another time, or bigger than Sentry takes</numerusform>
            <numerusform>not written: %n transactions, which are of another time, or bigger than Sentry takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) wait in the queue: upload --retry sends them</source>
        <translation>
            <numerusform>%n item waits in the queue: upload --retry sends it</numerusform>
            <numerusform>%n items wait in the queue: upload --retry sends them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n thread(s)</source>
        <translation>
            <numerusform>left out, as asked for: %n thread</numerusform>
            <numerusform>left out, as asked for: %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n sample(s) inside waits</source>
        <translation>
            <numerusform>left out, as asked for: %n sample inside waits</numerusform>
            <numerusform>left out, as asked for: %n samples inside waits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>redacted: %n text(s)</source>
        <translation>
            <numerusform>redacted: %n text</numerusform>
            <numerusform>redacted: %n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 samples in %n file(s)</source>
        <translation>
            <numerusform>%1 of %2 samples in %n file</numerusform>
            <numerusform>%1 of %2 samples in %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) are for other DSNs: name each to send them</source>
        <translation>
            <numerusform>%n item is for another DSN: name it to send the item</numerusform>
            <numerusform>%n items are for other DSNs: name each to send them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n envelope(s) in “%1” are of a queue whose database was lost: upload can send them as files, --forget --all removes them</source>
        <translation>
            <numerusform>%n envelope in “%1” is of a queue whose database was lost: upload can send it as a file, --forget --all removes it</numerusform>
            <numerusform>%n envelopes in “%1” are of a queue whose database was lost: upload can send them as files, --forget --all removes them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n sample(s)</source>
        <translation>
            <numerusform>left out, as asked for: %n sample</numerusform>
            <numerusform>left out, as asked for: %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) were sent by another program</source>
        <translation>
            <numerusform>%n item was sent by another program</numerusform>
            <numerusform>%n items were sent by another program</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) are still being sent by another program</source>
        <translation>
            <numerusform>%n item is still being sent by another program</numerusform>
            <numerusform>%n items are still being sent by another program</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the queue could not note what became of %n item(s) that were sent: --status will list them as “may have been taken”</source>
        <translation>
            <numerusform>the queue could not note what became of %n item that was sent: --status will list it as “may have been taken”</numerusform>
            <numerusform>the queue could not note what became of %n items that were sent: --status will list them as “may have been taken”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>another program had already taken %n item(s) to send: see --status</source>
        <translation>
            <numerusform>another program had already taken %n item to send: see --status</numerusform>
            <numerusform>another program had already taken %n items to send: see --status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waiting for %n item(s) that another program is sending</source>
        <translation>
            <numerusform>waiting for %n item that another program is sending</numerusform>
            <numerusform>waiting for %n items that another program is sending</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::CheckDialog</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tables of %1: %n finding(s)</source>
        <translation>
            <numerusform>Tables of %1: %n finding</numerusform>
            <numerusform>Tables of %1: %n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sentry will change or leave out %n thing(s)</source>
        <translation>
            <numerusform>Sentry will change or leave out %n thing</numerusform>
            <numerusform>Sentry will change or leave out %n things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A fixed copy would have %n change(s)</source>
        <translation>
            <numerusform>A fixed copy would have %n change</numerusform>
            <numerusform>A fixed copy would have %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved to %1 and %n more.</source>
        <comment>a file, more files</comment>
        <translation>
            <numerusform>Saved to %1 and %n more.</numerusform>
            <numerusform>Saved to %1 and %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::ChunkController</name>
    <message numerus="yes">
        <source>Saved %n chunk(s).</source>
        <translation>
            <numerusform>Saved %n chunk.</numerusform>
            <numerusform>Saved %n chunks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::Document</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::ErrorText</name>
    <message numerus="yes">
        <source>opened with %n warning(s)</source>
        <translation>
            <numerusform>opened with %n warning</numerusform>
            <numerusform>opened with %n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::FetchFailures</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::FileController</name>
    <message numerus="yes">
        <source>Opening %n files…</source>
        <translation>
            <numerusform>Opening %n file…</numerusform>
            <numerusform>Opening %n files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be opened</source>
        <translation>
            <numerusform>%n file could not be opened</numerusform>
            <numerusform>%n files could not be opened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::InboxDialog</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) forgotten</source>
        <translation>
            <numerusform>%n older one forgotten</numerusform>
            <numerusform>%n older ones forgotten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) refused</source>
        <translation>
            <numerusform>%n request refused</numerusform>
            <numerusform>%n requests refused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::LaunchForm</name>
    <message numerus="yes">
        <source>%n sample(s)/s</source>
        <translation>
            <numerusform>%n sample/s</numerusform>
            <numerusform>%n samples/s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n variable</numerusform>
            <numerusform>%n variables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The field shows the start of a command of %n argument(s). It is launched whole unless you edit it.</source>
        <translation>
            <numerusform>The field shows the start of a command of %n argument. It is launched whole unless you edit it.</numerusform>
            <numerusform>The field shows the start of a command of %n arguments. It is launched whole unless you edit it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::LibraryDialog</name>
    <message numerus="yes">
        <source>%n capture(s), %1</source>
        <translation>
            <numerusform>%n capture, %1</numerusform>
            <numerusform>%n captures, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::PreparedFile</name>
    <message numerus="yes">
        <source>In it: the command lines of %n process(es), with all their arguments.</source>
        <translation>
            <numerusform>In it: the command line of %n process, with all its arguments.</numerusform>
            <numerusform>In it: the command lines of %n processes, with all their arguments.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::ProfileExport</name>
    <message numerus="yes">
        <source>Left out: %1 and %n more.</source>
        <translation>
            <numerusform>Left out: %1 and %n more.</numerusform>
            <numerusform>Left out: %1 and %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exported to %1 and %n more.</source>
        <comment>a file, more files</comment>
        <translation>
            <numerusform>Exported to %1 and %n more.</numerusform>
            <numerusform>Exported to %1 and %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::ProfilePartField</name>
    <message numerus="yes">
        <source>The selected range and %1 of %n thread(s): %2</source>
        <translation>
            <numerusform>The selected range and %1 of %n thread: %2</numerusform>
            <numerusform>The selected range and %1 of %n threads: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n thread(s): all of %2</source>
        <translation>
            <numerusform>%1 of %n thread: all of %2</numerusform>
            <numerusform>%1 of %n threads: all of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n chunk(s), as selected in their list</source>
        <translation>
            <numerusform>%1 of %n chunk, as selected in their list</numerusform>
            <numerusform>%1 of %n chunks, as selected in their list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::QueueDialog</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::RecentCard</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::SymbolsDialog</name>
    <message numerus="yes">
        <source>Fetch asks these servers for the debug files of %n file(s) above. They learn the build-ids, which tell what is run here, and this machine&apos;s address. Nobody is asked before.</source>
        <translation>
            <numerusform>Fetch asks these servers for the debug file of %n file above. They learn the build-id, which tells what is run here, and this machine&apos;s address. Nobody is asked before.</numerusform>
            <numerusform>Fetch asks these servers for the debug files of %n files above. They learn the build-ids, which tell what is run here, and this machine&apos;s address. Nobody is asked before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::UploadDialog</name>
    <message numerus="yes">
        <source>%n envelope(s) saved, none sent: %1</source>
        <translation>
            <numerusform>%n envelope saved, not sent: %1</numerusform>
            <numerusform>%n envelopes saved, none sent: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them can be sent again, here or in File › Uploads… at any time.</source>
        <translation>
            <numerusform>%n of them can be sent again, here or in File › Uploads… at any time.</numerusform>
            <numerusform>%n of them can be sent again, here or in File › Uploads… at any time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Already received by %1: %n of these chunk(s), last on %2. Sent again, their samples count twice in Sentry.</source>
        <translation>
            <numerusform>Already received by %1: %n of these chunks, last on %2. Sent again, its samples count twice in Sentry.</numerusform>
            <numerusform>Already received by %1: %n of these chunks, last on %2. Sent again, their samples count twice in Sentry.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::UploadReview</name>
    <message numerus="yes">
        <source>Names of %n thread(s)</source>
        <translation>
            <numerusform>Names of %n thread</numerusform>
            <numerusform>Names of %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n path(s) of this machine</source>
        <translation>
            <numerusform>%n path of this machine</numerusform>
            <numerusform>%n paths of this machine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) with %1, %2 before compression.</source>
        <translation>
            <numerusform>%n chunk with %1, %2 before compression.</numerusform>
            <numerusform>%n chunks with %1, %2 before compression.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s) of this time go with them.</source>
        <translation>
            <numerusform>%n transaction of this time goes with them.</numerusform>
            <numerusform>%n transactions of this time go with them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of machines</source>
        <translation>
            <numerusform>%n name of a machine</numerusform>
            <numerusform>%n names of machines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of transactions</source>
        <translation>
            <numerusform>%n name of a transaction</numerusform>
            <numerusform>%n names of transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n description(s) of spans</source>
        <translation>
            <numerusform>%n description of a span</numerusform>
            <numerusform>%n descriptions of spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of functions and modules</source>
        <translation>
            <numerusform>%n name of a function or module</numerusform>
            <numerusform>%n names of functions and modules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other text(s)</source>
        <translation>
            <numerusform>%n other text</numerusform>
            <numerusform>%n other texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of Sentry</source>
        <translation>
            <numerusform>%n word of Sentry</numerusform>
            <numerusform>%n words of Sentry</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more text(s), which are not listed</source>
        <translation>
            <numerusform>%n more text, which is not listed</numerusform>
            <numerusform>%n more texts, which are not listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) were replaced</source>
        <translation>
            <numerusform>%n text was replaced</numerusform>
            <numerusform>%n texts were replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sentry will change or leave out %n thing(s)</source>
        <translation>
            <numerusform>Sentry will change or leave out %n thing</numerusform>
            <numerusform>Sentry will change or leave out %n things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n envelope(s), %1 before compression, as they came: nothing is taken out.</source>
        <translation>
            <numerusform>%n envelope, %1 before compression, as it came: nothing is taken out.</numerusform>
            <numerusform>%n envelopes, %1 before compression, as they came: nothing is taken out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) that are no JSON, which are not looked into</source>
        <translation>
            <numerusform>%n item that is no JSON, which is not looked into</numerusform>
            <numerusform>%n items that are no JSON, which are not looked into</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n envelope(s) received.</source>
        <translation>
            <numerusform>The envelope was received.</numerusform>
            <numerusform>All %n envelopes were received.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n envelope(s) received.</source>
        <translation>
            <numerusform>%1 of %n envelope was received.</numerusform>
            <numerusform>%1 of %n envelopes were received.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::demo::DemoWindow</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slow on purpose</source>
        <translation>
            <numerusform>%n slow on purpose</numerusform>
            <numerusform>%n slow on purpose</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::ComparisonPanel</name>
    <message numerus="yes">
        <source>%n function(s) that took nothing on either side are left out</source>
        <translation>
            <numerusform>%n function that took nothing on either side is left out</numerusform>
            <numerusform>%n functions that took nothing on either side are left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::EventTrack</name>
    <message numerus="yes">
        <source>%n tick(s) missed</source>
        <translation>
            <numerusform>%n tick missed</numerusform>
            <numerusform>%n ticks missed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::FrameTrack</name>
    <message numerus="yes">
        <source>%n slow</source>
        <translation>
            <numerusform>%n slow</numerusform>
            <numerusform>%n slow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frozen</source>
        <translation>
            <numerusform>%n frozen</numerusform>
            <numerusform>%n frozen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::GraphFooter</name>
    <message numerus="yes">
        <source>%Ln call(s) too narrow to draw one by one, with all that they call. Zoom in to see them.</source>
        <translation>
            <numerusform>%Ln call too narrow to draw on its own, with all that it calls. Zoom in to see it.</numerusform>
            <numerusform>%Ln calls too narrow to draw one by one, with all that they call. Zoom in to see them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::Histogram</name>
    <message numerus="yes">
        <source>%1 to %2: %n call(s)</source>
        <translation>
            <numerusform>%1 to %2: %n call</numerusform>
            <numerusform>%1 to %2: %n calls</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::TracksPanel</name>
    <message numerus="yes">
        <source>Measurements of %n more process(es)</source>
        <translation>
            <numerusform>Measurements of %n more process</numerusform>
            <numerusform>Measurements of %n more processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more measurement(s)</source>
        <translation>
            <numerusform>%n more measurement</numerusform>
            <numerusform>%n more measurements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more sampled value(s)</source>
        <translation>
            <numerusform>%n more sampled value</numerusform>
            <numerusform>%n more sampled values</numerusform>
        </translation>
    </message>
</context>
</TS>
