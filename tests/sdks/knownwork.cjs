// SPDX-License-Identifier: GPL-3.0-or-later
// Does known work in a transaction under the profiler of Sentry's SDK for node, which sends both to SENTRY_DSN.
//
//     node knownwork.cjs NODE_MODULES profile_chunk|profile
const path = require('node:path');

const [modules, kind] = process.argv.slice(2);
const Sentry = require(path.join(modules, '@sentry/node'));
const { nodeProfilingIntegration } = require(path.join(modules, '@sentry/profiling-node'));

Sentry.init({
    release: 'known-work@1.0.0',
    tracesSampleRate: 1,
    integrations: [nodeProfilingIntegration()],
    ...(kind === 'profile' ? { profilesSampleRate: 1 } : { profileSessionSampleRate: 1, profileLifecycle: 'trace' }),
});

function knownLeaf(milliseconds) {
    let sum = 0;
    for (const end = Date.now() + milliseconds; Date.now() < end; ) for (let i = 0; i < 10_000; ++i) sum += Math.sqrt(i);
    return sum;
}

function knownCaller() {
    const sum = knownLeaf(1000);
    return sum > 0;
}

Sentry.startSpan({ name: 'known work' }, knownCaller);
Sentry.flush(30_000).then(isSent => process.exit(isSent ? 0 : 1));
