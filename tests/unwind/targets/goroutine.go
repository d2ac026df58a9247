// Calls what switches to the thread's own stack: large allocations, and stack traces, which take
// most of the time there. It stays on its first thread.
package main

import (
	"os"
	"runtime"
)

var kept []byte
var trace [512]byte

func init() { runtime.LockOSThread() }

//go:noinline
func work() {
	for size := 33000; ; size += 4096 {
		kept = make([]byte, size)
		runtime.Stack(trace[:], false)
		if size > 60000 {
			size = 33000
		}
	}
}

func main() {
	os.Stdout.WriteString("x")
	work()
}
