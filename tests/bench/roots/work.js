// SPDX-License-Identifier: GPL-3.0-or-later
// Code of every kind for four seconds: interpreted, compiled, WebAssembly, built in; in three
// isolates.
const { Worker, isMainThread } = require('worker_threads');
const fibonacci = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
    0,97,115,109,1,0,0,0,1,6,1,96,1,127,1,127,3,2,1,0,7,7,1,3,102,105,98,0,0,10,30,1,28,0,
    32,0,65,2,72,4,127,32,0,5,32,0,65,1,107,16,0,32,0,65,2,107,16,0,106,11,11]))).exports.fib;
if (isMainThread) { new Worker(__filename); new Worker(__filename); }
const zlib = require('zlib'), crypto = require('crypto');
const end = Date.now() + 4000;
while (Date.now() < end) {
    fibonacci(20);
    zlib.gzipSync('x'.repeat(10000));
    crypto.createHash('sha256').update('abc').digest('hex');
    'a,b,c'.replace(/[a-c]/g, x => x.toUpperCase());
    JSON.stringify([1, 2, 3, 4].sort((a, b) => b - a).map(x => [x]));
    new Map([[1, 2]]).forEach(a => a);
}
