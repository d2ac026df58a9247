# Works 50/30/20 % of its CPU time in alpha, beta and gamma, until so many seconds of CPU time are used.
def now
  Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID)
end

def spin(till)
  while now < till
    total = 0
    2000.times do |number|
      total += number * number
    end
  end
end

class Work
  def alpha(seconds)
    spin(now + seconds)
  end

  def self.beta(seconds)
    [seconds / 3].cycle(3) { |part| spin(now + part) }
  end
end

def gamma(seconds)
  parts = Enumerator.new do |each|
    2.times { each << seconds / 2 }
  end
  parts.each { |part| spin(now + part) }
end

def main(seconds)
  till = now + seconds
  while now < till
    Work.new.alpha(0.05)
    Work.beta(0.03)
    gamma(0.02)
  end
end

Thread.new { sleep }
main(ARGV[0].to_f)
