// Package upkeep has the commands for operators: admin, backup, check, copy and restore. They work
// with or without a running server.
package upkeep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/db"
	"tableronde/db/place"
	"tableronde/db/sqlite"
	"tableronde/games"
	"tableronde/handlers"
	"tableronde/handlers/club"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms"
)

// AdminCommand is the command admin. Each of its sub-commands works beside a running server.
type AdminCommand struct {
	Operators operatorsCmd `command:"operators" description:"List the operators of the site, or add or remove one."`
	Rename    renameCmd    `command:"rename" description:"Give a player another name."`
	Suspend   suspendCmd   `command:"suspend" description:"Suspend a player, who can watch but not act."`
	Lift      liftCmd      `command:"lift" description:"End the suspension of a player."`
	Mute      muteCmd      `command:"mute" description:"Keep a player from writing messages for some time."`
	Unmute    unmuteCmd    `command:"unmute" description:"Let a player write messages again."`
	Replace   replaceCmd   `command:"replace" description:"Give a seat of a match to another player, or to the computer."`
	Close     closeCmd     `command:"close" description:"End a match without a result, or withdraw a table."`
	Rewind    rewindCmd    `command:"rewind" description:"Take a match on a board back to the position after a line."`
	Retry     retryCmd     `command:"retry" description:"Have messages sent again that could not be."`
	Log       logCmd       `command:"log" description:"List the acts of operators, the latest first."`
	Invite    inviteCmd    `command:"invite" description:"Make a link by which somebody makes an account, where registration is by invitation."`
	Player    playerCmd    `command:"player" description:"Make, list or delete accounts, or let somebody in again."`
}

// adminPlace names the database on which the commands act.
type adminPlace struct {
	BaseURL string `long:"base-url" env:"TABLERONDE_BASE_URL" value-name:"URL" description:"Origin of links, as https://table.example, where no server runs that has one."`
	DB      string `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://…."`
}

// because holds the reason of an act.
type because struct {
	Reason string `long:"reason" required:"yes" description:"The reason; the players concerned read it."`
}

// run carries out a command: in the server that uses the database, or directly on the database.
func (p adminPlace) run(con *cli.Console, command admin.Command) error {
	ctx := context.Background()
	store, closeStore, err := OpenStore(ctx, p.DB, StoreSettings{})
	var lines []string
	switch {
	case errors.Is(err, sqlite.ErrInUse):
		lines, err = sendCommand(ctx, p.DB, command)
	case err == nil:
		lines, err = rooms.New(rooms.Config{Store: store, Hub: live.NewHub(live.Limits{})}).Admin.Command(ctx, command)
		if text := describeRefusal(err); text != "" {
			err = errors.New(text)
		}
		err = errors.Join(err, closeStore())
	}
	if err != nil {
		return err
	}
	for _, line := range lines {
		if strings.HasPrefix(line, "/") {
			line = strings.TrimSuffix(p.BaseURL, "/") + line
		}
		if _, err := fmt.Fprintln(con.Out, line); err != nil {
			return err
		}
	}
	return nil
}

func (p adminPlace) act(con *cli.Console, a admin.Act) error {
	return p.run(con, admin.Command{Act: a})
}

type operatorsCmd struct {
	adminPlace
	Reason string `long:"reason" default:"by the command line" description:"The reason; the players concerned read it."`
	Args   struct {
		Do   string `positional-arg-name:"<add|remove>" description:"Add or remove an operator; without it, list the operators."`
		Name string `positional-arg-name:"<name>" description:"Name of an account."`
	} `positional-args:"yes"`
}

// Run lists the operators, appoints one, or dismisses one.
func (c *operatorsCmd) Run(con *cli.Console) error {
	switch {
	case c.Args.Do == "":
		return c.run(con, admin.Command{List: "operators"})
	case c.Args.Name == "":
	case c.Args.Do == "add":
		return c.act(con, admin.Act{Kind: db.ActAppoint, Who: c.Args.Name, Reason: c.Reason})
	case c.Args.Do == "remove":
		return c.act(con, admin.Act{Kind: db.ActDismiss, Who: c.Args.Name, Reason: c.Reason})
	}
	return cli.UsageError{Err: errors.New("expected admin operators, admin operators add NAME, or admin operators remove NAME")}
}

type renameCmd struct {
	adminPlace
	because
	Args struct {
		Who  string `positional-arg-name:"<player>" description:"Name of an account, or id of a player."`
		Name string `positional-arg-name:"<name>" description:"The new name."`
	} `positional-args:"yes" required:"yes"`
}

// Run renames a player.
func (c *renameCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActRename, Who: c.Args.Who, Name: c.Args.Name, Reason: c.Reason})
}

// playerAct is a command on one player, with its reason.
type playerAct struct {
	adminPlace
	because
	Args struct {
		Who string `positional-arg-name:"<player>" description:"Name of an account, or id of a player."`
	} `positional-args:"yes" required:"yes"`
}

// lastingAct is a playerAct with an end.
type lastingAct struct {
	playerAct
	For time.Duration `long:"for" default:"168h" description:"How long; 0 for good."`
}

func (c *lastingAct) actFor(con *cli.Console, kind db.ActKind) error {
	if c.For == 0 {
		c.For = admin.ForGood
	}
	return c.act(con, admin.Act{Kind: kind, Who: c.Args.Who, Lasts: c.For, Reason: c.Reason})
}

type suspendCmd struct{ lastingAct }

// Run suspends a player.
func (c *suspendCmd) Run(con *cli.Console) error { return c.actFor(con, db.ActSuspend) }

type liftCmd struct{ playerAct }

// Run ends the suspension of a player.
func (c *liftCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActLift, Who: c.Args.Who, Reason: c.Reason})
}

type muteCmd struct{ lastingAct }

// Run forbids a player to write messages.
func (c *muteCmd) Run(con *cli.Console) error { return c.actFor(con, db.ActMute) }

type unmuteCmd struct{ playerAct }

// Run lets a player write messages again.
func (c *unmuteCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActUnmute, Who: c.Args.Who, Reason: c.Reason})
}

type replaceCmd struct {
	adminPlace
	because
	By     string `long:"by" description:"Name of an account, or id of the player who takes the seat; without it, the computer does."`
	Level  int    `long:"level" default:"3" description:"Level of the computer, from 1 to 5."`
	Agreed bool   `long:"agreed" description:"The player has agreed. The new holder of a seat reads the messages to it and, at cards, sees its hand."`
	Args   struct {
		Match string `positional-arg-name:"<match>" description:"Id of the match."`
		Seat  uint8  `positional-arg-name:"<seat>" description:"Number of the seat, from 1."`
	} `positional-args:"yes" required:"yes"`
}

// Run gives a seat to another player.
func (c *replaceCmd) Run(con *cli.Console) error {
	a := admin.Act{Kind: db.ActReplace, Match: c.Args.Match, Seat: games.Seat(c.Args.Seat), Who: c.By, Agreed: c.Agreed, Reason: c.Reason}
	if c.By == "" {
		a.Level = c.Level
	}
	return c.act(con, a)
}

type closeCmd struct {
	adminPlace
	because
	Args struct {
		Match string `positional-arg-name:"<match>" description:"Id of the match."`
	} `positional-args:"yes" required:"yes"`
}

// Run closes a match.
func (c *closeCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActClose, Match: c.Args.Match, Reason: c.Reason})
}

type rewindCmd struct {
	adminPlace
	because
	Args struct {
		Match string `positional-arg-name:"<match>" description:"Id of the match."`
		Line  uint16 `positional-arg-name:"<line>" description:"The line after which the match goes on, 0 for the start."`
	} `positional-args:"yes" required:"yes"`
}

// Run takes a match back to an earlier event.
func (c *rewindCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActRewind, Match: c.Args.Match, Ply: int(c.Args.Line), Reason: c.Reason})
}

type retryCmd struct {
	adminPlace
	Args struct {
		Target string `positional-arg-name:"<id>" description:"Id of a mail or a target."`
	} `positional-args:"yes" required:"yes"`
}

// Run resends messages.
func (c *retryCmd) Run(con *cli.Console) error {
	return c.act(con, admin.Act{Kind: db.ActRetry, Target: c.Args.Target})
}

type logCmd struct {
	adminPlace
}

// Run lists the acts of operators.
func (c *logCmd) Run(con *cli.Console) error { return c.run(con, admin.Command{List: "log"}) }

type inviteCmd struct {
	adminPlace
	For time.Duration `long:"for" default:"168h" description:"How long the link is good."`
}

// Run creates an invitation for one account.
func (c *inviteCmd) Run(con *cli.Console) error {
	return c.run(con, admin.Command{Do: "invite", Act: admin.Act{Lasts: c.For}})
}

type playerCmd struct {
	adminPlace
	Reason string `long:"reason" default:"by the command line" description:"The reason; the players concerned read it."`
	Args   struct {
		Do  string `positional-arg-name:"<create|password|sign-in-link|list|delete>" required:"yes" description:"Make an account and print its password; print a new password, and end all sessions; print a link that signs in within ten minutes; list the accounts, the newest first; delete an account or a guest for good."`
		Who string `positional-arg-name:"<player>" description:"Name of an account, or id of a player."`
	} `positional-args:"yes"`
}

// Run carries out a command about accounts.
func (c *playerCmd) Run(con *cli.Console) error {
	do := db.ActKind(c.Args.Do)
	isKnown := slices.Contains([]db.ActKind{db.ActCreate, db.ActPassword, db.ActSignInLink, db.ActDelete}, do)
	if (do == "list") != (c.Args.Who == "") || do != "list" && !isKnown {
		return cli.UsageError{Err: errors.New("expected admin player create, password, sign-in-link or delete, and a NAME, or admin player list")}
	}
	return c.run(con, admin.Command{Do: c.Args.Do, Act: admin.Act{Who: c.Args.Who, Reason: c.Reason}})
}

// socketOf returns the path of the socket at which a server takes commands. It is beside the
// database file. Only the owner may open it. While the server runs, no other process may write to
// the file.
func socketOf(database string) string { return database + ".admin" }

// commandAnswer is the server's answer to a command.
type commandAnswer struct {
	Lines []string `json:"lines,omitempty"`
	Error string   `json:"error,omitempty"`
}

// TakeCommands carries out commands for a database until the returned function is called.
func TakeCommands(database string, site *handlers.Server, log *slog.Logger) (stop func() error) {
	none := func() error { return nil }
	if place.IsPostgres(database) {
		return none
	}
	at := socketOf(database)
	if err := os.Remove(at); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a killed process
		log.Warn("cannot take commands of operators", "error", err)
		return none
	}
	listener, err := net.Listen("unix", at)
	if err == nil {
		err = os.Chmod(at, 0o600)
	}
	if err != nil {
		log.Warn("cannot take commands of operators", "error", err)
		return none
	}
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var command admin.Command
		var answer commandAnswer
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&command)
		if err == nil {
			answer.Lines, err = site.Command(r.Context(), command)
		}
		answer.Error = describeRefusal(err)
		_ = json.NewEncoder(w).Encode(answer)
	})}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("cannot take commands of operators", "error", err)
		}
	}()
	return server.Close
}

// describeRefusal returns the reason of a refusal, "" for other errors.
func describeRefusal(err error) string {
	switch {
	case err == nil:
		return ""
	case club.IsRefusal(err):
		return club.ErrorOf(err).Text
	}
	return err.Error()
}

// sendCommand sends a command to the server that uses a database.
func sendCommand(ctx context.Context, database string, command admin.Command) ([]string, error) {
	text, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	client := http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socketOf(database))
		}}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://tableronde/", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reach the server that uses %s: %w", database, err)
	}
	defer response.Body.Close()
	var answer commandAnswer
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("read the answer of the server: %w", err)
	}
	if answer.Error != "" {
		return nil, errors.New(answer.Error)
	}
	return answer.Lines, nil
}
