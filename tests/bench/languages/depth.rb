# depth.rb DEPTH SECONDS: computes at this depth of calls.
def spin(till)
  total = 0
  while Process.clock_gettime(Process::CLOCK_MONOTONIC) < till
    number = 0
    total += number * number while (number += 1) < 10_000
  end
  total
end

def down(depth, till)
  depth > 1 ? down(depth - 1, till) + 1 : spin(till)
end

down(ARGV[0].to_i, Process.clock_gettime(Process::CLOCK_MONOTONIC) + ARGV[1].to_f)
