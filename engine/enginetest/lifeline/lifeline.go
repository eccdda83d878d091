// Package lifeline ends the processes that tests start, such as players that think for hours, with the test: also where
// it is killed and cannot end them. It imports nothing of the module, so that the tests of every package can import it.
package lifeline

// Variable is the environment variable that names the pipe. Processes with an environment of their own need it; where
// it is empty, a process is not tied to the test.
const Variable = "PILLARS_TEST_LIFELINE"
