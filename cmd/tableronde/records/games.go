package records

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
)

// GamesCommand is the command games.
type GamesCommand struct{}

func (*GamesCommand) Run(con *cli.Console) error {
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tVERSION\tSEATS\tOPTIONS")
	for _, rules := range catalog.All() {
		info := rules.Info()
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", info.ID, info.Name.En, info.Version, listSeats(info), listOptions(info))
	}
	return w.Flush()
}

func listSeats(info games.Info) string {
	var numbers []string
	for _, n := range info.Seats {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return strings.Join(numbers, ", ")
}

// listOptions writes each option as "id: default, other", or "id: TEXT".
func listOptions(info games.Info) string {
	var options []string
	for _, o := range info.Options {
		values := "TEXT"
		if len(o.Values) > 0 {
			values = strings.Join(o.Values, ", ")
		}
		options = append(options, o.ID+": "+values)
	}
	if options == nil {
		return "-"
	}
	return strings.Join(options, "; ")
}
