<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>AccessibleBox</name>
    <message>
        <source>%1, %2, thread %3</source>
        <translation>%1, %2, Thread %3</translation>
    </message>
    <message>
        <source>depth %1, at %2, %3</source>
        <translation>Tiefe %1, bei %2, %3</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>in Stichproben</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>waits for a CPU</source>
        <translation>wartet auf eine CPU</translation>
    </message>
    <message>
        <source>blocked by a lock</source>
        <translation>wartet auf eine Sperre</translation>
    </message>
    <message>
        <source>blocked in I/O</source>
        <translation>wartet auf Ein-/Ausgabe</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>state, share</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>AnswerTexts</name>
    <message>
        <source>%1 of %2 CPUs</source>
        <comment>2.1 of 4 CPUs</comment>
        <translation>%1 von %2 CPUs</translation>
    </message>
    <message>
        <source>%1 CPUs</source>
        <comment>2.1 CPUs</comment>
        <translation>%1 CPUs</translation>
    </message>
    <message>
        <source>%1, held up by %2</source>
        <translation>%1, aufgehalten von %2</translation>
    </message>
    <message>
        <source>%1: all held up by %2</source>
        <translation>%1: alle aufgehalten von %2</translation>
    </message>
    <message>
        <source>%1: %2 held up by %3</source>
        <comment>frames, a number, a function</comment>
        <translation>%1: %2 aufgehalten von %3</translation>
    </message>
    <message>
        <source>%1: %2 in calls</source>
        <comment>a duration, a sum over threads</comment>
        <translation>%1: %2 in Aufrufen</translation>
    </message>
    <message>
        <source>was blocked %1</source>
        <translation>war %1 blockiert</translation>
    </message>
    <message>
        <source>%1, most of it in %2</source>
        <comment>was blocked 3 s; a system call</comment>
        <translation>%1, davon das meiste in %2</translation>
    </message>
    <message>
        <source>used %1 of CPU</source>
        <translation>brauchte %1 CPU-Zeit</translation>
    </message>
    <message>
        <source>was in calls for %1</source>
        <translation>war %1 in Aufrufen</translation>
    </message>
    <message>
        <source>waited %1 for a CPU</source>
        <translation>wartete %1 auf eine CPU</translation>
    </message>
    <message>
        <source>%1 %2; most in %3.</source>
        <comment>a thread, what it did, functions</comment>
        <translation>%1 %2; am meisten in %3.</translation>
    </message>
    <message>
        <source>%1; the longest took %2, at %3.</source>
        <comment>slow frames and who held them up, a duration, a time</comment>
        <translation>%1; der längste dauerte %2, bei %3.</translation>
    </message>
    <message>
        <source>Threads waited %1 for a CPU, while this program itself kept the %2 CPUs busy.</source>
        <translation>Threads warteten %1 auf eine CPU, während dieses Programm selbst die %2 CPUs beschäftigte.</translation>
    </message>
    <message>
        <source>No tick of %1 was missed.</source>
        <translation>Von %1 Takten wurde keiner verpasst.</translation>
    </message>
    <message>
        <source>code made at run time</source>
        <translation>zur Laufzeit erzeugtem Code</translation>
    </message>
    <message>
        <source>%1 of the stacks are cut, their callers unknown: in %2.</source>
        <translation>%1 der Stapel sind abgeschnitten, ihre Aufrufer unbekannt: in %2.</translation>
    </message>
    <message>
        <source>code in no file</source>
        <translation>Code in keiner Datei</translation>
    </message>
    <message>
        <source>%1 of %2, without times.</source>
        <translation>%1 von %2, ohne Zeiten.</translation>
    </message>
    <message>
        <source>%1; threads waited %2 for a CPU</source>
        <comment>%1 is what was said before</comment>
        <translation>%1; Threads warteten %2 auf eine CPU</translation>
    </message>
    <message>
        <source>%1; most in %2</source>
        <comment>%1 is what was said before</comment>
        <translation>%1; am meisten in %2</translation>
    </message>
    <message>
        <source>%1 of %2 in %3.</source>
        <comment>samples, threads, a duration</comment>
        <translation>%1 von %2 in %3.</translation>
    </message>
    <message>
        <source>The threads used %1 of CPU: %2 on average.</source>
        <translation>Die Threads brauchten %1 CPU-Zeit: im Mittel %2.</translation>
    </message>
    <message>
        <source>The threads were in calls for %1, all together; whether they ran is not known.</source>
        <translation>Die Threads waren zusammen %1 in Aufrufen; ob sie liefen, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 of 1 CPU</source>
        <translation>%1 von 1 CPU</translation>
    </message>
    <message>
        <source>Threads waited %1 for the CPU, while this program itself kept it busy.</source>
        <translation>Threads warteten %1 auf die CPU, während dieses Programm selbst sie beschäftigte.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tick(s) missed, of %1.</source>
        <translation>
            <numerusform>%Ln Takt von %1 verpasst.</numerusform>
            <numerusform>%Ln Takte von %1 verpasst.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sample(s) lost.</source>
        <translation>
            <numerusform>%Ln Stichprobe verloren.</numerusform>
            <numerusform>%Ln Stichproben verloren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) of the program lost.</source>
        <translation>
            <numerusform>%Ln Meldung des Programms verloren.</numerusform>
            <numerusform>%Ln Meldungen des Programms verloren.</numerusform>
        </translation>
    </message>
    <message>
        <source>By its samples the thread ran %1, waited %2 for a CPU and was blocked %3</source>
        <translation>Nach seinen Stichproben lief der Thread %1, wartete %2 auf eine CPU und war %3 blockiert</translation>
    </message>
    <message>
        <source>By their samples all threads together ran %1, waited %2 for a CPU and were blocked %3</source>
        <translation>Nach ihren Stichproben liefen alle Threads zusammen %1, warteten %2 auf eine CPU und waren %3 blockiert</translation>
    </message>
    <message>
        <source>Threads waited %1 for the CPU; for about %3 of it this program did not use it: others had it, or it may not use all of it.</source>
        <translation>Threads warteten %1 auf die CPU; etwa %3 davon nutzte dieses Programm sie nicht: Andere hatten sie, oder es darf sie nicht ganz nutzen.</translation>
    </message>
    <message>
        <source>Threads waited %1 for a CPU; for about %3 of it this program used fewer than the %2 CPUs: others had them, or it may not use them all.</source>
        <translation>Threads warteten %1 auf eine CPU; etwa %3 davon nutzte dieses Programm nicht alle der %2 CPUs: Andere hatten sie, oder es darf sie nicht nutzen.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>modules, a number</comment>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>All stacks reach their threads&apos; start.</source>
        <translation>Alle Stapel reichen bis zum Anfang ihrer Threads.</translation>
    </message>
    <message>
        <source>%1 in %2 records of %3, without times.</source>
        <translation>%1 in %2 Einträgen von %3, ohne Zeiten.</translation>
    </message>
    <message>
        <source>%1; waited %2 for a CPU</source>
        <comment>%1 is what was said before of a thread</comment>
        <translation>%1; wartete %2 auf eine CPU</translation>
    </message>
    <message>
        <source>In the selected range, %1</source>
        <comment>what was done in it, with its duration</comment>
        <translation>Im ausgewählten Bereich, %1</translation>
    </message>
    <message>
        <source>Only %1, in the selected range, %2</source>
        <comment>threads; what they did, with its duration</comment>
        <translation>Nur %1, im ausgewählten Bereich, %2</translation>
    </message>
    <message>
        <source>Only %1, %2</source>
        <comment>threads; what they did, with its duration</comment>
        <translation>Nur %1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more thread(s) are another profiler&apos;s record of a process that was captured, too: they do not count.</source>
        <translation>
            <numerusform>%Ln weiteren Thread hat ein anderer Profiler aus einem Prozess aufgenommen, den auch die Aufnahme enthält: Er zählt nicht.</numerusform>
            <numerusform>%Ln weitere Threads hat ein anderer Profiler aus einem Prozess aufgenommen, den auch die Aufnahme enthält: Sie zählen nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: used %2 of CPU, %3</source>
        <translation>%1: %2 CPU-Zeit, %3</translation>
    </message>
    <message>
        <source>%1 %2; ran most in %3.</source>
        <comment>a thread, what it did, functions</comment>
        <translation>%1 %2; lief am meisten in %3.</translation>
    </message>
    <message>
        <source>%1 of the running time is in functions without names: %2.</source>
        <translation>%1 der Laufzeit liegen in Funktionen ohne Namen: %2.</translation>
    </message>
    <message>
        <source>%1; ran most in %2</source>
        <comment>%1 is what was said before</comment>
        <translation>%1; lief am meisten in %2</translation>
    </message>
    <message>
        <source>Ran most, with the system&apos;s code that they called: %1.</source>
        <translation>Am meisten lief, mit dem Code des Systems, den sie aufriefen: %1.</translation>
    </message>
    <message>
        <source>Ran most: %1.</source>
        <translation>Am meisten lief: %1.</translation>
    </message>
    <message>
        <source>the %1 chosen threads</source>
        <translation>die %1 ausgewählten Threads</translation>
    </message>
    <message>
        <source>less than %1</source>
        <comment>CPUs: 0.1</comment>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source>%1 of what was sampled is in functions without names: %2.</source>
        <translation>%1 der Stichproben liegen in Funktionen ohne Namen: %2.</translation>
    </message>
    <message>
        <source>Most of it, with the system&apos;s code that they called, in: %1.</source>
        <comment>of the time in calls</comment>
        <translation>Das meiste davon, mit dem Code des Systems, den sie aufriefen, in: %1.</translation>
    </message>
    <message>
        <source>Most of it in: %1.</source>
        <comment>of the time in calls</comment>
        <translation>Das meiste davon in: %1.</translation>
    </message>
</context>
<context>
    <name>AnswerWords</name>
    <message>
        <source>1 slow frame</source>
        <translation>1 langsames Bild</translation>
    </message>
    <message>
        <source>%1 slow frames</source>
        <translation>%1 langsame Bilder</translation>
    </message>
    <message>
        <source>1 frozen frame</source>
        <translation>1 eingefrorenes Bild</translation>
    </message>
    <message>
        <source>%1 frozen frames</source>
        <translation>%1 eingefrorene Bilder</translation>
    </message>
    <message>
        <source>%1 slow, %2</source>
        <comment>a number; 2 frozen frames</comment>
        <translation>%1 langsame, %2</translation>
    </message>
</context>
<context>
    <name>ChangeMarks</name>
    <message>
        <source>before %1, after %2: %3 (%4), %5</source>
        <translation>vorher %1, nachher %2: %3 (%4), %5</translation>
    </message>
    <message>
        <source>before %1, after %2: %3 (%4)</source>
        <translation>vorher %1, nachher %2: %3 (%4)</translation>
    </message>
</context>
<context>
    <name>ChartAction</name>
    <message>
        <source>Zoom in at the pointer</source>
        <translation>Am Zeiger vergrößern</translation>
    </message>
    <message>
        <source>Zoom out at the pointer</source>
        <translation>Am Zeiger verkleinern</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>Nach oben rollen</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>Nach unten rollen</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>Auf die Auswahl vergrößern</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Go to the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Select the caller</source>
        <translation>Aufrufer auswählen</translation>
    </message>
    <message>
        <source>Select the first callee</source>
        <translation>Ersten Aufgerufenen auswählen</translation>
    </message>
    <message>
        <source>Select the previous call</source>
        <translation>Vorigen Aufruf auswählen</translation>
    </message>
    <message>
        <source>Select the next call</source>
        <translation>Nächsten Aufruf auswählen</translation>
    </message>
    <message>
        <source>Walk back through the calls</source>
        <translation>Rückwärts durch die Aufrufe gehen</translation>
    </message>
    <message>
        <source>Walk through the calls, callees first</source>
        <translation>Durch die Aufrufe gehen, Aufgerufene zuerst</translation>
    </message>
    <message>
        <source>Select the previous call of the same function</source>
        <translation>Vorigen Aufruf derselben Funktion auswählen</translation>
    </message>
    <message>
        <source>Select the next call of the same function</source>
        <translation>Nächsten Aufruf derselben Funktion auswählen</translation>
    </message>
    <message>
        <source>Previous thread</source>
        <translation>Voriger Thread</translation>
    </message>
    <message>
        <source>Next thread</source>
        <translation>Nächster Thread</translation>
    </message>
    <message>
        <source>Next search match</source>
        <translation>Nächster Suchtreffer</translation>
    </message>
    <message>
        <source>Previous search match</source>
        <translation>Voriger Suchtreffer</translation>
    </message>
    <message>
        <source>Back to the last view</source>
        <translation>Zurück zur letzten Ansicht</translation>
    </message>
    <message>
        <source>Forward to the next view</source>
        <translation>Vor zur nächsten Ansicht</translation>
    </message>
    <message>
        <source>Fold or unfold the thread</source>
        <translation>Thread ein- oder ausklappen</translation>
    </message>
    <message>
        <source>Follow the capture, or stand still</source>
        <translation>Der Aufzeichnung folgen oder stehen bleiben</translation>
    </message>
    <message>
        <source>Take back the range, then the selection, then the search</source>
        <translation>Erst den Bereich, dann die Auswahl, dann die Suche aufheben</translation>
    </message>
    <message>
        <source>Open the hottest path of a call tree</source>
        <translation>Den heißesten Weg eines Aufrufbaums öffnen</translation>
    </message>
    <message>
        <source>Turn a flame graph to callers, or back</source>
        <translation>Flammengraph auf Aufrufer umstellen oder zurück</translation>
    </message>
    <message>
        <source>Fold all threads to lanes, or unfold them</source>
        <translation>Alle Threads zu Streifen falten oder entfalten</translation>
    </message>
</context>
<context>
    <name>ComparedText</name>
    <message>
        <source>%1/s</source>
        <comment>an amount per second</comment>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <source>beyond noise</source>
        <translation>über dem Rauschen</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>So small a difference may come from having taken samples only.</source>
        <translation>Ein so kleiner Unterschied kann daher kommen, dass nur Stichproben genommen wurden.</translation>
    </message>
    <message>
        <source>More than sampling explains. Whether the machine was busier, or another run would differ as much, samples do not tell.</source>
        <translation>Mehr, als die Abtastung erklärt. Ob die Maschine mehr zu tun hatte oder ein weiterer Lauf ebenso abwiche, sagen Abtastungen nicht.</translation>
    </message>
    <message>
        <source>How many events these values are sums of is not known.</source>
        <translation>Aus wie vielen Ereignissen diese Werte summiert sind, ist nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>ComparisonTexts</name>
    <message>
        <source>What is selected used %1.</source>
        <comment>a comparison</comment>
        <translation>Was ausgewählt ist, brauchte %1.</translation>
    </message>
    <message>
        <source>%1: %2; %3: %4.</source>
        <comment>a run, its frames, twice</comment>
        <translation>%1: %2; %3: %4.</translation>
    </message>
    <message>
        <source>The programs differ: %1 lasts %2, %3 lasts %4</source>
        <translation>Die Programme sind verschieden: %1 dauert %2, %3 dauert %4</translation>
    </message>
    <message>
        <source>%1 lasts %2, %3 lasts %4</source>
        <translation>%1 dauert %2, %3 dauert %4</translation>
    </message>
    <message>
        <source>%1 (more)</source>
        <comment>a function</comment>
        <translation>%1 (mehr)</translation>
    </message>
    <message>
        <source>%1 (less)</source>
        <comment>a function</comment>
        <translation>%1 (weniger)</translation>
    </message>
    <message>
        <source>%1 (%2 more)</source>
        <comment>a function, a duration</comment>
        <translation>%1 (%2 mehr)</translation>
    </message>
    <message>
        <source>%1 (%2 less)</source>
        <comment>a function, a duration</comment>
        <translation>%1 (%2 weniger)</translation>
    </message>
    <message>
        <source>%1 and %2 more functions</source>
        <translation>%1 und %2 weitere Funktionen</translation>
    </message>
    <message>
        <source>beyond noise are %1</source>
        <comment>functions</comment>
        <translation>über dem Rauschen liegen %1</translation>
    </message>
    <message>
        <source>within noise except %1</source>
        <comment>functions</comment>
        <translation>im Rauschen bis auf %1</translation>
    </message>
    <message>
        <source>no slow frames</source>
        <translation>keine langsamen Bilder</translation>
    </message>
    <message>
        <source>Of the functions&apos; own time: %1.</source>
        <comment>which ones differ</comment>
        <translation>Bei der eigenen Zeit der Funktionen: %1.</translation>
    </message>
    <message>
        <source>The runs took equally long: %1 %2, %3 %4</source>
        <translation>Die Läufe dauerten gleich lang: %1 %2, %3 %4</translation>
    </message>
    <message>
        <source>The run took %5 longer: %1 %2, %3 %4</source>
        <translation>Der Lauf dauerte %5 länger: %1 %2, %3 %4</translation>
    </message>
    <message>
        <source>The run took %5 less time: %1 %2, %3 %4</source>
        <translation>Der Lauf dauerte %5 kürzer: %1 %2, %3 %4</translation>
    </message>
    <message>
        <source>as much CPU time, %1</source>
        <translation>gleich viel CPU-Zeit, %1</translation>
    </message>
    <message>
        <source>%1 more CPU time, %2 instead of %3</source>
        <translation>%1 mehr CPU-Zeit, %2 statt %3</translation>
    </message>
    <message>
        <source>%1 less CPU time, %2 instead of %3</source>
        <translation>%1 weniger CPU-Zeit, %2 statt %3</translation>
    </message>
    <message>
        <source>what of the differences is noise is not known</source>
        <translation>was an den Unterschieden Rauschen ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>all within noise</source>
        <comment>functions</comment>
        <translation>alle im Rauschen</translation>
    </message>
    <message>
        <source>%1 and 1 more function</source>
        <translation>%1 und 1 weitere Funktion</translation>
    </message>
    <message>
        <source>%1; functions&apos; own time: %2.</source>
        <comment>two runs, which ones differ</comment>
        <translation>%1; eigene Zeit der Funktionen: %2.</translation>
    </message>
    <message>
        <source>%2 of %1 beside all %4 of %3</source>
        <comment>two runs</comment>
        <translation>%2 von %1 neben ganzen %4 von %3</translation>
    </message>
    <message>
        <source>All %2 of %1 beside %4 of %3</source>
        <comment>two runs</comment>
        <translation>Ganze %2 von %1 neben %4 von %3</translation>
    </message>
    <message>
        <source>%1; functions&apos; own time, with much waiting for a CPU: %2.</source>
        <comment>two runs, which ones differ</comment>
        <translation>%1; eigene Zeit der Funktionen, mit viel Warten auf eine CPU: %2.</translation>
    </message>
    <message>
        <source>Much of this time the threads waited for a CPU, which depends on other programs: &quot;Running&quot; compares the time without it.</source>
        <translation>Viel von dieser Zeit warteten die Threads auf eine CPU, was von anderen Programmen abhängt: „Läuft“ vergleicht die Zeit ohne das.</translation>
    </message>
</context>
<context>
    <name>DisassemblyNotice</name>
    <message>
        <source>The profile does not tell at which instructions of this function its samples were: interpreted code has none, and many formats leave them out.</source>
        <translation>Das Profil sagt nicht, an welchen Instruktionen dieser Funktion seine Stichproben waren: Interpretierter Code hat keine, und viele Formate lassen sie weg.</translation>
    </message>
    <message>
        <source>The profile tells where this function begins, but not at which of its instructions samples were.</source>
        <translation>Das Profil sagt, wo diese Funktion beginnt, aber nicht, an welchen ihrer Instruktionen Stichproben waren.</translation>
    </message>
    <message>
        <source>This code is in no binary that the profile names: it was made while the program ran, or the format leaves binaries out.</source>
        <translation>Dieser Code liegt in keiner Binärdatei, die das Profil nennt: Er entstand, während das Programm lief, oder das Format lässt Binärdateien weg.</translation>
    </message>
    <message>
        <source>“%1” was not found. Folders with the binaries of other machines are set in Settings, under Symbols.</source>
        <translation>„%1“ wurde nicht gefunden. Ordner mit den Binärdateien anderer Rechner werden in den Einstellungen unter Symbole gesetzt.</translation>
    </message>
    <message>
        <source>“%1” is not the file that ran: its build-id is another one.</source>
        <translation>„%1“ ist nicht die Datei, die gelaufen ist: Ihre Build-ID ist eine andere.</translation>
    </message>
    <message>
        <source>“%1” has no code there: it is a debug file, or damaged.</source>
        <translation>„%1“ hat dort keinen Code: Sie ist eine Debug-Datei oder beschädigt.</translation>
    </message>
    <message>
        <source>Nothing in “%1” tells where this function begins and ends.</source>
        <translation>Nichts in „%1“ sagt, wo diese Funktion beginnt und endet.</translation>
    </message>
    <message>
        <source>“%1” is of a processor whose code is not read here: only that of x86-64 and AArch64 is.</source>
        <translation>„%1“ ist von einem Prozessor, dessen Code hier nicht gelesen wird: Nur der von x86-64 und AArch64 wird es.</translation>
    </message>
    <message>
        <source>The function is very long: only its first part is shown.</source>
        <translation>Die Funktion ist sehr lang: Nur ihr erster Teil wird gezeigt.</translation>
    </message>
    <message>
        <source>%1 of this function is not shown: %2</source>
        <translation>%1 dieser Funktion werden nicht gezeigt: %2</translation>
    </message>
    <message>
        <source>A source file has changed since: the text of its lines may be another one.</source>
        <translation>Eine Quelldatei hat sich seither geändert: Der Text ihrer Zeilen kann ein anderer sein.</translation>
    </message>
    <message>
        <source>The selection has no samples of this function.</source>
        <translation>Die Auswahl hat keine Stichproben dieser Funktion.</translation>
    </message>
</context>
<context>
    <name>DurationText</name>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1%2 s</source>
        <translation>%1%2 s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>1 sample</source>
        <translation>1 Stichprobe</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Stichproben</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
</context>
<context>
    <name>FetchText</name>
    <message>
        <source>Fetching debug info of %1: %2</source>
        <translation>Debug-Informationen von %1 werden geholt: %2</translation>
    </message>
    <message>
        <source>Fetching debug info of %1: %2 of %3</source>
        <translation>Debug-Informationen von %1 werden geholt: %2 von %3</translation>
    </message>
    <message>
        <source>Waiting for debug info of %1 from %2…</source>
        <translation>Warten auf Debug-Informationen von %1 durch %2 …</translation>
    </message>
    <message>
        <source>not all debug info could be fetched</source>
        <translation>nicht alle Debug-Informationen konnten geholt werden</translation>
    </message>
</context>
<context>
    <name>FilterText</name>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>system code</source>
        <translation>Systemcode</translation>
    </message>
    <message>
        <source>all functions</source>
        <translation>alle Funktionen</translation>
    </message>
    <message>
        <source>Stacks begin with the outermost call of %1; others do not count.</source>
        <translation>Stapel beginnen mit dem äußersten Aufruf von %1; andere zählen nicht.</translation>
    </message>
    <message>
        <source>Only stacks with %1 count.</source>
        <translation>Nur Stapel mit %1 zählen.</translation>
    </message>
    <message>
        <source>Stacks with %1 do not count.</source>
        <translation>Stapel mit %1 zählen nicht.</translation>
    </message>
    <message>
        <source>What %1 spent is its callers&apos;.</source>
        <translation>Was %1 verbrauchte, zählt zu den Aufrufern.</translation>
    </message>
    <message>
        <source>What %1 called is its own.</source>
        <translation>Was %1 aufrief, zählt zum Aufruf selbst.</translation>
    </message>
    <message>
        <source>Calls within %1 are one: the outermost.</source>
        <translation>Aufrufe innerhalb von %1 sind einer: der äußerste.</translation>
    </message>
    <message>
        <source>From a call to an inner one of the same function all is one call: %1.</source>
        <translation>Von einem Aufruf bis zu einem inneren derselben Funktion ist alles ein Aufruf: %1.</translation>
    </message>
    <message>
        <source>Focus: %1</source>
        <translation>Fokus: %1</translation>
    </message>
    <message>
        <source>Only with %1</source>
        <translation>Nur mit %1</translation>
    </message>
    <message>
        <source>Without %1</source>
        <translation>Ohne %1</translation>
    </message>
    <message>
        <source>Own code only</source>
        <translation>Nur eigener Code</translation>
    </message>
    <message>
        <source>Merged: %1</source>
        <translation>Verschmolzen: %1</translation>
    </message>
    <message>
        <source>Collapsed: %1</source>
        <translation>Eingeklappt: %1</translation>
    </message>
    <message>
        <source>No recursion</source>
        <translation>Ohne Rekursion</translation>
    </message>
    <message>
        <source>No recursion: %1</source>
        <translation>Ohne Rekursion: %1</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>of threads, 3 of 12 threads</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>All</source>
        <comment>of the time</comment>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Tätig</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>the whole time</source>
        <translation>die ganze Zeit</translation>
    </message>
    <message>
        <source>all threads</source>
        <translation>alle Threads</translation>
    </message>
    <message>
        <source>no filters</source>
        <translation>keine Filter</translation>
    </message>
    <message>
        <source>Samples with the label %1 do not count.</source>
        <translation>Stichproben mit dem Label %1 zählen nicht.</translation>
    </message>
    <message>
        <source>Only samples with the label %1 count.</source>
        <translation>Nur Stichproben mit dem Label %1 zählen.</translation>
    </message>
</context>
<context>
    <name>FrameAnswerTexts</name>
    <message>
        <source>Frame %1 of %2</source>
        <translation>Bild %1 von %2</translation>
    </message>
    <message>
        <source>The frame</source>
        <translation>Das Bild</translation>
    </message>
    <message>
        <source>%1, %2, frozen</source>
        <comment>a frame, its duration</comment>
        <translation>%1, %2, eingefroren</translation>
    </message>
    <message>
        <source>%1, %2, slow</source>
        <comment>a frame, its duration</comment>
        <translation>%1, %2, langsam</translation>
    </message>
    <message>
        <source>%1 held it up for %2</source>
        <comment>a function, a share</comment>
        <translation>%1 hielt es %2 lang auf</translation>
    </message>
    <message>
        <source>%1, no code of your own, held it up for %2</source>
        <comment>a function, a share</comment>
        <translation>%1, kein eigener Code, hielt es %2 lang auf</translation>
    </message>
    <message>
        <source>ran %1</source>
        <translation>lief %1</translation>
    </message>
    <message>
        <source>was blocked %1, most in %2</source>
        <comment>a share, a system call</comment>
        <translation>war %1 blockiert, am meisten in %2</translation>
    </message>
    <message>
        <source>was blocked %1</source>
        <translation>war %1 blockiert</translation>
    </message>
    <message>
        <source>waited for a CPU %1</source>
        <translation>wartete %1 auf eine CPU</translation>
    </message>
    <message>
        <source>the thread %1</source>
        <comment>what it did</comment>
        <translation>der Thread %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a frame, who held it up</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, which %2 and others outside this program had.</source>
        <comment>a thread waited for a CPU; threads</comment>
        <translation>%1, die %2 und andere außerhalb dieses Programms hatten.</translation>
    </message>
    <message>
        <source>%1, which %2 had.</source>
        <comment>a thread waited for a CPU; threads</comment>
        <translation>%1, die %2 hatten.</translation>
    </message>
    <message>
        <source>%1 draws it: %2.</source>
        <comment>a thread, what the thread did</comment>
        <translation>%1 zeichnet es: %2.</translation>
    </message>
    <message>
        <source>While it waited for a CPU, of all CPUs&apos; time these had: %1.</source>
        <translation>Während er auf eine CPU wartete, hatten von der Zeit aller CPUs: %1.</translation>
    </message>
    <message>
        <source>While it waited for a CPU, of this program&apos;s CPU time these had: %1.</source>
        <translation>Während er auf eine CPU wartete, hatten von der CPU-Zeit dieses Programms: %1.</translation>
    </message>
    <message>
        <source>%1 no thread of this profile</source>
        <comment>a share of the CPUs&apos; time</comment>
        <translation>%1 kein Thread dieses Profils</translation>
    </message>
    <message>
        <source>%1, which many threads of this program had, each a little.</source>
        <comment>a thread waited for a CPU</comment>
        <translation>%1, die viele Threads dieses Programms hatten, jeder ein wenig.</translation>
    </message>
    <message>
        <source>%1 threads of this program, each a little</source>
        <comment>a share</comment>
        <translation>%1 Threads dieses Programms, jeder ein wenig</translation>
    </message>
    <message>
        <source>%1 of the CPUs&apos; time meanwhile no thread of this profile had: other programs did, or this one may not use all CPUs.</source>
        <translation>%1 der Zeit der CPUs hatte währenddessen kein Thread dieses Profils: andere Programme hatten sie, oder dieses darf nicht alle CPUs benutzen.</translation>
    </message>
    <message>
        <source>While it waited for a CPU, threads of this program, each a little, had %1 of the CPU time.</source>
        <translation>Während er auf eine CPU wartete, hatten Threads dieses Programms, jeder ein wenig, %1 der CPU-Zeit.</translation>
    </message>
    <message>
        <source>More threads of this program, each a little, had %1 of the CPU time.</source>
        <translation>Weitere Threads dieses Programms, jeder ein wenig, hatten %1 der CPU-Zeit.</translation>
    </message>
    <message>
        <source>%1; this program had %2 of all CPUs&apos; time meanwhile; the rest went to other programs or was not used.</source>
        <comment>a thread waited for a CPU</comment>
        <translation>%1; dieses Programm hatte währenddessen %2 der Zeit aller CPUs; den Rest hatten andere Programme oder niemand.</translation>
    </message>
    <message>
        <source>%1; this program had %2 of all CPUs&apos; time meanwhile, most of it %3; the rest went to other programs or was not used.</source>
        <comment>a thread waited for a CPU; threads</comment>
        <translation>%1; dieses Programm hatte währenddessen %2 der Zeit aller CPUs, das meiste davon %3; den Rest hatten andere Programme oder niemand.</translation>
    </message>
</context>
<context>
    <name>FrameText</name>
    <message>
        <source>application</source>
        <translation>Anwendung</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>%1 %2 · %3 of the thread</source>
        <translation>%1 %2 · %3 des Threads</translation>
    </message>
    <message>
        <source>seen in %1</source>
        <translation>gesehen in %1</translation>
    </message>
    <message>
        <source>recursion: its function&apos;s call number %1 on the way here</source>
        <translation>Rekursion: Aufruf Nummer %1 seiner Funktion auf dem Weg hierher</translation>
    </message>
    <message>
        <source>Recursion</source>
        <translation>Rekursion</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>Gehört zu</translation>
    </message>
    <message>
        <source>Inlined</source>
        <translation>Eingebettet</translation>
    </message>
    <message>
        <source>into its caller</source>
        <translation>in seinen Aufrufer</translation>
    </message>
    <message>
        <source>Raw name</source>
        <translation>Rohname</translation>
    </message>
    <message>
        <source>Package</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Program counter</source>
        <translation>Befehlszähler</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Other members</source>
        <translation>Weitere Felder</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>%1: the time between two samples</source>
        <translation>%1: die Zeit zwischen zwei Stichproben</translation>
    </message>
    <message>
        <source>Seen in</source>
        <translation>Gesehen in</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>running %1</source>
        <translation>läuft %1</translation>
    </message>
    <message>
        <source>waiting for a CPU %1</source>
        <translation>wartet auf einen Prozessor %1</translation>
    </message>
    <message>
        <source>blocked in %1 %2</source>
        <translation>blockiert in %1 %2</translation>
    </message>
    <message>
        <source>blocked %1</source>
        <translation>blockiert %1</translation>
    </message>
    <message>
        <source>%1, in one stop</source>
        <translation>%1, in einem Halt</translation>
    </message>
    <message>
        <source>%1, in %2 stops, the longest %3</source>
        <translation>%1, in %2 Halten, der längste %3</translation>
    </message>
    <message>
        <source>its samples: %1</source>
        <translation>seine Stichproben: %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a thread and its samples</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, held by %2</source>
        <translation>%1, gehalten von %2</translation>
    </message>
    <message>
        <source>%1: the samples before and after have this call</source>
        <translation>%1: die davor und danach enthalten diesen Aufruf</translation>
    </message>
    <message>
        <source>waits for the GIL: %1</source>
        <translation>wartet auf den GIL: %1</translation>
    </message>
    <message>
        <source>Waits for the GIL</source>
        <translation>Wartet auf den GIL</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>Ergänzt</translation>
    </message>
    <message>
        <source>%1  (%2 of the thread)</source>
        <translation>%1  (%2 des Threads)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stopped by the profiler</source>
        <translation>Vom Profiler angehalten</translation>
    </message>
    <message>
        <source>callers taken from the samples before and after: the recorder did not find its own</source>
        <translation>Aufrufer aus den Stichproben davor und danach: Die eigenen hat der Rekorder nicht gefunden</translation>
    </message>
    <message>
        <source>callers unknown: the recorder found no way out of code made at run time</source>
        <translation>Aufrufer unbekannt: Der Rekorder fand keinen Weg aus zur Laufzeit erzeugtem Code</translation>
    </message>
    <message>
        <source>callers unknown: the recorder found no way out of %1</source>
        <translation>Aufrufer unbekannt: Der Rekorder fand keinen Weg aus %1</translation>
    </message>
    <message numerus="yes">
        <source>its function: %Ln call(s) in all</source>
        <translation>
            <numerusform>seine Funktion: %Ln Aufruf insgesamt</numerusform>
            <numerusform>seine Funktion: %Ln Aufrufe insgesamt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>of labels</comment>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>labels: %1</source>
        <translation>Labels: %1</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Full path</source>
        <translation>Voller Pfad</translation>
    </message>
</context>
<context>
    <name>FunctionFigures</name>
    <message>
        <source>%1 of them within another one</source>
        <translation>%1 davon in einem anderen</translation>
    </message>
    <message>
        <source>%1 reach out of the range</source>
        <translation>%1 reichen aus dem Bereich hinaus</translation>
    </message>
    <message>
        <source>In the selection</source>
        <translation>In der Auswahl</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Seen in</source>
        <translation>Gesehen in</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>95 % confidence</source>
        <translation>95 % Konfidenz</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>Kürzester</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>95. Perzentil</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längster</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>± %1 each: the time between two samples</source>
        <translation>je ± %1: die Zeit zwischen zwei Stichproben</translation>
    </message>
</context>
<context>
    <name>GraphText</name>
    <message numerus="yes">
        <source>%Ln call(s) too narrow to draw one by one, with all that they call: %1 of the whole. Zoom in to see them.</source>
        <translation>
            <numerusform>%Ln Aufruf ist zu schmal, um einzeln gezeichnet zu werden, mit allem, was er aufruft: %1 vom Ganzen. Er wird sichtbar, wenn man näher herangeht.</numerusform>
            <numerusform>%Ln Aufrufe sind zu schmal, um einzeln gezeichnet zu werden, mit allem, was sie aufrufen: %1 vom Ganzen. Sie werden sichtbar, wenn man näher herangeht.</numerusform>
        </translation>
    </message>
    <message>
        <source>total %1</source>
        <translation>gesamt %1</translation>
    </message>
    <message>
        <source>self %1</source>
        <translation>eigen %1</translation>
    </message>
    <message>
        <source>seen in %1, 95 % confidence: %2</source>
        <translation>gesehen in %1, 95 % Konfidenz: %2</translation>
    </message>
    <message>
        <source>Calls too narrow to draw one by one. Zoom in to see them.</source>
        <translation>Aufrufe, die zu schmal sind, um einzeln gezeichnet zu werden. Sie werden sichtbar, wenn man näher herangeht.</translation>
    </message>
</context>
<context>
    <name>Lane</name>
    <message>
        <source>main thread</source>
        <translation>Haupt-Thread</translation>
    </message>
    <message>
        <source>%1: %2 for %3</source>
        <translation>%1: %2 seit %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number of threads, state</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more row(s)</source>
        <translation>
            <numerusform>%n weitere Zeile</numerusform>
            <numerusform>%n weitere Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>not found or left out</source>
        <translation>nicht gefunden oder weggelassen</translation>
    </message>
</context>
<context>
    <name>LongestWait</name>
    <message>
        <source>likely held by %1</source>
        <comment>a thread</comment>
        <translation>wahrscheinlich gehalten von %1</translation>
    </message>
    <message>
        <source>likely woken by %1</source>
        <comment>a thread</comment>
        <translation>wahrscheinlich geweckt von %1</translation>
    </message>
    <message>
        <source>likely for the end of %1</source>
        <comment>a thread</comment>
        <translation>wahrscheinlich auf das Ende von %1</translation>
    </message>
    <message>
        <source>no other thread was in the same function in its samples at the time, so who held the lock is not known</source>
        <translation>kein anderer Thread war in seinen Stichproben währenddessen in derselben Funktion; wer die Sperre hielt, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>one other thread was in the same function in its samples at the time, but too briefly to say that it held the lock</source>
        <translation>ein anderer Thread war in seinen Stichproben währenddessen in derselben Funktion, aber zu kurz, um zu sagen, dass er die Sperre hielt</translation>
    </message>
    <message>
        <source>%1 other threads were in the same function in their samples at the time, so who held the lock is not known</source>
        <translation>%1 andere Threads waren in ihren Stichproben währenddessen in derselben Funktion; wer die Sperre hielt, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>no other thread was seen to end then, so it is not known whose end it waited for</source>
        <translation>dass ein anderer Thread dann endete, ist nicht zu sehen; auf wessen Ende gewartet wurde, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>%1 other threads were seen to end then, so it is not known whose end it waited for</source>
        <translation>%1 andere Threads endeten dann; auf wessen Ende gewartet wurde, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>no other thread was in a function that wakes in its samples when it ended, so who ended it is not known</source>
        <translation>kein anderer Thread war in seinen Stichproben am Ende in einer Funktion, die weckt; wer es beendete, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>%1 other threads were in functions that wake when it ended, so which of them ended it is not known</source>
        <translation>%1 andere Threads waren am Ende in Funktionen, die wecken; wer von ihnen es beendete, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>its functions do not tell what it waited for, so who ended it is not known</source>
        <translation>seine Funktionen verraten nicht, worauf er wartete; wer es beendete, ist also nicht bekannt</translation>
    </message>
    <message>
        <source>waited %1 from %2 on: %3</source>
        <comment>a duration, a time, who ended it</comment>
        <translation>wartete %1 ab %2: %3</translation>
    </message>
</context>
<context>
    <name>ModeColours</name>
    <message>
        <source>application</source>
        <translation>Anwendung</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>waiting for a CPU</source>
        <translation>wartet auf eine CPU</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>no recursion</source>
        <translation>keine Rekursion</translation>
    </message>
    <message>
        <source>2nd call</source>
        <translation>2. Aufruf</translation>
    </message>
    <message>
        <source>3rd</source>
        <translation>3.</translation>
    </message>
    <message>
        <source>from the 4th</source>
        <translation>ab dem 4.</translation>
    </message>
    <message>
        <source>from the 8th</source>
        <translation>ab dem 8.</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>from 10</source>
        <translation>ab 10</translation>
    </message>
    <message>
        <source>from 100</source>
        <translation>ab 100</translation>
    </message>
    <message>
        <source>from 1 000</source>
        <translation>ab 1 000</translation>
    </message>
    <message>
        <source>from 10 000</source>
        <translation>ab 10 000</translation>
    </message>
    <message>
        <source>from 100 000</source>
        <translation>ab 100 000</translation>
    </message>
    <message>
        <source>Each module has its colour</source>
        <translation>Jedes Modul hat seine Farbe</translation>
    </message>
    <message>
        <source>Whether the code is the application&apos;s</source>
        <translation>Ob der Code zur Anwendung gehört</translation>
    </message>
    <message>
        <source>Each source file has its colour, those of one folder are alike</source>
        <translation>Jede Quelldatei hat ihre Farbe, die eines Ordners ähneln sich</translation>
    </message>
    <message>
        <source>What the thread did: each column of a call has the colour of the sample at its centre. Graphs put samples of all states together: their boxes have no colour.</source>
        <translation>Was der Thread tat: Jede Spalte eines Aufrufs hat die Farbe der Stichprobe in ihrer Mitte. Graphen fassen Stichproben aller Zustände zusammen: Ihre Kästen haben keine Farbe.</translation>
    </message>
    <message>
        <source>How often a call&apos;s function is on the way to it from the root, itself included</source>
        <translation>Wie oft die Funktion eines Aufrufs auf dem Weg von der Wurzel zu ihm steht, ihn selbst mitgezählt</translation>
    </message>
    <message>
        <source>How many calls the function has in the whole profile, all threads: a colour per power of ten</source>
        <translation>Wie viele Aufrufe die Funktion im ganzen Profil hat, in allen Threads: eine Farbe je Zehnerpotenz</translation>
    </message>
    <message>
        <source>Each of the recordings that are shown together has its colour. Graphs put them together: their boxes have no colour.</source>
        <translation>Jede der gemeinsam gezeigten Aufnahmen hat ihre Farbe. Graphen fassen sie zusammen: Deren Kästen haben keine Farbe.</translation>
    </message>
    <message>
        <source>By &amp;Function</source>
        <translation>Nach &amp;Funktion</translation>
    </message>
    <message>
        <source>By &amp;Module</source>
        <translation>Nach &amp;Modul</translation>
    </message>
    <message>
        <source>By &amp;Own Code</source>
        <translation>Nach &amp;eigenem Code</translation>
    </message>
    <message>
        <source>By So&amp;urce File</source>
        <translation>Nach &amp;Quelldatei</translation>
    </message>
    <message>
        <source>By Thread &amp;State</source>
        <translation>Nach Thread-&amp;Zustand</translation>
    </message>
    <message>
        <source>By Recor&amp;ding</source>
        <translation>Nach Auf&amp;nahme</translation>
    </message>
    <message>
        <source>By &amp;Recursion</source>
        <translation>Nach &amp;Rekursion</translation>
    </message>
    <message>
        <source>By Number of C&amp;alls</source>
        <translation>Nach Zahl der &amp;Aufrufe</translation>
    </message>
    <message>
        <source>Your own code is warm, by function; libraries are cool and pale, by module; what only waits is palest. Where nothing is known to be your own, functions have all colours.</source>
        <translation>Eigener Code ist warm, je Funktion; Bibliotheken sind kühl und blass, je Modul; was nur wartet, ist am blassesten. Ist von keiner Funktion bekannt, dass sie eigener Code ist, haben Funktionen alle Farben.</translation>
    </message>
</context>
<context>
    <name>ProfileProperties</name>
    <message>
        <source>not looked for</source>
        <translation>nicht gesucht</translation>
    </message>
    <message>
        <source>no symbols found</source>
        <translation>keine Symbole gefunden</translation>
    </message>
    <message>
        <source>exported names only</source>
        <translation>nur exportierte Namen</translation>
    </message>
    <message>
        <source>names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>names, lines, inlined functions</source>
        <translation>Namen, Zeilen, eingebettete Funktionen</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Stacks</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>Observed rate</source>
        <translation>Beobachtete Rate</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <source>Time between samples</source>
        <translation>Zeit zwischen Stichproben</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Rate asked for</source>
        <translation>Gewünschte Rate</translation>
    </message>
    <message>
        <source>Ticks</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Missed ticks</source>
        <translation>Verpasste Takte</translation>
    </message>
    <message>
        <source>Stops of threads</source>
        <translation>Anhalten von Threads</translation>
    </message>
    <message>
        <source>Samples credited without a stop</source>
        <translation>Stichproben ohne Anhalten</translation>
    </message>
    <message>
        <source>Samples lost</source>
        <translation>Verlorene Stichproben</translation>
    </message>
    <message>
        <source>Stop time</source>
        <translation>Haltezeit</translation>
    </message>
    <message>
        <source>Stacks that reach their root</source>
        <translation>Stapel, die ihre Wurzel erreichen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>Exit-Code %1</translation>
    </message>
    <message>
        <source>signal %1, core dumped</source>
        <translation>Signal %1, Speicherabbild geschrieben</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>Signal %1</translation>
    </message>
    <message>
        <source>Executable</source>
        <translation>Programmdatei</translation>
    </message>
    <message>
        <source>Profiler id</source>
        <translation>Profiler-Kennung</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Release</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribution</translation>
    </message>
    <message>
        <source>SDK</source>
        <translation>SDK</translation>
    </message>
    <message>
        <source>Ended with</source>
        <translation>Beendet mit</translation>
    </message>
    <message>
        <source>Chunk id</source>
        <translation>Chunk-Kennung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Debug file</source>
        <translation>Debug-Datei</translation>
    </message>
    <message>
        <source>Debug id</source>
        <translation>Debug-ID</translation>
    </message>
    <message>
        <source>Build id</source>
        <translation>Build-ID</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Binärdateien</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>median %1, 99 % of them under %2</source>
        <translation>Median %1, 99 % davon unter %2</translation>
    </message>
    <message>
        <source>%1, %2 of the threads&apos; time</source>
        <translation>%1, %2 der Zeit der Threads</translation>
    </message>
    <message>
        <source>median %1, 99 % of the stops under %2</source>
        <translation>Median %1, 99 % der Halte unter %2</translation>
    </message>
    <message>
        <source>Stopped in all</source>
        <translation>Insgesamt angehalten</translation>
    </message>
    <message>
        <source>production (the file names none)</source>
        <translation>production (die Datei nennt keine)</translation>
    </message>
    <message>
        <source>%1, and %2 without samples</source>
        <comment>of threads</comment>
        <translation>%1 und %2 ohne Stichproben</translation>
    </message>
</context>
<context>
    <name>RangeFigures</name>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Nobody looked</source>
        <translation>Niemand sah hin</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Threads with samples</source>
        <translation>Threads mit Stichproben</translation>
    </message>
    <message>
        <source>Time of all threads</source>
        <translation>Zeit aller Threads</translation>
    </message>
    <message>
        <source>Without calls</source>
        <translation>Ohne Aufrufe</translation>
    </message>
    <message>
        <source>in no system call</source>
        <translation>in keinem Systemaufruf</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>What the threads did</source>
        <translation>Was die Threads taten</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Lief</translation>
    </message>
    <message>
        <source>Waiting for a CPU</source>
        <translation>Wartete auf eine CPU</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Recorder</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Missed ticks</source>
        <translation>Verpasste Takte</translation>
    </message>
    <message>
        <source>Samples lost</source>
        <translation>Verlorene Stichproben</translation>
    </message>
    <message>
        <source>Stop time</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Male</translation>
    </message>
    <message>
        <source>Longest stop</source>
        <translation>Am längsten angehalten</translation>
    </message>
    <message numerus="yes">
        <source>%n other call(s)</source>
        <translation>
            <numerusform>%n anderer Aufruf</numerusform>
            <numerusform>%n andere Aufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other thread(s)</source>
        <translation>
            <numerusform>%n anderer Thread</numerusform>
            <numerusform>%n andere Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>In calls</source>
        <translation>In Aufrufen</translation>
    </message>
    <message>
        <source>CPU time of threads</source>
        <translation>CPU-Zeit der Threads</translation>
    </message>
    <message>
        <source>Time of threads in calls</source>
        <translation>Zeit der Threads in Aufrufen</translation>
    </message>
    <message>
        <source>with their shares of it</source>
        <translation>mit ihrem Anteil daran</translation>
    </message>
</context>
<context>
    <name>RangePrompt</name>
    <message>
        <source>Select Range</source>
        <translation>Bereich auswählen</translation>
    </message>
    <message>
        <source>From and to, in seconds from the start:</source>
        <translation>Von und bis, in Sekunden vom Anfang an:</translation>
    </message>
    <message>
        <source>Nothing was recorded there, only in %1.</source>
        <translation>Dort wurde nichts aufgezeichnet, nur in %1.</translation>
    </message>
    <message>
        <source>“%1” is not a number of seconds.</source>
        <translation>„%1“ ist keine Zahl von Sekunden.</translation>
    </message>
    <message>
        <source>“%1” is too far away.</source>
        <translation>„%1“ ist zu weit weg.</translation>
    </message>
    <message>
        <source>Type two times, as in “%1”.</source>
        <translation>Zwei Zeiten eingeben, wie in „%1“.</translation>
    </message>
    <message>
        <source>There is no “%1” between two times, as in “%2”.</source>
        <translation>Zwischen zwei Zeiten fehlt „%1“, wie in „%2“.</translation>
    </message>
    <message>
        <source>No time stands before “%1”.</source>
        <translation>Vor „%1“ steht keine Zeit.</translation>
    </message>
    <message>
        <source>No time stands behind “%1”.</source>
        <translation>Hinter „%1“ steht keine Zeit.</translation>
    </message>
    <message>
        <source>The end, %1, is not later than the start, %2.</source>
        <translation>Das Ende, %1, ist nicht später als der Anfang, %2.</translation>
    </message>
</context>
<context>
    <name>Recordings</name>
    <message>
        <source>recording</source>
        <translation>Aufnahme</translation>
    </message>
</context>
<context>
    <name>Series</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation>Verdrängt</translation>
    </message>
    <message>
        <source>Small vectors</source>
        <translation>Kleine Vektoren</translation>
    </message>
    <message>
        <source>Large vectors</source>
        <translation>Große Vektoren</translation>
    </message>
    <message>
        <source>Heap nodes</source>
        <translation>Heap-Knoten</translation>
    </message>
    <message>
        <source>&lt; %1</source>
        <comment>a number</comment>
        <translation>&lt; %1</translation>
    </message>
    <message>
        <source>&gt; %1</source>
        <comment>a number</comment>
        <translation>&gt; %1</translation>
    </message>
</context>
<context>
    <name>SlowFrameText</name>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>langsam</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Blamed call</source>
        <translation>Schuldiger Aufruf</translation>
    </message>
    <message>
        <source>no call that lasted half of it</source>
        <translation>keinem Aufruf, der die Hälfte davon dauerte</translation>
    </message>
    <message>
        <source>no thread of its process has samples</source>
        <translation>kein Thread seines Prozesses hat Stichproben</translation>
    </message>
    <message>
        <source>no sample of the thread in it</source>
        <translation>keine Stichprobe des Threads darin</translation>
    </message>
    <message>
        <source>the thread was in no call</source>
        <translation>der Thread war in keinem Aufruf</translation>
    </message>
    <message>
        <source>the thread only waited</source>
        <translation>der Thread hat nur gewartet</translation>
    </message>
    <message>
        <source>%1, no code of your own</source>
        <translation>%1, kein eigener Code</translation>
    </message>
    <message>
        <source>%1, lasts beyond the frame</source>
        <translation>%1, dauert über das Bild hinaus</translation>
    </message>
    <message>
        <source>The thread was</source>
        <translation>Der Thread war</translation>
    </message>
</context>
<context>
    <name>SourceNotice</name>
    <message numerus="yes">
        <source>%n more place(s)</source>
        <translation>
            <numerusform>%n weiteren Ort</numerusform>
            <numerusform>%n weiteren Orten</numerusform>
        </translation>
    </message>
    <message>
        <source>No source file of this function is known. Programs name theirs when they are compiled with -g, or have their debug information installed.</source>
        <translation>Zu dieser Funktion ist keine Quelldatei bekannt. Programme nennen ihre, wenn sie mit -g übersetzt oder ihre Debug-Informationen installiert sind.</translation>
    </message>
    <message>
        <source>“%1” was not found. Looked for: %2.</source>
        <translation>„%1“ wurde nicht gefunden. Gesucht wurde: %2.</translation>
    </message>
    <message>
        <source>“%1” is not a text file.</source>
        <translation>„%1“ ist keine Textdatei.</translation>
    </message>
    <message>
        <source>“%1” is too big to be shown: %2.</source>
        <translation>„%1“ ist zu groß zum Anzeigen: %2.</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>The file has changed since the profile was recorded: lines may have moved.</source>
        <translation>Die Datei hat sich seit der Aufnahme des Profils geändert: Zeilen können verschoben sein.</translation>
    </message>
    <message>
        <source>The file is newer than the program that was compiled of it: lines may have moved.</source>
        <translation>Die Datei ist neuer als das Programm, das aus ihr übersetzt wurde: Zeilen können verschoben sein.</translation>
    </message>
    <message>
        <source>The profile has samples at line %1, where this file has none: it is another version of it.</source>
        <translation>Das Profil hat Stichproben in Zeile %1, die es in dieser Datei nicht gibt: Sie ist eine andere Fassung.</translation>
    </message>
    <message>
        <source>Only its first %1 lines are shown.</source>
        <translation>Nur ihre ersten %1 Zeilen werden gezeigt.</translation>
    </message>
    <message>
        <source>The file is not UTF-8: shown as Latin-1.</source>
        <translation>Die Datei ist nicht in UTF-8: gezeigt als Latin-1.</translation>
    </message>
    <message>
        <source>The lines shown are those that the profile brings.</source>
        <translation>Gezeigt werden die Zeilen, die das Profil mitbringt.</translation>
    </message>
    <message>
        <source>Shown are the lines that have samples.</source>
        <translation>Gezeigt werden die Zeilen mit Stichproben.</translation>
    </message>
    <message>
        <source>%1 in this file are at no known line.</source>
        <translation>%1 in dieser Datei gehören zu keiner bekannten Zeile.</translation>
    </message>
</context>
<context>
    <name>SpanTexts</name>
    <message>
        <source>thread not known</source>
        <translation>Thread nicht bekannt</translation>
    </message>
    <message>
        <source>%1, thread not known</source>
        <translation>%1, Thread nicht bekannt</translation>
    </message>
    <message>
        <source>span without a name</source>
        <translation>Span ohne Namen</translation>
    </message>
    <message numerus="yes">
        <source>%n span(s)</source>
        <translation>
            <numerusform>%n Span</numerusform>
            <numerusform>%n Spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more at the same time</source>
        <translation>
            <numerusform>%n weiterer zur selben Zeit</numerusform>
            <numerusform>%n weitere zur selben Zeit</numerusform>
        </translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message numerus="yes">
        <source>%n span(s) here, the longest of them:</source>
        <translation>
            <numerusform>%n Span hier:</numerusform>
            <numerusform>%n Spans hier, der längste davon:</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1, ab %2</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>gescheitert: %1</translation>
    </message>
    <message>
        <source>status: %1</source>
        <translation>Status: %1</translation>
    </message>
    <message>
        <source>thread: %1</source>
        <translation>Thread: %1</translation>
    </message>
    <message>
        <source>trace: %1</source>
        <translation>Trace: %1</translation>
    </message>
</context>
<context>
    <name>SumColumns</name>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total %</source>
        <translation>Gesamt %</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Eigen</translation>
    </message>
    <message>
        <source>Self %</source>
        <translation>Eigen %</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Sampling Noise</source>
        <translation>Abtastrauschen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Waiting for a CPU</source>
        <translation>Wartet auf CPU</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>The part of the time in which threads ran, waited for a CPU, or waited for anything else: of functions themselves, of calls with all they call. By samples: what a thread did at one counts until the next. The CPU time that the system measured stands in the answer, the list of threads and the statistics</source>
        <translation>Der Teil der Zeit, in der Threads liefen, auf eine CPU warteten oder auf etwas anderes warteten: von Funktionen selbst, von Aufrufen mit allem, was sie aufrufen. Nach Stichproben: Was ein Thread bei einer tat, zählt bis zur nächsten. Die CPU-Zeit, die das System gemessen hat, steht in der Antwort, in der Liste der Threads und in der Statistik</translation>
    </message>
    <message>
        <source>Of all chosen threads, in the selected range</source>
        <translation>Von allen ausgewählten Threads, im ausgewählten Bereich</translation>
    </message>
</context>
<context>
    <name>TableText</name>
    <message>
        <source>… and more</source>
        <translation>… und weitere</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… und %n weitere</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextPattern</name>
    <message>
        <source>%1 (at %2)</source>
        <translation>%1 (an Stelle %2)</translation>
    </message>
</context>
<context>
    <name>ThreadTitle</name>
    <message>
        <source>Thread %1</source>
        <translation>Thread %1</translation>
    </message>
    <message>
        <source>recorded twice</source>
        <translation>doppelt aufgenommen</translation>
    </message>
    <message>
        <source>The capture has this process, too: what another profiler recorded of it, such as a Sentry SDK, does not count unless you choose it.</source>
        <translation>Auch die Aufnahme enthält diesen Prozess: Was ein anderer Profiler, etwa ein Sentry-SDK, von ihm aufgenommen hat, zählt nur, wenn Sie es auswählen.</translation>
    </message>
    <message>
        <source>ran %1</source>
        <translation>lief %1</translation>
    </message>
    <message numerus="yes">
        <source>%n quiet thread(s)</source>
        <translation>
            <numerusform>%n ruhiger Thread</numerusform>
            <numerusform>%n ruhige Threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitTexts</name>
    <message>
        <source>for a lock</source>
        <translation>auf eine Sperre</translation>
    </message>
    <message>
        <source>for a condition, or until a time</source>
        <translation>auf eine Bedingung oder einen Zeitpunkt</translation>
    </message>
    <message>
        <source>for a condition</source>
        <translation>auf eine Bedingung</translation>
    </message>
    <message>
        <source>for another thread&apos;s end</source>
        <translation>auf das Ende eines anderen Threads</translation>
    </message>
    <message>
        <source>for a semaphore</source>
        <translation>auf einen Semaphor</translation>
    </message>
    <message>
        <source>at a barrier</source>
        <translation>an einer Barriere</translation>
    </message>
    <message>
        <source>for a result</source>
        <translation>auf ein Ergebnis</translation>
    </message>
    <message>
        <source>for another thread&apos;s initialisation</source>
        <translation>auf die Initialisierung durch einen anderen Thread</translation>
    </message>
    <message>
        <source>for the interpreter&apos;s lock</source>
        <translation>auf die Sperre des Interpreters</translation>
    </message>
    <message>
        <source>to be unparked</source>
        <translation>auf ein Wecken</translation>
    </message>
    <message>
        <source>in futex</source>
        <translation>in futex</translation>
    </message>
    <message>
        <source>%1 waited %2 %3, at %4</source>
        <comment>a thread, a duration, what for, a time</comment>
        <translation>%1 wartete %2 %3, bei %4</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <comment>a wait, a function</comment>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>%1; %2 likely held it in the longest.</source>
        <comment>a sentence, a thread</comment>
        <translation>%1; in den längsten hielt sie wahrscheinlich %2.</translation>
    </message>
    <message>
        <source>waited %1 for the lock in %2</source>
        <translation>Warten auf die Sperre in %2: %1</translation>
    </message>
    <message>
        <source>%1, which %2 likely held</source>
        <comment>waited for a lock; a thread</comment>
        <translation>%1, die wahrscheinlich %2 hielt</translation>
    </message>
    <message>
        <source>%1 waited %2 for the lock in %3, in %4</source>
        <comment>threads, a duration, a function, a number of waits</comment>
        <translation>%1: %2 auf die Sperre in %3 gewartet, %4</translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>%Ln-mal</numerusform>
            <numerusform>%Ln-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2 likely held it.</source>
        <comment>a sentence, a thread</comment>
        <translation>%1; wahrscheinlich hielt sie %2.</translation>
    </message>
    <message>
        <source>%1, which %2 likely held in the longest waits</source>
        <comment>waited for a lock; a thread</comment>
        <translation>%1, die in den längsten Wartezeiten wahrscheinlich %2 hielt</translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>the process</source>
        <translation>der Prozess</translation>
    </message>
    <message>
        <source>“%1” was ended by signal %2 (%3), core dumped</source>
        <translation>„%1“ wurde durch Signal %2 beendet (%3), Speicherabbild geschrieben</translation>
    </message>
    <message>
        <source>“%1” was ended by signal %2 (%3)</source>
        <translation>„%1“ wurde durch Signal %2 beendet (%3)</translation>
    </message>
    <message>
        <source>ended by signal %1</source>
        <translation>beendet durch Signal %1</translation>
    </message>
    <message>
        <source>ended with exit status %1</source>
        <translation>beendet mit Status %1</translation>
    </message>
    <message>
        <source>the capture ended before a sample was taken; “%1” is not written</source>
        <translation>die Aufnahme endete vor der ersten Stichprobe; „%1“ wird nicht geschrieben</translation>
    </message>
    <message>
        <source>%1: the capture ended before a sample was taken</source>
        <translation>%1: die Aufnahme endete vor der ersten Stichprobe</translation>
    </message>
    <message>
        <source>%1: %2 of %3 in %4 s</source>
        <translation>%1: %2 von %3 in %4 s</translation>
    </message>
    <message>
        <source>a log is not for a terminal: send standard output elsewhere, or name a file</source>
        <translation>ein Protokoll ist nichts für ein Terminal: leiten Sie die Standardausgabe um, oder nennen Sie eine Datei</translation>
    </message>
    <message>
        <source>--%1 needs a text</source>
        <translation>--%1 braucht einen Text</translation>
    </message>
    <message>
        <source>“%1”: nothing to write (%2)</source>
        <translation>„%1“: nichts zu schreiben (%2)</translation>
    </message>
    <message>
        <source>“%1” has no extension: --to says the format</source>
        <translation>„%1“ hat keine Endung: --to nennt das Format</translation>
    </message>
    <message>
        <source>the capture is kept in “%1”</source>
        <translation>die Aufnahme liegt in „%1“</translation>
    </message>
    <message>
        <source>the recorder was ended by signal %1; the command runs on, and the capture is kept up to here</source>
        <translation>der Rekorder wurde durch Signal %1 beendet; der Befehl läuft weiter, und die Aufnahme reicht bis hier</translation>
    </message>
    <message>
        <source>“%1” holds several profiles; this is the first</source>
        <translation>„%1“ enthält mehrere Profile; dies ist das erste</translation>
    </message>
    <message>
        <source>The calls of each thread in time order.</source>
        <translation>Die Aufrufe jedes Threads in zeitlicher Reihenfolge.</translation>
    </message>
    <message>
        <source>Nested objects for scripts.</source>
        <translation>Verschachtelte Objekte für Skripte.</translation>
    </message>
    <message>
        <source>The profile to read.</source>
        <translation>Das zu lesende Profil.</translation>
    </message>
    <message>
        <source>calltree needs one file</source>
        <translation>calltree braucht eine Datei</translation>
    </message>
    <message>
        <source>Distribution written into chunks.</source>
        <translation>Distribution, die in die Chunks geschrieben wird.</translation>
    </message>
    <message>
        <source>New random profiler and chunk ids.</source>
        <translation>Neue zufällige Profiler- und Chunk-Kennungen.</translation>
    </message>
    <message>
        <source>The file, whose extension names the format; - is standard output.</source>
        <translation>Die Datei, deren Endung das Format nennt; - ist die Standardausgabe.</translation>
    </message>
    <message>
        <source>Profiles to read.</source>
        <translation>Zu lesende Profile.</translation>
    </message>
    <message>
        <source>convert needs files and -o OUT</source>
        <translation>convert braucht Dateien und -o OUT</translation>
    </message>
    <message>
        <source>Samples per second, 1 to 4000 (101).</source>
        <translation>Stichproben je Sekunde, 1 bis 4000 (101).</translation>
    </message>
    <message>
        <source>Records a process that runs already.</source>
        <translation>Zeichnet einen bereits laufenden Prozess auf.</translation>
    </message>
    <message>
        <source>Ends the capture after so many seconds.</source>
        <translation>Beendet die Aufzeichnung nach so vielen Sekunden.</translation>
    </message>
    <message>
        <source>auto, fp or dwarf.</source>
        <translation>auto, fp oder dwarf.</translation>
    </message>
    <message>
        <source>Working directory of the command.</source>
        <translation>Arbeitsverzeichnis des Befehls.</translation>
    </message>
    <message>
        <source>Sets a variable for the command.</source>
        <translation>Setzt eine Umgebungsvariable für den Befehl.</translation>
    </message>
    <message>
        <source>Standard input of the command.</source>
        <translation>Standardeingabe des Befehls.</translation>
    </message>
    <message>
        <source>Takes each sample at a random moment of its period.</source>
        <translation>Nimmt jede Probe in einem zufälligen Augenblick ihrer Periode.</translation>
    </message>
    <message>
        <source>Does not record child processes.</source>
        <translation>Zeichnet Kindprozesse nicht auf.</translation>
    </message>
    <message>
        <source>Records what the command reports by emberchart.h: numbers, spans, frames.</source>
        <translation>Zeichnet auf, was der Befehl über emberchart.h meldet: Zahlen, Spans, Bilder.</translation>
    </message>
    <message>
        <source>The same, and slow and frozen frames of programs that report nothing.</source>
        <translation>Dasselbe, und langsame und eingefrorene Bilder von Programmen, die nichts melden.</translation>
    </message>
    <message>
        <source>Ends the command with the capture.</source>
        <translation>Beendet den Befehl mit der Aufzeichnung.</translation>
    </message>
    <message>
        <source>Launches a command and records what its threads do.</source>
        <translation>Startet einen Befehl und zeichnet auf, was seine Threads tun.</translation>
    </message>
    <message>
        <source>NAME.ember, NAME.json, NAME.envelope, NAME.sqlite, NAME.rds, NAME%1, or - for a log on standard output, which then holds what the command prints as well (emberchart.ember; an older one becomes emberchart.ember.old).</source>
        <translation>NAME.ember, NAME.json, NAME.envelope, NAME.sqlite, NAME.rds, NAME%1 oder - für ein Protokoll auf der Standardausgabe, das dann auch enthält, was der Befehl ausgibt (emberchart.ember; ein älteres wird emberchart.ember.old).</translation>
    </message>
    <message>
        <source>The command to launch.</source>
        <translation>Der zu startende Befehl.</translation>
    </message>
    <message>
        <source>record needs a command, or --pid</source>
        <translation>record braucht einen Befehl oder --pid</translation>
    </message>
    <message>
        <source>Threads, functions and totals of profiles.</source>
        <translation>Threads, Funktionen und Summen von Profilen.</translation>
    </message>
    <message>
        <source>An array for scripts.</source>
        <translation>Ein Feld für Skripte.</translation>
    </message>
    <message>
        <source>summary needs files</source>
        <translation>summary braucht Dateien</translation>
    </message>
    <message>
        <source>upload needs files and a DSN</source>
        <translation>upload braucht Dateien und eine DSN</translation>
    </message>
    <message>
        <source>Ends the capture when its log has this size: 500MB, 2GiB.</source>
        <translation>Beendet die Aufzeichnung, wenn ihr Protokoll diese Größe hat: 500MB, 2GiB.</translation>
    </message>
    <message>
        <source>Keeps only the newest part: a time (10min, 2h) or a size (2GB).</source>
        <translation>Behält nur den neuesten Teil: eine Dauer (10min, 2h) oder eine Größe (2GB).</translation>
    </message>
    <message>
        <source>What is kept of a ring, as NAME-kept-1.ember and so on (1min).</source>
        <translation>Was von einem Ring aufgehoben wird, als NAME-kept-1.ember und so fort (1min).</translation>
    </message>
    <message>
        <source>Keeps it at a frozen-frame, at &apos;cpu&gt;PERCENT&apos; of one core, at signal:USR1 or signal:USR2; may be given several times.</source>
        <translation>Hebt es auf bei frozen-frame, bei &apos;cpu&gt;PROZENT&apos; eines Kerns, bei signal:USR1 oder signal:USR2; mehrfach möglich.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>no more debug info is fetched</source>
        <translation>es werden keine Debug-Informationen mehr geholt</translation>
    </message>
    <message>
        <source>Runs CMD on another machine by ssh; its paths, its symbols. Its output goes into the log, its input is --stdin or nothing.</source>
        <translation>Führt CMD über ssh auf einem anderen Rechner aus; es gelten dessen Pfade und Symbole. Die Ausgabe kommt ins Protokoll, die Eingabe ist --stdin oder leer.</translation>
    </message>
    <message>
        <source>Path of emberchart-record there, if it is not in its PATH.</source>
        <translation>Pfad von emberchart-record dort, wenn es nicht im PATH liegt.</translation>
    </message>
    <message>
        <source>Weigh functions by the values of this type, of files that have some.</source>
        <translation>Funktionen nach den Werten dieser Art gewichten, bei Dateien, die welche haben.</translation>
    </message>
    <message>
        <source>Holds the tables of databases, of R&apos;s files and of profiles against the rules of profile data.</source>
        <translation>Misst die Tabellen von Datenbanken, von Rs Dateien und von Profilen an den Regeln für Profildaten.</translation>
    </message>
    <message>
        <source>check-tables needs files</source>
        <translation>check-tables braucht Dateien</translation>
    </message>
    <message>
        <source>Where a profile comes from, in place of its file (sqlite, rds); once per profile, or once per source, in the order of the files.</source>
        <translation>Woher ein Profil stammt, statt seiner Datei (sqlite, rds); je Profil einmal, oder je Quelle, in der Reihenfolge der Dateien.</translation>
    </message>
    <message>
        <source>Only the source with this id.</source>
        <translation>Nur die Quelle mit dieser Kennung.</translation>
    </message>
    <message>
        <source>Equal functions and locations become one (sqlite, rds).</source>
        <translation>Gleiche Funktionen und Stellen werden eine (sqlite, rds).</translation>
    </message>
    <message>
        <source>The version of the tables (rds): v2, or v1, which adds up equal stacks.</source>
        <translation>Die Fassung der Tabellen (rds): v2, oder v1, die gleiche Stapel zusammenzählt.</translation>
    </message>
    <message>
        <source>--source can be given once</source>
        <translation>--source kann einmal angegeben werden</translation>
    </message>
    <message>
        <source>--source is the number of a source, not “%1”</source>
        <translation>--source ist die Nummer einer Quelle, nicht „%1“</translation>
    </message>
    <message>
        <source>--schema is v1 or v2, not “%1”</source>
        <translation>--schema ist v1 oder v2, nicht „%1“</translation>
    </message>
    <message>
        <source>only rds files have --schema v1</source>
        <translation>nur rds-Dateien haben --schema v1</translation>
    </message>
    <message>
        <source>only sqlite and rds files have --%1</source>
        <translation>nur sqlite- und rds-Dateien haben --%1</translation>
    </message>
    <message numerus="yes">
        <source>not written: %n sample(s) that no chunk can hold (a thread needs two in a chunk)</source>
        <translation>
            <numerusform>nicht geschrieben: %n Stichprobe, die kein Chunk fassen kann (ein Thread braucht zwei in einem)</numerusform>
            <numerusform>nicht geschrieben: %n Stichproben, die kein Chunk fassen kann (ein Thread braucht zwei in einem)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n idle sample(s) of such threads</source>
        <translation>
            <numerusform>nicht geschrieben: %n leere Stichprobe solcher Threads</numerusform>
            <numerusform>nicht geschrieben: %n leere Stichproben solcher Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written at all: %n thread(s)</source>
        <translation>
            <numerusform>gar nicht geschrieben: %n Thread</numerusform>
            <numerusform>gar nicht geschrieben: %n Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n thread(s) without samples</source>
        <translation>
            <numerusform>nicht geschrieben: %n Thread ohne Stichproben</numerusform>
            <numerusform>nicht geschrieben: %n Threads ohne Stichproben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n measured value(s), of a unit that Sentry does not know</source>
        <translation>
            <numerusform>nicht geschrieben: %n Messwert in einer Einheit, die Sentry nicht kennt</numerusform>
            <numerusform>nicht geschrieben: %n Messwerte in einer Einheit, die Sentry nicht kennt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n tracing span(s)</source>
        <translation>
            <numerusform>nicht geschrieben: %n Span</numerusform>
            <numerusform>nicht geschrieben: %n Spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s) got new ids, because theirs were used again or are not decimal</source>
        <translation>
            <numerusform>%n Thread bekam eine neue Nummer, weil seine wiederverwendet wurde oder nicht dezimal ist</numerusform>
            <numerusform>%n Threads bekamen neue Nummern, weil ihre wiederverwendet wurden oder nicht dezimal sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s) without a build-id are left out of debug_meta</source>
        <translation>
            <numerusform>%n Abbild ohne Build-ID fehlt in debug_meta</numerusform>
            <numerusform>%n Abbilder ohne Build-ID fehlen in debug_meta</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 --help tells more.</source>
        <translation>%1 --help sagt mehr.</translation>
    </message>
    <message>
        <source>Writes profiles in another format. Chunks of one profiler are joined; each profiler has files of its own.</source>
        <translation>Schreibt Profile in einem anderen Format. Chunks eines Profilers werden verbunden; jeder Profiler hat eigene Dateien.</translation>
    </message>
    <message>
        <source>launch a command and record its threads</source>
        <translation>einen Befehl starten und seine Threads aufzeichnen</translation>
    </message>
    <message>
        <source>say whether Sentry would accept chunks and envelopes, and why not</source>
        <translation>sagen, ob Sentry Chunks und Envelopes annähme, und warum nicht</translation>
    </message>
    <message>
        <source>threads, functions and totals of profiles</source>
        <translation>Threads, Funktionen und Summen von Profilen</translation>
    </message>
    <message>
        <source>the calls of each thread in time order</source>
        <translation>die Aufrufe jedes Threads in zeitlicher Folge</translation>
    </message>
    <message>
        <source>write profiles in another format</source>
        <translation>Profile in einem anderen Format schreiben</translation>
    </message>
    <message>
        <source>send chunks to Sentry</source>
        <translation>Chunks an Sentry senden</translation>
    </message>
    <message>
        <source>Usage: %1</source>
        <translation>Aufruf: %1</translation>
    </message>
    <message>
        <source>there is no command</source>
        <translation>es fehlt ein Befehl</translation>
    </message>
    <message>
        <source>there is no command “%1”</source>
        <translation>einen Befehl „%1“ gibt es nicht</translation>
    </message>
    <message>
        <source>Folder with binaries of other machines, to name addresses by; may be given several times (as in the window&apos;s settings).</source>
        <translation>Ordner mit Programmen anderer Rechner, nach denen Adressen benannt werden; mehrfach möglich (wie in den Einstellungen des Fensters).</translation>
    </message>
    <message>
        <source>Code below this path is the app&apos;s own; may be given several times (as in the settings).</source>
        <translation>Code unterhalb dieses Pfads gehört zur Anwendung; mehrfach möglich (wie in den Einstellungen).</translation>
    </message>
    <message>
        <source>Code below this path is not; may be given several times (as in the settings).</source>
        <translation>Code unterhalb dieses Pfads gehört nicht dazu; mehrfach möglich (wie in den Einstellungen).</translation>
    </message>
    <message>
        <source>“%1” is not written: nothing was accepted</source>
        <translation>„%1“ wird nicht geschrieben: nichts wurde angenommen</translation>
    </message>
    <message>
        <source>changed: %1</source>
        <translation>geändert: %1</translation>
    </message>
    <message>
        <source>nothing had to be changed</source>
        <translation>nichts musste geändert werden</translation>
    </message>
    <message>
        <source>Says for each file, or each profile in an envelope, whether Sentry would accept it.</source>
        <translation>Sagt für jede Datei oder jedes Profil eines Envelopes, ob Sentry es annähme.</translation>
    </message>
    <message>
        <source>A broken MUST of the format&apos;s texts is an error, too.</source>
        <translation>Auch ein gebrochenes MUSS der Formattexte ist ein Fehler.</translation>
    </message>
    <message>
        <source>Writes what Sentry would keep.</source>
        <translation>Schreibt, was Sentry behielte.</translation>
    </message>
    <message>
        <source>Writes a repaired copy; each change is listed.</source>
        <translation>Schreibt eine reparierte Kopie; jede Änderung wird aufgelistet.</translation>
    </message>
    <message>
        <source>Chunks and envelopes to judge.</source>
        <translation>Chunks und Envelopes, die beurteilt werden.</translation>
    </message>
    <message>
        <source>validate needs files</source>
        <translation>validate braucht Dateien</translation>
    </message>
    <message>
        <source>--fix and --normalised take one file</source>
        <translation>--fix und --normalised nehmen nur eine Datei</translation>
    </message>
    <message numerus="yes">
        <source>%1: chunk %2, %n sample(s), %3 bytes</source>
        <translation>
            <numerusform>%1: Chunk %2, %n Stichprobe, %3 Bytes</numerusform>
            <numerusform>%1: Chunk %2, %n Stichproben, %3 Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n source(s)</source>
        <translation>
            <numerusform>%n Quelle</numerusform>
            <numerusform>%n Quellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n Stichprobe</numerusform>
            <numerusform>%n Stichproben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>hold the relational tables against their rules</source>
        <translation>die relationalen Tabellen an ihren Regeln messen</translation>
    </message>
    <message numerus="yes">
        <source>%1: V1 profile %2, %n sample(s), %3 bytes</source>
        <translation>
            <numerusform>%1: V1-Profil %2, %n Stichprobe, %3 Bytes</numerusform>
            <numerusform>%1: V1-Profil %2, %n Stichproben, %3 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 in %2</source>
        <translation>, %1 in %2</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>running ms</source>
        <translation>läuft ms</translation>
    </message>
    <message>
        <source>lasts ms</source>
        <translation>dauert ms</translation>
    </message>
    <message>
        <source>  thread</source>
        <translation>  Thread</translation>
    </message>
    <message numerus="yes">
        <source>  … and %n more</source>
        <translation>
            <numerusform>  … und %n weiterer</numerusform>
            <numerusform>  … und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>self</source>
        <translation>selbst</translation>
    </message>
    <message>
        <source>self ms</source>
        <translation>selbst ms</translation>
    </message>
    <message>
        <source>total ms</source>
        <translation>gesamt ms</translation>
    </message>
    <message>
        <source>  function</source>
        <translation>  Funktion</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>  function, by %1 in %2</source>
        <translation>  Funktion, nach %1 in %2</translation>
    </message>
    <message>
        <source>ticks: %1, missed: %2; suspensions: %3, samples without one: %4; dropped: %5</source>
        <translation>Takte: %1, versäumt: %2; Anhalten: %3, Stichproben ohne: %4; verworfen: %5</translation>
    </message>
    <message>
        <source>stop time p50 %1 ms, p99 %2 ms</source>
        <translation>Haltezeit p50 %1 ms, p99 %2 ms</translation>
    </message>
    <message>
        <source>; %1 of the stacks reach their root</source>
        <translation>; %1 der Stapel reichen bis zur Wurzel</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message numerus="yes">
        <source>of what the program reported, %n did not arrive</source>
        <translation>
            <numerusform>von dem, was das Programm meldete, kam %n nicht an</numerusform>
            <numerusform>von dem, was das Programm meldete, kamen %n nicht an</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n Thread</numerusform>
            <numerusform>%n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>(not named)</source>
        <translation>(nicht benannt)</translation>
    </message>
    <message>
        <source>%1 (%2): %3 of %4, without times</source>
        <translation>%1 (%2): %3 von %4, ohne Zeiten</translation>
    </message>
    <message>
        <source>%1 (%2): %3 of %4 in %5 ms</source>
        <translation>%1 (%2): %3 von %4 in %5 ms</translation>
    </message>
    <message>
        <source>thread %1 %2</source>
        <translation>Thread %1 %2</translation>
    </message>
    <message>
        <source>Sum no equal samples up, where the format does so (pprof), and keep times.</source>
        <translation>Gleiche Stichproben nicht zusammenzählen, wo das Format es tut (pprof), und Zeiten behalten.</translation>
    </message>
    <message>
        <source>no format is called “%1”; there are json, envelope, sentry-v1, sqlite, rds, %2</source>
        <translation>kein Format heißt „%1“; es gibt json, envelope, sentry-v1, sqlite, rds, %2</translation>
    </message>
    <message>
        <source>Of several profiles --source ID writes one; collapsed stacks take --weight TYPE.</source>
        <translation>Von mehreren Profilen schreibt --source ID eines; bei collapsed wählt --weight TYPE die Werte.</translation>
    </message>
    <message>
        <source>The values that stacks are weighed by (collapsed).</source>
        <translation>Die Werte, nach denen Stapel gewogen werden (collapsed).</translation>
    </message>
    <message>
        <source>only collapsed stacks have --weight</source>
        <translation>nur collapsed hat --weight</translation>
    </message>
    <message>
        <source>only pprof has --per-sample</source>
        <translation>nur pprof hat --per-sample</translation>
    </message>
    <message>
        <source>“%1” is what is read: with --source it would lose its other sources</source>
        <translation>„%1“ wird gelesen: mit --source verlöre die Datei ihre anderen Quellen</translation>
    </message>
    <message>
        <source>V1 is deprecated since 2.5.0 of the format&apos;s text: V2 is for all that is new</source>
        <translation>V1 ist seit 2.5.0 des Formattexts überholt: für alles Neue gibt es V2</translation>
    </message>
    <message>
        <source>a database needs a file of its own, not “%1”</source>
        <translation>eine Datenbank braucht eine eigene Datei, nicht „%1“</translation>
    </message>
    <message>
        <source>“%1”: values of the type “%2” are levels, which do not add up: nothing can be weighed by them</source>
        <translation>„%1“: Werte der Art „%2“ sind Pegel, die man nicht zusammenzählen kann: nach ihnen lässt sich nichts gewichten</translation>
    </message>
    <message>
        <source>%1, at its peak; %2 at the end</source>
        <translation>%1, höchstens; %2 am Ende</translation>
    </message>
    <message>
        <source>nothing says when it was recorded: its times are of 1970-01-01</source>
        <translation>nichts sagt, wann es aufgezeichnet wurde: seine Zeiten sind vom 1.1.1970</translation>
    </message>
    <message>
        <source>“%1” has no values of the type “%2”; the types it has: %3</source>
        <translation>„%1“ hat keine Werte der Art „%2“; seine Arten: %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Weigh calls by the values of this type, where samples have no time.</source>
        <translation>Aufrufe nach Werten dieser Art wiegen, wo Stichproben keine Zeit haben.</translation>
    </message>
    <message>
        <source>calls by %1</source>
        <translation>Aufrufe nach %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) have no such value</source>
        <translation>
            <numerusform>%n Stichprobe hat keinen solchen Wert</numerusform>
            <numerusform>%n Stichproben haben keinen solchen Wert</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” has been stopped (%2): kill -CONT %3 continues it</source>
        <translation>„%1“ wurde angehalten (%2): kill -CONT %3 setzt es fort</translation>
    </message>
    <message>
        <source>the command runs on as process %1</source>
        <translation>der Befehl läuft als Prozess %1 weiter</translation>
    </message>
    <message>
        <source>fetching debug info of %1 (%2: go on without)</source>
        <translation>Debug-Informationen von %1 werden geholt (%2: ohne sie weiter)</translation>
    </message>
    <message>
        <source>Ctrl-C</source>
        <translation>Strg-C</translation>
    </message>
    <message>
        <source>Ctrl-C, or %1 s in which nothing comes</source>
        <translation>Strg-C, oder %1 s, in denen nichts kommt</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>Warten auf %1</translation>
    </message>
    <message>
        <source>no names for “%1”: it is not here any more</source>
        <translation>keine Namen für „%1“: die Datei ist nicht mehr da</translation>
    </message>
    <message>
        <source>no names for “%1”: it cannot be read</source>
        <translation>keine Namen für „%1“: die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>no names for “%1”: what is there now is not what ran</source>
        <translation>keine Namen für „%1“: was jetzt dort liegt, ist nicht, was lief</translation>
    </message>
    <message>
        <source>  (--symbol-path DIR finds a copy of it, or its debug file)</source>
        <translation>  (--symbol-path ORDNER findet eine Kopie davon oder die Debug-Datei dazu)</translation>
    </message>
    <message>
        <source>An object for scripts.</source>
        <translation>Ein Objekt für Skripte.</translation>
    </message>
    <message>
        <source>List functions with all they call.</source>
        <translation>Funktionen mit allem auflisten, was sie aufrufen.</translation>
    </message>
    <message>
        <source>What has changed between two profiles.</source>
        <translation>Was sich zwischen zwei Profilen geändert hat.</translation>
    </message>
    <message>
        <source>The profile to start from.</source>
        <translation>Das Profil, von dem ausgegangen wird.</translation>
    </message>
    <message>
        <source>The profile that is compared with it.</source>
        <translation>Das Profil, das damit verglichen wird.</translation>
    </message>
    <message>
        <source>compare needs two files</source>
        <translation>compare braucht zwei Dateien</translation>
    </message>
    <message>
        <source>“%1” is no way to compare</source>
        <translation>„%1“ ist keine Art zu vergleichen</translation>
    </message>
    <message>
        <source>%1: %2 (%3): %4 in %5 ms</source>
        <translation>%1: %2 (%3): %4 in %5 ms</translation>
    </message>
    <message>
        <source>self, as the leaf</source>
        <translation>eigen, als innerster Aufruf</translation>
    </message>
    <message>
        <source>total, anywhere in the stack</source>
        <translation>gesamt, irgendwo im Stapel</translation>
    </message>
    <message>
        <source>shares of the whole</source>
        <translation>Anteile am Ganzen</translation>
    </message>
    <message>
        <source>%1; %2; ~ is within sampling noise, ? not known</source>
        <translation>%1; %2; ~ liegt im Abtastrauschen, ? ist nicht bekannt</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>    function</source>
        <translation>    Funktion</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>what has changed between two profiles, by function</source>
        <translation>was sich zwischen zwei Profilen geändert hat, nach Funktionen</translation>
    </message>
    <message numerus="yes">
        <source>the command lines of %n process(es) are in it, with all their arguments: --no-command-lines leaves them out</source>
        <translation>
            <numerusform>die Befehlszeile von %n Prozess ist darin, mit allen Argumenten: --no-command-lines lässt sie weg</numerusform>
            <numerusform>die Befehlszeilen von %n Prozessen sind darin, mit allen Argumenten: --no-command-lines lässt sie weg</numerusform>
        </translation>
    </message>
    <message>
        <source>sampled ms</source>
        <translation>Stichproben-ms</translation>
    </message>
    <message>
        <source>code made at run time</source>
        <translation>zur Laufzeit erzeugter Code</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>%1 verpasst</translation>
    </message>
    <message>
        <source>Ctrl-C ends the capture of “%1”: %2 s, %3</source>
        <translation>Strg-C beendet die Aufnahme von „%1“: %2 s, %3</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) that came before the capture are left out (a login script there prints to standard output?): “%1”</source>
        <translation>
            <numerusform>%n Byte vor der Aufnahme ist weggelassen (schreibt dort ein Anmeldeskript auf die Standardausgabe?): „%1“</numerusform>
            <numerusform>%n Bytes vor der Aufnahme sind weggelassen (schreibt dort ein Anmeldeskript auf die Standardausgabe?): „%1“</numerusform>
        </translation>
    </message>
    <message>
        <source>Writes over one of the files that are read, even if something is lost.</source>
        <translation>Überschreibt eine der gelesenen Dateien, auch wenn etwas verloren geht.</translation>
    </message>
    <message>
        <source>“%1” is one of the files that are read, and not all that it has would be in the new one: write to another file, or give --force</source>
        <translation>„%1“ ist eine der gelesenen Dateien, und nicht alles darin stünde auch in der neuen: in eine andere Datei schreiben oder --force angeben</translation>
    </message>
    <message>
        <source>Leaves out the arguments that the programs were started with (sqlite, rds): they may have names, addresses and passwords.</source>
        <translation>Lässt die Argumente weg, mit denen die Programme gestartet wurden (sqlite, rds): Sie können Namen, Adressen und Passwörter enthalten.</translation>
    </message>
    <message>
        <source>not sent because of a limit that the server has set: it is kept in “%1”; --ignore-limits sends all the same</source>
        <translation>wegen einer Begrenzung des Servers nicht gesendet: sie steht in „%1“; --ignore-limits sendet trotzdem</translation>
    </message>
    <message>
        <source>Not sent again: %1 received it on %2, and its samples would count twice. --again sends it all the same.</source>
        <translation>Nicht noch einmal gesendet: %1 hat ihn am %2 erhalten, und seine Stichproben würden doppelt zählen. --again sendet ihn trotzdem.</translation>
    </message>
    <message>
        <source>Where to; also from the variable SENTRY_DSN. Who is on this machine can read options in the list of processes.</source>
        <translation>Wohin; auch aus der Variablen SENTRY_DSN. Optionen kann jeder auf diesem Rechner in der Prozessliste lesen.</translation>
    </message>
    <message>
        <source>The file that has the DSN, and nothing else.</source>
        <translation>Die Datei, in der die DSN steht und sonst nichts.</translation>
    </message>
    <message>
        <source>Sends although the server has said, to an earlier upload, when it takes more.</source>
        <translation>Sendet, obwohl der Server bei einem früheren Upload gesagt hat, ab wann er wieder etwas annimmt.</translation>
    </message>
    <message>
        <source>--dsn and --dsn-file exclude each other</source>
        <translation>--dsn und --dsn-file schließen einander aus</translation>
    </message>
    <message numerus="yes">
        <source>%n of the stacks are cut, their callers unknown: the recorder found no way out of %1</source>
        <translation>
            <numerusform>%n Stapel ist abgeschnitten, seine Aufrufer sind unbekannt: Der Rekorder fand keinen Weg aus %1</numerusform>
            <numerusform>%n Stapel sind abgeschnitten, ihre Aufrufer unbekannt: Der Rekorder fand keinen Weg aus %1</numerusform>
        </translation>
    </message>
    <message>
        <source>--man prints the manual page, --completion a completion for bash.</source>
        <translation>--man gibt die Handbuchseite aus, --completion eine Vervollständigung für die Bash.</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) that came after the capture are left out: “%1”</source>
        <translation>
            <numerusform>%n Byte nach der Aufnahme ist weggelassen: „%1“</numerusform>
            <numerusform>%n Bytes nach der Aufnahme sind weggelassen: „%1“</numerusform>
        </translation>
    </message>
    <message>
        <source>The share of sessions that are profiled, 0.0 to 1.0 (what the program says, else 1). Its lifecycle then holds.</source>
        <translation>Der Anteil der Sitzungen, die aufgezeichnet werden, 0.0 bis 1.0 (was das Programm sagt, sonst 1). Sein Lifecycle gilt dann.</translation>
    </message>
    <message>
        <source>The share of transactions that are sampled, 0.0 to 1.0. Its lifecycle then holds.</source>
        <translation>Der Anteil der Transaktionen, die ausgewählt werden, 0.0 bis 1.0. Sein Lifecycle gilt dann.</translation>
    </message>
    <message>
        <source>Samples from the launch on, if the launch before has drawn so, to a stop or the end of the first transaction.</source>
        <translation>Nimmt Stichproben vom Start des Programms an, wenn der Start davor es so gezogen hat, bis zu einem Stopp oder dem Ende der ersten Transaktion.</translation>
    </message>
    <message numerus="yes">
        <source>%1: transaction %2, %n span(s), %3 bytes</source>
        <translation>
            <numerusform>%1: Transaktion %2, %n Span, %3 Bytes</numerusform>
            <numerusform>%1: Transaktion %2, %n Spans, %3 Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not written: %n transaction(s), which are of another time, or bigger than Sentry takes</source>
        <translation>
            <numerusform>nicht geschrieben: %n Transaktion, die aus anderer Zeit oder größer ist, als Sentry annimmt</numerusform>
            <numerusform>nicht geschrieben: %n Transaktionen, die aus anderer Zeit oder größer sind, als Sentry annimmt</numerusform>
        </translation>
    </message>
    <message>
        <source>spans</source>
        <translation>Spans</translation>
    </message>
    <message>
        <source>  transaction</source>
        <translation>  Transaktion</translation>
    </message>
    <message>
        <source>, on %1</source>
        <translation>, auf %1</translation>
    </message>
    <message>
        <source>The version of the sample format: v1, or v2; V1 profiles are sent as v1 with their transaction, and all others as v2.</source>
        <translation>Die Version des Formats: v1 oder v2; V1-Profile werden als v1 mit ihrer Transaktion gesendet, alle anderen als v2.</translation>
    </message>
    <message>
        <source>no image has a build-id</source>
        <translation>kein Image hat eine Build-ID</translation>
    </message>
    <message>
        <source>find the files from which Sentry can name functions</source>
        <translation>die Dateien finden, aus denen Sentry Funktionen benennen kann</translation>
    </message>
    <message>
        <source>Lists the binaries of profiles with the files that have their symbols, and the command that sends these to Sentry. Exits with 1 if some are missing.</source>
        <translation>Listet die Binärdateien von Profilen mit den Dateien, die ihre Symbole haben, und den Befehl, der diese an Sentry sendet. Endet mit 1, wenn welche fehlen.</translation>
    </message>
    <message>
        <source>Profiles.</source>
        <translation>Profile.</translation>
    </message>
    <message>
        <source>debug-files needs files</source>
        <translation>debug-files braucht Dateien</translation>
    </message>
    <message>
        <source>envelope %1 is not forwarded: it came with the key of another DSN</source>
        <translation>Envelope %1 wird nicht weitergeleitet: Er kam mit dem Schlüssel einer anderen DSN</translation>
    </message>
    <message>
        <source>a request was refused (%1): %2</source>
        <translation>eine Anfrage wurde abgelehnt (%1): %2</translation>
    </message>
    <message>
        <source>further refusals are not shown</source>
        <translation>weitere Ablehnungen werden nicht gezeigt</translation>
    </message>
    <message>
        <source>refusals in all: %1</source>
        <translation>Ablehnungen insgesamt: %1</translation>
    </message>
    <message>
        <source>envelope %1 was not forwarded: %2</source>
        <translation>Envelope %1 wurde nicht weitergeleitet: %2</translation>
    </message>
    <message>
        <source>the command runs on</source>
        <translation>der Befehl läuft weiter</translation>
    </message>
    <message>
        <source>The port on 127.0.0.1 (a free one).</source>
        <translation>Der Port auf 127.0.0.1 (ein freier).</translation>
    </message>
    <message>
        <source>Saves each envelope there, unpacked: 001.envelope, ….</source>
        <translation>Speichert dort jeden Envelope, entpackt: 001.envelope, ….</translation>
    </message>
    <message>
        <source>A line of JSON for each item.</source>
        <translation>Eine Zeile JSON für jeden Eintrag.</translation>
    </message>
    <message>
        <source>--port takes a number up to 65535</source>
        <translation>--port braucht eine Zahl bis 65535</translation>
    </message>
    <message>
        <source>-d takes seconds, at most a day</source>
        <translation>-d braucht Sekunden, höchstens einen Tag</translation>
    </message>
    <message>
        <source>receive what a program&apos;s Sentry SDK sends</source>
        <translation>empfangen, was das Sentry-SDK eines Programms sendet</translation>
    </message>
    <message>
        <source>Receives what Sentry SDKs send to a DSN of this machine, and says what Sentry would make of it. A command gets the DSN as SENTRY_DSN; its end is the end.</source>
        <translation>Empfängt, was Sentry-SDKs an eine DSN dieses Rechners senden, und sagt, was Sentry daraus machen würde. Ein Befehl bekommt die DSN als SENTRY_DSN; sein Ende ist das Ende.</translation>
    </message>
    <message>
        <source>The command to run.</source>
        <translation>Der Befehl, der laufen soll.</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) wait in the queue: upload --retry sends them</source>
        <translation>
            <numerusform>%n Eintrag wartet in der Warteschlange: upload --retry sendet ihn</numerusform>
            <numerusform>%n Einträge warten in der Warteschlange: upload --retry sendet sie</numerusform>
        </translation>
    </message>
    <message>
        <source>item %1 is not there, or is not in a state to be changed</source>
        <translation>Eintrag %1 gibt es nicht, oder er lässt sich jetzt nicht ändern</translation>
    </message>
    <message>
        <source>the queue is paused: upload --resume</source>
        <translation>die Warteschlange ist angehalten: upload --resume</translation>
    </message>
    <message>
        <source>“%1” is no number of an item: see --status</source>
        <translation>„%1“ ist keine Nummer eines Eintrags: siehe --status</translation>
    </message>
    <message>
        <source>--redact knows no “%1”, but home, user, host and arguments</source>
        <translation>--redact kennt kein „%1“, nur home, user, host und arguments</translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n thread(s)</source>
        <translation>
            <numerusform>weggelassen, wie verlangt: %n Thread</numerusform>
            <numerusform>weggelassen, wie verlangt: %n Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n sample(s) inside waits</source>
        <translation>
            <numerusform>weggelassen, wie verlangt: %n Stichprobe mitten im Warten</numerusform>
            <numerusform>weggelassen, wie verlangt: %n Stichproben mitten im Warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>redacted: %n text(s)</source>
        <translation>
            <numerusform>unkenntlich gemacht: %n Text</numerusform>
            <numerusform>unkenntlich gemacht: %n Texte</numerusform>
        </translation>
    </message>
    <message>
        <source>Release written into chunks (that of the capture; else of the script or program).</source>
        <translation>Release, das in Chunks geschrieben wird (das der Aufnahme, sonst des Skripts oder Programms).</translation>
    </message>
    <message>
        <source>Environment written into chunks (that of the capture; production).</source>
        <translation>Environment, das in Chunks geschrieben wird (das der Aufnahme; production).</translation>
    </message>
    <message>
        <source>Platform written into chunks (native); rust leaves the names of recorded functions to Sentry.</source>
        <translation>Plattform, die in Chunks geschrieben wird (native); rust überlässt die Namen aufgenommener Funktionen Sentry.</translation>
    </message>
    <message>
        <source>Replaces private texts: home (paths of home folders), user (names of users), host (of the machine), arguments (of command lines); several with commas.</source>
        <translation>Ersetzt private Texte: home (Pfade von Home-Ordnern), user (Namen von Benutzern), host (des Rechners), arguments (von Befehlszeilen); mehrere mit Kommas.</translation>
    </message>
    <message>
        <source>Functions of this module get numbers for names, and its file is not named; * and ? stand for other letters; may be given several times.</source>
        <translation>Funktionen dieses Moduls bekommen Nummern als Namen, und seine Datei wird nicht genannt; * und ? stehen für andere Zeichen; mehrmals möglich.</translation>
    </message>
    <message>
        <source>Threads of this name or id are not written; * and ? stand for other letters; may be given several times.</source>
        <translation>Threads dieses Namens oder dieser ID werden nicht geschrieben; * und ? stehen für andere Zeichen; mehrmals möglich.</translation>
    </message>
    <message>
        <source>Adds a transaction over the written time of each process that has none, named after the program: in Sentry it leads to the chunks (V1 profiles have one).</source>
        <translation>Fügt für jeden Prozess, der keine hat, eine Transaktion über die geschriebene Zeit hinzu, benannt nach dem Programm: In Sentry führt sie zu den Chunks (V1-Profile haben eine).</translation>
    </message>
    <message>
        <source>Adds a transaction of this name, even beside others.</source>
        <translation>Fügt eine Transaktion dieses Namens hinzu, auch neben anderen.</translation>
    </message>
    <message>
        <source>Leaves out samples inside waits, without which Sentry draws the same calls; its sums that count samples see less waiting.</source>
        <translation>Lässt Stichproben mitten im Warten weg, ohne die Sentry dieselben Aufrufe zeichnet; Summen, für die es Stichproben zählt, enthalten dann weniger Warten.</translation>
    </message>
    <message>
        <source>“%1” breaks a rule of the format: emberchart-cli validate --strict</source>
        <translation>„%1“ verletzt eine Regel des Formats: emberchart-cli validate --strict</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 samples in %n file(s)</source>
        <translation>
            <numerusform>%1 von %2 Stichproben in %n Datei</numerusform>
            <numerusform>%1 von %2 Stichproben in %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>split needs files and -o OUT</source>
        <translation>split braucht Dateien und -o AUS</translation>
    </message>
    <message>
        <source>A folder, or the file (.json, .envelope) after which the chunks are named.</source>
        <translation>Ein Ordner oder die Datei (.json, .envelope), nach der die Chunks benannt werden.</translation>
    </message>
    <message>
        <source>cut what is too long or too large for Sentry into chunks</source>
        <translation>in Chunks zerlegen, was für Sentry zu lang oder zu groß ist</translation>
    </message>
    <message>
        <source>Cuts profiles into chunks of at most 60 seconds and 50 MB that break no rule of the format. Chunks that are short enough stay as they are.</source>
        <translation>Zerlegt Profile in Chunks von höchstens 60 Sekunden und 50 MB, die keine Regel des Formats verletzen. Chunks, die kurz genug sind, bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Profiles to cut.</source>
        <translation>Profile, die zerlegt werden.</translation>
    </message>
    <message>
        <source>“%1” exists: --force writes over it</source>
        <translation>„%1“ gibt es schon: --force überschreibt es</translation>
    </message>
    <message>
        <source>“%1” has what would be sent</source>
        <translation>„%1“ enthält, was gesendet würde</translation>
    </message>
    <message>
        <source>Not sent again: %1 may have taken it on %2, and its samples would count twice. --again sends it all the same.</source>
        <translation>Nicht noch einmal gesendet: %1 hat es am %2 vielleicht angenommen, und seine Stichproben würden doppelt zählen. --again sendet es trotzdem.</translation>
    </message>
    <message>
        <source>Not sent again: another program sends it to %1, since %2.</source>
        <translation>Nicht noch einmal gesendet: Ein anderes Programm sendet es an %1, seit %2.</translation>
    </message>
    <message>
        <source>Not sent: the queue is full. upload --retry sends what waits in it, --forget drops it.</source>
        <translation>Nicht gesendet: Die Warteschlange ist voll. upload --retry sendet, was in ihr wartet, --forget verwirft es.</translation>
    </message>
    <message>
        <source>The proxy to go through, http://HOST:PORT or socks5://HOST:PORT; none: no proxy. Without it: the system&apos;s.</source>
        <translation>Der Proxy, über den gesendet wird, http://HOST:PORT oder socks5://HOST:PORT; none: kein Proxy. Ohne dies: der des Systems.</translation>
    </message>
    <message>
        <source>Certificates (PEM) to trust beside the system&apos;s.</source>
        <translation>Zertifikate (PEM), denen neben denen des Systems vertraut wird.</translation>
    </message>
    <message>
        <source>Puts the chunks into the queue only.</source>
        <translation>Stellt die Chunks nur in die Warteschlange.</translation>
    </message>
    <message>
        <source>Lists the queue, with what became of earlier uploads; needs no files.</source>
        <translation>Listet die Warteschlange und was aus früheren Uploads wurde; braucht keine Dateien.</translation>
    </message>
    <message>
        <source>Lists the queue as JSON.</source>
        <translation>Listet die Warteschlange als JSON.</translation>
    </message>
    <message>
        <source>Drops the numbered items from the queue, or --all.</source>
        <translation>Verwirft die Einträge dieser Nummern in der Warteschlange, oder --all.</translation>
    </message>
    <message>
        <source>With --forget: all items, and the history.</source>
        <translation>Mit --forget: alle Einträge und den Verlauf.</translation>
    </message>
    <message>
        <source>Says what would be sent, what Sentry would change in it, what is redacted and what it costs, and sends nothing.</source>
        <translation>Sagt, was gesendet würde, was Sentry daran ändern würde, was unkenntlich gemacht ist und was es kostet, und sendet nichts.</translation>
    </message>
    <message>
        <source>With --dry-run: writes the bytes that would be sent; OUT.001.envelope and so on if there are several.</source>
        <translation>Mit --dry-run: schreibt die Bytes, die gesendet würden; AUS.001.envelope und so weiter, wenn es mehrere sind.</translation>
    </message>
    <message>
        <source>-o writes over files.</source>
        <translation>-o überschreibt Dateien.</translation>
    </message>
    <message>
        <source>--queue, --dry-run, --status, --retry, --forget, --pause and --resume exclude each other</source>
        <translation>--queue, --dry-run, --status, --retry, --forget, --pause und --resume schließen einander aus</translation>
    </message>
    <message>
        <source>--proxy needs http://HOST:PORT or socks5://HOST:PORT, or none</source>
        <translation>--proxy braucht http://HOST:PORT oder socks5://HOST:PORT, oder none</translation>
    </message>
    <message>
        <source>--forget needs numbers of items, or --all</source>
        <translation>--forget braucht Nummern von Einträgen oder --all</translation>
    </message>
    <message>
        <source>--retry needs a DSN: the queue keeps no keys</source>
        <translation>--retry braucht eine DSN: Die Warteschlange behält keine Schlüssel</translation>
    </message>
    <message>
        <source>only --dry-run has -o</source>
        <translation>nur --dry-run hat -o</translation>
    </message>
    <message>
        <source>Sends profiles to Sentry, each chunk in an envelope of its own, through a queue on disk: what cannot be sent now waits in it.</source>
        <translation>Sendet Profile an Sentry, jeden Chunk in einem eigenen Envelope, über eine Warteschlange auf der Platte: Was sich jetzt nicht senden lässt, wartet in ihr.</translation>
    </message>
    <message>
        <source>Profiles to send; numbers for --retry, --forget.</source>
        <translation>Profile, die gesendet werden; Nummern für --retry, --forget.</translation>
    </message>
    <message>
        <source>not kept as it is: %1</source>
        <translation>bleibt nicht, wie es ist: %1</translation>
    </message>
    <message>
        <source>Release of the application, for Sentry.</source>
        <translation>Release der Anwendung, für Sentry.</translation>
    </message>
    <message>
        <source>Environment of the application, for Sentry.</source>
        <translation>Environment der Anwendung, für Sentry.</translation>
    </message>
    <message>
        <source>Keeps a DSN (--dsn-file, or the variable SENTRY_DSN) and what is given with it under this name, in place of what the name stood for.</source>
        <translation>Merkt sich eine DSN (--dsn-file oder die Variable SENTRY_DSN) und was mit ihr angegeben ist unter diesem Namen, anstelle dessen, wofür er stand.</translation>
    </message>
    <message>
        <source>Forgets a destination, and its key.</source>
        <translation>Vergisst ein Ziel und seinen Schlüssel.</translation>
    </message>
    <message>
        <source>Lists them as JSON.</source>
        <translation>Listet sie als JSON auf.</translation>
    </message>
    <message>
        <source>“%1” is kept; its key is in the keychain</source>
        <translation>„%1“ ist gemerkt; der Schlüssel ist im Schlüsselbund</translation>
    </message>
    <message>
        <source>“%1” is kept; no keychain takes its key, so that is in “%2”, which only you can read</source>
        <translation>„%1“ ist gemerkt; kein Schlüsselbund nimmt den Schlüssel, deshalb steht er in „%2“, lesbar nur für Sie</translation>
    </message>
    <message>
        <source>“%1” is forgotten, but the keychain still has its key (%2)</source>
        <translation>„%1“ ist vergessen, aber der Schlüsselbund hat den Schlüssel noch (%2)</translation>
    </message>
    <message>
        <source>key in the keychain</source>
        <translation>Schlüssel im Schlüsselbund</translation>
    </message>
    <message>
        <source>key in a file</source>
        <translation>Schlüssel in einer Datei</translation>
    </message>
    <message>
        <source>--add, --remove and --json exclude each other</source>
        <translation>--add, --remove und --json schließen einander aus</translation>
    </message>
    <message>
        <source>--add needs a DSN: --dsn-file</source>
        <translation>--add braucht eine DSN: --dsn-file</translation>
    </message>
    <message>
        <source>only --add has --%1</source>
        <translation>nur --add hat --%1</translation>
    </message>
    <message>
        <source>list, add and remove places to upload to</source>
        <translation>Ziele für Uploads auflisten, hinzufügen und entfernen</translation>
    </message>
    <message>
        <source>Lists the places that upload --to can send to, without their keys. These are in the desktop&apos;s keychain, or in a file that only you can read where there is none.</source>
        <translation>Listet die Ziele auf, zu denen upload --to senden kann, ohne ihre Schlüssel. Diese sind im Schlüsselbund oder, wo es keinen gibt, in einer Datei, die nur Sie lesen können.</translation>
    </message>
    <message>
        <source>Where to, by name: see emberchart-cli destinations. Options beside it go before what is kept under the name; what that redacts stays redacted.</source>
        <translation>Wohin, mit Namen: siehe emberchart-cli destinations. Optionen daneben gehen dem vor, was unter dem Namen gemerkt ist; was das schwärzt, bleibt geschwärzt.</translation>
    </message>
    <message>
        <source>envelope %1 waits in the queue, upload --retry sends it: %2</source>
        <translation>Envelope %1 wartet in der Warteschlange, upload --retry sendet ihn: %2</translation>
    </message>
    <message>
        <source>Sends chunks again that the project has already received; the last 200,000 that were sent are known.</source>
        <translation>Sendet Chunks noch einmal, die das Projekt schon erhalten hat; die letzten 200.000 gesendeten sind bekannt.</translation>
    </message>
    <message>
        <source>Sends what waits in the queue now, without the pause after a failure, but not before a limit of the server ends; with numbers (of --status) in place of files, those items, also what was refused or may have been taken.</source>
        <translation>Sendet jetzt, was in der Warteschlange wartet, ohne die Pause nach einem Fehlschlag, aber nicht, bevor ein Limit des Servers endet; mit Nummern (von --status) statt Dateien diese Einträge, auch abgelehnte und solche, die vielleicht angenommen wurden.</translation>
    </message>
    <message>
        <source>Nothing is sent, by windows and commands.</source>
        <translation>Nichts wird gesendet, weder von Fenstern noch von Befehlen.</translation>
    </message>
    <message>
        <source>They send again.</source>
        <translation>Sie senden wieder.</translation>
    </message>
    <message>
        <source>Sends what was received on to this project, through the queue of upload; --dsn-file and --to do so, too, and show no key in the list of processes. Without them nothing leaves this machine.</source>
        <translation>Sendet, was empfangen wurde, über die Warteschlange von upload an dieses Projekt weiter; --dsn-file und --to tun das auch und zeigen keinen Schlüssel in der Liste der Prozesse. Ohne sie verlässt nichts diesen Rechner.</translation>
    </message>
    <message>
        <source>Sends it on to what has this name: see emberchart-cli destinations. Options beside it go before what is kept under the name.</source>
        <translation>Sendet es an das weiter, was so heißt: siehe emberchart-cli destinations. Optionen daneben gehen dem vor, was unter dem Namen gemerkt ist.</translation>
    </message>
    <message>
        <source>--forward and --dsn-file exclude each other</source>
        <translation>--forward und --dsn-file schließen einander aus</translation>
    </message>
    <message>
        <source>--proxy and --ca-file need --forward, --dsn-file or --to</source>
        <translation>--proxy und --ca-file brauchen --forward, --dsn-file oder --to</translation>
    </message>
    <message>
        <source>envelope %1 waits in the queue, upload --resume lets it be sent: %2</source>
        <translation>Envelope %1 wartet in der Warteschlange, upload --resume lässt ihn senden: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n envelope(s) in “%1” are of a queue whose database was lost: upload can send them as files, --forget --all removes them</source>
        <translation>
            <numerusform>%n Envelope in „%1“ gehört zu einer Warteschlange, deren Datenbank verloren ist: upload kann es als Datei senden, --forget --all entfernt es</numerusform>
            <numerusform>%n Envelopes in „%1“ gehören zu einer Warteschlange, deren Datenbank verloren ist: upload kann sie als Dateien senden, --forget --all entfernt sie</numerusform>
        </translation>
    </message>
    <message>
        <source>Sentry shows it at %1</source>
        <translation>Sentry zeigt es unter %1</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) are for other DSNs: name each to send them</source>
        <translation>
            <numerusform>%n Eintrag ist für eine andere DSN: diese nennen, um ihn zu senden</numerusform>
            <numerusform>%n Einträge sind für andere DSNs: jede nennen, um sie zu senden</numerusform>
        </translation>
    </message>
    <message>
        <source>--%1 needs --%2</source>
        <translation>--%1 braucht --%2</translation>
    </message>
    <message>
        <source>--%1 is about the whole queue</source>
        <translation>--%1 betrifft die ganze Warteschlange</translation>
    </message>
    <message>
        <source>The format, whatever the extension: json, envelope, sentry-v1, sqlite, rds, %1. A time, as of --from, ends the range that is written.</source>
        <translation>Das Format, gleich welche Endung: json, envelope, sentry-v1, sqlite, rds, %1. Eine Zeit wie bei --from beendet den Bereich, der geschrieben wird.</translation>
    </message>
    <message>
        <source>“%1” is written in part</source>
        <translation>„%1“ wird teilweise geschrieben</translation>
    </message>
    <message>
        <source>, or --debuginfod with servers in DEBUGINFOD_URLS</source>
        <translation>, oder --debuginfod mit Servern in DEBUGINFOD_URLS</translation>
    </message>
    <message>
        <source>, or --debuginfod</source>
        <translation>, oder --debuginfod</translation>
    </message>
    <message>
        <source>their debug symbols help (packages ending with -dbgsym or -debuginfo%1)</source>
        <translation>ihre Debug-Symbole helfen (Pakete, die auf -dbgsym oder -debuginfo enden%1)</translation>
    </message>
    <message>
        <source>programs that are built here keep their names unless they are stripped</source>
        <translation>Programme, die hier gebaut werden, behalten ihre Namen, solange niemand sie entfernt (strip)</translation>
    </message>
    <message>
        <source>code made at run time has names if its compiler writes a perf map or jitdump</source>
        <translation>zur Laufzeit erzeugter Code hat Namen, wenn sein Compiler eine Perf-Map oder einen Jitdump schreibt</translation>
    </message>
    <message>
        <source>--from takes seconds, not “%1”</source>
        <translation>--from erwartet Sekunden, nicht „%1“</translation>
    </message>
    <message>
        <source>--to has to be after --from</source>
        <translation>--to muss nach --from liegen</translation>
    </message>
    <message>
        <source>Only threads of this name or id; * and ? stand for other letters; may be given several times.</source>
        <translation>Nur Threads mit diesem Namen oder dieser Nummer; * und ? stehen für andere Buchstaben; mehrfach möglich.</translation>
    </message>
    <message>
        <source>Begins so many seconds after the profile&apos;s first sample (1.25, 2min).</source>
        <translation>Beginnt so viele Sekunden nach der ersten Stichprobe des Profils (1.25, 2min).</translation>
    </message>
    <message>
        <source>Ends so many seconds after the profile&apos;s first sample.</source>
        <translation>Endet so viele Sekunden nach der ersten Stichprobe des Profils.</translation>
    </message>
    <message>
        <source>no debuginfod server is asked: DEBUGINFOD_URLS names none</source>
        <translation>kein debuginfod-Server wird gefragt: DEBUGINFOD_URLS nennt keinen</translation>
    </message>
    <message>
        <source>Asks the debuginfod servers of the window&apos;s settings, or else those in DEBUGINFOD_URLS, for debug info that is missing; they learn what is run here.</source>
        <translation>Fragt die debuginfod-Server aus den Einstellungen des Fensters, sonst die in DEBUGINFOD_URLS, nach fehlenden Debug-Informationen; sie erfahren, was hier läuft.</translation>
    </message>
    <message>
        <source>(idle waiting of threads, %1 of the time, is left out: --idle counts it)</source>
        <translation>(untätiges Warten von Threads, %1 der Zeit, bleibt weg: --idle zählt es mit)</translation>
    </message>
    <message>
        <source>(with the idle waiting of threads, %1 of the time)</source>
        <translation>(mit dem untätigen Warten von Threads, %1 der Zeit)</translation>
    </message>
    <message>
        <source>Counts the time in which threads only waited for something to do, too. In the JSON it always counts, and busy_self_ns and busy_total_ns are without.</source>
        <translation>Zählt auch die Zeit mit, in der Threads nur auf Arbeit warteten. Im JSON zählt sie immer; busy_self_ns und busy_total_ns sind ohne sie.</translation>
    </message>
    <message>
        <source>--running leaves out what --idle asks for</source>
        <translation>--running lässt weg, was --idle verlangt</translation>
    </message>
    <message>
        <source>record --name-jit makes the runtime name the code that it compiles</source>
        <translation>record --name-jit lässt die Laufzeitumgebung den Code benennen, den sie übersetzt</translation>
    </message>
    <message>
        <source>Lets Node, .NET, Python and Java name the code that they compile; with --pid: Java.</source>
        <translation>Lässt Node, .NET, Python und Java den Code benennen, den sie übersetzen; mit --pid: Java.</translation>
    </message>
    <message numerus="yes">
        <source>left out, as asked for: %n sample(s)</source>
        <translation>
            <numerusform>weggelassen, wie verlangt: %n Stichprobe</numerusform>
            <numerusform>weggelassen, wie verlangt: %n Stichproben</numerusform>
        </translation>
    </message>
    <message>
        <source>not written: %1</source>
        <translation>nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>not repaired: %1</source>
        <translation>nicht repariert: %1</translation>
    </message>
    <message>
        <source>Ends after so many seconds; without it by Ctrl-C or SIGTERM, in a script&apos;s background (&amp;) by SIGTERM.</source>
        <translation>Endet nach so vielen Sekunden; sonst durch Strg-C oder SIGTERM, im Hintergrund eines Skripts (&amp;) durch SIGTERM.</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) were sent by another program</source>
        <translation>
            <numerusform>%n Eintrag wurde von einem anderen Programm gesendet</numerusform>
            <numerusform>%n Einträge wurden von einem anderen Programm gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) are still being sent by another program</source>
        <translation>
            <numerusform>%n Eintrag wird noch von einem anderen Programm gesendet</numerusform>
            <numerusform>%n Einträge werden noch von einem anderen Programm gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the queue could not note what became of %n item(s) that were sent: --status will list them as “may have been taken”</source>
        <translation>
            <numerusform>die Warteschlange konnte nicht festhalten, was aus %n gesendetem Eintrag wurde: --status wird ihn als „vielleicht angenommen“ nennen</numerusform>
            <numerusform>die Warteschlange konnte nicht festhalten, was aus %n gesendeten Einträgen wurde: --status wird sie als „vielleicht angenommen“ nennen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>another program had already taken %n item(s) to send: see --status</source>
        <translation>
            <numerusform>ein anderes Programm hatte schon %n Eintrag zum Senden übernommen: siehe --status</numerusform>
            <numerusform>ein anderes Programm hatte schon %n Einträge zum Senden übernommen: siehe --status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>waiting for %n item(s) that another program is sending</source>
        <translation>
            <numerusform>wartet auf %n Eintrag, den ein anderes Programm sendet</numerusform>
            <numerusform>wartet auf %n Einträge, die ein anderes Programm sendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Only what ran: the time in which threads waited, for a CPU or for anything else, is left out. What ran is not known of files without states of threads: all counts.</source>
        <translation>Nur was lief: Zeit, in der Threads warteten, auf eine CPU oder auf etwas anderes, bleibt weg. In Dateien ohne Zustände von Threads ist nicht bekannt, was lief: Dort zählt alles.</translation>
    </message>
    <message>
        <source>(only what ran)</source>
        <translation>(nur was lief)</translation>
    </message>
    <message>
        <source>(what ran is not known: all counts)</source>
        <translation>(was lief, ist nicht bekannt: alles zählt)</translation>
    </message>
    <message>
        <source>%1 (%2): %3 samples in %4 records of %5, without times</source>
        <translation>%1 (%2): %3 Stichproben in %4 Einträgen von %5, ohne Zeiten</translation>
    </message>
    <message>
        <source>Not sent: the queue could not take it.</source>
        <translation>Nicht gesendet: Die Warteschlange konnte es nicht aufnehmen.</translation>
    </message>
    <message>
        <source>the damaged database is now “%1”</source>
        <translation>die beschädigte Datenbank heißt jetzt „%1“</translation>
    </message>
    <message>
        <source>“%1” is not repaired (%2)</source>
        <translation>„%1“ wird nicht repariert (%2)</translation>
    </message>
    <message>
        <source>When samples are taken: manual, from start_profiler to stop_profiler, which the program calls (emberchart.h), or the window; or trace, while there is a sampled transaction. Overrides the program&apos;s own profile_lifecycle.</source>
        <translation>Wann Stichproben genommen werden: manual, von start_profiler bis stop_profiler, die das Programm (emberchart.h) oder das Fenster aufruft; oder trace, solange es eine ausgewählte Transaktion gibt. Hat Vorrang vor dem profile_lifecycle des Programms.</translation>
    </message>
    <message>
        <source>no format has the extension of “%1”; there are %2</source>
        <translation>kein Format hat die Endung von „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>, recorded twice: not counted</source>
        <translation>, doppelt aufgenommen: zählt nicht</translation>
    </message>
    <message>
        <source>%1 of running time is in functions without names: %2</source>
        <translation>%1 der Laufzeit liegen in Funktionen ohne Namen: %2</translation>
    </message>
    <message>
        <source>(waiting for a CPU, %1 of these times, is counted: --running leaves it out)</source>
        <translation>(Warten auf eine CPU, %1 dieser Zeiten, zählt mit: --running lässt es weg)</translation>
    </message>
    <message>
        <source>(idle waiting of threads is left out, %1 of the time before, %2 after: --idle counts it)</source>
        <translation>(untätiges Warten von Threads ist ausgelassen, %1 der Zeit vorher, %2 nachher: --idle zählt es mit)</translation>
    </message>
    <message>
        <source>What is compared: per “second”, the “share” of the whole, or the “amount” as it is. Unless told otherwise two runs from start to end as they are, anything else per second.</source>
        <translation>Was verglichen wird: je Sekunde („second“), der Anteil am Ganzen („share“) oder die Menge, wie sie ist („amount“). Ohne Angabe zwei Läufe vom Anfang bis zum Ende, wie sie sind, alles andere je Sekunde.</translation>
    </message>
    <message>
        <source>Counts the time in which threads only waited for something to do, too.</source>
        <translation>Zählt auch die Zeit, in der Threads nur auf Arbeit warteten.</translation>
    </message>
    <message>
        <source>%1 of what was sampled is in functions without names: %2</source>
        <translation>%1 der Stichproben liegen in Funktionen ohne Namen: %2</translation>
    </message>
</context>
<context>
    <name>ember::app::AttachDialog</name>
    <message>
        <source>It belongs to another user. Only root may record it.</source>
        <translation>Er gehört einem anderen Benutzer. Nur root darf ihn aufzeichnen.</translation>
    </message>
    <message>
        <source>It has changed its rights, or asked not to be looked into. Only root may record it.</source>
        <translation>Er hat seine Rechte geändert oder möchte nicht eingesehen werden. Nur root darf ihn aufzeichnen.</translation>
    </message>
    <message>
        <source>A debugger or another recorder has it already; a process has one tracer at most.</source>
        <translation>Ein Debugger oder eine andere Aufzeichnung hat ihn schon; ein Prozess hat höchstens einen Beobachter.</translation>
    </message>
    <message>
        <source>This system lets programs be recorded only if they are launched here (ptrace_scope). Launch it instead, or allow it until the next start with: sudo sysctl kernel.yama.ptrace_scope=0</source>
        <translation>Auf diesem System lassen sich nur Programme aufzeichnen, die hier gestartet werden (ptrace_scope). Starten Sie es von hier, oder erlauben Sie es bis zum nächsten Hochfahren mit: sudo sysctl kernel.yama.ptrace_scope=0</translation>
    </message>
    <message>
        <source>Record child processes, too</source>
        <translation>Kindprozesse mit aufzeichnen</translation>
    </message>
    <message>
        <source>&amp;Attach and Record</source>
        <translation>&amp;Anhängen und aufzeichnen</translation>
    </message>
    <message>
        <source>Attach to a Running Process</source>
        <translation>An einen laufenden Prozess anhängen</translation>
    </message>
    <message>
        <source>Filter by name, number, user or command</source>
        <translation>Nach Name, Nummer, Benutzer oder Befehl filtern</translation>
    </message>
    <message>
        <source>Running processes</source>
        <translation>Laufende Prozesse</translation>
    </message>
    <message>
        <source> Hz</source>
        <comment>samples per second</comment>
        <translation> Hz</translation>
    </message>
    <message>
        <source>Sampling &amp;rate</source>
        <translation>Abtast&amp;rate</translation>
    </message>
    <message>
        <source>Let Java write a perf map</source>
        <translation>Java eine perf-Map schreiben lassen</translation>
    </message>
    <message>
        <source>It is asked by a signal (SIGQUIT) and its own socket. Its functions are named without it, too: this is for versions that the recorder does not know.</source>
        <translation>Java wird durch ein Signal (SIGQUIT) und über seinen eigenen Socket darum gebeten. Seine Funktionen haben auch ohne das Namen: Dies ist für Versionen, die der Rekorder nicht kennt.</translation>
    </message>
</context>
<context>
    <name>ember::app::BookmarkController</name>
    <message>
        <source>Bookmarks go when this is closed: only single captures (.ember) keep them.</source>
        <translation>Lesezeichen gehen verloren, wenn dies geschlossen wird: Nur einzelne Aufzeichnungen (.ember) behalten sie.</translation>
    </message>
</context>
<context>
    <name>ember::app::CaptureController</name>
    <message>
        <source>Show It</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>“%1” is still being recorded by a window that is gone.</source>
        <translation>„%1“ wird noch aufgezeichnet; das Fenster dazu ist nicht mehr da.</translation>
    </message>
    <message>
        <source>“%1” ended before a sample was taken: it %2.</source>
        <translation>„%1“ endete, bevor eine Stichprobe genommen wurde: %2.</translation>
    </message>
    <message>
        <source>“%1” %2.</source>
        <translation>„%1“ wurde %2.</translation>
    </message>
    <message>
        <source>Process %1 has ended.</source>
        <translation>Prozess %1 hat geendet.</translation>
    </message>
    <message>
        <source>End It</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Record Again</source>
        <translation>Wieder aufzeichnen</translation>
    </message>
    <message>
        <source>Recording has stopped. Process %1 (%2) runs on.</source>
        <translation>Die Aufzeichnung ist beendet. Prozess %1 (%2) läuft weiter.</translation>
    </message>
    <message>
        <source>Process %1 was asked to end.</source>
        <translation>Prozess %1 wurde gebeten, sich zu beenden.</translation>
    </message>
    <message>
        <source>Kill It</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Process %1 was asked to end and still runs.</source>
        <translation>Prozess %1 wurde gebeten, sich zu beenden, und läuft noch.</translation>
    </message>
    <message>
        <source>A program runs on</source>
        <translation>Ein Programm läuft weiter</translation>
    </message>
    <message>
        <source>Process %1 (%2) was launched here and runs on when this window is closed.</source>
        <translation>Prozess %1 (%2) wurde hier gestartet und läuft weiter, wenn dieses Fenster geschlossen wird.</translation>
    </message>
    <message>
        <source>Recording stops; what was recorded is in the library.</source>
        <translation>Die Aufzeichnung endet; was aufgezeichnet wurde, ist in der Bibliothek.</translation>
    </message>
    <message>
        <source>&amp;End It</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Let It Run</source>
        <translation>&amp;Laufen lassen</translation>
    </message>
    <message>
        <source>Still recording</source>
        <translation>Die Aufzeichnung läuft</translation>
    </message>
    <message>
        <source>“%1” is still being recorded.</source>
        <translation>„%1“ wird noch aufgezeichnet.</translation>
    </message>
    <message>
        <source>The program is ended with it.</source>
        <translation>Das Programm wird mit ihr beendet.</translation>
    </message>
    <message>
        <source>&amp;Stop and Close</source>
        <translation>&amp;Beenden und schließen</translation>
    </message>
    <message>
        <source>Show Output</source>
        <translation>Ausgabe zeigen</translation>
    </message>
    <message>
        <source>Recording has stopped. %1 runs on.</source>
        <comment>a process</comment>
        <translation>Die Aufnahme ist beendet. %1 läuft weiter.</translation>
    </message>
</context>
<context>
    <name>ember::app::CaptureSaver</name>
    <message>
        <source>Save Capture As</source>
        <translation>Aufzeichnung speichern unter</translation>
    </message>
    <message>
        <source>Capture logs (*.ember)</source>
        <translation>Aufzeichnungen (*.ember)</translation>
    </message>
    <message>
        <source>Saving the capture…</source>
        <translation>Die Aufzeichnung wird gespeichert …</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>Gespeichert unter %1.</translation>
    </message>
    <message>
        <source>Kept in the capture library: “%1”.</source>
        <translation>In den Aufzeichnungen behalten: „%1“.</translation>
    </message>
</context>
<context>
    <name>ember::app::CaptureStatus</name>
    <message>
        <source>● Recording</source>
        <translation>● Aufzeichnung läuft</translation>
    </message>
    <message>
        <source>‖ Paused</source>
        <translation>‖ Angehalten</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird beendet …</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>Aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 ticks missed</source>
        <translation>%1 Takte verpasst</translation>
    </message>
    <message>
        <source>The recorder got no CPU in time. The chart shows what was seen; nothing is made up for the rest.</source>
        <translation>Der Rekorder bekam nicht rechtzeitig Rechenzeit. Das Flamechart zeigt, was gesehen wurde; der Rest wird nicht erfunden.</translation>
    </message>
    <message>
        <source>1 tick missed</source>
        <translation>1 Takt verpasst</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 verloren</translation>
    </message>
    <message>
        <source>Recorded, %1</source>
        <translation>Aufgezeichnet, %1</translation>
    </message>
    <message>
        <source>%1 events</source>
        <comment>in which calls begin and end</comment>
        <translation>%1 Ereignisse</translation>
    </message>
</context>
<context>
    <name>ember::app::ChartController</name>
    <message>
        <source>Select a call first: its thread is the one that is pinned.</source>
        <translation>Erst einen Aufruf auswählen: Sein Thread wird angeheftet.</translation>
    </message>
    <message>
        <source>No slow or frozen frames were seen.</source>
        <translation>Es wurden keine langsamen oder eingefrorenen Bilder gesehen.</translation>
    </message>
    <message>
        <source>This is the only slow frame.</source>
        <translation>Das ist das einzige langsame Bild.</translation>
    </message>
    <message>
        <source>That was the last slow frame: on with the worst one.</source>
        <translation>Das war das letzte langsame Bild: weiter beim schlimmsten.</translation>
    </message>
    <message>
        <source>That was the worst slow frame: on with the last one.</source>
        <translation>Das war das schlimmste langsame Bild: weiter beim letzten.</translation>
    </message>
    <message>
        <source>Copy &amp;Name</source>
        <translation>&amp;Namen kopieren</translation>
    </message>
    <message>
        <source>Copy Stac&amp;k</source>
        <translation>Stapel &amp;kopieren</translation>
    </message>
</context>
<context>
    <name>ember::app::CheckDialog</name>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1 (%2-mal)</translation>
    </message>
    <message>
        <source>error</source>
        <comment>of a finding</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>of a finding</comment>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>note</source>
        <comment>of a finding</comment>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Show What Sentry &amp;Keeps…</source>
        <translation>&amp;Zeigen, was Sentry behält …</translation>
    </message>
    <message>
        <source>Save &amp;Fixed…</source>
        <translation>&amp;Repariert speichern …</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>The JSON after Sentry&apos;s own changes, to look at and to save</source>
        <translation>Das JSON nach Sentrys eigenen Änderungen, zum Ansehen und Speichern</translation>
    </message>
    <message>
        <source>Save a copy of the file with the changes that are listed</source>
        <translation>Speichert eine Kopie der Datei mit den aufgeführten Änderungen</translation>
    </message>
    <message>
        <source>&amp;Other Files…</source>
        <translation>&amp;Andere Dateien …</translation>
    </message>
    <message>
        <source>Save Fixed</source>
        <translation>Repariert speichern</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Tables of %1: they keep the rules</source>
        <translation>Tabellen von %1: sie halten die Regeln ein</translation>
    </message>
    <message numerus="yes">
        <source>Tables of %1: %n finding(s)</source>
        <translation>
            <numerusform>Tabellen von %1: %n Befund</numerusform>
            <numerusform>Tabellen von %1: %n Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>Chunk %1</source>
        <translation>Chunk %1</translation>
    </message>
    <message>
        <source>%1: Sentry would refuse it: %2</source>
        <translation>%1: Sentry würde es ablehnen: %2</translation>
    </message>
    <message>
        <source>%1: Sentry would accept it</source>
        <translation>%1: Sentry würde es annehmen</translation>
    </message>
    <message>
        <source>Sentry keeps all of it as it is</source>
        <translation>Sentry behält alles, wie es ist</translation>
    </message>
    <message numerus="yes">
        <source>Sentry will change or leave out %n thing(s)</source>
        <translation>
            <numerusform>Sentry wird %n Sache ändern oder weglassen</numerusform>
            <numerusform>Sentry wird %n Sachen ändern oder weglassen</numerusform>
        </translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message numerus="yes">
        <source>A fixed copy would have %n change(s)</source>
        <translation>
            <numerusform>Eine reparierte Kopie hätte %n Änderung</numerusform>
            <numerusform>Eine reparierte Kopie hätte %n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>What Sentry Keeps</source>
        <translation>Was Sentry behält</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Save What Sentry Keeps</source>
        <translation>Speichern, was Sentry behält</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message numerus="yes">
        <source>Saved to %1 and %n more.</source>
        <comment>a file, more files</comment>
        <translation>
            <numerusform>In %1 und %n weiterer Datei gespeichert.</numerusform>
            <numerusform>In %1 und %n weiteren Dateien gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing of it can be fixed here</source>
        <translation>Davon lässt sich hier nichts reparieren</translation>
    </message>
    <message>
        <source>%1; Sentry would still refuse it</source>
        <translation>%1; Sentry würde sie weiterhin ablehnen</translation>
    </message>
    <message>
        <source>%1; Sentry would accept it</source>
        <comment>changes of a fixed copy</comment>
        <translation>%1; Sentry würde sie annehmen</translation>
    </message>
    <message>
        <source>%1; Sentry would accept it, though rules are still broken</source>
        <translation>%1; Sentry würde sie annehmen, obwohl sie weiterhin Regeln verletzt</translation>
    </message>
    <message>
        <source>not repaired</source>
        <comment>of a fault</comment>
        <translation>nicht repariert</translation>
    </message>
    <message>
        <source>Save a copy of the file with the changes that are listed; Sentry would still refuse it</source>
        <translation>Speichert eine Kopie der Datei mit den aufgeführten Änderungen; Sentry würde sie weiterhin ablehnen</translation>
    </message>
    <message>
        <source>Sentry would still refuse it.</source>
        <translation>Sentry würde sie weiterhin ablehnen.</translation>
    </message>
</context>
<context>
    <name>ember::app::ChunkController</name>
    <message>
        <source>Saved to %1.</source>
        <translation>Gespeichert unter %1.</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n chunk(s).</source>
        <translation>
            <numerusform>%n Chunk gespeichert.</numerusform>
            <numerusform>%n Chunks gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saving chunks…</source>
        <translation>Chunks werden gespeichert …</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>date and time, project</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 received it on %2. Sent again, its samples count twice there.</source>
        <translation>%1 hat ihn am %2 erhalten. Noch einmal gesendet, zählen seine Stichproben dort doppelt.</translation>
    </message>
</context>
<context>
    <name>ember::app::ChunkOptionsForm</name>
    <message>
        <source>Give it new ids, as another session</source>
        <translation>Neue Ids vergeben, als andere Sitzung</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>&amp;Release</translation>
    </message>
    <message>
        <source>As in the profile, else program@build-id</source>
        <translation>Wie im Profil, sonst Programm@Build-Id</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>&amp;Umgebung</translation>
    </message>
    <message>
        <source>As in the profile, else production</source>
        <translation>Wie im Profil, sonst production</translation>
    </message>
    <message>
        <source>D&amp;istribution</source>
        <translation>D&amp;istribution</translation>
    </message>
    <message>
        <source>As in the profile</source>
        <translation>Wie im Profil</translation>
    </message>
    <message>
        <source>&amp;Platform</source>
        <translation>&amp;Plattform</translation>
    </message>
    <message>
        <source>As in the profile, else native</source>
        <translation>Wie im Profil, sonst native</translation>
    </message>
    <message>
        <source>New random profiler and chunk ids: the same samples can be sent again without being taken for those sent before</source>
        <translation>Neue zufällige Profiler- und Chunk-Ids: Dieselben Stichproben lassen sich noch einmal senden, ohne für die schon gesendeten gehalten zu werden</translation>
    </message>
</context>
<context>
    <name>ember::app::CommandController</name>
    <message>
        <source>In the chart</source>
        <translation>Im Flamechart</translation>
    </message>
    <message>
        <source>Go to thread %1</source>
        <translation>Zum Thread %1 gehen</translation>
    </message>
    <message>
        <source>Settings: %1</source>
        <translation>Einstellungen: %1</translation>
    </message>
</context>
<context>
    <name>ember::app::CommandLine</name>
    <message>
        <source>Opens profiles, or launches a program and shows its threads live.</source>
        <translation>Öffnet Profile oder startet ein Programm und zeigt seine Threads, während es läuft.</translation>
    </message>
    <message>
        <source>Capture logs, profile chunks, envelopes</source>
        <translation>Aufzeichnungen, Profil-Chunks, Envelopes</translation>
    </message>
    <message>
        <source>This option needs --screenshot.</source>
        <translation>Diese Option braucht --screenshot.</translation>
    </message>
    <message>
        <source>--screenshot needs a file to show.</source>
        <translation>--screenshot braucht eine Datei, die gezeigt wird.</translation>
    </message>
    <message>
        <source>“%1” is not a valid value of --%2.</source>
        <translation>„%1“ ist kein gültiger Wert für --%2.</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>Diese Hilfe zeigen.</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>Die Version zeigen.</translation>
    </message>
    <message>
        <source>Size of the picture.</source>
        <translation>Größe des Bildes.</translation>
    </message>
    <message>
        <source>light or dark</source>
        <translation>light (hell) oder dark (dunkel)</translation>
    </message>
    <message>
        <source>Show this thread only.</source>
        <translation>Nur diesen Thread zeigen.</translation>
    </message>
    <message>
        <source>Show this range, in seconds from the start.</source>
        <translation>Diesen Bereich zeigen, in Sekunden ab dem Beginn.</translation>
    </message>
    <message>
        <source>Search for this.</source>
        <translation>Danach suchen.</translation>
    </message>
    <message>
        <source>Compare FILE with this file.</source>
        <translation>FILE mit dieser Datei vergleichen.</translation>
    </message>
    <message>
        <source>--baseline needs a file to compare it with.</source>
        <translation>--baseline braucht eine Datei, mit der es verglichen wird.</translation>
    </message>
    <message>
        <source>--pid stands alone: the process is shown as it runs.</source>
        <translation>--pid steht allein: Der Prozess wird gezeigt, während er läuft.</translation>
    </message>
    <message>
        <source>Attach to a running process and show it live.</source>
        <translation>Hängt sich an einen laufenden Prozess und zeigt ihn live.</translation>
    </message>
    <message>
        <source>Show this view in front: flamegraph, calltree, sandwich, functions or any other panel; sidebyside, with --baseline.</source>
        <translation>Diese Ansicht vorn zeigen: flamegraph, calltree, sandwich, functions oder eine andere; sidebyside, mit --baseline.</translation>
    </message>
    <message>
        <source>Launch what follows: [options, see below] -- CMD ARGS…</source>
        <translation>Starten, was folgt: [Optionen, siehe unten] -- BEFEHL ARGUMENTE …</translation>
    </message>
    <message>
        <source>Options behind --launch:</source>
        <translation>Optionen nach --launch:</translation>
    </message>
    <message>
        <source>Draw the window into a picture; needs no display. Waits at most 30 s for debug info from servers.</source>
        <translation>Das Fenster in ein Bild zeichnen; braucht keinen Bildschirm. Wartet höchstens 30 s auf Debug-Informationen von Servern.</translation>
    </message>
</context>
<context>
    <name>ember::app::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Gefundene Befehle</translation>
    </message>
    <message>
        <source>Type a command, a view, a setting, a thread or a function</source>
        <translation>Befehl, Ansicht, Einstellung, Thread oder Funktion eingeben</translation>
    </message>
    <message>
        <source>Function %1</source>
        <translation>Funktion %1</translation>
    </message>
    <message>
        <source>Nothing matches “%1”: no command, setting, thread or function.</source>
        <translation>Nichts passt zu „%1“: kein Befehl, keine Einstellung, kein Thread, keine Funktion.</translation>
    </message>
</context>
<context>
    <name>ember::app::CompareController</name>
    <message>
        <source>%1, run at %2</source>
        <comment>a command or a name, a time of day</comment>
        <translation>%1, Lauf um %2</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Compare With</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>There is no earlier capture of this command.</source>
        <translation>Von diesem Befehl gibt es keine frühere Aufnahme.</translation>
    </message>
    <message>
        <source>It is compared with %1, as before. Forget the Baseline ends that.</source>
        <translation>Es wird wie bisher mit %1 verglichen. „Vergleichsbasis vergessen“ beendet das.</translation>
    </message>
</context>
<context>
    <name>ember::app::DemoTour</name>
    <message>
        <source>Threads while they run</source>
        <translation>Threads, während sie laufen</translation>
    </message>
    <message>
        <source>The demo is being recorded. Time goes to the right; a box is a call, and below it is what it calls. Let it run for some seconds, then stop.</source>
        <translation>Die Demo wird aufgezeichnet. Die Zeit läuft nach rechts; ein Kasten ist ein Aufruf, darunter steht, was er aufruft. Lassen Sie sie einige Sekunden laufen und beenden Sie dann die Aufzeichnung.</translation>
    </message>
    <message>
        <source>Stop Recording</source>
        <translation>Aufzeichnung beenden</translation>
    </message>
    <message>
        <source>Worst Frame</source>
        <translation>Langsamstes Bild</translation>
    </message>
    <message>
        <source>Where does the time go?</source>
        <translation>Wohin geht die Zeit?</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>Move around</source>
        <translation>Sich bewegen</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Keep and share</source>
        <translation>Behalten und weitergeben</translation>
    </message>
    <message>
        <source>The recording is in the capture library. It can be exported for other tools or as a page for any browser. Everything else is found by its name.</source>
        <translation>Die Aufzeichnung liegt in der Bibliothek. Sie kann für andere Werkzeuge exportiert werden oder als Seite für jeden Browser. Alles andere findet man über seinen Namen.</translation>
    </message>
    <message>
        <source>Find a Command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Guide through the demo</source>
        <translation>Führung durch die Demo</translation>
    </message>
    <message>
        <source>Close the guide</source>
        <translation>Führung schließen</translation>
    </message>
    <message>
        <source>%1 of %2 · %3</source>
        <translation>%1 von %2 · %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>The demo was recorded. Time goes to the right; a box is a call, and below it is what it calls. Go on to see what to do with it.</source>
        <translation>Die Demo wurde aufgezeichnet. Die Zeit läuft nach rechts; ein Kasten ist ein Aufruf, darunter steht, was er aufruft. Gehen Sie weiter, um zu sehen, was man damit macht.</translation>
    </message>
    <message>
        <source>The demo sometimes takes too long to draw. One key goes to the worst time: its range is selected, and the line at the top says which call held it up.</source>
        <translation>Die Demo braucht manchmal zu lange zum Zeichnen. Eine Taste führt zum schlimmsten Mal: Sein Bereich wird ausgewählt, und die Zeile oben nennt den Aufruf, der das Zeichnen aufhielt.</translation>
    </message>
    <message>
        <source>The flame graph adds up all calls of the selected range, or of all: the wider, the more time. The number keys change between the views.</source>
        <translation>Der Flammengraph summiert alle Aufrufe des ausgewählten Bereichs, oder überhaupt alle: je breiter, desto mehr Zeit. Die Zifferntasten wechseln zwischen den Ansichten.</translation>
    </message>
    <message>
        <source>In the chart W and S zoom, A and D move, a drag selects a range, and a double-click fills the window with a call. This goes back to the chart and shows the whole recording.</source>
        <translation>Im Flamechart zoomen W und S, A und D verschieben, Ziehen wählt einen Bereich, und ein Doppelklick füllt das Fenster mit einem Aufruf. Dies geht zurück zum Flamechart und zeigt die ganze Aufzeichnung.</translation>
    </message>
    <message>
        <source>Why was a frame slow?</source>
        <translation>Warum war ein Frame langsam?</translation>
    </message>
</context>
<context>
    <name>ember::app::DestinationField</name>
    <message>
        <source>Destination: a saved name, or a DSN</source>
        <translation>Ziel: ein gemerkter Name oder eine DSN</translation>
    </message>
    <message>
        <source>&amp;Keep this DSN with its key</source>
        <translation>Diese DSN mit ihrem Schlüssel &amp;merken</translation>
    </message>
    <message>
        <source>In the file of settings, which only you can read. Otherwise what waits in the queue after a restart is sent only after the DSN is entered again. A saved destination has its key in the keychain.</source>
        <translation>In der Datei der Einstellungen, die nur Sie lesen können. Sonst wird nach einem Neustart erst gesendet, was in der Warteschlange wartet, wenn die DSN wieder eingegeben ist. Ein gemerktes Ziel hat seinen Schlüssel im Schlüsselbund.</translation>
    </message>
</context>
<context>
    <name>ember::app::Document</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>All, aligned at their starts</source>
        <translation>Alle, an ihren Anfängen ausgerichtet</translation>
    </message>
    <message>
        <source>All, on one clock</source>
        <translation>Alle, auf einer Uhr</translation>
    </message>
</context>
<context>
    <name>ember::app::DsnField</name>
    <message>
        <source>Goes to project %1 on %2.</source>
        <translation>Geht an Projekt %1 auf %2.</translation>
    </message>
    <message>
        <source>The DSN says where to send: copy it from Sentry under Settings › Projects › Client Keys.</source>
        <translation>Die DSN sagt, wohin gesendet wird: Kopieren Sie sie aus Sentry unter Settings › Projects › Client Keys.</translation>
    </message>
</context>
<context>
    <name>ember::app::EndText</name>
    <message>
        <source>exited with %1</source>
        <translation>mit %1 beendet</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2)</source>
        <translation>durch Signal %1 beendet (%2)</translation>
    </message>
</context>
<context>
    <name>ember::app::ErrorText</name>
    <message>
        <source>“%1” does not exist.</source>
        <translation>„%1“ gibt es nicht.</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>„%1“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>„%1“ ist leer.</translation>
    </message>
    <message>
        <source>“%1” is too big to be opened.</source>
        <translation>„%1“ ist zu groß zum Öffnen.</translation>
    </message>
    <message>
        <source>“%1” cannot be written.</source>
        <translation>„%1“ kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>“%1” is being written by somebody else.</source>
        <translation>„%1“ wird gerade von jemand anderem geschrieben.</translation>
    </message>
    <message>
        <source>“%1” may not grow any further.</source>
        <translation>„%1“ darf nicht weiter wachsen.</translation>
    </message>
    <message>
        <source>There is no space left for “%1”.</source>
        <translation>Für „%1“ ist kein Platz mehr.</translation>
    </message>
    <message>
        <source>“%1” is not a profile in a known format.</source>
        <translation>„%1“ ist kein Profil in einem bekannten Format.</translation>
    </message>
    <message>
        <source>“%1” ends too early.</source>
        <translation>„%1“ endet zu früh.</translation>
    </message>
    <message>
        <source>“%1” is damaged.</source>
        <translation>„%1“ ist beschädigt.</translation>
    </message>
    <message>
        <source>“%1” has a value of the wrong type.</source>
        <translation>„%1“ enthält einen Wert vom falschen Typ.</translation>
    </message>
    <message>
        <source>“%1” has a version that cannot be read.</source>
        <translation>„%1“ hat eine Version, die nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“%1” has no samples to show.</source>
        <translation>„%1“ enthält keine Stichproben zum Zeigen.</translation>
    </message>
    <message>
        <source>The format of “%1” cannot hold this profile.</source>
        <translation>Das Format von „%1“ kann dieses Profil nicht aufnehmen.</translation>
    </message>
    <message>
        <source>The command “%1” was not found.</source>
        <translation>Der Befehl „%1“ wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>“%1” cannot be executed.</source>
        <translation>„%1“ kann nicht ausgeführt werden.</translation>
    </message>
    <message>
        <source>The system does not allow tracing “%1”.</source>
        <translation>Das System erlaubt nicht, „%1“ zu beobachten.</translation>
    </message>
    <message>
        <source>“%1” runs with other rights than yours and cannot be recorded.</source>
        <translation>„%1“ läuft mit anderen Rechten als Ihren und kann nicht aufgezeichnet werden.</translation>
    </message>
    <message>
        <source>“%1” is a program for another architecture.</source>
        <translation>„%1“ ist ein Programm für eine andere Architektur.</translation>
    </message>
    <message>
        <source>The process “%1” has ended.</source>
        <translation>Der Prozess „%1“ ist beendet.</translation>
    </message>
    <message>
        <source>“%1” hides its memory: its calls cannot be seen.</source>
        <translation>„%1“ verbirgt seinen Speicher: Seine Aufrufe sind nicht zu sehen.</translation>
    </message>
    <message>
        <source>Some stacks of “%1” are too deep to be whole.</source>
        <translation>Einige Stapel von „%1“ sind zu tief, um vollständig zu sein.</translation>
    </message>
    <message>
        <source>Record it as root to see them.</source>
        <translation>Nehmen Sie es als root auf, um sie zu sehen.</translation>
    </message>
    <message>
        <source>Recording “%1” failed.</source>
        <translation>Die Aufzeichnung von „%1“ ist gescheitert.</translation>
    </message>
    <message>
        <source>The DSN is not valid.</source>
        <translation>Die DSN ist ungültig.</translation>
    </message>
    <message>
        <source>“%1” could not be reached.</source>
        <translation>„%1“ war nicht zu erreichen.</translation>
    </message>
    <message>
        <source>“%1” did not answer in time.</source>
        <translation>„%1“ hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>“%1” is larger than the server accepts.</source>
        <translation>„%1“ ist größer, als der Server annimmt.</translation>
    </message>
    <message>
        <source>The server takes no more profiles for now.</source>
        <translation>Der Server nimmt vorerst keine Profile mehr an.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>“%1” is not a valid value.</source>
        <translation>„%1“ ist kein gültiger Wert.</translation>
    </message>
    <message>
        <source>Something unexpected happened to “%1”.</source>
        <translation>Mit „%1“ ist etwas Unerwartetes geschehen.</translation>
    </message>
    <message>
        <source>Check the spelling, or whether it was moved.</source>
        <translation>Prüfen Sie die Schreibweise oder ob die Datei verschoben wurde.</translation>
    </message>
    <message>
        <source>Check that you are allowed to read it.</source>
        <translation>Prüfen Sie, ob Sie sie lesen dürfen.</translation>
    </message>
    <message>
        <source>Save a shorter range of it with the program that wrote it.</source>
        <translation>Speichern Sie einen kürzeren Bereich mit dem Programm, das sie geschrieben hat.</translation>
    </message>
    <message>
        <source>Choose another folder, or check its permissions.</source>
        <translation>Wählen Sie einen anderen Ordner oder prüfen Sie seine Rechte.</translation>
    </message>
    <message>
        <source>Choose another name, or wait until it is done.</source>
        <translation>Wählen Sie einen anderen Namen oder warten Sie, bis das getan ist.</translation>
    </message>
    <message>
        <source>The size of files is limited here, for this program (ulimit -f) or by the disk.</source>
        <translation>Die Größe von Dateien ist hier begrenzt, für dieses Programm (ulimit -f) oder vom Datenträger.</translation>
    </message>
    <message>
        <source>Free some space, or delete captures in the capture library.</source>
        <translation>Schaffen Sie Platz oder löschen Sie Aufzeichnungen in der Bibliothek.</translation>
    </message>
    <message>
        <source>It was probably cut while being written or copied: fetch it again.</source>
        <translation>Vermutlich wurde sie beim Schreiben oder Kopieren abgeschnitten: Holen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>The details say where reading stopped.</source>
        <translation>Die Einzelheiten sagen, wo das Lesen endete.</translation>
    </message>
    <message>
        <source>Check the spelling, or give the whole path of the program.</source>
        <translation>Prüfen Sie die Schreibweise oder geben Sie den ganzen Pfad des Programms an.</translation>
    </message>
    <message>
        <source>Check its permissions; a script needs a first line that names its interpreter.</source>
        <translation>Prüfen Sie die Rechte; ein Skript braucht eine erste Zeile, die seinen Interpreter nennt.</translation>
    </message>
    <message>
        <source>One&apos;s own processes may be recorded, and by root those of others, unless another program traces them already. Settings of the system (ptrace_scope), sandboxes and containers may forbid it: the details say what was found.</source>
        <translation>Aufzeichnen lassen sich eigene Prozesse, als root auch die anderer, sofern sie nicht schon ein anderes Programm verfolgt. Einstellungen des Systems (ptrace_scope), Sandboxes und Container können es verbieten: Die Einzelheiten sagen, was gefunden wurde.</translation>
    </message>
    <message>
        <source>Start a copy of it without the setuid bit, or record as root.</source>
        <translation>Starten Sie eine Kopie ohne das Setuid-Bit oder zeichnen Sie als root auf.</translation>
    </message>
    <message>
        <source>Only 64-bit programs can be recorded.</source>
        <translation>Nur 64-Bit-Programme können aufgezeichnet werden.</translation>
    </message>
    <message>
        <source>It looks like https://KEY@HOST/PROJECT; copy it from Sentry under Settings › Projects › Client Keys.</source>
        <translation>Sie sieht aus wie https://KEY@HOST/PROJECT; kopieren Sie sie aus Sentry unter Settings › Projects › Client Keys.</translation>
    </message>
    <message>
        <source>Nothing was sent again: try later.</source>
        <translation>Es wurde nichts erneut gesendet: Versuchen Sie es später.</translation>
    </message>
    <message>
        <source>Choose a shorter range or fewer threads.</source>
        <translation>Wählen Sie einen kürzeren Bereich oder weniger Threads.</translation>
    </message>
    <message>
        <source>The details say until when. Nothing is sent again by itself.</source>
        <translation>Die Einzelheiten sagen, bis wann. Von selbst wird nichts erneut gesendet.</translation>
    </message>
    <message numerus="yes">
        <source>opened with %n warning(s)</source>
        <translation>
            <numerusform>mit %n Warnung geöffnet</numerusform>
            <numerusform>mit %n Warnungen geöffnet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n-mal</numerusform>
            <numerusform>%n-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the connection and the name of the host.</source>
        <translation>Prüfen Sie die Verbindung und den Namen des Rechners.</translation>
    </message>
    <message>
        <source>“%1” is one of the files that are read, and is not replaced.</source>
        <translation>„%1“ ist eine der gelesenen Dateien und wird nicht ersetzt.</translation>
    </message>
    <message>
        <source>Write to another file.</source>
        <translation>In eine andere Datei schreiben.</translation>
    </message>
    <message>
        <source>There is no destination “%1”.</source>
        <translation>Es gibt kein Ziel „%1“.</translation>
    </message>
    <message>
        <source>The key of the destination “%1” is not available.</source>
        <translation>Der Schlüssel des Ziels „%1“ ist nicht verfügbar.</translation>
    </message>
    <message>
        <source>emberchart-cli destinations lists those that are there.</source>
        <translation>emberchart-cli destinations listet auf, welche es gibt.</translation>
    </message>
    <message>
        <source>Unlock the keychain, or add the destination again.</source>
        <translation>Entsperren Sie den Schlüsselbund, oder fügen Sie das Ziel neu hinzu.</translation>
    </message>
    <message>
        <source>“%1” is a recording of perf, which is not installed here to read it.</source>
        <translation>„%1“ ist eine Aufzeichnung von perf, das hier nicht installiert ist, um sie zu lesen.</translation>
    </message>
    <message>
        <source>Install perf (Debian: linux-perf), or run the command of the details where it is installed and open perf.txt.</source>
        <translation>Installieren Sie perf (Debian: linux-perf), oder führen Sie den Befehl aus den Details dort aus, wo es installiert ist, und öffnen Sie perf.txt.</translation>
    </message>
    <message>
        <source>Emberchart opens capture logs (.ember), Sentry profile chunks (.json), envelopes, and profiles of many other tools: %1. To record a program, launch it: emberchart --launch -- PROGRAM.</source>
        <translation>Emberchart öffnet Aufzeichnungen (.ember), Sentry-Profil-Chunks (.json), Envelopes und Profile vieler anderer Werkzeuge: %1. Um ein Programm aufzunehmen, starten Sie es: emberchart --launch -- PROGRAMM.</translation>
    </message>
    <message>
        <source>nothing is sampled, as profile_lifecycle is trace and tracing is off (the program does not use emberchart.h, or has neither traces_sample_rate nor traces_sampler)</source>
        <translation>Es wird nichts aufgezeichnet, weil profile_lifecycle trace ist und Tracing aus ist (das Programm benutzt emberchart.h nicht, oder hat weder traces_sample_rate noch traces_sampler)</translation>
    </message>
    <message>
        <source>profile_session_sample_rate has no effect where profiles_sample_rate or profiles_sampler is set, as profiles belong to transactions (V1) then</source>
        <translation>profile_session_sample_rate wirkt nicht, wo profiles_sample_rate oder profiles_sampler gesetzt ist, weil Profile dann zu Transaktionen gehören (V1)</translation>
    </message>
    <message>
        <source>start_profiler_on_app_start has no effect before the next launch, as no earlier one of this program has left a draw</source>
        <translation>start_profiler_on_app_start wirkt erst beim nächsten Start, weil kein früherer dieses Programms eine Auslosung hinterlassen hat</translation>
    </message>
    <message>
        <source>start_profiler has no effect, as this session is not sampled (profile_session_sample_rate)</source>
        <translation>start_profiler wirkt nicht, weil diese Sitzung nicht ausgewählt ist (profile_session_sample_rate)</translation>
    </message>
    <message>
        <source>start_profiler has no effect, as transactions start it (profile_lifecycle is trace)</source>
        <translation>start_profiler wirkt nicht, weil Transaktionen ihn starten (profile_lifecycle ist trace)</translation>
    </message>
    <message>
        <source>stop_profiler has no effect, as transactions stop it (profile_lifecycle is trace)</source>
        <translation>stop_profiler wirkt nicht, weil Transaktionen ihn anhalten (profile_lifecycle ist trace)</translation>
    </message>
    <message>
        <source>nothing is in the capture, as this session was not sampled (profile_session_sample_rate)</source>
        <translation>In der Aufzeichnung ist nichts, weil diese Sitzung nicht ausgewählt wurde (profile_session_sample_rate)</translation>
    </message>
    <message>
        <source>nothing is in the capture, as nothing has called start_profiler in time</source>
        <translation>In der Aufzeichnung ist nichts, weil nichts rechtzeitig start_profiler aufgerufen hat</translation>
    </message>
</context>
<context>
    <name>ember::app::FetchFailures</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>no debug info of %1 on %2</source>
        <translation>keine Debug-Informationen von %1 auf %2</translation>
    </message>
    <message>
        <source>%1 answered %2 when asked for debug info of %3</source>
        <translation>%1 antwortete mit %2 auf die Frage nach Debug-Informationen von %3</translation>
    </message>
    <message>
        <source>debug info of %1 did not arrive whole from %2: %3</source>
        <translation>die Debug-Informationen von %1 kamen von %2 nicht ganz an: %3</translation>
    </message>
    <message>
        <source>what %1 sent is not the debug info of %2 (its build-id is another); it is not kept</source>
        <translation>was %1 geschickt hat, sind nicht die Debug-Informationen von %2 (die Build-ID ist eine andere); es wird nicht aufgehoben</translation>
    </message>
    <message>
        <source>no debug info is fetched: %1 cannot be reached: %2</source>
        <translation>keine Debug-Informationen werden geholt: %1 ist nicht zu erreichen: %2</translation>
    </message>
    <message>
        <source>no more debug info is fetched: too little came from %1 in %2 s</source>
        <translation>keine weiteren Debug-Informationen werden geholt: von %1 kam in %2 s zu wenig</translation>
    </message>
    <message>
        <source>no debug info is fetched: libdebuginfod.so.1 is not installed</source>
        <translation>keine Debug-Informationen werden geholt: libdebuginfod.so.1 ist nicht installiert</translation>
    </message>
    <message>
        <source>%1 sent more than %2 bytes for the debug info of %3; it is not kept</source>
        <translation>%1 sandte mehr als %2 Bytes für die Debug-Informationen von %3; sie werden nicht behalten</translation>
    </message>
</context>
<context>
    <name>ember::app::FileController</name>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message numerus="yes">
        <source>Opening %n files…</source>
        <translation>
            <numerusform>%n Datei wird geöffnet …</numerusform>
            <numerusform>%n Dateien werden geöffnet …</numerusform>
        </translation>
    </message>
    <message>
        <source>Building the chart…</source>
        <translation>Das Flamechart entsteht …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Looking up names…</source>
        <translation>Namen werden nachgeschlagen …</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be opened</source>
        <translation>
            <numerusform>%n Datei konnte nicht geöffnet werden</numerusform>
            <numerusform>%n Dateien konnten nicht geöffnet werden</numerusform>
        </translation>
    </message>
    <message>
        <source>Profiles (%1);;All files (*)</source>
        <translation>Profile (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Delete Capture</source>
        <translation>Aufzeichnung löschen</translation>
    </message>
    <message>
        <source>Delete the capture “%1”? It cannot be brought back.</source>
        <translation>Die Aufzeichnung „%1“ löschen? Sie lässt sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::FilterCommands</name>
    <message>
        <source>&amp;Focus on the Function</source>
        <translation>Auf die Funktion &amp;fokussieren</translation>
    </message>
    <message>
        <source>&amp;Only Stacks with the Function</source>
        <translation>N&amp;ur Stapel mit der Funktion</translation>
    </message>
    <message>
        <source>&amp;Leave Out Stacks with the Function</source>
        <translation>Stapel mit der Funktion weg&amp;lassen</translation>
    </message>
    <message>
        <source>Hide the Function: &amp;Merge It into Its Callers</source>
        <translation>Funktion verbergen: &amp;mit ihren Aufrufern verschmelzen</translation>
    </message>
    <message>
        <source>&amp;Collapse What the Function Calls</source>
        <translation>&amp;Einklappen, was die Funktion aufruft</translation>
    </message>
    <message>
        <source>Collapse the Function&apos;s &amp;Recursion</source>
        <translation>&amp;Rekursion der Funktion einklappen</translation>
    </message>
    <message>
        <source>&amp;Only Stacks with the Module</source>
        <translation>N&amp;ur Stapel mit dem Modul</translation>
    </message>
    <message>
        <source>&amp;Leave Out Stacks with the Module</source>
        <translation>Stapel mit dem Modul weg&amp;lassen</translation>
    </message>
    <message>
        <source>Hide the Module: &amp;Merge It into Its Callers</source>
        <translation>Modul verbergen: &amp;mit seinen Aufrufern verschmelzen</translation>
    </message>
    <message>
        <source>&amp;Collapse Calls within the Module</source>
        <translation>Aufrufe innerhalb des Moduls &amp;einklappen</translation>
    </message>
    <message>
        <source>Merge system code into its callers</source>
        <translation>Systemcode mit seinen Aufrufern verschmelzen</translation>
    </message>
    <message>
        <source>Only Stacks the &amp;Search Matches</source>
        <translation>Nur Stapel, auf die die &amp;Suche passt</translation>
    </message>
    <message>
        <source>Cl&amp;ear Filters</source>
        <translation>Alle Filter entfer&amp;nen</translation>
    </message>
    <message>
        <source>Take back the last filter, selected range or choice of threads</source>
        <translation>Den letzten Filter, gewählten Bereich oder die letzte Auswahl von Threads zurücknehmen</translation>
    </message>
    <message>
        <source>Re&amp;do Filter, Range or Threads</source>
        <translation>Filter, Bereich oder Threads &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>Busy Time: All but Idle Waiting</source>
        <translation>Tätige Zeit: alles außer untätigem Warten</translation>
    </message>
    <message>
        <source>Running Time Only</source>
        <translation>Nur Laufzeit</translation>
    </message>
    <message>
        <source>Waiting Time Only</source>
        <translation>Nur Wartezeit</translation>
    </message>
    <message>
        <source>All Time</source>
        <translation>Alle Zeit</translation>
    </message>
    <message>
        <source>Its Mod&amp;ule</source>
        <translation>Ihr M&amp;odul</translation>
    </message>
    <message>
        <source>Fi&amp;lter</source>
        <translation>Fi&amp;lter</translation>
    </message>
    <message>
        <source>What Counts</source>
        <translation>Was zählt</translation>
    </message>
    <message>
        <source>O&amp;wn Code Only</source>
        <translation>Nur ei&amp;gener Code</translation>
    </message>
    <message>
        <source>Collapse &amp;All Recursion</source>
        <translation>&amp;Alle Rekursion einklappen</translation>
    </message>
    <message>
        <source>Leave Out Stac&amp;ks the Search Matches</source>
        <translation>Stapel weglassen, auf die die Suche &amp;passt</translation>
    </message>
    <message>
        <source>Undo Filter, Range or &amp;Threads</source>
        <translation>Filter, Bereich oder Threads &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>Only Samples with the Call&apos;s Label</source>
        <translation>Nur Stichproben mit dem Label des Aufrufs</translation>
    </message>
    <message>
        <source>Its goroutine, in a Go program</source>
        <translation>Seine Goroutine, in einem Go-Programm</translation>
    </message>
</context>
<context>
    <name>ember::app::ForwardDialog</name>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>Send to Sentry</source>
        <translation>An Sentry senden</translation>
    </message>
    <message>
        <source>Reading the envelopes…</source>
        <translation>Die Envelopes werden gelesen …</translation>
    </message>
    <message>
        <source>These envelopes are sent as they came. To take something out of them, open them and use Upload.</source>
        <translation>Diese Envelopes werden gesendet, wie sie gekommen sind. Soll etwas herausgenommen werden: öffnen und hochladen.</translation>
    </message>
    <message>
        <source>&amp;Destination</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>“%1” takes something out of all that is sent there, but these envelopes would go as they came. Open them and use Upload.</source>
        <translation>„%1“ nimmt aus allem, was dorthin geht, etwas heraus, diese Envelopes gingen aber, wie sie gekommen sind. Sie lassen sich öffnen und hochladen.</translation>
    </message>
    <message>
        <source>Waits to be sent</source>
        <translation>Wartet auf das Senden</translation>
    </message>
</context>
<context>
    <name>ember::app::HelpTexts</name>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Move in time</source>
        <translation>In der Zeit bewegen</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger vergrößern</translation>
    </message>
    <message>
        <source>Ctrl+Wheel, pinch</source>
        <translation>Strg+Mausrad, Spreizen</translation>
    </message>
    <message>
        <source>Select a box</source>
        <translation>Kasten auswählen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Fit a box</source>
        <translation>Kasten einpassen</translation>
    </message>
    <message>
        <source>Select a range</source>
        <translation>Bereich auswählen</translation>
    </message>
    <message>
        <source>Drag on the axis or an empty place</source>
        <translation>Auf der Achse oder im Leeren ziehen</translation>
    </message>
    <message>
        <source>Slide the baseline in time</source>
        <translation>Vergleichsbasis in der Zeit verschieben</translation>
    </message>
    <message>
        <source>Drag on its axis</source>
        <translation>Auf ihrer Achse ziehen</translation>
    </message>
    <message>
        <source>Keys and Mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>About Emberchart</source>
        <translation>Über Emberchart</translation>
    </message>
    <message>
        <source>Records programs as live flamecharts, opens Sentry profiles, and sends chosen pieces of them.&lt;br&gt;&lt;br&gt;Free software under the GNU General Public License, version 3 or later. Drawn with Qt %1 and QCustomPlot.</source>
        <translation>Zeichnet Programme als lebendige Flamecharts auf, öffnet Sentry-Profile und sendet ausgewählte Teile davon.&lt;br&gt;&lt;br&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer. Gezeichnet mit Qt %1 und QCustomPlot.</translation>
    </message>
    <message>
        <source>Double click, middle click</source>
        <translation>Doppelklick, mittlere Taste</translation>
    </message>
    <message>
        <source>Shift+Wheel, drag a box, Shift+Drag, middle drag</source>
        <translation>Umschalt+Rad, Kasten ziehen, Umschalt+Ziehen, mit der mittleren Taste ziehen</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Filter by command or key</source>
        <translation>Nach Befehl oder Taste filtern</translation>
    </message>
    <message>
        <source>Callers and callees of a function in a table</source>
        <translation>Aufrufer und Aufgerufene einer Funktion in einer Tabelle</translation>
    </message>
    <message>
        <source>Double click, Enter</source>
        <translation>Doppelklick, Eingabe</translation>
    </message>
    <message>
        <source>Sort a table by its next column; reverse its order</source>
        <translation>Eine Tabelle nach ihrer nächsten Spalte sortieren; die Reihenfolge umkehren</translation>
    </message>
</context>
<context>
    <name>ember::app::Inbox</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
</context>
<context>
    <name>ember::app::InboxDialog</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Sentry SDK Data</source>
        <translation>Daten von Sentry-SDKs</translation>
    </message>
    <message>
        <source>Received items</source>
        <translation>Empfangene Einträge</translation>
    </message>
    <message>
        <source>DSN of the local endpoint</source>
        <translation>DSN des lokalen Endpunkts</translation>
    </message>
    <message>
        <source>Show the selected items with all that belongs to the same profile, beside the capture of this window if there is one</source>
        <translation>Die gewählten Einträge zeigen, mit allem, was zum selben Profil gehört, neben der Aufnahme dieses Fensters, wenn es eine hat</translation>
    </message>
    <message>
        <source>Save the selected items&apos; envelopes as they were sent</source>
        <translation>Die Envelopes der gewählten Einträge speichern, wie sie gesendet wurden</translation>
    </message>
    <message>
        <source>Nothing is listening.</source>
        <translation>Nichts hört zu.</translation>
    </message>
    <message>
        <source>&amp;Listen</source>
        <translation>Zu&amp;hören</translation>
    </message>
    <message>
        <source>Stop &amp;Listening</source>
        <translation>Zuhören &amp;beenden</translation>
    </message>
    <message>
        <source>The last request was refused: %1</source>
        <translation>Die letzte Anfrage wurde abgelehnt: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) forgotten</source>
        <translation>
            <numerusform>%n älterer vergessen</numerusform>
            <numerusform>%n ältere vergessen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) refused</source>
        <translation>
            <numerusform>%n Anfrage abgelehnt</numerusform>
            <numerusform>%n Anfragen abgelehnt</numerusform>
        </translation>
    </message>
    <message>
        <source>Programs with a Sentry SDK send here if this is their DSN, for example in SENTRY_DSN. What they send stays on this machine unless you send it on, and is forgotten when this program ends.</source>
        <translation>Programme mit einem Sentry-SDK senden hierher, wenn dies ihre DSN ist, zum Beispiel in SENTRY_DSN. Was sie senden, bleibt auf diesem Rechner, solange es nicht weitergesendet wird, und wird vergessen, wenn dieses Programm endet.</translation>
    </message>
    <message>
        <source>&amp;Send…</source>
        <translation>&amp;Senden …</translation>
    </message>
    <message>
        <source>Send the selected items&apos; envelopes on to a Sentry project</source>
        <translation>Die Envelopes der ausgewählten Einträge an ein Projekt von Sentry weitersenden</translation>
    </message>
</context>
<context>
    <name>ember::app::InputFiles</name>
    <message>
        <source>a pipe or a device: save what comes from it to a file first</source>
        <translation>eine Pipe oder ein Gerät: was daraus kommt, erst in einer Datei speichern</translation>
    </message>
</context>
<context>
    <name>ember::app::IntakeController</name>
    <message>
        <source>The local endpoint for Sentry SDKs has ended: the system lets it listen no longer.</source>
        <translation>Der lokale Endpunkt für Sentry-SDKs ist beendet: Das System lässt ihn nicht mehr zuhören.</translation>
    </message>
    <message>
        <source>Save Envelopes In</source>
        <translation>Envelopes speichern in</translation>
    </message>
    <message>
        <source>Saving envelopes…</source>
        <translation>Envelopes werden gespeichert …</translation>
    </message>
</context>
<context>
    <name>ember::app::KeySettingsForm</name>
    <message>
        <source>Find a command</source>
        <translation>Einen Befehl suchen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>Neue Taste</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>&amp;Setzen</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;No Key</source>
        <translation>&amp;Keine Taste</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>New &amp;key:</source>
        <translation>&amp;Neue Taste:</translation>
    </message>
    <message>
        <source>Reset A&amp;ll</source>
        <translation>A&amp;lle zurücksetzen</translation>
    </message>
    <message>
        <source>Standard: %1</source>
        <translation>Standard: %1</translation>
    </message>
    <message>
        <source>%1 is the key of “%2” until now, which would lose it.</source>
        <translation>%1 ist bisher die Taste von „%2“, das sie verlöre.</translation>
    </message>
    <message>
        <source>Standard keys</source>
        <translation>Übliche Tasten</translation>
    </message>
    <message>
        <source>As in speedscope</source>
        <translation>Wie in speedscope</translation>
    </message>
    <message>
        <source>As in Perfetto</source>
        <translation>Wie in Perfetto</translation>
    </message>
    <message>
        <source>Replaces all keys; commands that the other tool does not have keep theirs unless they are needed</source>
        <translation>Ersetzt alle Tasten; Befehle, die das andere Werkzeug nicht hat, behalten ihre, sofern sie nicht gebraucht werden</translation>
    </message>
    <message>
        <source>&amp;Begin with:</source>
        <translation>&amp;Beginnen mit:</translation>
    </message>
</context>
<context>
    <name>ember::app::LaunchArguments</name>
    <message>
        <source>After --launch come options, --, and the command.</source>
        <translation>Nach --launch kommen Optionen, -- und der Befehl.</translation>
    </message>
    <message>
        <source>Copies the log there when the capture has ended.</source>
        <translation>Kopiert das Protokoll dorthin, wenn die Aufnahme zu Ende ist.</translation>
    </message>
    <message>
        <source>Shows all options.</source>
        <translation>Zeigt alle Optionen.</translation>
    </message>
</context>
<context>
    <name>ember::app::LaunchDialog</name>
    <message>
        <source>Launch</source>
        <translation>Starten</translation>
    </message>
</context>
<context>
    <name>ember::app::LaunchForm</name>
    <message>
        <source>Record its child processes, too</source>
        <translation>Auch Kindprozesse aufzeichnen</translation>
    </message>
    <message>
        <source>Watch for slow and frozen frames</source>
        <translation>Auf langsame und eingefrorene Bilder achten</translation>
    </message>
    <message>
        <source>Numbers, spans and frames of programs that use emberchart.h. Sets EMBERCHART_SOCKET in its environment.</source>
        <translation>Zahlen, Spans und Bilder von Programmen, die emberchart.h benutzen. Setzt EMBERCHART_SOCKET in seiner Umgebung.</translation>
    </message>
    <message>
        <source>What it presents by Qt, GLX, EGL or Vulkan, and what it reports. Adds a library to LD_PRELOAD in its environment.</source>
        <translation>Was es mit Qt, GLX, EGL oder Vulkan anzeigt, und was es meldet. Fügt LD_PRELOAD in seiner Umgebung eine Bibliothek hinzu.</translation>
    </message>
    <message>
        <source>Launch and Record</source>
        <translation>Starten und aufzeichnen</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Choose a program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>Choose the working directory</source>
        <translation>Arbeitsverzeichnis wählen</translation>
    </message>
    <message>
        <source>Choose a file to read from</source>
        <translation>Datei für die Eingabe wählen</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>&amp;Umgebung</translation>
    </message>
    <message>
        <source>&amp;Input from</source>
        <translation>&amp;Eingabe aus</translation>
    </message>
    <message>
        <source>&amp;Other options</source>
        <translation>&amp;Weitere Optionen</translation>
    </message>
    <message>
        <source>Sampling &amp;rate</source>
        <translation>Abtast&amp;rate</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>Rech&amp;ner</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>Listen for its Sentry SDK data, too</source>
        <translation>Auch auf Daten seines Sentry-SDKs hören</translation>
    </message>
    <message>
        <source>Sets SENTRY_DSN in its environment to an endpoint of this window, which lists what arrives. Nothing of it leaves this machine until you send it.</source>
        <translation>Setzt SENTRY_DSN in seiner Umgebung auf einen Endpunkt dieses Fensters, das auflistet, was ankommt. Nichts davon verlässt diesen Rechner, bis Sie es senden.</translation>
    </message>
    <message>
        <source>Record measurements (emberchart.h)</source>
        <translation>Messwerte aufzeichnen (emberchart.h)</translation>
    </message>
    <message>
        <source>A command as in a shell: ./build/myapp --open &quot;big file.svg&quot;</source>
        <translation>Ein Befehl wie in einer Shell: ./build/myapp --open &quot;große Datei.svg&quot;</translation>
    </message>
    <message>
        <source>More: folder, environment, rate, frames, another machine…</source>
        <translation>Mehr: Ordner, Umgebung, Rate, Bilder, anderer Rechner …</translation>
    </message>
    <message>
        <source>Choose a Program…</source>
        <translation>Programm wählen …</translation>
    </message>
    <message>
        <source>Attach to a Process…</source>
        <translation>An Prozess anhängen …</translation>
    </message>
    <message>
        <source>Attach to a Process…  %1</source>
        <translation>An Prozess anhängen …  %1</translation>
    </message>
    <message>
        <source>Current folder</source>
        <translation>Aktueller Ordner</translation>
    </message>
    <message>
        <source>Nothing (/dev/null)</source>
        <translation>Nichts (/dev/null)</translation>
    </message>
    <message>
        <source>NAME=VALUE, one per line, added to the inherited variables</source>
        <translation>NAME=WERT, je Zeile einer, zusätzlich zu den geerbten Variablen</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>A quote (%1) is opened and not closed.</source>
        <translation>Ein Anführungszeichen (%1) wird geöffnet und nicht geschlossen.</translation>
    </message>
    <message>
        <source>The program is missing after the variables.</source>
        <translation>Nach den Variablen fehlt das Programm.</translation>
    </message>
    <message>
        <source>Type the command to launch first.</source>
        <translation>Geben Sie zuerst den Befehl ein, der gestartet werden soll.</translation>
    </message>
    <message>
        <source>No shell runs this line: the program is given “%1” as it is. For pipes and redirections launch sh -c &apos;…&apos;.</source>
        <translation>Keine Shell führt diese Zeile aus: Das Programm bekommt „%1“, wie es ist. Für Pipes und Umleitungen starten Sie sh -c &apos;…&apos;.</translation>
    </message>
    <message>
        <source>its home folder</source>
        <translation>seinem Heimordner</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)/s</source>
        <translation>
            <numerusform>%n Stichprobe/s</numerusform>
            <numerusform>%n Stichproben/s</numerusform>
        </translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>also child processes</source>
        <translation>auch Kindprozesse</translation>
    </message>
    <message>
        <source>keeps the last %1</source>
        <translation>behält die letzten %1</translation>
    </message>
    <message>
        <source>slow frames</source>
        <translation>langsame Bilder</translation>
    </message>
    <message>
        <source>measurements</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Sentry SDK data</source>
        <translation>Daten von Sentry-SDKs</translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n Variable</numerusform>
            <numerusform>%n Variablen</numerusform>
        </translation>
    </message>
    <message>
        <source>Their functions are named without it, too: this is for versions that the recorder does not know.</source>
        <translation>Ihre Funktionen haben auch ohne dies Namen: Es ist für Versionen, die der Rekorder nicht kennt.</translation>
    </message>
    <message>
        <source>Let Node, .NET, Python and Java write perf maps</source>
        <translation>Node, .NET, Python und Java perf-Maps schreiben lassen</translation>
    </message>
    <message>
        <source>Sets in the program&apos;s environment:
%1
These make node, .NET, Python 3.12 and Java 17 write the names to /tmp/perf-PID.map, Java at the end of the capture; node also leaves an isolate….log in its directory.</source>
        <translation>Setzt in der Umgebung des Programms:
%1
Damit schreiben node, .NET, Python 3.12 und Java 17 die Namen nach /tmp/perf-PID.map, Java am Ende der Aufnahme; node lässt außerdem ein isolate….log in seinem Verzeichnis zurück.</translation>
    </message>
    <message numerus="yes">
        <source>The field shows the start of a command of %n argument(s). It is launched whole unless you edit it.</source>
        <translation>
            <numerusform>Das Feld zeigt den Anfang eines Befehls mit %n Argument. Er wird ganz gestartet, wenn Sie ihn nicht ändern.</numerusform>
            <numerusform>Das Feld zeigt den Anfang eines Befehls mit %n Argumenten. Er wird ganz gestartet, wenn Sie ihn nicht ändern.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::LibraryDialog</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Capture Library</source>
        <translation>Aufzeichnungsbibliothek</translation>
    </message>
    <message>
        <source>&amp;Room for captures</source>
        <translation>&amp;Platz für Aufzeichnungen</translation>
    </message>
    <message numerus="yes">
        <source>%n capture(s), %1</source>
        <translation>
            <numerusform>%n Aufzeichnung, %1</numerusform>
            <numerusform>%n Aufzeichnungen, %1</numerusform>
        </translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Anheften</translation>
    </message>
    <message>
        <source>A pinned capture is kept until you delete it; one that gets a name is pinned. Others go, oldest first, when there is no room left.</source>
        <translation>Eine angeheftete Aufzeichnung bleibt, bis Sie sie löschen; eine, die einen Namen bekommt, wird angeheftet. Die anderen gehen, die ältesten zuerst, wenn kein Platz mehr ist.</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Lösen</translation>
    </message>
</context>
<context>
    <name>ember::app::LibraryModel</name>
    <message>
        <source>being recorded</source>
        <translation>wird aufgezeichnet</translation>
    </message>
    <message>
        <source>open</source>
        <translation>geöffnet</translation>
    </message>
    <message>
        <source>kept while there is room</source>
        <translation>bleibt, solange Platz ist</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
</context>
<context>
    <name>ember::app::LinkNotice</name>
    <message>
        <source>Set by the link: %1.</source>
        <comment>filters</comment>
        <translation>Durch den Link gesetzt: %1.</translation>
    </message>
    <message>
        <source>Set by the link: %1. %2 takes it back.</source>
        <comment>filters, a key</comment>
        <translation>Durch den Link gesetzt: %1. %2 nimmt es zurück.</translation>
    </message>
</context>
<context>
    <name>ember::app::LossText</name>
    <message>
        <source>Left out: %1. Sentry removes threads with a single sample in a chunk.</source>
        <translation>Weggelassen: %1. Sentry entfernt Threads mit nur einer Stichprobe in einem Chunk.</translation>
    </message>
    <message>
        <source>times of samples</source>
        <translation>Zeiten der Stichproben</translation>
    </message>
    <message>
        <source>the date from which times count</source>
        <translation>das Datum, ab dem die Zeiten zählen</translation>
    </message>
    <message>
        <source>how long the last sample of a thread lasts</source>
        <translation>wie lange die letzte Stichprobe eines Threads dauert</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>ids of threads</source>
        <translation>Ids der Threads</translation>
    </message>
    <message>
        <source>which threads are main threads</source>
        <translation>welche Threads Haupt-Threads sind</translation>
    </message>
    <message>
        <source>priorities of threads</source>
        <translation>Prioritäten der Threads</translation>
    </message>
    <message>
        <source>when threads began and ended</source>
        <translation>wann Threads begannen und endeten</translation>
    </message>
    <message>
        <source>changes of names and priorities of threads</source>
        <translation>Änderungen von Namen und Prioritäten der Threads</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>ids of processes</source>
        <translation>Ids der Prozesse</translation>
    </message>
    <message>
        <source>names of processes</source>
        <translation>Namen der Prozesse</translation>
    </message>
    <message>
        <source>paths of programs</source>
        <translation>Pfade der Programme</translation>
    </message>
    <message>
        <source>command lines, folders and times of processes</source>
        <translation>Befehlszeilen, Ordner und Zeiten der Prozesse</translation>
    </message>
    <message>
        <source>releases, environments and SDKs of processes</source>
        <translation>Releases, Umgebungen und SDKs der Prozesse</translation>
    </message>
    <message>
        <source>which recording a sample is from</source>
        <translation>aus welcher Aufzeichnung eine Stichprobe ist</translation>
    </message>
    <message>
        <source>what is known of the recording and its machine</source>
        <translation>was von der Aufzeichnung und ihrem Rechner bekannt ist</translation>
    </message>
    <message>
        <source>values of samples beside their weight</source>
        <translation>Werte der Stichproben neben ihrem Gewicht</translation>
    </message>
    <message>
        <source>labels of samples</source>
        <translation>Beschriftungen der Stichproben</translation>
    </message>
    <message>
        <source>thread states and CPU times of samples</source>
        <translation>Thread-Zustände und CPU-Zeiten der Stichproben</translation>
    </message>
    <message>
        <source>lines of frames</source>
        <translation>Zeilennummern der Frames</translation>
    </message>
    <message>
        <source>columns of frames</source>
        <translation>Spaltennummern der Frames</translation>
    </message>
    <message>
        <source>addresses of frames</source>
        <translation>Adressen der Frames</translation>
    </message>
    <message>
        <source>which frames are inlined</source>
        <translation>welche Frames inline sind</translation>
    </message>
    <message>
        <source>which frames are the program&apos;s own code</source>
        <translation>welche Frames eigener Code des Programms sind</translation>
    </message>
    <message>
        <source>platforms of frames</source>
        <translation>Plattformen der Frames</translation>
    </message>
    <message>
        <source>what only the format of the file says of frames</source>
        <translation>was nur das Format der Datei von Frames sagt</translation>
    </message>
    <message>
        <source>modules of functions</source>
        <translation>Module der Funktionen</translation>
    </message>
    <message>
        <source>packages of functions</source>
        <translation>Pakete der Funktionen</translation>
    </message>
    <message>
        <source>source files of functions</source>
        <translation>Quelldateien der Funktionen</translation>
    </message>
    <message>
        <source>full paths of source files beside their short ones</source>
        <translation>volle Pfade der Quelldateien neben ihren kurzen</translation>
    </message>
    <message>
        <source>names of functions as the symbol table has them</source>
        <translation>Namen der Funktionen, wie sie in der Symboltabelle stehen</translation>
    </message>
    <message>
        <source>first lines of functions</source>
        <translation>erste Zeilen der Funktionen</translation>
    </message>
    <message>
        <source>loaded binaries</source>
        <translation>geladene Binärdateien</translation>
    </message>
    <message>
        <source>debug files of loaded binaries, and when they were there</source>
        <translation>Debug-Dateien geladener Binärdateien, und wann sie da waren</translation>
    </message>
    <message>
        <source>measured values</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>tracing spans</source>
        <translation>Spans des Tracings</translation>
    </message>
    <message>
        <source>lines of the program&apos;s output</source>
        <translation>Zeilen der Programmausgabe</translation>
    </message>
    <message>
        <source>events of the capture</source>
        <translation>Ereignisse der Aufzeichnung</translation>
    </message>
    <message>
        <source>figures about the capture as a whole</source>
        <translation>Zahlen über die Aufzeichnung als Ganzes</translation>
    </message>
    <message>
        <source>addresses of frames at which functions start</source>
        <translation>Adressen der Frames, an denen Funktionen beginnen</translation>
    </message>
    <message>
        <source>addresses of frames within functions</source>
        <translation>Adressen der Frames innerhalb von Funktionen</translation>
    </message>
    <message>
        <source>loaded binaries that no frame is in</source>
        <translation>geladene Binärdateien, in denen kein Frame liegt</translation>
    </message>
    <message>
        <source>loaded binaries that reach beyond 64 bits, and end there now</source>
        <translation>geladene Binärdateien, die über 64 Bit hinausreichen und nun dort enden</translation>
    </message>
    <message>
        <source>when binaries were loaded</source>
        <translation>wann Binärdateien geladen waren</translation>
    </message>
    <message>
        <source>which frames are inlined, where their callers have no name</source>
        <translation>welche Frames inline sind, wo ihre Aufrufer keinen Namen haben</translation>
    </message>
    <message>
        <source>values of samples beside their weight: levels and times, which are labels now</source>
        <translation>Werte der Stichproben neben ihrem Gewicht: Pegel und Zeiten, die nun Beschriftungen sind</translation>
    </message>
    <message>
        <source>values of samples beside their count</source>
        <translation>Werte der Stichproben neben ihrer Anzahl</translation>
    </message>
    <message>
        <source>empty threads, without samples</source>
        <translation>leere Threads, ohne Stichproben</translation>
    </message>
    <message>
        <source>distinctions between threads of the same pid, id and name</source>
        <translation>Unterscheidungen zwischen Threads mit gleicher PID, Id und gleichem Namen</translation>
    </message>
    <message>
        <source>threads without calls</source>
        <translation>Threads ohne Aufrufe</translation>
    </message>
    <message>
        <source>threads with the fewest samples in the flame chart</source>
        <translation>Threads mit den wenigsten Stichproben im Flamechart</translation>
    </message>
    <message>
        <source>times of samples at which no call begins or ends</source>
        <translation>Zeiten der Stichproben, bei denen kein Aufruf beginnt oder endet</translation>
    </message>
    <message>
        <source>samples without a stack</source>
        <translation>Stichproben ohne Stapel</translation>
    </message>
    <message>
        <source>samples without a value of the type that is written</source>
        <translation>Stichproben ohne einen Wert des geschriebenen Typs</translation>
    </message>
    <message>
        <source>samples that count nothing</source>
        <translation>Stichproben, die nichts zählen</translation>
    </message>
    <message>
        <source>samples of a negative number</source>
        <translation>Stichproben mit negativer Anzahl</translation>
    </message>
    <message>
        <source>counts of samples that are no whole numbers, which are rounded</source>
        <translation>Anzahlen von Stichproben, die keine ganzen Zahlen sind und gerundet werden</translation>
    </message>
    <message>
        <source>fractions of values, which are rounded</source>
        <translation>Bruchteile von Werten, die gerundet werden</translation>
    </message>
    <message>
        <source>sizes of values beyond 2^63</source>
        <translation>Größen von Werten über 2^63</translation>
    </message>
    <message>
        <source>absences of values, which are 0 now</source>
        <translation>fehlende Werte, die nun 0 sind</translation>
    </message>
    <message>
        <source>negative values, which are 0 now</source>
        <translation>negative Werte, die nun 0 sind</translation>
    </message>
    <message>
        <source>values that samples do not have, which are 0 now</source>
        <translation>Werte, die Stichproben nicht haben und die nun 0 sind</translation>
    </message>
    <message>
        <source>names of functions beside those of the symbol table</source>
        <translation>Namen von Funktionen neben denen der Symboltabelle</translation>
    </message>
    <message>
        <source>files of functions that have no line</source>
        <translation>Dateien von Funktionen ohne Zeile</translation>
    </message>
    <message>
        <source>names that hold what ends a name, which is changed</source>
        <translation>Namen, in denen steht, was einen Namen beendet, und nun geändert ist</translation>
    </message>
    <message>
        <source>names that would make comments of their lines, which begin with &quot;:&quot; now</source>
        <translation>Namen, die ihre Zeile zum Kommentar machen würden und nun mit „:“ beginnen</translation>
    </message>
    <message>
        <source>separators in the names of functions, which are others now</source>
        <translation>Trennzeichen in Namen von Funktionen, die nun andere sind</translation>
    </message>
    <message>
        <source>line feeds in names and paths, which are blanks now</source>
        <translation>Zeilenumbrüche in Namen und Pfaden, die nun Leerzeichen sind</translation>
    </message>
    <message>
        <source>zero bytes in texts</source>
        <translation>Nullbytes in Texten</translation>
    </message>
    <message>
        <source>lines that have more than R&apos;s 32 bits</source>
        <translation>Zeilennummern, die mehr als die 32 Bit von R haben</translation>
    </message>
    <message>
        <source>sources of samples</source>
        <translation>Quellen der Stichproben</translation>
    </message>
    <message>
        <source>rows of meta</source>
        <translation>Zeilen von meta</translation>
    </message>
    <message>
        <source>short calls of the flame chart, which are drawn together</source>
        <translation>kurze Aufrufe des Flamecharts, die zusammen gezeichnet sind</translation>
    </message>
    <message>
        <source>small calls of the flame graph, which are drawn together</source>
        <translation>kleine Aufrufe des Flammengraphen, die zusammen gezeichnet sind</translation>
    </message>
    <message>
        <source>calls of the flame chart that are too deep or took no time</source>
        <translation>Aufrufe des Flamecharts, die zu tief liegen oder keine Zeit brauchten</translation>
    </message>
    <message>
        <source>name and unit of the numbers: </source>
        <translation>Name und Einheit der Zahlen: </translation>
    </message>
    <message>
        <source>values of the type </source>
        <translation>Werte vom Typ </translation>
    </message>
    <message>
        <source>rows of meta are left out, as every source has its own: </source>
        <translation>Zeilen von meta entfallen, da jede Quelle ihre eigenen hat: </translation>
    </message>
    <message>
        <source>rows of meta are not kept: </source>
        <translation>Zeilen von meta bleiben nicht: </translation>
    </message>
    <message>
        <source>rows of </source>
        <translation>Zeilen von </translation>
    </message>
    <message>
        <source>left out: </source>
        <translation>weggelassen: </translation>
    </message>
    <message>
        <source>%1 % of the time, which the numbers of samples give to other stacks</source>
        <translation>%1 % der Zeit, die die Anzahlen der Stichproben anderen Stapeln geben</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what is left out, how many</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ember::app::MachineFields</name>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>HOST or USER@HOST, reached by ssh: with a key or ssh-agent, or with the password that SSH_ASKPASS asks for. All paths are those of that machine, and names come from there.</source>
        <translation>RECHNER oder BENUTZER@RECHNER, über ssh erreicht: mit einem Schlüssel oder ssh-agent, oder mit dem Kennwort, nach dem SSH_ASKPASS fragt. Alle Pfade sind die jenes Rechners, und die Namen kommen von dort.</translation>
    </message>
    <message>
        <source>Recorder on that machine</source>
        <translation>Recorder auf jenem Rechner</translation>
    </message>
    <message>
        <source>emberchart-record in its PATH</source>
        <translation>emberchart-record in seinem PATH</translation>
    </message>
    <message>
        <source>Path of emberchart-record on that machine</source>
        <translation>Pfad von emberchart-record auf jenem Rechner</translation>
    </message>
</context>
<context>
    <name>ember::app::MainWindow</name>
    <message>
        <source>Recordings that are aligned at their starts have no times of their own: choose one of them in the toolbar.</source>
        <translation>An ihren Anfängen ausgerichtete Aufzeichnungen haben keine eigenen Zeiten: eine davon in der Werkzeugleiste wählen.</translation>
    </message>
    <message>
        <source>These are several recordings: choose one of them in the toolbar.</source>
        <translation>Dies sind mehrere Aufnahmen: Wählen Sie eine davon in der Werkzeugleiste.</translation>
    </message>
    <message>
        <source>What SDKs have sent is shown with this capture: it can be chosen by itself in the toolbar when it has ended.</source>
        <translation>Was SDKs gesendet haben, wird mit dieser Aufzeichnung gezeigt: Ist sie zu Ende, kann sie in der Werkzeugleiste allein gewählt werden.</translation>
    </message>
    <message>
        <source>Only two files can be swapped.</source>
        <translation>Nur zwei Dateien können getauscht werden.</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Save a copy of the capture where you want it; the library keeps its own</source>
        <translation>Eine Kopie der Aufzeichnung speichern, wo Sie wollen; die Bibliothek behält ihre eigene</translation>
    </message>
    <message>
        <source>Sa&amp;ve for Sentry…</source>
        <translation>Für Sentr&amp;y speichern …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Save the selected chunks, or the selected range and threads, as Sentry chunks</source>
        <translation>Die ausgewählten Chunks oder den ausgewählten Bereich und die Threads als Sentry-Chunks speichern</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Write the profile for other tools, or as a page for any browser</source>
        <translation>Das Profil für andere Werkzeuge schreiben, oder als Seite für jeden Browser</translation>
    </message>
    <message>
        <source>&amp;Get Symbols…</source>
        <translation>Symbole &amp;holen …</translation>
    </message>
    <message>
        <source>Which binaries lack names, and where to get them</source>
        <translation>Welchen Binärdateien Namen fehlen, und woher sie kommen können</translation>
    </message>
    <message>
        <source>Ctrl+U</source>
        <translation>Ctrl+U</translation>
    </message>
    <message>
        <source>Send the selected chunks, or the selected range and threads, to Sentry</source>
        <translation>Die ausgewählten Chunks oder den ausgewählten Bereich und die Threads an Sentry senden</translation>
    </message>
    <message>
        <source>What waits to be sent to Sentry, and what became of earlier uploads</source>
        <translation>Was noch an Sentry gesendet werden soll und was aus früheren Uploads geworden ist</translation>
    </message>
    <message>
        <source>Capture &amp;Library…</source>
        <translation>Aufzeich&amp;nungsbibliothek …</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Launch…</source>
        <translation>&amp;Starten …</translation>
    </message>
    <message>
        <source>Launch a program and record it</source>
        <translation>Ein Programm starten und aufzeichnen</translation>
    </message>
    <message>
        <source>Launch on Another &amp;Machine…</source>
        <translation>Auf anderem &amp;Rechner starten …</translation>
    </message>
    <message>
        <source>Launch a program through ssh and record it</source>
        <translation>Ein Programm über ssh starten und aufzeichnen</translation>
    </message>
    <message>
        <source>&amp;Attach…</source>
        <translation>&amp;Anhängen …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+A</source>
        <translation>Ctrl+Shift+A</translation>
    </message>
    <message>
        <source>Record a process that runs already</source>
        <translation>Einen laufenden Prozess aufzeichnen</translation>
    </message>
    <message>
        <source>Listen for Sentry S&amp;DKs…</source>
        <translation>Auf Sentry-S&amp;DKs hören …</translation>
    </message>
    <message>
        <source>Receive what programs with a Sentry SDK send, on this machine</source>
        <translation>Empfangen, was Programme mit einem Sentry-SDK senden, auf diesem Rechner</translation>
    </message>
    <message>
        <source>&amp;Run Again</source>
        <translation>&amp;Noch einmal</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>St&amp;opp</translation>
    </message>
    <message>
        <source>Stop recording; the program is ended with it</source>
        <translation>Aufzeichnung beenden; das Programm wird mit ihr beendet</translation>
    </message>
    <message>
        <source>Stop recording; the program runs on</source>
        <translation>Aufzeichnung beenden; das Programm läuft weiter</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Pause or resume recording; the program runs on</source>
        <translation>Die Aufzeichnung anhalten oder fortsetzen; das Programm läuft weiter</translation>
    </message>
    <message>
        <source>&amp;Keep the Last Part</source>
        <translation>Letzten Teil &amp;behalten</translation>
    </message>
    <message>
        <source>Keep the last part of a recording that forgets what is old, as a capture of its own</source>
        <translation>Den letzten Teil einer Aufzeichnung, die Altes vergisst, als eigene Aufzeichnung behalten</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Next Match</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>&amp;Previous Match</source>
        <translation>Vori&amp;ger Treffer</translation>
    </message>
    <message>
        <source>Find &amp;Thread</source>
        <translation>&amp;Thread finden</translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation>Ctrl+T</translation>
    </message>
    <message>
        <source>Next &amp;Worst Frame</source>
        <translation>Nächstes schlechtes &amp;Bild</translation>
    </message>
    <message>
        <source>Show why the slowest frame was slow, then the next one</source>
        <translation>Zeigen, warum das langsamste Bild langsam war, dann das nächste</translation>
    </message>
    <message>
        <source>Previous Wo&amp;rst Frame</source>
        <translation>&amp;Voriges schlechtes Bild</translation>
    </message>
    <message>
        <source>Next &amp;Hot Spot</source>
        <translation>Nächste &amp;heiße Stelle</translation>
    </message>
    <message>
        <source>To the next line of source, or instruction, where much was spent</source>
        <translation>Zur nächsten Zeile des Quelltexts oder zur nächsten Instruktion, wo viel verbraucht wurde</translation>
    </message>
    <message>
        <source>Previous H&amp;ot Spot</source>
        <translation>V&amp;orige heiße Stelle</translation>
    </message>
    <message>
        <source>Add &amp;Bookmark</source>
        <translation>&amp;Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Mark the selected range, or where the pointer is, with a note</source>
        <translation>Den gewählten Bereich, oder wo der Zeiger ist, mit einer Notiz merken</translation>
    </message>
    <message>
        <source>Previous Boo&amp;kmark</source>
        <translation>Voriges Leseze&amp;ichen</translation>
    </message>
    <message>
        <source>Filter by Te&amp;xt</source>
        <translation>Nach Te&amp;xt filtern</translation>
    </message>
    <message>
        <source>Use as &amp;Baseline</source>
        <translation>Als &amp;Vergleichsbasis nehmen</translation>
    </message>
    <message>
        <source>Compare with the selected range, or with the whole profile, from now on: other ranges, and profiles opened later</source>
        <translation>Von jetzt an mit dem ausgewählten Bereich oder dem ganzen Profil vergleichen: andere Bereiche und später geöffnete Profile</translation>
    </message>
    <message>
        <source>Compare &amp;With…</source>
        <translation>Vergleichen &amp;mit …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Compare with a profile in a file</source>
        <translation>Mit einem Profil in einer Datei vergleichen</translation>
    </message>
    <message>
        <source>Compare With &amp;Last Run</source>
        <translation>Mit dem &amp;letzten Lauf vergleichen</translation>
    </message>
    <message>
        <source>Compare with the capture of the same command before this one</source>
        <translation>Mit der vorigen Aufnahme desselben Befehls vergleichen</translation>
    </message>
    <message>
        <source>&amp;Run Again and Compare</source>
        <translation>&amp;Noch einmal starten und vergleichen</translation>
    </message>
    <message>
        <source>Record the last command once more, and compare with its last run</source>
        <translation>Den letzten Befehl noch einmal aufnehmen und mit seinem letzten Lauf vergleichen</translation>
    </message>
    <message>
        <source>&amp;Side by Side</source>
        <translation>Gegenüber&amp;stellen</translation>
    </message>
    <message>
        <source>Show the baseline&apos;s chart below, on aligned time</source>
        <translation>Das Flamechart der Vergleichsbasis darunter zeigen, auf angeglichener Zeit</translation>
    </message>
    <message>
        <source>&amp;Align Starts</source>
        <translation>&amp;Anfänge angleichen</translation>
    </message>
    <message>
        <source>Put the starts of the selected ranges, else of the profiles, above each other</source>
        <translation>Die Anfänge der ausgewählten Bereiche, sonst der Profile, übereinander stellen</translation>
    </message>
    <message>
        <source>Align Selected &amp;Calls</source>
        <translation>Ausgewählte Au&amp;frufe angleichen</translation>
    </message>
    <message>
        <source>Put the selected calls above each other; where one is selected in one chart only, the nearest call of that function in the other</source>
        <translation>Die ausgewählten Aufrufe übereinander stellen; ist nur in einem Flamechart einer ausgewählt, den nächsten Aufruf derselben Funktion im anderen</translation>
    </message>
    <message>
        <source>Open the baseline, and compare it with what is open now</source>
        <translation>Die Vergleichsbasis öffnen und mit dem vergleichen, was jetzt offen ist</translation>
    </message>
    <message>
        <source>&amp;Forget the Baseline</source>
        <translation>Ver&amp;gleichsbasis vergessen</translation>
    </message>
    <message>
        <source>Fit &amp;All</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>Show the whole profile</source>
        <translation>Das ganze Profil zeigen</translation>
    </message>
    <message>
        <source>Fit S&amp;election</source>
        <translation>Aus&amp;wahl einpassen</translation>
    </message>
    <message>
        <source>Select Ran&amp;ge…</source>
        <translation>&amp;Bereich auswählen …</translation>
    </message>
    <message>
        <source>Type the range that is to be selected</source>
        <translation>Den Bereich eingeben, der ausgewählt werden soll</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>To the view before</source>
        <translation>Zur Ansicht davor</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vor</translation>
    </message>
    <message>
        <source>Fo&amp;llow</source>
        <translation>&amp;Folgen</translation>
    </message>
    <message>
        <source>Keep the newest samples in view</source>
        <translation>Die neuesten Stichproben im Blick behalten</translation>
    </message>
    <message>
        <source>&amp;Times of Day</source>
        <translation>&amp;Uhrzeiten</translation>
    </message>
    <message>
        <source>&amp;Uncertain Edges</source>
        <translation>Unsichere &amp;Kanten</translation>
    </message>
    <message>
        <source>Hatch where calls may really have begun and ended: since the sample before</source>
        <translation>Schraffieren, wo Aufrufe wirklich begonnen und geendet haben können: seit der Stichprobe davor</translation>
    </message>
    <message>
        <source>Fill In Missing Ca&amp;llers</source>
        <translation>Fehlende &amp;Aufrufer ergänzen</translation>
    </message>
    <message>
        <source>Where the recorder could not find who called a function, show the callers that the samples before and after it have in common. Saved files stay as they were recorded.</source>
        <translation>Wo der Rekorder nicht fand, wer eine Funktion aufrief, die Aufrufer zeigen, die die Stichproben davor und danach gemeinsam haben. Gespeicherte Dateien bleiben, wie sie aufgenommen wurden.</translation>
    </message>
    <message>
        <source>&amp;Interpreter&apos;s Own Functions</source>
        <translation>Eigene Funktionen des &amp;Interpreters</translation>
    </message>
    <message>
        <source>Show what Python, Node and Java themselves do between and below the functions of your scripts. Saved files have it always.</source>
        <translation>Auch zeigen, was Python, Node und Java selbst zwischen und unter den Funktionen Ihrer Skripte tun. Gespeicherte Dateien enthalten es immer.</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>For &amp;Colour-Blind Eyes</source>
        <translation>Für farben&amp;blinde Augen</translation>
    </message>
    <message>
        <source>Only colours that all eyes tell apart</source>
        <translation>Nur Farben, die alle Augen unterscheiden</translation>
    </message>
    <message>
        <source>&amp;Chart</source>
        <translation>Flame&amp;chart</translation>
    </message>
    <message>
        <source>Fla&amp;me Graph</source>
        <translation>Flammen&amp;graph</translation>
    </message>
    <message>
        <source>Ca&amp;llers</source>
        <translation>&amp;Aufrufer</translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation>&amp;Quelltext</translation>
    </message>
    <message>
        <source>Disassem&amp;bly</source>
        <translation>Maschinenco&amp;de</translation>
    </message>
    <message>
        <source>Show the machine code of the function, with what each instruction took</source>
        <translation>Den Maschinencode der Funktion zeigen, mit dem, was jede Instruktion gekostet hat</translation>
    </message>
    <message>
        <source>Com&amp;pare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>Spa&amp;ns</source>
        <translation>Spa&amp;ns</translation>
    </message>
    <message>
        <source>Show the spans and transactions that the program reported</source>
        <translation>Zeigt die Spans und Transaktionen, die das Programm gemeldet hat</translation>
    </message>
    <message>
        <source>&amp;Details of the Selection</source>
        <translation>&amp;Details der Auswahl</translation>
    </message>
    <message>
        <source>Show what is known of the selected call or frame</source>
        <translation>Zeigt, was über den gewählten Aufruf oder das Bild bekannt ist</translation>
    </message>
    <message>
        <source>P&amp;roperties</source>
        <translation>E&amp;igenschaften</translation>
    </message>
    <message>
        <source>&amp;Chunks</source>
        <translation>&amp;Chunks</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>Stat&amp;istics</source>
        <translation>&amp;Statistik</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>S&amp;ummary</source>
        <translation>Zusa&amp;mmenfassung</translation>
    </message>
    <message>
        <source>Show what was found, in sentences</source>
        <translation>Zeigen, was gefunden wurde, in Sätzen</translation>
    </message>
    <message>
        <source>Show the flame graph of the selected call&apos;s thread alone, its largest calls at the left</source>
        <translation>Den Flammengraphen nur vom Thread des gewählten Aufrufs zeigen, die größten Aufrufe links</translation>
    </message>
    <message>
        <source>&amp;Pin the Thread</source>
        <translation>Thread an&amp;heften</translation>
    </message>
    <message>
        <source>Keep the selected call&apos;s thread at the top, or let it go</source>
        <translation>Den Thread des gewählten Aufrufs oben halten, oder loslassen</translation>
    </message>
    <message>
        <source>Open in &amp;Editor</source>
        <translation>Im &amp;Editor öffnen</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>&amp;One View</source>
        <translation>&amp;Eine Ansicht</translation>
    </message>
    <message>
        <source>Two Views, &amp;Left and Right</source>
        <translation>Zwei Ansichten, &amp;links und rechts</translation>
    </message>
    <message>
        <source>&amp;Two Views, Above and Below</source>
        <translation>&amp;Zwei Ansichten, oben und unten</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>&amp;Graph</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>Anordnung zurüc&amp;ksetzen</translation>
    </message>
    <message>
        <source>Arrange the views as the layout has them at first</source>
        <translation>Die Ansichten so anordnen, wie die Anordnung sie anfangs hat</translation>
    </message>
    <message>
        <source>Ma&amp;ximise the View</source>
        <translation>Ansicht ma&amp;ximieren</translation>
    </message>
    <message>
        <source>Show the current view alone (double-click its tab)</source>
        <translation>Die gewählte Ansicht allein zeigen (Doppelklick auf ihren Reiter)</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>Detai&amp;ls</translation>
    </message>
    <message>
        <source>Open or close the pane at the right</source>
        <translation>Die Leiste rechts öffnen oder schließen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Save the view that has the keyboard focus as a picture</source>
        <translation>Die Ansicht, die den Tastaturfokus hat, als Bild speichern</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>D&amp;rucken …</translation>
    </message>
    <message>
        <source>Print the view that has the keyboard focus</source>
        <translation>Die Ansicht drucken, die die Tastatur hat</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>B&amp;efehle …</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>Find any command, view or thread by its name, and run it</source>
        <translation>Jeden Befehl, jede Ansicht und jeden Thread am Namen finden und ausführen</translation>
    </message>
    <message>
        <source>&amp;Keys and Mouse</source>
        <translation>&amp;Tasten und Maus</translation>
    </message>
    <message>
        <source>&amp;About Emberchart</source>
        <translation>Ü&amp;ber Emberchart</translation>
    </message>
    <message>
        <source>Maximise</source>
        <translation>Maximieren</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>&amp;Aufzeichnen</translation>
    </message>
    <message>
        <source>F&amp;ind</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>Ver&amp;gleichen</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>Ersche&amp;inungsbild</translation>
    </message>
    <message>
        <source>&amp;Zoom and Range</source>
        <translation>&amp;Zoom und Bereich</translation>
    </message>
    <message>
        <source>Pa&amp;ges of the Pane</source>
        <translation>Seiten der Leiste</translation>
    </message>
    <message>
        <source>La&amp;yout</source>
        <translation>An&amp;ordnung</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Uplo&amp;ads…</source>
        <translation>Upl&amp;oads …</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>E&amp;instellungen …</translation>
    </message>
    <message>
        <source>Search for the &amp;Function</source>
        <translation>Nach der &amp;Funktion suchen</translation>
    </message>
    <message>
        <source>Next Book&amp;mark</source>
        <translation>Nächstes L&amp;esezeichen</translation>
    </message>
    <message>
        <source>Swa&amp;p</source>
        <translation>&amp;Tauschen</translation>
    </message>
    <message>
        <source>Call &amp;Tree</source>
        <translation>Aufruf&amp;baum</translation>
    </message>
    <message>
        <source>&amp;Functions</source>
        <translation>F&amp;unktionen</translation>
    </message>
    <message>
        <source>Fr&amp;ames</source>
        <translation>Bilde&amp;r</translation>
    </message>
    <message>
        <source>Left Heavy of the Thread</source>
        <translation>Linkslastiger Graph des &amp;Threads</translation>
    </message>
    <message>
        <source>Callers and Callees of the Function</source>
        <translation>Aufrufer und Aufgerufene der Funktion</translation>
    </message>
    <message>
        <source>Co&amp;de</source>
        <translation>C&amp;ode</translation>
    </message>
    <message>
        <source>Copy Table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy Table as Mar&amp;kdown</source>
        <translation>Tabelle als Markdo&amp;wn kopieren</translation>
    </message>
    <message>
        <source>Sa&amp;ve Picture…</source>
        <translation>Ansicht als Bild &amp;speichern …</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Recordings</source>
        <translation>Aufna&amp;hmen</translation>
    </message>
    <message>
        <source>Sho&amp;wn in Boxes</source>
        <translation>In &amp;Kästen gezeigt</translation>
    </message>
    <message>
        <source>Co&amp;mbine Files…</source>
        <translation>Da&amp;teien zusammenführen …</translation>
    </message>
    <message>
        <source>Spl&amp;it a Source Off…</source>
        <translation>Eine &amp;Quelle abtrennen …</translation>
    </message>
    <message>
        <source>Chec&amp;k…</source>
        <translation>Pr&amp;üfen …</translation>
    </message>
    <message>
        <source>Join several files into one set of tables</source>
        <translation>Führt mehrere Dateien in einem Satz Tabellen zusammen</translation>
    </message>
    <message>
        <source>Write one of the recordings that were put into the open tables</source>
        <translation>Schreibt eine der Aufnahmen, die in den offenen Tabellen zusammengeführt sind</translation>
    </message>
    <message>
        <source>Which rules of tables and of Sentry the open file breaks, a fixed copy of it, and what Sentry would keep</source>
        <translation>Welche Regeln für Tabellen und von Sentry die offene Datei verletzt, eine reparierte Kopie davon, und was Sentry behalten würde</translation>
    </message>
    <message>
        <source>validate, fix, normalised, findings</source>
        <translation>validieren, reparieren, normalisiert, Befunde</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Send to Sentr&amp;y…</source>
        <translation>An Sentry senden …</translation>
    </message>
    <message>
        <source>upload</source>
        <translation>hochladen, upload</translation>
    </message>
    <message>
        <source>Shift+F1</source>
        <translation>Shift+F1</translation>
    </message>
</context>
<context>
    <name>ember::app::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>ember::app::MissingNames</name>
    <message>
        <source>code made at run time</source>
        <translation>zur Laufzeit erzeugter Code</translation>
    </message>
    <message>
        <source>code of no known file</source>
        <translation>Code aus keiner bekannten Datei</translation>
    </message>
</context>
<context>
    <name>ember::app::NamesController</name>
    <message>
        <source>Get Symbols…</source>
        <translation>Symbole holen …</translation>
    </message>
    <message>
        <source>%1 % of running time has no names: %2</source>
        <translation>%1 % der Laufzeit haben keine Namen: %2</translation>
    </message>
    <message>
        <source>%1 % of what was sampled has no names: %2</source>
        <translation>%1 % der Stichproben haben keine Namen: %2</translation>
    </message>
</context>
<context>
    <name>ember::app::OpenWay</name>
    <message>
        <source>The DSN&apos;s address begins with http:// and this computer&apos;s proxy %1 is on the way (http_proxy): it can read the key and all that is sent. Use https://, or put the host into no_proxy.</source>
        <translation>Die Adresse der DSN beginnt mit http://, und der Proxy %1 dieses Rechners liegt auf dem Weg (http_proxy): Er kann den Schlüssel und alles Gesendete lesen. https:// verwenden oder den Host in no_proxy eintragen.</translation>
    </message>
    <message>
        <source>The DSN&apos;s address begins with http://: whoever is on the way can read the key and all that is sent. Use https:// if the server has it.</source>
        <translation>Die Adresse der DSN beginnt mit http://: Auf dem Weg kann jeder den Schlüssel und alles Gesendete lesen. https:// verwenden, wenn der Server es anbietet.</translation>
    </message>
    <message>
        <source>The DSN&apos;s address begins with http:// and the proxy %1 is on the way: it can read the key and all that is sent. Use https://, or another way.</source>
        <translation>Die Adresse der DSN beginnt mit http://, und der Proxy %1 liegt auf dem Weg: Er kann den Schlüssel und alles Gesendete lesen. https:// oder einen anderen Weg verwenden.</translation>
    </message>
</context>
<context>
    <name>ember::app::OptionsField</name>
    <message>
        <source>Other options</source>
        <translation>Weitere Optionen</translation>
    </message>
    <message>
        <source>As on the command line: -d 60 --kill --max-size 2GB</source>
        <translation>Wie auf der Kommandozeile: -d 60 --kill --max-size 2GB</translation>
    </message>
    <message>
        <source>What has a field of its own is to be set there.</source>
        <translation>Was ein eigenes Feld hat, ist dort einzustellen.</translation>
    </message>
</context>
<context>
    <name>ember::app::Panels</name>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>Call Tree</source>
        <translation>Aufrufbaum</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Disassembly</source>
        <translation>Maschinencode</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Flamechart</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Show two views at once</source>
        <translation>Zwei Ansichten zugleich zeigen</translation>
    </message>
    <message>
        <source>Find, sort and choose threads</source>
        <translation>Threads finden, sortieren und wählen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>of threads, 3 of 12 threads</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>Spans</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Flamecharts</translation>
    </message>
    <message>
        <source>Show the charts of both, one above the other</source>
        <translation>Die Flamecharts beider übereinander zeigen</translation>
    </message>
</context>
<context>
    <name>ember::app::PathList</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
</context>
<context>
    <name>ember::app::PreparedFile</name>
    <message>
        <source>Chrome trace</source>
        <translation>Chrome-Trace</translation>
    </message>
    <message>
        <source>Collapsed stacks</source>
        <translation>Zusammengefasste Stapel</translation>
    </message>
    <message>
        <source>Firefox Profiler</source>
        <translation>Firefox Profiler</translation>
    </message>
    <message>
        <source>Page with flame graph and flame chart</source>
        <translation>Seite mit Flammengraph und Flamechart</translation>
    </message>
    <message>
        <source>R profile</source>
        <translation>R-Profil</translation>
    </message>
    <message>
        <source>Tables in a database</source>
        <translation>Tabellen in einer Datenbank</translation>
    </message>
    <message>
        <source>Tables for R, version 1</source>
        <translation>Tabellen für R, Version 1</translation>
    </message>
    <message>
        <source>Tables for R</source>
        <translation>Tabellen für R</translation>
    </message>
    <message>
        <source>Sentry V1 profile</source>
        <translation>Sentry-V1-Profil</translation>
    </message>
    <message>
        <source>Sentry V1 profile with its transaction</source>
        <translation>Sentry-V1-Profil mit seiner Transaktion</translation>
    </message>
    <message>
        <source>V1 is deprecated; what lasts longer than 30 s becomes several files. Save for Sentry writes V2.</source>
        <translation>V1 ist veraltet; was länger als 30 s dauert, wird zu mehreren Dateien. „Für Sentry speichern“ schreibt V2.</translation>
    </message>
    <message numerus="yes">
        <source>In it: the command lines of %n process(es), with all their arguments.</source>
        <translation>
            <numerusform>Darin: die Befehlszeile von %n Prozess, mit allen Argumenten.</numerusform>
            <numerusform>Darin: die Befehlszeilen von %n Prozessen, mit allen Argumenten.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::ProcessModel</name>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
</context>
<context>
    <name>ember::app::ProfileExport</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Wird exportiert …</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>Nach %1 exportiert.</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <comment>a length, a time</comment>
        <translation>%1 ab %2</translation>
    </message>
    <message>
        <source>Export all, or only what is selected?</source>
        <translation>Alles exportieren oder nur die Auswahl?</translation>
    </message>
    <message>
        <source>Selected: %1.</source>
        <translation>Ausgewählt: %1.</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>&amp;Alles</translation>
    </message>
    <message>
        <source>&amp;Selection</source>
        <translation>Aus&amp;wahl</translation>
    </message>
    <message>
        <source>In it: spans, measurements and output of all threads.</source>
        <translation>Darin: Spans, Messwerte und Ausgabe aller Threads.</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>Ausgelassen: %1.</translation>
    </message>
    <message numerus="yes">
        <source>Left out: %1 and %n more.</source>
        <translation>
            <numerusform>Ausgelassen: %1 und %n weiteres.</numerusform>
            <numerusform>Ausgelassen: %1 und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Before %1 is written (%2):</source>
        <comment>file, format</comment>
        <translation>Bevor %1 geschrieben wird (%2):</translation>
    </message>
    <message numerus="yes">
        <source>Exported to %1 and %n more.</source>
        <comment>a file, more files</comment>
        <translation>
            <numerusform>Nach %1 und in %n weitere Datei exportiert.</numerusform>
            <numerusform>Nach %1 und in %n weitere Dateien exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open It</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>No format has the ending of “%1”.</source>
        <translation>Kein Format hat die Endung von „%1“.</translation>
    </message>
    <message>
        <source>There are %1.</source>
        <comment>endings of files</comment>
        <translation>Es gibt %1.</translation>
    </message>
</context>
<context>
    <name>ember::app::ProfilePartField</name>
    <message>
        <source>%1 of %2</source>
        <comment>a length of the whole length</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The whole profile: %1, %2</source>
        <comment>a number of threads, a length</comment>
        <translation>das ganze Profil: %1, %2</translation>
    </message>
    <message>
        <source>The selected range: %1</source>
        <translation>der ausgewählte Bereich: %1</translation>
    </message>
    <message numerus="yes">
        <source>The selected range and %1 of %n thread(s): %2</source>
        <translation>
            <numerusform>der ausgewählte Bereich und %1 von %n Thread: %2</numerusform>
            <numerusform>der ausgewählte Bereich und %1 von %n Threads: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n thread(s): all of %2</source>
        <translation>
            <numerusform>%1 von %n Thread: ganze %2</numerusform>
            <numerusform>%1 von %n Threads: ganze %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n chunk(s), as selected in their list</source>
        <translation>
            <numerusform>%1 von %n Chunk, wie in der Liste ausgewählt</numerusform>
            <numerusform>%1 von %n Chunks, wie in der Liste ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Saved: %1.</source>
        <comment>a part of a profile</comment>
        <translation>Gespeichert wird: %1.</translation>
    </message>
    <message>
        <source>Sent: %1.</source>
        <comment>a part of a profile</comment>
        <translation>Gesendet wird: %1.</translation>
    </message>
</context>
<context>
    <name>ember::app::QueueDialog</name>
    <message>
        <source>&amp;Retry</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Send the selected items now. One that may have been taken counts twice in Sentry if it was.</source>
        <translation>Sendet die gewählten Einträge jetzt. Einer, der vielleicht angenommen wurde, zählt in Sentry doppelt, wenn es so war.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Do not send the selected items. One that is on its way may have been taken.</source>
        <translation>Sendet die gewählten Einträge nicht. Einer, der unterwegs ist, wurde vielleicht schon angenommen.</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Remove the selected items from the queue and its history. What was received is not known any more then.</source>
        <translation>Entfernt die gewählten Einträge aus der Warteschlange und ihrem Verlauf. Danach ist nicht mehr bekannt, was empfangen wurde.</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Send nothing from the queue, until it is resumed</source>
        <translation>Sendet nichts aus der Warteschlange, bis sie fortgesetzt wird</translation>
    </message>
    <message>
        <source>Uploads</source>
        <translation>Uploads</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n Eintrag</numerusform>
            <numerusform>%n Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>paused: nothing is sent</source>
        <translation>angehalten: nichts wird gesendet</translation>
    </message>
</context>
<context>
    <name>ember::app::QueueList</name>
    <message>
        <source>Queued %1, changed %2</source>
        <translation>Eingereiht %1, geändert %2</translation>
    </message>
    <message>
        <source>It waits for its DSN, which the queue does not keep: it is sent once the DSN is used in the upload dialog.</source>
        <translation>Wartet auf seine DSN, die die Warteschlange nicht aufbewahrt: Es wird gesendet, sobald die DSN im Upload-Dialog benutzt wird.</translation>
    </message>
    <message>
        <source>It is sent again by itself, not before %1.</source>
        <translation>Wird von selbst wieder gesendet, nicht vor %1.</translation>
    </message>
    <message>
        <source>It is sent by itself.</source>
        <translation>Wird von selbst gesendet.</translation>
    </message>
    <message>
        <source>It was on its way when the connection or the program ended, and no answer came: Sentry may have it. It is not sent again by itself, as its samples would count twice then. Look for its id in the project before you retry.</source>
        <translation>War unterwegs, als die Verbindung oder das Programm endete, und es kam keine Antwort: Sentry hat es vielleicht. Es wird nicht von selbst wieder gesendet, weil seine Stichproben dann doppelt zählen würden. Suchen Sie im Projekt nach der Kennung, bevor Sie wiederholen.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>ember::app::RateFields</name>
    <message>
        <source> Hz</source>
        <comment>samples per second</comment>
        <translation> Hz</translation>
    </message>
    <message>
        <source>Sampling rate</source>
        <translation>Abtastrate</translation>
    </message>
    <message>
        <source>Use %1 Hz</source>
        <translation>%1 Hz nehmen</translation>
    </message>
    <message>
        <source>Work that repeats in step with %1 Hz is seen always or never. A prime rate such as %2 Hz does not fall into step.</source>
        <translation>Arbeit, die sich im Takt von %1 Hz wiederholt, wird immer oder nie gesehen. Eine Primzahl wie %2 Hz gerät nicht in den Takt.</translation>
    </message>
</context>
<context>
    <name>ember::app::RecentCard</name>
    <message>
        <source>today %1</source>
        <comment>a time of day</comment>
        <translation>heute %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <comment>a time of day</comment>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>being recorded</source>
        <translation>wird aufgezeichnet</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>&amp;Remove from the List</source>
        <translation>Aus der Liste &amp;entfernen</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Lösen</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Anheften</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen …</translation>
    </message>
</context>
<context>
    <name>ember::app::RecordingMenu</name>
    <message>
        <source>Show &amp;All</source>
        <translation>&amp;Alle zeigen</translation>
    </message>
</context>
<context>
    <name>ember::app::RedactionForm</name>
    <message>
        <source>&amp;Home folders</source>
        <translation>&amp;Home-Ordner</translation>
    </message>
    <message>
        <source>/home/ada/app becomes ~/app, wherever it stands</source>
        <translation>Aus /home/ada/app wird ~/app, wo immer es steht</translation>
    </message>
    <message>
        <source>Names of &amp;users</source>
        <translation>Namen von &amp;Benutzern</translation>
    </message>
    <message>
        <source>Yours, and those of all home folders, become “user”</source>
        <translation>Aus Ihrem und denen aller Home-Ordner wird „user“</translation>
    </message>
    <message>
        <source>Names of &amp;machines</source>
        <translation>Namen von Re&amp;chnern</translation>
    </message>
    <message>
        <source>This one&apos;s, and the recorded one&apos;s, become “host”</source>
        <translation>Aus dem von diesem und dem des aufgenommenen wird „host“</translation>
    </message>
    <message>
        <source>Ar&amp;guments of programs</source>
        <translation>Ar&amp;gumente von Programmen</translation>
    </message>
    <message>
        <source>Words of command lines become “&lt;argument&gt;”, but not in names of code</source>
        <translation>Aus Wörtern von Befehlszeilen wird „&lt;argument&gt;“, aber nicht in Namen von Code</translation>
    </message>
    <message>
        <source>M&amp;odules</source>
        <translation>M&amp;odule</translation>
    </message>
    <message>
        <source>Their functions get numbers for names, and their files are not named; several with commas; * and ? stand for other letters</source>
        <translation>Ihre Funktionen bekommen Nummern als Namen, und ihre Dateien werden nicht genannt; mehrere mit Kommas; * und ? stehen für andere Zeichen</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>&amp;Threads</translation>
    </message>
    <message>
        <source>Threads of these names or ids are not sent; several with commas; * and ? stand for other letters</source>
        <translation>Threads mit diesen Namen oder Ids werden nicht gesendet; mehrere mit Kommas; * und ? stehen für andere Zeichen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>ember::app::RingFields</name>
    <message>
        <source>Keep a minute when a frame freezes</source>
        <translation>Eine Minute behalten, wenn ein Bild hängt</translation>
    </message>
    <message>
        <source>Keep a minute when it takes more CPU than</source>
        <translation>Eine Minute behalten, wenn es mehr CPU nimmt als</translation>
    </message>
    <message>
        <source>The last minutes</source>
        <translation>Die letzten Minuten</translation>
    </message>
    <message>
        <source>The last gigabytes</source>
        <translation>Die letzten Gigabytes</translation>
    </message>
    <message>
        <source>A capture that keeps its newest part only can run for days. Its last part is kept for good when you say so, or by itself.</source>
        <translation>Eine Aufzeichnung, die nur ihren neuesten Teil behält, kann tagelang laufen. Ihr letzter Teil bleibt, wenn Sie es sagen, oder von selbst.</translation>
    </message>
    <message>
        <source>How much of it</source>
        <translation>Wie viel davon</translation>
    </message>
    <message>
        <source> % of a core</source>
        <translation> % eines Kerns</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
</context>
<context>
    <name>ember::app::SaveDialog</name>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>NAME.json is a bare chunk, NAME.envelope an envelope; several chunks become NAME-000, NAME-001 and so on.</source>
        <translation>NAME.json ist ein bloßer Chunk, NAME.envelope ein Envelope; mehrere Chunks heißen NAME-000, NAME-001 und so weiter.</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>What the chunks say</source>
        <translation>Was die Chunks sagen</translation>
    </message>
    <message>
        <source>Sentry profile chunks (*.json);;Envelopes (*.envelope)</source>
        <translation>Sentry-Profil-Chunks (*.json);;Envelopes (*.envelope)</translation>
    </message>
    <message>
        <source>%1 exists already.</source>
        <translation>%1 gibt es schon.</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>&amp;Ersetzen</translation>
    </message>
    <message>
        <source>%1 is the file that is open: %2.</source>
        <translation>%1 ist die geöffnete Datei: %2.</translation>
    </message>
    <message>
        <source>Chunks for Sentry hold less than a capture or a file of another format, for example no states of threads. If you replace the file, the rest is lost.</source>
        <translation>Chunks für Sentry enthalten weniger als eine Aufnahme oder eine Datei eines anderen Formats, zum Beispiel keine Zustände von Threads. Wenn Sie die Datei ersetzen, geht der Rest verloren.</translation>
    </message>
    <message>
        <source>Save for Sentry</source>
        <translation>Für Sentry speichern</translation>
    </message>
</context>
<context>
    <name>ember::app::SavedFile</name>
    <message>
        <source>there is a file of this name already, and several are written: choose another name</source>
        <translation>eine Datei dieses Namens gibt es schon, und es werden mehrere geschrieben: einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>a picture&apos;s name ends in one of these: %1</source>
        <translation>der Name eines Bildes endet auf eines von diesen: %1</translation>
    </message>
</context>
<context>
    <name>ember::app::Screenshot</name>
    <message>
        <source>%1 had %2 s to send debug info: on without the rest</source>
        <translation>%1 hatte %2 s Zeit für Debug-Informationen: ohne die übrigen weiter</translation>
    </message>
</context>
<context>
    <name>ember::app::SentChunks</name>
    <message>
        <source>project %1 on %2</source>
        <translation>Projekt %1 auf %2</translation>
    </message>
</context>
<context>
    <name>ember::app::ServerField</name>
    <message>
        <source>Addresses of debuginfod servers</source>
        <translation>Adressen von debuginfod-Servern</translation>
    </message>
    <message>
        <source>Addresses with blanks between them; empty: those in DEBUGINFOD_URLS</source>
        <translation>Adressen mit Leerzeichen dazwischen; leer: die in DEBUGINFOD_URLS</translation>
    </message>
</context>
<context>
    <name>ember::app::SettingsDialog</name>
    <message>
        <source>Search for binaries below</source>
        <translation>Binärdateien suchen unter</translation>
    </message>
    <message>
        <source>Use the system&apos;s separate debug files (/usr/lib/debug)</source>
        <translation>Getrennte Debug-Dateien des Systems verwenden (/usr/lib/debug)</translation>
    </message>
    <message>
        <source>Own code below</source>
        <translation>Eigener Code unter</translation>
    </message>
    <message>
        <source>Foreign code below</source>
        <translation>Fremder Code unter</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Window and &amp;Library</source>
        <translation>&amp;Fenster und Bibliothek</translation>
    </message>
    <message>
        <source>S&amp;ymbols</source>
        <translation>S&amp;ymbole</translation>
    </message>
    <message>
        <source>&amp;Sentry</source>
        <translation>&amp;Sentry</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source> GB</source>
        <comment>gigabytes</comment>
        <translation> GB</translation>
    </message>
    <message>
        <source>&amp;Colours of the window</source>
        <translation>&amp;Farben des Fensters</translation>
    </message>
    <message>
        <source>&amp;Largest capture library</source>
        <translation>&amp;Größte Bibliothek</translation>
    </message>
    <message>
        <source>Names of functions</source>
        <translation>Namen von Funktionen</translation>
    </message>
    <message>
        <source>Folders with binaries and debug files of other machines; found by their build-id:</source>
        <translation>Ordner mit Binär- und Debug-Dateien anderer Rechner; gefunden über ihre Build-Id:</translation>
    </message>
    <message>
        <source>Own code (in_app)</source>
        <translation>Eigener Code (in_app)</translation>
    </message>
    <message>
        <source>The launched program and libraries outside the system&apos;s folders are own code. Own are also:</source>
        <translation>Das gestartete Programm und Bibliotheken außerhalb der Systemordner sind eigener Code. Eigen sind auch:</translation>
    </message>
    <message>
        <source>Not own, although they lie elsewhere:</source>
        <translation>Nicht eigen, obwohl sie anderswo liegen:</translation>
    </message>
    <message>
        <source>Takes effect for what is opened or recorded from now on.</source>
        <translation>Gilt für alles, was von jetzt an geöffnet oder aufgezeichnet wird.</translation>
    </message>
    <message>
        <source>What saved and sent chunks say</source>
        <translation>Was gespeicherte und gesendete Chunks sagen</translation>
    </message>
    <message>
        <source>&amp;DSN</source>
        <translation>&amp;DSN</translation>
    </message>
    <message>
        <source>Ask debuginfod servers for what is missing</source>
        <translation>Debuginfod-Server nach Fehlendem fragen</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>&amp;Quelltext</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>Theme, room for captures</source>
        <translation>Farbschema, Platz für Aufzeichnungen</translation>
    </message>
    <message>
        <source>Debug info, debuginfod servers, own code</source>
        <translation>Debug-Informationen, debuginfod-Server, eigener Code</translation>
    </message>
    <message>
        <source>Shortcuts, keys as in speedscope or Perfetto</source>
        <translation>Tastenkürzel, Tasten wie in speedscope oder Perfetto</translation>
    </message>
    <message>
        <source>Editor, where source files are</source>
        <translation>Editor, wo Quelldateien liegen</translation>
    </message>
    <message>
        <source>DSN, release, environment</source>
        <translation>DSN, Release, Umgebung</translation>
    </message>
    <message>
        <source>When the library grows over this, the oldest captures are deleted. Pinned ones stay.</source>
        <translation>Wird die Bibliothek größer, werden die ältesten Aufzeichnungen gelöscht. Angeheftete bleiben.</translation>
    </message>
    <message>
        <source>They learn which binaries are captured here.</source>
        <translation>Sie erfahren, welche Binärdateien hier aufgezeichnet werden.</translation>
    </message>
</context>
<context>
    <name>ember::app::SidePane</name>
    <message>
        <source>Pages beside the views</source>
        <translation>Seiten neben den Ansichten</translation>
    </message>
    <message>
        <source>Close the pane (F4)</source>
        <translation>Das Feld schließen (F4)</translation>
    </message>
    <message>
        <source>Close the pane</source>
        <translation>Das Feld schließen</translation>
    </message>
</context>
<context>
    <name>ember::app::SourceController</name>
    <message>
        <source>Where Is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>&amp;Locate…</source>
        <translation>&amp;Suchen …</translation>
    </message>
    <message>
        <source>“%1” was not found.</source>
        <translation>„%1“ wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>No source file of this function is known.</source>
        <translation>Zu dieser Funktion ist keine Quelldatei bekannt.</translation>
    </message>
    <message>
        <source>No editor was found.</source>
        <translation>Kein Editor wurde gefunden.</translation>
    </message>
    <message>
        <source>Its command can be set in Settings, under Source.</source>
        <translation>Sein Befehl kann in den Einstellungen unter „Quelltext“ angegeben werden.</translation>
    </message>
</context>
<context>
    <name>ember::app::SourceSettingsForm</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Command of the editor</source>
        <translation>Befehl des Editors</translation>
    </message>
    <message>
        <source>none was found</source>
        <translation>keiner wurde gefunden</translation>
    </message>
    <message>
        <source>Open in Editor</source>
        <translation>Im Editor öffnen</translation>
    </message>
    <message>
        <source>%f is the file, %l the line, %c the column. The list has the editors that were found; empty: the first of them.</source>
        <translation>%f ist die Datei, %l die Zeile, %c die Spalte. Die Liste enthält die gefundenen Editoren; leer: der erste davon.</translation>
    </message>
    <message>
        <source>Where source files are</source>
        <translation>Wo Quelldateien sind</translation>
    </message>
    <message>
        <source>Path in the profile</source>
        <translation>Pfad im Profil</translation>
    </message>
    <message>
        <source>Folder here</source>
        <translation>Ordner hier</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Files that profiles name below a path are looked for below the folder first. An empty path stands for relative ones.</source>
        <translation>Dateien, die Profile unterhalb eines Pfades nennen, werden zuerst unterhalb des Ordners gesucht. Ein leerer Pfad steht für relative.</translation>
    </message>
</context>
<context>
    <name>ember::app::StartPage</name>
    <message>
        <source>Open a File…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Launch a program and watch its threads burn.</source>
        <translation>Ein Programm starten und seine Threads brennen sehen.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Manage…</source>
        <translation>Verwalten …</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Open a Folder…</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>Try the Demo: Five Steps</source>
        <translation>Demo ausprobieren: fünf Schritte</translation>
    </message>
    <message>
        <source>Launches emberchart-demo, records it and shows what can be seen</source>
        <translation>Startet emberchart-demo, zeichnet es auf und zeigt, was zu sehen ist</translation>
    </message>
    <message>
        <source>emberchart-demo is not installed</source>
        <translation>emberchart-demo ist nicht installiert</translation>
    </message>
    <message>
        <source>Listen for Sentry SDKs…</source>
        <translation>Auf Sentry-SDKs hören …</translation>
    </message>
    <message>
        <source>Or</source>
        <translation>Oder</translation>
    </message>
    <message>
        <source>Opens captures (.ember), Sentry chunks, V1 profiles and envelopes, SQLite, and profiles of other tools: %1. Files can be dropped anywhere.</source>
        <translation>Öffnet Aufzeichnungen (.ember), Sentry-Chunks, V1-Profile und Envelopes, SQLite und Profile anderer Werkzeuge: %1. Dateien können überall abgelegt werden.</translation>
    </message>
    <message>
        <source>Captures are kept until they take %1; pinned ones always. Now %2.</source>
        <translation>Aufzeichnungen bleiben, bis sie %1 belegen; angeheftete immer. Zurzeit %2.</translation>
    </message>
</context>
<context>
    <name>ember::app::SymbolsDialog</name>
    <message>
        <source>Ask them without this question from now on</source>
        <translation>Sie von nun an ohne diese Frage fragen</translation>
    </message>
    <message>
        <source>&amp;Fetch</source>
        <translation>&amp;Holen</translation>
    </message>
    <message>
        <source>&amp;Choose a Folder…</source>
        <translation>&amp;Ordner wählen …</translation>
    </message>
    <message>
        <source>Get Symbols</source>
        <translation>Symbole holen</translation>
    </message>
    <message>
        <source>Binaries without names</source>
        <translation>Binärdateien ohne Namen</translation>
    </message>
    <message>
        <source>&amp;Debuginfod servers</source>
        <translation>&amp;Debuginfod-Server</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A folder with debug files, or binaries that are not stripped; they are found by their build-ids</source>
        <translation>Ein Ordner mit Debug-Dateien oder Binärdateien, aus denen keine Namen entfernt sind; sie werden an ihren Build-IDs erkannt</translation>
    </message>
    <message>
        <source>All functions that ran have names.</source>
        <translation>Alle Funktionen, die liefen, haben Namen.</translation>
    </message>
    <message>
        <source>No file of this list can be asked for.</source>
        <translation>Nach keiner Datei dieser Liste kann gefragt werden.</translation>
    </message>
    <message numerus="yes">
        <source>Fetch asks these servers for the debug files of %n file(s) above. They learn the build-ids, which tell what is run here, and this machine&apos;s address. Nobody is asked before.</source>
        <translation>
            <numerusform>„Holen“ fragt diese Server nach der Debug-Datei von %n der Dateien oben. Sie erfahren ihre Build-ID, die verrät, was hier läuft, und die Adresse dieses Rechners. Vorher wird niemand gefragt.</numerusform>
            <numerusform>„Holen“ fragt diese Server nach den Debug-Dateien von %n der Dateien oben. Sie erfahren ihre Build-IDs, die verraten, was hier läuft, und die Adresse dieses Rechners. Vorher wird niemand gefragt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder with Debug Files</source>
        <translation>Ordner mit Debug-Dateien</translation>
    </message>
    <message>
        <source>Looking names up…</source>
        <translation>Namen werden gesucht …</translation>
    </message>
    <message>
        <source>%1 of the running time is in functions without names.</source>
        <translation>%1 der Laufzeit liegen in Funktionen ohne Namen.</translation>
    </message>
    <message>
        <source>%1 of what was sampled is in functions without names.</source>
        <translation>%1 der Stichproben liegen in Funktionen ohne Namen.</translation>
    </message>
</context>
<context>
    <name>ember::app::SymbolsList</name>
    <message>
        <source>missing</source>
        <translation>fehlen</translation>
    </message>
    <message>
        <source>mismatched</source>
        <translation>passen nicht</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>The profile does not say where this code was</source>
        <translation>Das Profil sagt nicht, wo dieser Code lag</translation>
    </message>
    <message>
        <source>Its compiler wrote no perf map or jitdump</source>
        <translation>Sein Compiler schrieb keine Perf-Map und keinen Jitdump</translation>
    </message>
    <message>
        <source>The file is not here, and it has no build-id to be found by</source>
        <translation>Die Datei ist nicht hier und hat keine Build-ID, an der sie zu erkennen wäre</translation>
    </message>
    <message>
        <source>Neither the file nor its debug file is here</source>
        <translation>Weder die Datei noch ihre Debug-Datei ist hier</translation>
    </message>
    <message>
        <source>The file was replaced since: what is there has another build-id</source>
        <translation>Die Datei wurde seither ersetzt: Die jetzige hat eine andere Build-ID</translation>
    </message>
    <message>
        <source>Its symbols name other code only</source>
        <translation>Ihre Symbole benennen nur anderen Code</translation>
    </message>
    <message>
        <source>Stripped, and it has no build-id by which its debug file is found</source>
        <translation>Ohne Symbole, und ohne Build-ID, an der ihre Debug-Datei zu erkennen wäre</translation>
    </message>
    <message>
        <source>Stripped, and its debug file is not here</source>
        <translation>Ohne Symbole, und ihre Debug-Datei ist nicht hier</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Time without names</source>
        <translation>Zeit ohne Namen</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Build-id</source>
        <translation>Build-ID</translation>
    </message>
    <message>
        <source>Its runtime names it if “Let Node, .NET, Python and Java write perf maps” (--name-jit) is on when it is recorded</source>
        <translation>Die Laufzeitumgebung benennt ihn, wenn bei der Aufnahme „Node, .NET, Python und Java perf-Maps schreiben lassen“ (--name-jit) an ist</translation>
    </message>
</context>
<context>
    <name>ember::app::TableExport</name>
    <message>
        <source>Combine: Choose the Files</source>
        <translation>Zusammenführen: Dateien wählen</translation>
    </message>
    <message>
        <source>Combine</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Reading the sources…</source>
        <translation>Quellen werden gelesen …</translation>
    </message>
    <message>
        <source>There is one source only: Export writes it.</source>
        <translation>Es gibt nur eine Quelle: „Exportieren“ schreibt sie.</translation>
    </message>
    <message>
        <source>Split a Source Off</source>
        <translation>Eine Quelle abtrennen</translation>
    </message>
    <message>
        <source>Which source is to have a file of its own?</source>
        <translation>Welche Quelle soll eine eigene Datei bekommen?</translation>
    </message>
    <message>
        <source>All say when they were recorded: on one axis of time they lie as they were then.</source>
        <translation>Alle sagen, wann sie aufgezeichnet wurden: Auf der gemeinsamen Zeitachse liegen sie, wie sie damals lagen.</translation>
    </message>
    <message>
        <source>None says when it was recorded: each begins at its own start.</source>
        <translation>Keine sagt, wann sie aufgezeichnet wurde: Jede beginnt an ihrem eigenen Anfang.</translation>
    </message>
    <message>
        <source>Those that say when they were recorded lie as they were then; the others begin at their own start.</source>
        <translation>Dateien, die sagen, wann sie aufgezeichnet wurden, liegen, wie sie damals lagen; die anderen beginnen an ihrem eigenen Anfang.</translation>
    </message>
    <message>
        <source>combined</source>
        <comment>name of a file</comment>
        <translation>zusammengefasst</translation>
    </message>
</context>
<context>
    <name>ember::app::ToolBar</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Send to Sentry…</source>
        <translation>An Sentry senden …</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
</context>
<context>
    <name>ember::app::UploadDialog</name>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Preparing the chunks…</source>
        <translation>Die Chunks werden vorbereitet …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>What the chunks say</source>
        <translation>Was die Chunks sagen</translation>
    </message>
    <message>
        <source>Sentry has set a limit: it takes nothing more from this project before %1. The limit is kept in the file %2.</source>
        <translation>Sentry hat eine Begrenzung gesetzt: Vor %1 nimmt es von diesem Projekt nichts mehr an. Die Begrenzung steht in der Datei %2.</translation>
    </message>
    <message>
        <source>&amp;Send Again</source>
        <translation>&amp;Noch einmal senden</translation>
    </message>
    <message>
        <source>S&amp;ave as Destination…</source>
        <translation>Als Ziel &amp;merken …</translation>
    </message>
    <message>
        <source>Keeps where it goes and what is taken out under a name, also for emberchart-cli upload --to</source>
        <translation>Merkt sich unter einem Namen, wohin es geht und was entfernt wird, auch für emberchart-cli upload --to</translation>
    </message>
    <message>
        <source>Save En&amp;velope…</source>
        <translation>En&amp;velope speichern …</translation>
    </message>
    <message>
        <source>Writes what would be sent to a file, and sends nothing</source>
        <translation>Schreibt in eine Datei, was gesendet würde, und sendet nichts</translation>
    </message>
    <message>
        <source>V1 with its transaction, as in the file</source>
        <translation>V1 mit seiner Transaktion, wie in der Datei</translation>
    </message>
    <message>
        <source>V2, as new SDKs send</source>
        <translation>V2, wie neue SDKs senden</translation>
    </message>
    <message>
        <source>&amp;Destination</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>What is taken out</source>
        <translation>Was entfernt wird</translation>
    </message>
    <message>
        <source>Save as Destination</source>
        <translation>Als Ziel merken</translation>
    </message>
    <message>
        <source>Name of the destination</source>
        <translation>Name des Ziels</translation>
    </message>
    <message>
        <source>“%1” exists already. Choose it as the destination to change it.</source>
        <translation>„%1“ gibt es schon. Wählen Sie es als Ziel, um es zu ändern.</translation>
    </message>
    <message>
        <source>“%1” is kept; its key is in the keychain.</source>
        <translation>„%1“ ist gemerkt; der Schlüssel ist im Schlüsselbund.</translation>
    </message>
    <message>
        <source>“%1” is kept. No keychain takes its key, so that is in the file %2, which only you can read.</source>
        <translation>„%1“ ist gemerkt. Kein Schlüsselbund nimmt den Schlüssel, deshalb steht er in der Datei %2, lesbar nur für Sie.</translation>
    </message>
    <message>
        <source>Save Envelope</source>
        <translation>Envelope speichern</translation>
    </message>
    <message>
        <source>Envelopes (*.envelope)</source>
        <translation>Envelopes (*.envelope)</translation>
    </message>
    <message>
        <source>%1 exists already: nothing was saved.</source>
        <translation>%1 gibt es schon: Nichts wurde gespeichert.</translation>
    </message>
    <message numerus="yes">
        <source>%n envelope(s) saved, none sent: %1</source>
        <translation>
            <numerusform>%n Envelope gespeichert, nichts gesendet: %1</numerusform>
            <numerusform>%n Envelopes gespeichert, nichts gesendet: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Entfernen …</translation>
    </message>
    <message>
        <source>Forgets the saved destination with its key</source>
        <translation>Vergisst das gespeicherte Ziel mit seinem Schlüssel</translation>
    </message>
    <message>
        <source>&amp;Open in Sentry</source>
        <translation>In Sentry ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Shows the project&apos;s profiles of this time in the browser</source>
        <translation>Zeigt die Profile des Projekts aus dieser Zeit im Browser</translation>
    </message>
    <message>
        <source>Remove Destination</source>
        <translation>Ziel entfernen</translation>
    </message>
    <message>
        <source>Forget “%1” with its key?</source>
        <translation>„%1“ mit seinem Schlüssel vergessen?</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>“%1” is forgotten.</source>
        <translation>„%1“ ist vergessen.</translation>
    </message>
    <message>
        <source>“%1” is forgotten, but the keychain still has its key (%2).</source>
        <translation>„%1“ ist vergessen, aber der Schlüsselbund hat seinen Schlüssel noch (%2).</translation>
    </message>
    <message>
        <source>Add a tra&amp;nsaction for the whole recording</source>
        <translation>Eine Tra&amp;nsaktion für die ganze Aufzeichnung hinzufügen</translation>
    </message>
    <message>
        <source>Named after the program, if it has none yet. In Sentry it leads to the profile.</source>
        <translation>Nach dem Programm benannt, wenn es noch keine hat. In Sentry führt sie zum Profil.</translation>
    </message>
    <message>
        <source>&amp;Leave out idle samples</source>
        <translation>Stichproben im &amp;Leerlauf weglassen</translation>
    </message>
    <message>
        <source>Samples inside waits are left out: Sentry draws the same calls, but sums that count samples show less waiting.</source>
        <translation>Stichproben innerhalb von Wartezeiten bleiben weg: Sentry zeichnet dieselben Aufrufe, aber Summen, die Stichproben zählen, zeigen weniger Warten.</translation>
    </message>
    <message>
        <source>Sends what was not received once more</source>
        <translation>Sendet noch einmal, was nicht angekommen ist</translation>
    </message>
    <message>
        <source>Tr&amp;y Again</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Try Again from %1</source>
        <translation>Wiederholen ab %1</translation>
    </message>
    <message>
        <source>Nothing is sent: the queue is paused. File › Uploads… resumes it.</source>
        <translation>Nichts wird gesendet: Die Warteschlange ist angehalten. Datei › Uploads … setzt sie fort.</translation>
    </message>
    <message numerus="yes">
        <source>%n of them can be sent again, here or in File › Uploads… at any time.</source>
        <translation>
            <numerusform>%n davon kann hier oder in Datei › Uploads … jederzeit noch einmal gesendet werden.</numerusform>
            <numerusform>%n davon können hier oder in Datei › Uploads … jederzeit noch einmal gesendet werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Send to Sentry</source>
        <translation>An Sentry senden</translation>
    </message>
    <message numerus="yes">
        <source>Already received by %1: %n of these chunk(s), last on %2. Sent again, their samples count twice in Sentry.</source>
        <translation>
            <numerusform>Schon von %1 empfangen: %n dieser Chunks, zuletzt am %2. Noch einmal gesendet, zählen seine Stichproben in Sentry doppelt.</numerusform>
            <numerusform>Schon von %1 empfangen: %n dieser Chunks, zuletzt am %2. Noch einmal gesendet, zählen ihre Stichproben in Sentry doppelt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sentry may still discard what it received: check in the project that profiling is part of the plan, that the quota is not used up and that no inbound filter matches; look for the chunk ids above under Explore › Profiles.</source>
        <translation>Sentry kann noch verwerfen, was es empfangen hat: Im Projekt nachsehen, ob Profiling zum Plan gehört, das Kontingent nicht verbraucht ist und kein Eingangsfilter zutrifft; die Chunk-IDs von oben stehen unter Explore › Profiles.</translation>
    </message>
</context>
<context>
    <name>ember::app::UploadOutcome</name>
    <message>
        <source>Received. Sentry looks at the content only afterwards and may still discard it: check the project&apos;s Stats page if the profile does not appear.</source>
        <translation>Angekommen. Sentry prüft den Inhalt erst danach und kann ihn noch verwerfen: Sehen Sie auf der Seite Stats des Projekts nach, wenn das Profil nicht erscheint.</translation>
    </message>
    <message>
        <source>Sentry is limiting this project&apos;s profiles. Try again later.</source>
        <translation>Sentry begrenzt die Profile dieses Projekts. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Sentry is limiting this project&apos;s profiles. They can be sent again from %1.</source>
        <translation>Sentry begrenzt die Profile dieses Projekts. Ab %1 können wieder welche gesendet werden.</translation>
    </message>
    <message>
        <source>The server did not answer in time. Nothing tells whether it took the data.</source>
        <translation>Der Server hat nicht rechtzeitig geantwortet. Ob er die Daten angenommen hat, ist nicht zu erkennen.</translation>
    </message>
    <message>
        <source>No secure connection: the server&apos;s certificate or the encryption was not accepted. Check the address in the DSN and this computer&apos;s clock.</source>
        <translation>Keine sichere Verbindung: Das Zertifikat des Servers oder die Verschlüsselung wurde nicht angenommen. Prüfen Sie die Adresse in der DSN und die Uhr dieses Rechners.</translation>
    </message>
    <message>
        <source>Cancelled. The server may have taken the data.</source>
        <translation>Abgebrochen. Vielleicht hat der Server die Daten schon angenommen.</translation>
    </message>
    <message>
        <source>The server could not be reached, or the connection broke. Check the network and the address in the DSN.</source>
        <translation>Der Server war nicht zu erreichen, oder die Verbindung brach ab. Prüfen Sie das Netz und die Adresse in der DSN.</translation>
    </message>
    <message>
        <source>The server could not read what was sent (400).</source>
        <translation>Der Server konnte das Gesendete nicht lesen (400).</translation>
    </message>
    <message>
        <source>The server does not know the key of this DSN (401). Copy the DSN again from the project&apos;s settings.</source>
        <translation>Der Server kennt den Schlüssel dieser DSN nicht (401). Kopieren Sie die DSN noch einmal aus den Einstellungen des Projekts.</translation>
    </message>
    <message>
        <source>The server refuses data for this project (403): it is unknown or disabled, or the key is.</source>
        <translation>Der Server nimmt für dieses Projekt nichts an (403): Es oder der Schlüssel ist unbekannt oder abgeschaltet.</translation>
    </message>
    <message>
        <source>The envelope is larger than the server takes (413). Send a shorter range or fewer threads.</source>
        <translation>Der Envelope ist größer, als der Server annimmt (413). Senden Sie einen kürzeren Bereich oder weniger Threads.</translation>
    </message>
    <message>
        <source>The server has a problem (%1). Try again later.</source>
        <translation>Der Server hat ein Problem (%1). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The server answered with an unexpected status (%1).</source>
        <translation>Der Server antwortete mit einem unerwarteten Status (%1).</translation>
    </message>
    <message>
        <source>The server answered (%1), but not as Sentry does: what was sent has probably not arrived. Check the address in the DSN; a login page or a proxy may stand before Sentry.</source>
        <translation>Der Server hat geantwortet (%1), aber nicht wie Sentry: Das Gesendete ist wahrscheinlich nicht angekommen. Die Adresse in der DSN prüfen; vor Sentry kann eine Anmeldeseite oder ein Proxy stehen.</translation>
    </message>
    <message>
        <source>No secure connection: the server&apos;s certificate has expired, or this computer&apos;s clock is ahead.</source>
        <translation>Keine sichere Verbindung: Das Zertifikat des Servers ist abgelaufen, oder die Uhr dieses Rechners geht vor.</translation>
    </message>
    <message>
        <source>No secure connection: the server&apos;s certificate is not valid yet. This computer&apos;s clock may be behind.</source>
        <translation>Keine sichere Verbindung: Das Zertifikat des Servers gilt noch nicht. Vielleicht geht die Uhr dieses Rechners nach.</translation>
    </message>
    <message>
        <source>No secure connection: the server has signed its certificate itself. If it is yours, name the certificate as CA file.</source>
        <translation>Keine sichere Verbindung: Der Server hat sein Zertifikat selbst unterschrieben. Ist es Ihrer, geben Sie das Zertifikat als CA-Datei an.</translation>
    </message>
    <message>
        <source>No secure connection: this computer does not know who has signed the server&apos;s certificate. If that is your organisation, name its certificate as CA file.</source>
        <translation>Keine sichere Verbindung: Dieser Rechner kennt den Unterzeichner des Serverzertifikats nicht. Ist es Ihre Organisation, geben Sie deren Zertifikat als CA-Datei an.</translation>
    </message>
    <message>
        <source>No secure connection: the server&apos;s certificate is for another host. Check the address in the DSN; a proxy may stand before the server.</source>
        <translation>Keine sichere Verbindung: Das Zertifikat des Servers gilt für einen anderen Host. Prüfen Sie die Adresse in der DSN; vielleicht steht ein Proxy vor dem Server.</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was sent.</source>
        <translation>Abgebrochen. Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>The program ended while it was sending. Nothing tells whether the server took the data.</source>
        <translation>Das Programm endete beim Senden. Ob der Server die Daten angenommen hat, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The connection broke before the server had answered. Nothing tells whether it took the data.</source>
        <translation>Die Verbindung brach ab, bevor der Server geantwortet hatte. Ob er die Daten angenommen hat, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Not sent: this is not an envelope, or its file in the queue is damaged.</source>
        <translation>Nicht gesendet: Das ist kein Envelope, oder seine Datei in der Warteschlange ist beschädigt.</translation>
    </message>
    <message>
        <source>Not sent yet: this computer could not read it from the queue.</source>
        <translation>Noch nicht gesendet: Dieser Rechner konnte es nicht aus der Warteschlange lesen.</translation>
    </message>
</context>
<context>
    <name>ember::app::UploadReview</name>
    <message>
        <source>What will leave this machine</source>
        <translation>Was diesen Rechner verlässt</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message numerus="yes">
        <source>Names of %n thread(s)</source>
        <translation>
            <numerusform>Name von %n Thread</numerusform>
            <numerusform>Namen von %n Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n path(s) of this machine</source>
        <translation>
            <numerusform>%n Pfad dieses Rechners</numerusform>
            <numerusform>%n Pfade dieses Rechners</numerusform>
        </translation>
    </message>
    <message>
        <source>Release: %1</source>
        <translation>Release: %1</translation>
    </message>
    <message>
        <source>Valid by Sentry&apos;s rules</source>
        <translation>Gültig nach Sentrys Regeln</translation>
    </message>
    <message>
        <source>Sentry would refuse it: %1</source>
        <translation>Sentry würde ihn ablehnen: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) with %1, %2 before compression.</source>
        <translation>
            <numerusform>%n Chunk mit %1, %2 vor der Kompression.</numerusform>
            <numerusform>%n Chunks mit %1, %2 vor der Kompression.</numerusform>
        </translation>
    </message>
    <message>
        <source>Environment: %1</source>
        <translation>Umgebung: %1</translation>
    </message>
    <message>
        <source>Distribution: %1</source>
        <translation>Distribution: %1</translation>
    </message>
    <message>
        <source>Chunks and transactions</source>
        <translation>Chunks und Transaktionen</translation>
    </message>
    <message numerus="yes">
        <source>%n transaction(s) of this time go with them.</source>
        <translation>
            <numerusform>%n Transaktion aus dieser Zeit geht mit.</numerusform>
            <numerusform>%n Transaktionen aus dieser Zeit gehen mit.</numerusform>
        </translation>
    </message>
    <message>
        <source>A transaction</source>
        <translation>Eine Transaktion</translation>
    </message>
    <message>
        <source>Ids, addresses and times: %1</source>
        <translation>Ids, Adressen und Zeiten: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of machines</source>
        <translation>
            <numerusform>%n Name eines Rechners</numerusform>
            <numerusform>%n Namen von Rechnern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of transactions</source>
        <translation>
            <numerusform>%n Name einer Transaktion</numerusform>
            <numerusform>%n Namen von Transaktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n description(s) of spans</source>
        <translation>
            <numerusform>%n Beschreibung eines Spans</numerusform>
            <numerusform>%n Beschreibungen von Spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name(s) of functions and modules</source>
        <translation>
            <numerusform>%n Name einer Funktion oder eines Moduls</numerusform>
            <numerusform>%n Namen von Funktionen und Modulen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other text(s)</source>
        <translation>
            <numerusform>%n anderer Text</numerusform>
            <numerusform>%n andere Texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n word(s) of Sentry</source>
        <translation>
            <numerusform>%n Wort von Sentry</numerusform>
            <numerusform>%n Wörter von Sentry</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more text(s), which are not listed</source>
        <translation>
            <numerusform>%n weiterer Text, der nicht aufgelistet ist</numerusform>
            <numerusform>%n weitere Texte, die nicht aufgelistet sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s) were replaced</source>
        <translation>
            <numerusform>%n Text wurde ersetzt</numerusform>
            <numerusform>%n Texte wurden ersetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Sentry keeps all of it as it is</source>
        <translation>Sentry behält alles, wie es ist</translation>
    </message>
    <message numerus="yes">
        <source>Sentry will change or leave out %n thing(s)</source>
        <translation>
            <numerusform>Sentry wird %n Sache ändern oder weglassen</numerusform>
            <numerusform>Sentry wird %n Sachen ändern oder weglassen</numerusform>
        </translation>
    </message>
    <message>
        <source>What it counts as, and the size of each thread</source>
        <translation>Als was es zählt, und die Größe jedes Threads</translation>
    </message>
    <message numerus="yes">
        <source>%n envelope(s), %1 before compression, as they came: nothing is taken out.</source>
        <translation>
            <numerusform>%n Envelope, %1 vor der Komprimierung, wie es gekommen ist: Nichts wird herausgenommen.</numerusform>
            <numerusform>%n Envelopes, %1 vor der Komprimierung, wie sie gekommen sind: Nichts wird herausgenommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) that are no JSON, which are not looked into</source>
        <translation>
            <numerusform>%n Eintrag, der kein JSON ist: in ihn wird nicht hineingesehen</numerusform>
            <numerusform>%n Einträge, die kein JSON sind: in sie wird nicht hineingesehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n envelope(s) received.</source>
        <translation>
            <numerusform>Der Envelope wurde empfangen.</numerusform>
            <numerusform>Alle %n Envelopes wurden empfangen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n envelope(s) received.</source>
        <translation>
            <numerusform>%1 von %n Envelope wurde empfangen.</numerusform>
            <numerusform>%1 von %n Envelopes wurden empfangen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::app::UploadSending</name>
    <message>
        <source>Not sent: the queue is full. File › Uploads… can forget items.</source>
        <translation>Nicht gesendet: Die Warteschlange ist voll. Datei › Uploads … kann Einträge vergessen.</translation>
    </message>
    <message>
        <source>It waits: the queue is paused. File › Uploads… resumes it.</source>
        <translation>Wartet: Die Warteschlange ist angehalten. Datei › Uploads … setzt sie fort.</translation>
    </message>
    <message>
        <source>It is being sent already.</source>
        <translation>Wird schon gesendet.</translation>
    </message>
    <message>
        <source>Not sent again: the project may have taken it. File › Uploads… can send it all the same.</source>
        <translation>Nicht noch einmal gesendet: Das Projekt hat es vielleicht angenommen. Datei › Uploads … kann es trotzdem senden.</translation>
    </message>
    <message>
        <source>Not sent again: the project has already received it.</source>
        <translation>Nicht noch einmal gesendet: Das Projekt hat es schon empfangen.</translation>
    </message>
    <message>
        <source>It waits in the queue and is sent again by itself.</source>
        <translation>Es wartet in der Warteschlange und wird von selbst wieder gesendet.</translation>
    </message>
    <message>
        <source>Waits to be sent</source>
        <translation>Wartet auf das Senden</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet …</translation>
    </message>
</context>
<context>
    <name>ember::app::UploadState</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>sending</source>
        <translation>wird gesendet</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>angekommen</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>may have been taken</source>
        <translation>vielleicht angenommen</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>Not sent: it waits for another DSN, or for the end of a pause.</source>
        <translation>Nicht gesendet: Es wartet auf einen anderen DSN oder auf das Ende einer Pause.</translation>
    </message>
    <message>
        <source>Not sent: it was cancelled or dropped from the queue.</source>
        <translation>Nicht gesendet: Es wurde abgebrochen oder aus der Warteschlange entfernt.</translation>
    </message>
    <message>
        <source>Another program has taken it to send it.</source>
        <translation>Ein anderes Programm hat es genommen, um es zu senden.</translation>
    </message>
    <message>
        <source>Another program has sent it.</source>
        <translation>Ein anderes Programm hat es gesendet.</translation>
    </message>
    <message>
        <source>Another program has tried to send it: %1</source>
        <translation>Ein anderes Programm hat versucht, es zu senden: %1</translation>
    </message>
    <message>
        <source>The database of the upload queue, “%1”, is damaged. The envelopes are kept as files beside it. Move the database away, and a new queue begins: the envelopes can be uploaded as files then, but some of them may have been taken before. Or emberchart-cli upload --forget --all puts it aside and drops the envelopes.</source>
        <translation>Die Datenbank der Upload-Warteschlange, „%1“, ist beschädigt. Die Envelopes sind als Dateien neben ihr erhalten. Verschieben Sie die Datenbank, und eine neue Warteschlange beginnt: Die Envelopes können dann als Dateien hochgeladen werden, aber manche können schon angenommen worden sein. Oder emberchart-cli upload --forget --all legt sie beiseite und verwirft die Envelopes.</translation>
    </message>
    <message>
        <source>There is no space left for the upload queue in “%1”. Free some space there: what waits in the queue is kept.</source>
        <translation>Für die Upload-Warteschlange in „%1“ ist kein Platz mehr. Schaffen Sie dort Platz: Was in der Warteschlange wartet, bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>ember::app::ViewExport</name>
    <message>
        <source>Save Picture</source>
        <translation>Ansicht als Bild speichern</translation>
    </message>
    <message>
        <source>SVG picture (*.svg)</source>
        <translation>SVG-Bild (*.svg)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>it is the file that is open, and the picture would replace it</source>
        <translation>das ist die geöffnete Datei, und das Bild würde sie ersetzen</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>Gespeichert in %1.</translation>
    </message>
    <message>
        <source>Cut off: another %L1 pixels do not fit into a picture.</source>
        <translation>Abgeschnitten: weitere %L1 Pixel passen nicht in ein Bild.</translation>
    </message>
</context>
<context>
    <name>ember::app::ViewTabs</name>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
</context>
<context>
    <name>ember::app::WorkProgress</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ember::demo</name>
    <message>
        <source>Threads with known behaviour, to be watched by Emberchart.</source>
        <translation>Threads mit bekanntem Verhalten, denen Emberchart zusehen kann.</translation>
    </message>
    <message>
        <source>End after this many seconds.</source>
        <translation>Nach so vielen Sekunden enden.</translation>
    </message>
    <message>
        <source>--seconds takes a number of seconds.</source>
        <translation>--seconds braucht eine Zahl von Sekunden.</translation>
    </message>
</context>
<context>
    <name>ember::demo::DemoWindow</name>
    <message>
        <source>Emberchart demo</source>
        <translation>Emberchart-Demo</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n Bild</numerusform>
            <numerusform>%n Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slow on purpose</source>
        <translation>
            <numerusform>%n absichtlich langsam</numerusform>
            <numerusform>%n absichtlich langsam</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Summary  F2</source>
        <translation>Zusammenfassung  F2</translation>
    </message>
    <message>
        <source>Show all that was found, in sentences (F2)</source>
        <translation>Alles zeigen, was gefunden wurde, in Sätzen (F2)</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Close the answer, until another profile is opened</source>
        <translation>Die Antwort schließen, bis ein anderes Profil geöffnet wird</translation>
    </message>
    <message>
        <source>Close the answer</source>
        <translation>Die Antwort schließen</translation>
    </message>
</context>
<context>
    <name>ember::views::Answers</name>
    <message>
        <source>This frame</source>
        <translation>Dieses Bild</translation>
    </message>
    <message>
        <source>The open profile</source>
        <translation>Das offene Profil</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The whole profile</source>
        <translation>Das ganze Profil</translation>
    </message>
    <message>
        <source>The selected range</source>
        <translation>Der ausgewählte Bereich</translation>
    </message>
    <message>
        <source>The longest waits for locks and threads</source>
        <translation>Am längsten auf Sperren und Threads gewartet</translation>
    </message>
    <message>
        <source>The chosen threads</source>
        <translation>Die ausgewählten Threads</translation>
    </message>
    <message>
        <source>The chosen threads in the selected range</source>
        <translation>Die ausgewählten Threads im ausgewählten Bereich</translation>
    </message>
</context>
<context>
    <name>ember::views::BaselineBar</name>
    <message>
        <source>Shift of the baseline</source>
        <translation>Versatz der Vergleichsbasis</translation>
    </message>
    <message>
        <source>How much later the baseline stands than with both starts above each other. Its ruler can be dragged, too.</source>
        <translation>Um wie viel später die Vergleichsbasis steht als mit beiden Anfängen übereinander. Auch ihr Lineal lässt sich ziehen.</translation>
    </message>
    <message>
        <source>Shift </source>
        <comment>followed by a duration</comment>
        <translation>Versatz </translation>
    </message>
    <message>
        <source>Leave side by side</source>
        <translation>Gegenüberstellung verlassen</translation>
    </message>
    <message>
        <source>&amp;Starts</source>
        <translation>&amp;Anfänge</translation>
    </message>
    <message>
        <source>Selected &amp;Calls</source>
        <translation>Ausgewählte Au&amp;frufe</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>Angleichen</translation>
    </message>
    <message>
        <source>Put the starts, or the selected calls, above each other</source>
        <translation>Die Anfänge oder die ausgewählten Aufrufe übereinander stellen</translation>
    </message>
    <message>
        <source>Baseline: %1 from %2 on, %3</source>
        <translation>Vergleichsbasis: %1 ab %2, %3</translation>
    </message>
    <message>
        <source>Baseline: %1, %2</source>
        <translation>Vergleichsbasis: %1, %2</translation>
    </message>
</context>
<context>
    <name>ember::views::BaselineTimeline</name>
    <message>
        <source>Time axis of the baseline</source>
        <translation>Zeitachse der Vergleichsbasis</translation>
    </message>
    <message>
        <source>Flamechart of the baseline</source>
        <translation>Flamechart der Vergleichsbasis</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Vergleich</translation>
    </message>
</context>
<context>
    <name>ember::views::BookmarkModel</name>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>ember::views::BookmarksPanel</name>
    <message>
        <source>No bookmarks. “Add Bookmark” in the menu Find marks the selected range, or where the pointer is, with the thread of the selected call.</source>
        <translation>Keine Lesezeichen. „Lesezeichen setzen“ im Menü Suchen merkt den gewählten Bereich, oder wo der Zeiger ist, mit dem Thread des gewählten Aufrufs.</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
</context>
<context>
    <name>ember::views::CallTreePanel</name>
    <message>
        <source>Call tree</source>
        <translation>Aufrufbaum</translation>
    </message>
</context>
<context>
    <name>ember::views::ChangeLegend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Boxes are as wide as what they took in the profile that is shown. Changes within sampling noise have no colour and no sign.</source>
        <translation>Kästen sind so breit wie das, was sie im gezeigten Profil gebraucht haben. Änderungen im Abtastrauschen haben weder Farbe noch Zeichen.</translation>
    </message>
    <message>
        <source>− half or gone</source>
        <translation>− halb oder weg</translation>
    </message>
    <message>
        <source>− a quarter</source>
        <translation>− ein Viertel</translation>
    </message>
    <message>
        <source>− less</source>
        <translation>− weniger</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <source>+ more</source>
        <translation>+ mehr</translation>
    </message>
    <message>
        <source>+ a third</source>
        <translation>+ ein Drittel</translation>
    </message>
    <message>
        <source>+ double or new</source>
        <translation>+ doppelt oder neu</translation>
    </message>
</context>
<context>
    <name>ember::views::ChunkModel</name>
    <message>
        <source>given when written</source>
        <translation>entsteht beim Schreiben</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>sending …</source>
        <translation>wird gesendet …</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>Profiler</translation>
    </message>
</context>
<context>
    <name>ember::views::ChunksPanel</name>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
</context>
<context>
    <name>ember::views::ColourLegend</name>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>no thread states in this file: by function</source>
        <translation>keine Thread-Zustände in dieser Datei: nach Funktion</translation>
    </message>
    <message>
        <source>own code</source>
        <translation>eigener Code</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>Bibliotheken</translation>
    </message>
</context>
<context>
    <name>ember::views::ComparedCharts</name>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
</context>
<context>
    <name>ember::views::ComparedTotals</name>
    <message>
        <source>%1 → %2</source>
        <comment>an amount before and after</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>Alle Aufrufe</translation>
    </message>
    <message>
        <source>%1: in neither range</source>
        <comment>a function</comment>
        <translation>%1: in keinem der Bereiche</translation>
    </message>
</context>
<context>
    <name>ember::views::ComparisonPanel</name>
    <message>
        <source>The baseline is not measured by the same as this profile.</source>
        <translation>Die Vergleichsbasis ist nicht nach demselben gemessen wie dieses Profil.</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Show calls as a flame graph, coloured by what has changed</source>
        <translation>Aufrufe als Flammengraph zeigen, gefärbt danach, was sich geändert hat</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Show the calls of the baseline: also those that are gone</source>
        <translation>Die Aufrufe der Vergleichsbasis zeigen: auch die, die weg sind</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Normalised</source>
        <translation>Bezogen auf</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>Je Sekunde</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Wie es ist</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Nothing to compare with. Use the selection as baseline and select another range, or choose another profile: the commands are in the menu Compare.</source>
        <translation>Es gibt nichts, womit zu vergleichen wäre. Nehmen Sie die Auswahl als Vergleichsbasis und wählen Sie einen anderen Bereich, oder wählen Sie ein anderes Profil: Die Befehle stehen im Menü Vergleichen.</translation>
    </message>
    <message numerus="yes">
        <source>%n function(s) that took nothing on either side are left out</source>
        <translation>
            <numerusform>%n Funktion, die auf keiner Seite etwas brauchte, ist ausgelassen</numerusform>
            <numerusform>%n Funktionen, die auf keiner Seite etwas brauchten, sind ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 from %2 on, %3</source>
        <translation>%1 ab %2, %3</translation>
    </message>
    <message>
        <source>all calls: %1 → %2</source>
        <comment>amounts before and after</comment>
        <translation>alle Aufrufe: %1 → %2</translation>
    </message>
    <message>
        <source>None of the chosen threads is in the baseline.</source>
        <translation>Keiner der ausgewählten Threads kommt in der Vergleichsbasis vor.</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <comment>a profile</comment>
        <translation>Vorher: %1</translation>
    </message>
    <message>
        <source>Before: %1  ·  After: %2</source>
        <comment>profiles</comment>
        <translation>Vorher: %1  ·  Nachher: %2</translation>
    </message>
    <message>
        <source>below: shares of all calls of each, whatever these took</source>
        <translation>unten: Anteile an allen Aufrufen von jedem, wie lang diese auch dauerten</translation>
    </message>
    <message>
        <source>What is compared of each function: what it took per second of its side&apos;s time, its share of all calls of its side, or the sum as it is. For work that is done once, such as two runs of a command, take the sum: per second and as shares a run that takes longer looks like the other one.</source>
        <translation>Was von jeder Funktion verglichen wird: was sie je Sekunde der Zeit ihrer Seite dauerte, ihr Anteil an allen Aufrufen ihrer Seite oder die Summe, wie sie ist. Für Arbeit, die einmal getan wird, wie zwei Läufe eines Befehls, nehmen Sie die Summe: je Sekunde und als Anteil sieht ein Lauf, der länger dauert, wie der andere aus.</translation>
    </message>
    <message>
        <source>Compare With…</source>
        <translation>Vergleichen mit …</translation>
    </message>
    <message>
        <source>Choose a profile to compare with</source>
        <translation>Ein Profil zum Vergleichen wählen</translation>
    </message>
    <message>
        <source>below: per second of each; that one run lasts longer does not show</source>
        <translation>unten: je Sekunde von beiden; dass ein Lauf länger dauert, zeigt sich hier nicht</translation>
    </message>
</context>
<context>
    <name>ember::views::CountedSwitch</name>
    <message>
        <source>What counts</source>
        <translation>Was zählt</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>Alle Zeit</translation>
    </message>
    <message>
        <source>The profile does not tell when its threads ran</source>
        <translation>Das Profil sagt nicht, wann seine Threads liefen</translation>
    </message>
    <message>
        <source>The time in which threads were on a CPU</source>
        <translation>Die Zeit, in der Threads auf einer CPU liefen</translation>
    </message>
    <message>
        <source>The time in which threads waited for anything, idly or not, also for a CPU</source>
        <translation>Die Zeit, in der Threads auf irgendetwas warteten, untätig oder nicht, auch auf eine CPU</translation>
    </message>
    <message>
        <source>All but idle waiting: threads that only wait for something to do (for events, time, other threads; not for locks) at the base of all they do. Waits for locks and for a CPU are in it; Running leaves them out, and is what the answer&apos;s figures are of</source>
        <translation>Alles außer untätigem Warten: Threads, die am Grund all dessen, was sie tun, nur auf Arbeit warten (auf Ereignisse, Zeit, andere Threads; nicht auf Sperren). Warten auf Sperren und auf eine CPU gehört dazu; „Läuft“ lässt es weg, und davon sind die Zahlen der Antwort</translation>
    </message>
</context>
<context>
    <name>ember::views::CpuRows</name>
    <message>
        <source>Of the time of all CPUs while it waited for one</source>
        <translation>Von der Zeit aller CPUs, während er auf eine wartete</translation>
    </message>
    <message>
        <source>Of the CPU time of this program while it waited for a CPU</source>
        <translation>Von der CPU-Zeit dieses Programms, während er auf eine CPU wartete</translation>
    </message>
    <message>
        <source>Who had the CPU</source>
        <translation>Wer die CPU hatte</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <comment>a thread, a share, a duration</comment>
        <translation>%1 %2, %3</translation>
    </message>
</context>
<context>
    <name>ember::views::DetailsPanel</name>
    <message>
        <source>Details of the selected call</source>
        <translation>Einzelheiten des ausgewählten Aufrufs</translation>
    </message>
    <message>
        <source>Click a call, or a row of a table, to see what it is.</source>
        <translation>Klicken Sie auf einen Aufruf oder eine Tabellenzeile, um zu sehen, was das ist.</translation>
    </message>
    <message>
        <source>This call</source>
        <translation>Dieser Aufruf</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Earlier names</source>
        <translation>Frühere Namen</translation>
    </message>
    <message>
        <source>Function, in the selected range</source>
        <translation>Funktion, im ausgewählten Bereich</translation>
    </message>
    <message>
        <source>Function, all calls</source>
        <translation>Funktion, alle Aufrufe</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>nobody: it is the thread&apos;s outermost call</source>
        <translation>niemandem: Es ist der äußerste Aufruf des Threads</translation>
    </message>
    <message>
        <source>not in what is selected</source>
        <translation>nicht im ausgewählten Bereich oder in den Threads</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>%1  (%2 of what the filters leave), %3</source>
        <translation>%1  (%2 von dem, was die Filter übrig lassen), %3</translation>
    </message>
    <message>
        <source>%1  (%2 of all threads), %3</source>
        <translation>%1  (%2 aller Threads), %3</translation>
    </message>
    <message>
        <source>%1  (%2 of the selection), %3</source>
        <translation>%1  (%2 der Auswahl), %3</translation>
    </message>
    <message>
        <source>Why was this frame late?</source>
        <translation>Warum kam dieses Bild zu spät?</translation>
    </message>
    <message>
        <source>This frame</source>
        <translation>Dieses Bild</translation>
    </message>
    <message>
        <source>This call took %1.</source>
        <translation>Dieser Aufruf dauerte %1.</translation>
    </message>
    <message>
        <source>This call took %1: %2.</source>
        <translation>Dieser Aufruf dauerte %1: %2.</translation>
    </message>
    <message>
        <source>%1 of the time was spent in it, %2 in its own code.</source>
        <translation>%1 der Zeit vergingen in ihr, %2 in ihrem eigenen Code.</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Longest wait for a lock or thread</source>
        <translation>Längstes Warten auf Sperre oder Thread</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>Was ausgewählt ist</translation>
    </message>
    <message>
        <source>Function, in the chosen threads and the selected range</source>
        <translation>Funktion, in den ausgewählten Threads und im ausgewählten Bereich</translation>
    </message>
    <message>
        <source>Function, in the chosen threads</source>
        <translation>Funktion, in den ausgewählten Threads</translation>
    </message>
    <message>
        <source>%1 of what the filters leave was spent in it, %2 in its own code.</source>
        <translation>%1 dessen, was die Filter lassen, wurde in ihr verbracht, %2 in ihrem eigenen Code.</translation>
    </message>
    <message>
        <source>%1 of the selection was spent in it, %2 in its own code.</source>
        <translation>%1 der Auswahl wurde in ihr verbracht, %2 in ihrem eigenen Code.</translation>
    </message>
</context>
<context>
    <name>ember::views::DisassemblyModel</name>
    <message>
        <source>At no known line</source>
        <translation>An keiner bekannten Zeile</translation>
    </message>
    <message>
        <source>Instruction at %1
itself %2 of the selection, in %3
with what it calls %4, in %5</source>
        <translation>Instruktion bei %1
selbst %2 der Auswahl, in %3
mit dem, was sie aufruft, %4, in %5</translation>
    </message>
    <message>
        <source>In the binary&apos;s file</source>
        <translation>In der Binärdatei</translation>
    </message>
    <message>
        <source>What was spent at the instruction itself</source>
        <translation>Was an der Instruktion selbst verbraucht wurde</translation>
    </message>
    <message>
        <source>With all that is called from it, once per stack</source>
        <translation>Mit allem, was von ihr aufgerufen wird, einmal je Stapel</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Instruktion</translation>
    </message>
</context>
<context>
    <name>ember::views::DisassemblyPanel</name>
    <message>
        <source>Instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>Choose a function in any view to see its machine code.</source>
        <translation>In irgendeiner Ansicht eine Funktion wählen, um ihren Maschinencode zu sehen.</translation>
    </message>
</context>
<context>
    <name>ember::views::EventTrack</name>
    <message>
        <source>Capture</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>samples lost</source>
        <translation>Stichproben verloren</translation>
    </message>
    <message numerus="yes">
        <source>%n tick(s) missed</source>
        <translation>
            <numerusform>%n Takt verpasst</numerusform>
            <numerusform>%n Takte verpasst</numerusform>
        </translation>
    </message>
    <message>
        <source>not sampled</source>
        <translation>ohne Samples</translation>
    </message>
</context>
<context>
    <name>ember::views::FilterBar</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>What the flame graph, the tables and the details count</source>
        <translation>Was Flammengraph, Tabellen und Details zählen</translation>
    </message>
    <message>
        <source>Only the selected range counts.</source>
        <translation>Nur der ausgewählte Bereich zählt.</translation>
    </message>
    <message>
        <source>idle left out: %1</source>
        <translation>Untätiges weggelassen: %1</translation>
    </message>
    <message>
        <source>In %1 of the selected time, threads only waited for something to do: for events, time or other threads, at the base of all they do. It does not count; without this chip it does.</source>
        <translation>In %1 der gewählten Zeit warteten Threads am Grund all dessen, was sie tun, nur auf Arbeit: auf Ereignisse, Zeit oder andere Threads. Sie zählt nicht; ohne diesen Chip zählt sie.</translation>
    </message>
    <message>
        <source>recorded twice, left out: %1</source>
        <translation>Doppelt Aufgenommenes weggelassen: %1</translation>
    </message>
    <message>
        <source>Threads of a process that the capture has, too, by another profiler, such as a Sentry SDK. They do not count, so that its time counts once; without this chip they do.</source>
        <translation>Threads, die ein anderer Profiler, etwa ein Sentry-SDK, aus einem Prozess aufgenommen hat, den auch die Aufnahme enthält. Sie zählen nicht, damit dessen Zeit nur einmal zählt; ohne diesen Chip zählen sie.</translation>
    </message>
    <message>
        <source>Only the chosen threads count.</source>
        <translation>Nur die ausgewählten Threads zählen.</translation>
    </message>
    <message>
        <source>Sums of Busy rank functions by where threads were when others had the CPUs. Running counts the time in which they ran</source>
        <translation>Summen von „Tätig“ ordnen Funktionen danach, wo Threads waren, als andere die CPUs hatten. „Läuft“ zählt die Zeit, in der sie liefen</translation>
    </message>
    <message>
        <source>%1 waited for a CPU: Running only</source>
        <translation>%1 warteten auf eine CPU: nur „Läuft“</translation>
    </message>
</context>
<context>
    <name>ember::views::FilterChip</name>
    <message>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>Delete removes it, Ctrl+Left and Ctrl+Right move it</source>
        <translation>Entf entfernt ihn, Strg+Links und Strg+Rechts verschieben ihn</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Apply &amp;Earlier</source>
        <translation>&amp;Früher anwenden</translation>
    </message>
    <message>
        <source>Apply &amp;Later</source>
        <translation>&amp;Später anwenden</translation>
    </message>
</context>
<context>
    <name>ember::views::FilterField</name>
    <message>
        <source>Only stacks with…</source>
        <translation>Nur Stapel mit …</translation>
    </message>
    <message>
        <source>Filter by text</source>
        <translation>Nach Text filtern</translation>
    </message>
    <message>
        <source>The text is a regular expression</source>
        <translation>Der Text ist ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Enter: only stacks with this text; Shift+Enter: without them. “label:goroutine=18”: samples with that label</source>
        <translation>Eingabe: nur Stapel mit diesem Text; Umschalt+Eingabe: ohne sie. „label:goroutine=18“: Stichproben mit diesem Label</translation>
    </message>
</context>
<context>
    <name>ember::views::FlameChartWidget</name>
    <message>
        <source>Flamechart</source>
        <translation>Flamechart</translation>
    </message>
    <message>
        <source>Calls of each thread over time; arrow keys walk through them</source>
        <translation>Die Aufrufe jedes Threads über der Zeit; Pfeiltasten gehen hindurch</translation>
    </message>
    <message>
        <source>Scroll the threads</source>
        <translation>Threads rollen</translation>
    </message>
    <message>
        <source>Record a program or open a profile to see its threads burn.</source>
        <translation>Zeichnen Sie ein Programm auf oder öffnen Sie ein Profil, um seine Threads brennen zu sehen.</translation>
    </message>
    <message>
        <source>No samples yet.</source>
        <translation>Noch keine Stichproben.</translation>
    </message>
    <message>
        <source>The samples of this file have no time, only totals: there is nothing to draw along a time axis. The flame graph and the top functions show them.</source>
        <translation>Die Stichproben dieser Datei haben keine Zeit, nur Summen: Auf einer Zeitachse gibt es nichts zu zeichnen. Der Flammengraph und die Top-Funktionen zeigen sie.</translation>
    </message>
    <message>
        <source>No sample was taken.</source>
        <translation>Es wurde keine Stichprobe genommen.</translation>
    </message>
    <message>
        <source>No thread has samples.</source>
        <translation>Kein Thread hat Stichproben.</translation>
    </message>
    <message>
        <source>Click to see all rows of the thread. Folding it takes that back.</source>
        <translation>Ein Klick zeigt alle Zeilen des Threads. Zuklappen nimmt das zurück.</translation>
    </message>
</context>
<context>
    <name>ember::views::FlameGraphPanel</name>
    <message>
        <source>Upwards</source>
        <translation>Aufwärts</translation>
    </message>
    <message>
        <source>Put the roots at the bottom</source>
        <translation>Die Wurzeln nach unten stellen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Which calls stand left</source>
        <translation>Welche Aufrufe links stehen</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Left heavy</source>
        <translation>Linkslastig</translation>
    </message>
    <message>
        <source>As first seen</source>
        <translation>Wie zuerst gesehen</translation>
    </message>
    <message>
        <source>The largest calls stand left</source>
        <translation>Die größten Aufrufe stehen links</translation>
    </message>
    <message>
        <source>Calls stand in the order in which they were first made</source>
        <translation>Aufrufe stehen in der Reihenfolge, in der sie zum ersten Mal kamen</translation>
    </message>
</context>
<context>
    <name>ember::views::FrameModel</name>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Blamed call</source>
        <translation>Schuldiger Aufruf</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Coloured: the selected function held up this frame.</source>
        <translation>Farbig: Die ausgewählte Funktion hat dieses Bild aufgehalten.</translation>
    </message>
</context>
<context>
    <name>ember::views::FrameTrack</name>
    <message>
        <source>Frames</source>
        <translation>Bilder</translation>
    </message>
    <message numerus="yes">
        <source>%n slow</source>
        <translation>
            <numerusform>%n langsamer</numerusform>
            <numerusform>%n langsame</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frozen</source>
        <translation>
            <numerusform>%n eingefroren</numerusform>
            <numerusform>%n eingefroren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::FramesPanel</name>
    <message>
        <source>No slow or frozen frames were seen. Programs report them by Sentry&apos;s SDKs, by emberchart.h; others are watched if “Watch for slow and frozen frames” is chosen before they are recorded.</source>
        <translation>Keine langsamen oder eingefrorenen Bilder gesehen. Programme melden sie mit Sentrys SDKs oder emberchart.h; bei anderen wird darauf geachtet, wenn vor der Aufzeichnung „Auf langsame und eingefrorene Bilder achten“ gewählt ist.</translation>
    </message>
    <message>
        <source>Slow and frozen frames</source>
        <translation>Langsame und eingefrorene Bilder</translation>
    </message>
</context>
<context>
    <name>ember::views::FunctionCallsView</name>
    <message>
        <source>Figures of the function</source>
        <translation>Zahlen der Funktion</translation>
    </message>
    <message>
        <source>Longest calls</source>
        <translation>Längste Aufrufe</translation>
    </message>
    <message>
        <source>Click a call or a function in any view to see how long its calls take.</source>
        <translation>Ein Klick auf einen Aufruf oder eine Funktion in irgendeiner Ansicht zeigt, wie lange ihre Aufrufe dauern.</translation>
    </message>
</context>
<context>
    <name>ember::views::FunctionModel</name>
    <message>
        <source>%1
%2 as the leaf, %3 anywhere in the stack</source>
        <translation>%1
%2 als Blatt, %3 irgendwo im Stapel</translation>
    </message>
    <message>
        <source>95 % confidence: self %1, total %2</source>
        <translation>95 % Konfidenz: selbst %1, gesamt %2</translation>
    </message>
</context>
<context>
    <name>ember::views::GraphFooter</name>
    <message>
        <source>All calls are drawn</source>
        <translation>Alle Aufrufe sind gezeichnet</translation>
    </message>
    <message>
        <source>The search matches %1</source>
        <translation>Die Suche trifft %1</translation>
    </message>
    <message>
        <source>The filters leave out %1</source>
        <translation>Die Filter lassen %1 weg</translation>
    </message>
    <message>
        <source>An estimate from a few thousand samples, until the answer is computed</source>
        <translation>Eine Schätzung aus einigen Tausend Stichproben, bis die Antwort berechnet ist</translation>
    </message>
    <message numerus="yes">
        <source>%Ln call(s) too narrow to draw one by one, with all that they call. Zoom in to see them.</source>
        <translation>
            <numerusform>%Ln Aufruf ist zu schmal, um einzeln gezeichnet zu werden, mit allem, was er aufruft. Hineinzoomen zeigt ihn.</numerusform>
            <numerusform>%Ln Aufrufe sind zu schmal, um einzeln gezeichnet zu werden, mit allem, was sie aufrufen. Hineinzoomen zeigt sie.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::GraphWidget</name>
    <message>
        <source>Flame graph</source>
        <translation>Flammengraph</translation>
    </message>
    <message>
        <source>Merged calls by what they took; arrow keys walk through them</source>
        <translation>Zusammengefasste Aufrufe nach ihrem Anteil; die Pfeiltasten gehen durch sie</translation>
    </message>
    <message>
        <source>Scroll the graph</source>
        <translation>Den Graphen rollen</translation>
    </message>
    <message>
        <source>Nothing was seen in this selection.</source>
        <translation>In dieser Auswahl wurde nichts gesehen.</translation>
    </message>
    <message>
        <source>This profile has no samples.</source>
        <translation>Dieses Profil hat keine Stichproben.</translation>
    </message>
</context>
<context>
    <name>ember::views::GutterHead</name>
    <message>
        <source>Measurements</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Order of the threads</source>
        <translation>Reihenfolge der Threads</translation>
    </message>
    <message>
        <source>Sort by running time in the selection, pools by the sum of their threads. Before, the main thread is first and a pool stands where its busiest thread would.</source>
        <translation>Nach der Laufzeit in der Auswahl ordnen, Pools nach der Summe ihrer Threads. Vorher steht der Hauptthread oben, und ein Pool da, wo sein aktivster Thread stünde.</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>In Stichproben</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Show the measurements</source>
        <translation>Messwerte zeigen</translation>
    </message>
    <message>
        <source>Hide the measurements</source>
        <translation>Messwerte ausblenden</translation>
    </message>
    <message>
        <source>Busiest First, Main Thread on Top</source>
        <translation>Fleißigste zuerst, Haupt-Thread oben</translation>
    </message>
    <message>
        <source>By Running Time in the Selection</source>
        <translation>Nach Laufzeit in der Auswahl</translation>
    </message>
    <message>
        <source>By Name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>By Start</source>
        <translation>Nach Beginn</translation>
    </message>
</context>
<context>
    <name>ember::views::Histogram</name>
    <message>
        <source>How long the calls are</source>
        <translation>Wie lang die Aufrufe sind</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n call(s)</source>
        <translation>
            <numerusform>%1 bis %2: %n Aufruf</numerusform>
            <numerusform>%1 bis %2: %n Aufrufe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::LaneLegend</name>
    <message>
        <source>Colours of lanes</source>
        <translation>Farben der Streifen</translation>
    </message>
    <message>
        <source>Lanes and strips: what a thread did. Higher is more of the time.</source>
        <translation>Streifen: was ein Thread tat. Je höher, desto größer der Anteil an der Zeit.</translation>
    </message>
</context>
<context>
    <name>ember::views::LineTrack</name>
    <message>
        <source>max %1</source>
        <translation>max. %1</translation>
    </message>
</context>
<context>
    <name>ember::views::LongCallModel</name>
    <message>
        <source>Longest calls</source>
        <translation>Längste Aufrufe</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
</context>
<context>
    <name>ember::views::MinimapWidget</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>%1. Drag the window to move, its edges to zoom</source>
        <translation>%1. Das Fenster ziehen verschiebt, seine Ränder ziehen zoomt</translation>
    </message>
    <message>
        <source>How many threads ran in what the filters leave, in the whole profile; pale: in the rest</source>
        <translation>Wie viele Threads in dem liefen, was die Filter übrig lassen, im ganzen Profil; blass: im Rest</translation>
    </message>
    <message>
        <source>How many threads ran, in the whole profile; pale where chosen threads were there and waited</source>
        <translation>Wie viele Threads liefen, im ganzen Profil; blass, wo ausgewählte Threads da waren und warteten</translation>
    </message>
</context>
<context>
    <name>ember::views::NeighbourList</name>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Of all calls of the function</source>
        <translation>Von allen Aufrufen der Funktion</translation>
    </message>
</context>
<context>
    <name>ember::views::NothingSeen</name>
    <message>
        <source>Nothing was seen in this selection.</source>
        <translation>In dieser Auswahl wurde nichts gesehen.</translation>
    </message>
    <message>
        <source>Being summed up…</source>
        <translation>Wird summiert…</translation>
    </message>
</context>
<context>
    <name>ember::views::OutputModel</name>
    <message>
        <source>standard error</source>
        <translation>Standardfehlerausgabe</translation>
    </message>
    <message>
        <source>standard output</source>
        <translation>Standardausgabe</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
</context>
<context>
    <name>ember::views::OutputPanel</name>
    <message>
        <source>No output was recorded: the program printed nothing, or was not launched from this window.</source>
        <translation>Es wurde keine Ausgabe aufgezeichnet: Das Programm hat nichts ausgegeben oder wurde nicht aus diesem Fenster gestartet.</translation>
    </message>
    <message>
        <source>Output of the program</source>
        <translation>Ausgabe des Programms</translation>
    </message>
</context>
<context>
    <name>ember::views::PropertiesPanel</name>
    <message>
        <source>Properties of the profile</source>
        <translation>Eigenschaften des Profils</translation>
    </message>
</context>
<context>
    <name>ember::views::PropertyView</name>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>ember::views::SandwichPanel</name>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Callees</source>
        <translation>Aufgerufene</translation>
    </message>
    <message>
        <source>Choose a function in any view and press C to see who calls it and what it calls.</source>
        <translation>Eine Funktion in einer beliebigen Ansicht wählen und C drücken: Dann steht hier, wer sie aufruft und was sie aufruft.</translation>
    </message>
    <message>
        <source>%1  ·  spent most itself; choose another function in any view and press C</source>
        <comment>%1: a function with its amount</comment>
        <translation>%1  ·  verbrachte selbst am meisten; wählen Sie in einer Ansicht eine andere Funktion und drücken Sie C</translation>
    </message>
    <message>
        <source>Nothing was seen in this selection.</source>
        <translation>In dieser Auswahl wurde nichts gesehen.</translation>
    </message>
</context>
<context>
    <name>ember::views::SearchBar</name>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Search functions and modules</source>
        <translation>Funktionen und Module suchen</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>keine Treffer</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>ember::views::SelectionBar</name>
    <message>
        <source>Of the selected range</source>
        <translation>Vom ausgewählten Bereich</translation>
    </message>
    <message>
        <source>Of the whole profile</source>
        <translation>Vom ganzen Profil</translation>
    </message>
    <message>
        <source>What the filters leave of the selected range</source>
        <translation>Was die Filter vom ausgewählten Bereich übrig lassen</translation>
    </message>
    <message>
        <source>What the filters leave of the whole profile</source>
        <translation>Was die Filter vom ganzen Profil übrig lassen</translation>
    </message>
    <message>
        <source>Of the chosen threads in the selected range</source>
        <translation>Von den ausgewählten Threads im ausgewählten Bereich</translation>
    </message>
    <message>
        <source>Of the chosen threads</source>
        <translation>Von den ausgewählten Threads</translation>
    </message>
    <message>
        <source>What the filters leave of the chosen threads in the selected range</source>
        <translation>Was die Filter von den ausgewählten Threads im ausgewählten Bereich übrig lassen</translation>
    </message>
    <message>
        <source>What the filters leave of the chosen threads</source>
        <translation>Was die Filter von den ausgewählten Threads übrig lassen</translation>
    </message>
</context>
<context>
    <name>ember::views::SourceModel</name>
    <message>
        <source>Line %1
itself %2 of the selection, in %3
with what it calls %4, in %5</source>
        <translation>Zeile %1
selbst %2 der Auswahl, in %3
mit dem, was sie aufruft, %4, in %5</translation>
    </message>
    <message>
        <source>What the line spent itself</source>
        <translation>Was die Zeile selbst verbraucht hat</translation>
    </message>
    <message>
        <source>With all that is called from it, once per stack</source>
        <translation>Mit allem, was von ihr aufgerufen wird, einmal je Stapel</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
</context>
<context>
    <name>ember::views::SourcePanel</name>
    <message>
        <source>&amp;Locate…</source>
        <translation>&amp;Suchen …</translation>
    </message>
    <message>
        <source>Lines of source</source>
        <translation>Zeilen des Quelltexts</translation>
    </message>
    <message>
        <source>Show where this file is; others that lie beside it are found, too</source>
        <translation>Zeigen, wo diese Datei ist; andere daneben werden dann auch gefunden</translation>
    </message>
    <message>
        <source>Choose a function in any view to see its source.</source>
        <translation>In irgendeiner Ansicht eine Funktion wählen, um ihren Quelltext zu sehen.</translation>
    </message>
    <message>
        <source>&amp;Get Symbols…</source>
        <translation>Symbole &amp;holen …</translation>
    </message>
    <message>
        <source>Debug info of its binary, from a server or a folder</source>
        <translation>Debug-Informationen ihrer Binärdatei, von einem Server oder aus einem Ordner</translation>
    </message>
</context>
<context>
    <name>ember::views::SpanTrack</name>
    <message>
        <source>Spans</source>
        <translation>Spans</translation>
    </message>
    <message>
        <source>Scroll the spans</source>
        <translation>Spans rollen</translation>
    </message>
    <message>
        <source>Zoom to the span</source>
        <translation>Auf den Span zoomen</translation>
    </message>
    <message>
        <source>Copy the trace id</source>
        <translation>Trace-ID kopieren</translation>
    </message>
    <message>
        <source>Spans that programs reported, over time; arrow keys walk through them</source>
        <translation>Spans, die Programme gemeldet haben, über die Zeit; Pfeiltasten gehen von einem zum nächsten</translation>
    </message>
    <message>
        <source>Select the span&apos;s range and thread</source>
        <translation>Bereich und Thread des Spans auswählen</translation>
    </message>
</context>
<context>
    <name>ember::views::SpanTreeModel</name>
    <message>
        <source>Span</source>
        <translation>Span</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
</context>
<context>
    <name>ember::views::SpansPanel</name>
    <message>
        <source>No spans or transactions were reported. Programs report them by Sentry&apos;s SDKs or by emberchart.h.</source>
        <translation>Es wurden keine Spans oder Transaktionen gemeldet. Programme melden sie mit Sentrys SDKs oder mit emberchart.h.</translation>
    </message>
    <message>
        <source>Spans and transactions</source>
        <translation>Spans und Transaktionen</translation>
    </message>
</context>
<context>
    <name>ember::views::StatisticsPanel</name>
    <message>
        <source>Figures of the range</source>
        <translation>Zahlen des Bereichs</translation>
    </message>
</context>
<context>
    <name>ember::views::StopTrack</name>
    <message>
        <source>Sampling cost</source>
        <translation>Messaufwand</translation>
    </message>
</context>
<context>
    <name>ember::views::SumColumnWidths</name>
    <message>
        <source>Sort by the Next Column</source>
        <translation>Nach der nächsten Spalte ordnen</translation>
    </message>
    <message>
        <source>Reverse the Order</source>
        <translation>Andersherum ordnen</translation>
    </message>
</context>
<context>
    <name>ember::views::SummaryPage</name>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
</context>
<context>
    <name>ember::views::ThreadFiguresQuestion</name>
    <message>
        <source>of what the filters leave</source>
        <translation>dessen, was die Filter übrig lassen</translation>
    </message>
    <message>
        <source>of what the filters leave in the selected range</source>
        <translation>dessen, was die Filter im gewählten Bereich übrig lassen</translation>
    </message>
    <message>
        <source>of the selected range</source>
        <translation>des gewählten Bereichs</translation>
    </message>
</context>
<context>
    <name>ember::views::ThreadGutter</name>
    <message>
        <source>folded</source>
        <translation>gefaltet</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>entfaltet</translation>
    </message>
    <message>
        <source>Threads of the chart</source>
        <translation>Threads des Flamecharts</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Entfalten</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Falten</translation>
    </message>
    <message>
        <source>Fold or Unfold All</source>
        <translation>Alle falten oder entfalten</translation>
    </message>
    <message>
        <source>Count Only This</source>
        <translation>Nur dies zählen</translation>
    </message>
    <message>
        <source>Count All Threads</source>
        <translation>Alle Threads zählen</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the Top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Show Fitting Rows</source>
        <translation>Nur passende Zeilen zeigen</translation>
    </message>
    <message>
        <source>Show All Rows</source>
        <translation>Alle Zeilen zeigen</translation>
    </message>
</context>
<context>
    <name>ember::views::ThreadModel</name>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Rechenzeit</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>No samples</source>
        <translation>Ohne Stichproben</translation>
    </message>
    <message>
        <source>earlier: %1</source>
        <translation>früher: %1</translation>
    </message>
    <message>
        <source>pinned to the top</source>
        <translation>oben angeheftet</translation>
    </message>
    <message>
        <source>of the whole profile</source>
        <translation>des ganzen Profils</translation>
    </message>
    <message>
        <source>Samples %1</source>
        <translation>Stichproben %1</translation>
    </message>
    <message>
        <source>Time running %1; click to have who ran longest first</source>
        <translation>Zeit auf der CPU %1; ein Klick stellt den Thread voran, der am längsten lief</translation>
    </message>
    <message>
        <source>Time with samples that are not idle, %1; whether the threads ran the file does not say. Click to have who has most first</source>
        <translation>Zeit mit Stichproben, die nicht untätig sind, %1; ob die Threads liefen, sagt die Datei nicht. Ein Klick stellt den Thread mit der meisten voran</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>In Stichproben</translation>
    </message>
</context>
<context>
    <name>ember::views::ThreadsPanel</name>
    <message>
        <source>Find threads</source>
        <translation>Threads finden</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Show all threads</source>
        <translation>Alle Threads zeigen</translation>
    </message>
    <message>
        <source>Show the selected threads only</source>
        <translation>Nur die ausgewählten Threads zeigen</translation>
    </message>
    <message>
        <source>Fold all in the chart</source>
        <translation>Alle im Flamechart einklappen</translation>
    </message>
    <message>
        <source>Unfold all in the chart</source>
        <translation>Alle im Flamechart ausklappen</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>Alle Gruppen öffnen</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>Alle Gruppen schließen</translation>
    </message>
    <message>
        <source>Busiest first</source>
        <translation>Beschäftigte zuerst</translation>
    </message>
    <message>
        <source>Sort by name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Sort by start</source>
        <translation>Nach Beginn</translation>
    </message>
    <message>
        <source>Main thread first</source>
        <translation>Hauptthread zuerst</translation>
    </message>
    <message>
        <source>Most sampled first</source>
        <translation>Die mit den meisten Stichproben zuerst</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Loslösen</translation>
    </message>
</context>
<context>
    <name>ember::views::TimeAxis</name>
    <message>
        <source>Time axis</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Drag to select a range, double-click to take it back</source>
        <translation>Ziehen wählt einen Bereich, Doppelklick hebt ihn auf</translation>
    </message>
    <message>
        <source>Drag to slide it along the other one, double-click to align the starts</source>
        <translation>Ziehen verschiebt sie gegen die andere, Doppelklick gleicht die Anfänge an</translation>
    </message>
</context>
<context>
    <name>ember::views::TimelineView</name>
    <message>
        <source>Spans</source>
        <translation>Spans</translation>
    </message>
</context>
<context>
    <name>ember::views::TopFunctionsPanel</name>
    <message>
        <source>Top functions</source>
        <translation>Top-Funktionen</translation>
    </message>
</context>
<context>
    <name>ember::views::TracksPanel</name>
    <message>
        <source>Measurements</source>
        <translation>Messwerte</translation>
    </message>
    <message numerus="yes">
        <source>Measurements of %n more process(es)</source>
        <translation>
            <numerusform>Messwerte eines weiteren Prozesses</numerusform>
            <numerusform>Messwerte von %n weiteren Prozessen</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer measurements</source>
        <translation>Weniger Messreihen</translation>
    </message>
    <message>
        <source>More measurements</source>
        <translation>Weitere Messreihen</translation>
    </message>
    <message numerus="yes">
        <source>%n more measurement(s)</source>
        <translation>
            <numerusform>%n weitere Messreihe</numerusform>
            <numerusform>%n weitere Messreihen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more sampled value(s)</source>
        <translation>
            <numerusform>%n weiterer abgetasteter Wert</numerusform>
            <numerusform>%n weitere abgetastete Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ember::views::TreeChoice</name>
    <message>
        <source>Callers</source>
        <translation>Aufrufer</translation>
    </message>
    <message>
        <source>Begin with the innermost functions and show who called them (%1)</source>
        <translation>Mit den innersten Funktionen beginnen und zeigen, wer sie aufgerufen hat (%1)</translation>
    </message>
</context>
<context>
    <name>ember::views::WeightChoice</name>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>What functions are weighed by</source>
        <translation>Wonach Funktionen gewichtet werden</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>a type of values in its unit</comment>
        <translation>%1 in %2</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>There is no display to show a window on. “emberchart --screenshot” draws without one; “emberchart-cli” records.</source>
        <translation>Es gibt keinen Bildschirm für ein Fenster. „emberchart --screenshot“ zeichnet ohne einen, „emberchart-cli“ nimmt auf.</translation>
    </message>
</context>
</TS>
