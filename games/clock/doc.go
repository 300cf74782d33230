// Package clock keeps the time that players of a match have: a time for each
// decision, or a bank with an increment. It is pure: every time comes in as an
// argument, and the clocks of a match are a fold of its log.
//
// # How time is used
//
// The clock of a seat runs while the seat owes a decision, whoever else owes one at
// the same time and whatever happens meanwhile that is not its decision. It stands
// still on Saturdays and Sundays (UTC) if the table has weekends off, and in
// Pauses, when the server was down. What is left is used first, then the vacation
// of the seat, which nobody has to ask for. Once both are used up the clock has
// fallen; what follows from that (a claim, a grant, a default) is not decided here,
// and the seat may still decide.
//
// A decision ends the use. With a time for each decision the next one has the whole
// time again; with a bank the increment is added, up to the cap, for a decision
// that was owed. Vacation that was used does not come back.
//
// # Where the rules are
//
// The forms of a Control are those of "clock" in the API; the paces with a name
// are those that the form for a new table offers.
package clock
