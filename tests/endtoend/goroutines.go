// Three things that Go does on a thread's own stack for a goroutine: read the clock, allocate, grow
// the goroutine's stack. For as many seconds as the argument says.
package main

import (
	"os"
	"strconv"
	"time"
)

var kept []byte

//go:noinline
func readClock() (sum int64) {
	for i := 0; i < 20000; i++ {
		sum += time.Now().UnixNano()
	}
	return
}

//go:noinline
func allocate() {
	for size := 40000; size < 400000; size += 8192 {
		kept = make([]byte, size)
	}
}

//go:noinline
func grow(depth int, block [64]byte) int {
	if depth == 0 {
		return int(block[3])
	}
	return grow(depth-1, block) + 1
}

func main() {
	seconds, _ := strconv.ParseFloat(os.Args[1], 64)
	done := make(chan int)
	for end := time.Now().Add(time.Duration(seconds * 1e9)); time.Now().Before(end); {
		readClock()
		for i := 0; i < 20; i++ {
			allocate()
			go func() { done <- grow(4000, [64]byte{}) }()
			<-done
		}
	}
}
