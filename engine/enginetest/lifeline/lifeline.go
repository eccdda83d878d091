// Package lifeline ends the processes that a test starts together with the test, even if the test is killed. It imports
// nothing of the module, so that the tests of every package can import it.
package lifeline

// Variable is the environment variable with the number of the pipe. Processes that get an environment of their own need
// it; without it a process is not tied to the test.
const Variable = "PILLARS_TEST_LIFELINE"
