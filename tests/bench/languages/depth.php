<?php
// depth.php DEPTH SECONDS: computes at this depth of calls.
function spin(float $until): int
{
    $total = 0;
    while (microtime(true) < $until) {
        for ($number = 0; $number < 10000; ++$number) {
            $total = ($total * 31 + $number) % 1000003;
        }
    }
    return $total;
}

function down(int $depth, float $until): int
{
    return $depth > 1 ? down($depth - 1, $until) + 1 : spin($until);
}

down((int) $argv[1], microtime(true) + (float) $argv[2]);
