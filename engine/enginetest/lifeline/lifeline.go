// Package lifeline makes the processes that a test has started exit when the test exits, even if it is killed. It
// imports no package of the module, so that the tests of every package can import it.
package lifeline

// Variable is the environment variable with the file descriptor of a pipe that the test keeps open. A process without
// the variable does not exit with the test, so tests that set the environment of a process must copy the variable.
const Variable = "PILLARS_TEST_LIFELINE"
