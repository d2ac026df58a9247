// What Go does on a thread's own stack for a goroutine: read the clock, allocate, print stacks, grow
// the goroutine's stack. For as many seconds as the argument says, and of each enough for a share.
package main

import (
	"os"
	"runtime"
	"strconv"
	"time"
)

var kept []byte
var text [512]byte

//go:noinline
func readClock() (sum int64) {
	for i := 0; i < 2000000; i++ {
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
func printStacks() {
	for i := 0; i < 2000; i++ {
		runtime.Stack(text[:], false)
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
			printStacks()
			for j := 0; j < 10; j++ {
				go func() { done <- grow(4000, [64]byte{}) }()
				<-done
			}
		}
	}
}
