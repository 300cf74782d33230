package records

import (
	"fmt"
	"io"
	"strings"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
)

// VerifyCommand is the command verify.
type VerifyCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"The record of a finished match; - is standard input."`
	} `positional-args:"yes" required:"yes"`
}

// Run prints the proofs in a record. It returns an error if a proof fails, or if the
// record holds nothing to prove.
func (c *VerifyCommand) Run(con *cli.Console) error {
	r, err := c.Args.File.read(con.In)
	if err != nil {
		return err
	}
	proved, fault := r.Verify(catalog.Find)
	if _, err := io.WriteString(con.Out, describeProof(proved)); err != nil {
		return err
	}
	if fault != nil {
		return c.Args.File.wrap(fault)
	}
	return nil
}

// describeProof returns a line for each thing proved.
func describeProof(v record.Verified) string {
	var b strings.Builder
	if v.Commitment != "" {
		fmt.Fprintf(&b, "The secret is the one that was committed to: its SHA-256 is %s.\n", v.Commitment)
	}
	if v.Seed {
		fmt.Fprintf(&b, "The seed follows from the secret, the match %s and %s.\n", v.Match, contributors(v.Contributors))
	}
	if v.Decided != nil {
		fmt.Fprintf(&b, "What chance decided is what the seed gives: %s.\n", strings.Join(v.Decided, ", "))
	}
	if v.Result != "" {
		fmt.Fprintf(&b, "With that, %s can be played and lead to the result %s.\n", cli.Count(v.Lines, "line"), v.Result)
	}
	return b.String()
}

func contributors(seats []games.Seat) string {
	switch len(seats) {
	case 0:
		return "no contributions"
	case 1:
		return fmt.Sprintf("the contribution of seat %d", seats[0])
	}
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = fmt.Sprint(seat)
	}
	last := len(list) - 1
	return fmt.Sprintf("the contributions of seats %s and %s", strings.Join(list[:last], ", "), list[last])
}
