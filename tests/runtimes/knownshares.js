// Works 50, 30 and 20 % of its CPU time in three functions, for as many seconds as the argument
// says.
'use strict';

function step(x) {
  return (x * 1103515245 + 12345) % 2147483648;
}

function spin(milliseconds) {
  let x = 1;
  const until = process.cpuUsage().user + milliseconds * 1000;
  while (process.cpuUsage().user < until) {
    for (let i = 0; i < 20000; i++)
      x = step(x);
  }
  return x;
}

function alpha() {
  return spin(10);
}

function beta() {
  return spin(6);
}

function gamma() {
  return spin(4);
}

function main(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++)
    sum += alpha() + beta() + gamma();
  return sum;
}

main(Number(process.argv[2]) * 50);
