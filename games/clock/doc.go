// Package clock keeps the time that players of a match have: a time for each
// decision, or a bank with an increment. It is pure: every time comes in as an
// argument.
package clock
