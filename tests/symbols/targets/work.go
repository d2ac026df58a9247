// A program in Go for tests: square is inlined into work.
package main

import "os"

func square(x uint64) uint64 { return x*x + 1 }

//go:noinline
func work(n uint64) (s uint64) {
	for i := uint64(0); i < n; i++ {
		s += square(i) ^ s>>3
	}
	return
}

func main() {
	os.Exit(int(work(1000) & 1))
}
