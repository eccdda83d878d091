// Package compliance tries a stranger's engine step by step: whether it keeps to the protocol of package ugi and to the rules of its game. Every
// check says what it wants, what it saw, and what had been sent, so that its author can send the same.
package compliance
