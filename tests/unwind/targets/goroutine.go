// Calls what switches to the thread's own stack: large allocations. It stays on its first thread.
package main

import (
	"os"
	"runtime"
)

var kept []byte

func init() { runtime.LockOSThread() }

//go:noinline
func fill(size int) []byte {
	block := make([]byte, size)
	for i := 0; i < size; i += 4096 {
		block[i] = byte(i)
	}
	return block
}

//go:noinline
func work() {
	for size := 40000; ; size += 8192 {
		kept = fill(size)
		if size > 200000 {
			size = 40000
		}
	}
}

func main() {
	os.Stdout.WriteString("x")
	work()
}
