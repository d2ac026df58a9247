// Starts threads for ever: the goroutine of each ends with its thread to itself, which ends the
// thread, too.
package main

import "runtime"

func main() {
	for {
		done := make(chan bool)
		go func() {
			runtime.LockOSThread()
			done <- true
		}()
		<-done
	}
}
