<?php
// Works 50/30/20 % of its CPU time in alpha, beta and gamma, until so many seconds of CPU time are used.
function now(): float
{
    $usage = getrusage();
    return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

function spin(float $until): void
{
    while (now() < $until) {
        $total = 0;
        for ($number = 0; $number < 20000; ++$number) {
            $total += $number * $number;
        }
    }
}

class Work
{
    public function alpha(float $seconds): void
    {
        spin(now() + $seconds);
    }

    public static function beta(float $seconds): void
    {
        array_map(fn ($part) => spin(now() + $part), [$seconds / 2, $seconds / 2]);
    }
}

function parts(float $seconds): Generator
{
    yield $seconds / 2;
    spin(now() + $seconds / 2);
}

function gamma(float $seconds): void
{
    foreach (parts($seconds) as $part) {
        spin(now() + $part);
    }
}

function main(float $seconds): void
{
    $until = now() + $seconds;
    while (now() < $until) {
        (new Work())->alpha(0.05);
        Work::beta(0.03);
        gamma(0.02);
    }
}

main((float) $argv[1]);
