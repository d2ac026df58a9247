// depth.js DEPTH SECONDS: computes at this depth of calls.
'use strict';

function spin(end) {
  let x = 1;
  while (Date.now() < end) {
    for (let i = 0; i < 10000; i++)
      x = (x * 1103515245 + 12345) % 2147483648;
  }
  return x;
}

function down(depth, end) {
  return depth > 1 ? down(depth - 1, end) + 1 : spin(end);
}

down(Number(process.argv[2]), Date.now() + 1000 * Number(process.argv[3]));
