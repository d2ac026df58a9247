// Four goroutines in functions of different names, which change their threads often: each computes,
// goes through the thread's own stack, and waits in a system call. Prints "FUNCTION ID" of each. For
// as many seconds as the argument says.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

var kept [4][]byte

func ownID() string {
	text := make([]byte, 64)
	text = text[:runtime.Stack(text, false)]
	return string(bytes.Fields(text)[1])
}

//go:noinline
func burn(number int) (sum int) {
	for i := 0; i < 300000; i++ {
		sum += i ^ number
	}
	for i := 0; i < 20; i++ {
		kept[number] = make([]byte, 40000+number)
	}
	runtime.Gosched()
	return
}

//go:noinline
func alpha(end time.Time) { run(0, end) }

//go:noinline
func beta(end time.Time) { run(1, end) }

//go:noinline
func gamma(end time.Time) { run(2, end) }

//go:noinline
func delta(end time.Time) { run(3, end) }

func run(number int, end time.Time) {
	for time.Now().Before(end) {
		burn(number)
		if file, err := os.Open("/proc/self/status"); err == nil {
			file.Read(make([]byte, 4000))
			file.Close()
		}
		if number == 3 {
			time.Sleep(time.Millisecond)
		}
	}
}

func main() {
	seconds, _ := strconv.ParseFloat(os.Args[1], 64)
	end := time.Now().Add(time.Duration(seconds * 1e9))
	var all sync.WaitGroup
	var printing sync.Mutex
	work := map[string]func(time.Time){"main.alpha": alpha, "main.beta": beta, "main.gamma": gamma, "main.delta": delta}
	for name, function := range work {
		all.Add(1)
		go func(name string, function func(time.Time)) {
			printing.Lock()
			fmt.Println(name, ownID())
			printing.Unlock()
			function(end)
			all.Done()
		}(name, function)
	}
	all.Wait()
}
