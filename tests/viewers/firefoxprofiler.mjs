// SPDX-License-Identifier: GPL-3.0-or-later
// Has the Firefox Profiler's own reader (its command line program) open a file and prints what it
// makes of it: "thread", tab, "function", tab, samples that end in it, tab, samples it is in; and
// "counter", tab, name.
//
//     node firefoxprofiler.mjs NODE_MODULES FILE FOLDER
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const [modules, file, folder] = process.argv.slice(2);
const program = path.join(modules, '@firefox-devtools/profiler-cli/dist/profiler-cli.js');
// Of its own: whatever is called .json there it takes for a session.
const sessions = path.join(folder, 'sessions');
mkdirSync(sessions);
const run = (...args) =>
    execFileSync(process.execPath, [program, ...args], {
        encoding: 'utf8',
        env: { ...process.env, PROFILER_CLI_SESSION_DIR: sessions },
        maxBuffer: 1 << 28,
    });
run('load', path.resolve(file));
try {
    for (const { threadHandle, tid } of JSON.parse(run('thread', 'list', '--limit', '0', '--json')).threads) {
        const options = ['--thread', threadHandle, '--include-idle', '--limit', '0', '--json'];
        for (const one of JSON.parse(run('thread', 'functions', ...options)).functions)
            console.log([tid, one.name, one.selfSamples, one.totalSamples].join('\t'));
    }
    for (const { name } of JSON.parse(run('counter', 'list', '--json')).counters)
        console.log(['counter', name].join('\t'));
} finally {
    run('stop', '--all');
}
