package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"tableronde/games/record"
)

// The most bytes in the body of a request.
const (
	MaxBody   = 64 << 10
	MaxImport = record.MaxSize + 128<<10 // of a form with a record and other fields
)

// errTooMany refuses a call that exceeds a rate.
var errTooMany = &Problem{Status: http.StatusTooManyRequests, Code: "too_many_requests", Text: "too many calls: wait a little", Retry: 1}

// NewLimiter returns a limiter of calls by caller. It remembers a caller until a used-up burst is
// fully restored.
func NewLimiter(perSecond rate.Limit, burst int) *middleware.RateLimiterMemoryStore {
	refill := min(float64(burst)/float64(perSecond), (24 * time.Hour).Seconds())
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: perSecond, Burst: burst, ExpiresIn: max(5*time.Minute, time.Duration(refill*float64(time.Second))),
	})
}

// Allow returns errTooMany if the caller has used up the rate of a limiter.
func Allow(limiter *middleware.RateLimiterMemoryStore, who string) error {
	ok, err := limiter.Allow(who)
	if err != nil {
		return fmt.Errorf("rate limit: %w", err)
	}
	if !ok {
		return errTooMany
	}
	return nil
}

// PerAddress limits the rate of a call by network address.
func PerAddress(limiter *middleware.RateLimiterMemoryStore) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := Allow(limiter, c.RealIP()); err != nil {
				return err
			}
			return next(c)
		}
	}
}

var ErrBusy = &Problem{
	Status: http.StatusServiceUnavailable, Code: "busy", Retry: 2,
	Text: "many are looking at matches just now: try again in a moment",
}

// Gate limits how many responses are computed at the same time, and thus their memory and processor
// time. Each response has limits of its own.
type Gate struct {
	wait  time.Duration // longest wait of a request for a slot
	slots chan struct{}
	after func(time.Duration) <-chan time.Time
}

// NewGate returns a gate with two slots for each processor. after works like time.After.
func NewGate(wait time.Duration, after func(time.Duration) <-chan time.Time) *Gate {
	return &Gate{wait: wait, slots: make(chan struct{}, max(4, 2*runtime.GOMAXPROCS(0))), after: after}
}

// Enter waits for a slot. The error is ErrBusy.
func (g *Gate) Enter(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-g.after(g.wait):
		return ErrBusy
	case <-ctx.Done():
		return ErrBusy
	}
}

// Leave frees a slot.
func (g *Gate) Leave() { <-g.slots }

// gateKey is the context key for the gate of a request that holds a slot.
type gateKey struct{}

// Outside frees the slot of the request of ctx while it calls work, which has limits of its own.
func Outside(ctx context.Context, work func() error) error {
	g, ok := ctx.Value(gateKey{}).(*Gate)
	if !ok {
		return work()
	}
	g.Leave()
	defer func() { g.slots <- struct{}{} }()
	return work()
}

// Held returns the number of used slots and of all slots.
func (g *Gate) Held() (taken, of int) { return len(g.slots), cap(g.slots) }

// Pass lets a handler work while it holds a slot. The response is sent only afterwards, so that a
// slow reader holds no slot.
func (g *Gate) Pass(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.Enter(c.Request().Context()); err != nil {
			return err
		}
		out, answer := c.Response().Writer, answerBuffers.Get().(*answerBuffer)
		defer answer.reuse()
		answer.header = c.Response().Header()
		c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), gateKey{}, g)))
		c.Response().Writer = answer
		err := func() error {
			defer func() {
				c.Response().Writer = out
				g.Leave()
			}()
			return next(c)
		}()
		if answer.status == 0 {
			return err
		}
		out.WriteHeader(answer.status)
		_, sent := out.Write(answer.body.Bytes())
		return errors.Join(err, sent)
	}
}

var answerBuffers = sync.Pool{New: func() any { return new(answerBuffer) }}

// answerBuffer holds a response until it is sent.
type answerBuffer struct {
	header http.Header
	status int // 0 until it is set
	body   bytes.Buffer
}

// reuse makes the buffer available for a later response.
func (b *answerBuffer) reuse() {
	b.header, b.status = nil, 0
	b.body.Reset()
	answerBuffers.Put(b)
}

func (b *answerBuffer) Header() http.Header { return b.header }

func (b *answerBuffer) WriteHeader(status int) { b.status = status }

func (b *answerBuffer) Write(p []byte) (int, error) {
	if b.status == 0 {
		b.status = http.StatusOK
	}
	return b.body.Write(p)
}

// The bytes that a post stores in addition to its text: rows and index entries. A move has one row.
const (
	bytesAroundPost = 1 << 10
	bytesAroundMove = 64
)

// Growth limits the bytes that each player, and each address, stores in a day, over all posts. A
// used-up limit recovers evenly.
type Growth struct {
	now             func() time.Time
	player, address int // bytes in a day
	mu              sync.Mutex
	by              map[string]*rate.Limiter
	swept           time.Time
}

// NewGrowth returns unused limits.
func NewGrowth(player, address int, now func() time.Time) *Growth {
	return &Growth{now: now, player: player, address: address, by: make(map[string]*rate.Limiter)}
}

// Bound counts the bytes that a post stores, for its address and its player, "" for none. It
// refuses the post if there is no room. A post that is refused for another reason does not count.
func (g *Growth) Bound(player func(echo.Context) string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			size, path := int(c.Request().ContentLength), c.Path()
			if size < 0 { // the length is not declared
				text, err := io.ReadAll(c.Request().Body)
				if err != nil {
					return err
				}
				c.Request().Body, size = io.NopCloser(bytes.NewReader(text)), len(text)
			}
			if path == "/m/:id" || strings.HasSuffix(path, "/actions") {
				size += bytesAroundMove
			} else {
				size += bytesAroundPost
			}
			giveBack, err := g.take(size, player(c), c.RealIP())
			if err != nil {
				return err
			}
			if err = next(c); err != nil || c.Response().Status >= http.StatusBadRequest {
				giveBack()
			}
			return err
		}
	}
}

// take counts bytes that are about to be stored.
func (g *Growth) take(size int, player, address string) (giveBack func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, wait := g.now(), time.Duration(0)
	if now.Sub(g.swept) > time.Hour {
		maps.DeleteFunc(g.by, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
		g.swept = now
	}
	var taken []*rate.Reservation
	for who, perDay := range map[string]int{"address " + address: g.address, "player " + player: g.player} {
		if who == "player " { // no player yet
			continue
		}
		if g.by[who] == nil {
			g.by[who] = rate.NewLimiter(rate.Limit(float64(perDay)/(24*time.Hour).Seconds()), perDay)
		}
		r := g.by[who].ReserveN(now, size)
		taken, wait = append(taken, r), max(wait, r.DelayFrom(now))
	}
	giveBack = func() {
		for _, r := range taken {
			r.CancelAt(now)
		}
	}
	if wait == 0 {
		return giveBack, nil
	}
	giveBack()
	minutes := int(min(wait, 24*time.Hour)/time.Minute) + 1
	return nil, &Problem{Status: http.StatusTooManyRequests, Code: "stored_much", Retry: 60 * minutes,
		Text: fmt.Sprintf("you or your network have stored as much as a day allows: go on in %d min", minutes)}
}

// The most bytes of answers on their way to clients: for all, the same again for clients that have
// taken everything before, and for each client.
const (
	MostOnWay         = 32 << 20
	MostOnWayToClient = 4 << 20

	alwaysSent = 16 << 10 // of an answer to any client
)

// OnWay limits the bytes of answers that clients have not taken yet. A client is an address.
type OnWay struct {
	free string // prefix of paths whose answers do not count
	mu   sync.Mutex
	all  int
	to   map[string]int
}

// NewOnWay returns unused limits. Answers to paths with the prefix free do not count.
func NewOnWay(free string) *OnWay { return &OnWay{free: free, to: make(map[string]int)} }

// Bound refuses answers for which there is no room, with ErrBusy.
func (o *OnWay) Bound(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Request().URL.Path, o.free) {
			return next(c)
		}
		res := c.Response()
		w := &onWayWriter{ResponseWriter: res.Writer, onWay: o, client: c.RealIP()}
		res.Writer = w
		defer func() {
			res.Writer = w.ResponseWriter
			w.begin()
		}()
		err := next(c)
		if w.refused {
			res.Committed, res.Size, w.status = false, 0, 0
			for _, name := range []string{echo.HeaderContentLength, echo.HeaderContentEncoding, echo.HeaderContentDisposition, echo.HeaderLastModified, "ETag"} {
				res.Header().Del(name)
			}
			return ErrBusy
		}
		return err
	}
}

// count adds bytes on the way to a client. It returns false if there is no room for a new answer.
func (o *OnWay) count(client string, n int, isNew bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	own, all := o.to[client]+n, o.all+n
	if isNew && n > alwaysSent && (own > n && (own > MostOnWayToClient || all > MostOnWay) || all > 2*MostOnWay) {
		return false
	}
	if o.all, o.to[client] = all, own; own == 0 {
		delete(o.to, client)
	}
	return true
}

// onWayWriter sends an answer, unless there is no room for its first bytes.
type onWayWriter struct {
	http.ResponseWriter
	onWay   *OnWay
	client  string
	status  int // until the answer begins
	begun   bool
	refused bool
}

func (w *onWayWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *onWayWriter) WriteHeader(status int) {
	if w.begun || status < http.StatusOK {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.status = status
}

// begin sends the status, if it is set.
func (w *onWayWriter) begin() {
	if !w.begun && w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.begun = true
	}
}

func (w *onWayWriter) Write(p []byte) (int, error) {
	if w.refused || !w.onWay.count(w.client, len(p), !w.begun) {
		w.refused = true
		return 0, ErrBusy
	}
	defer w.onWay.count(w.client, -len(p), false)
	w.begin()
	w.begun = true
	return w.ResponseWriter.Write(p)
}

// FlushError is called by http.ResponseController.
func (w *onWayWriter) FlushError() error {
	w.begin()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Guesses limits the guessing of secrets: by each address, and by each pair of an address and an
// account, or by all together. Only wrong guesses count, so the owner can sign in from another
// address.
type Guesses struct {
	now   func() time.Time
	burst [2]int           // guesses allowed at once
	pause [2]time.Duration // time until one more guess is allowed
	mu    sync.Mutex
	over  map[string]time.Time // time at which all guesses of a key are forgotten
	sweep int                  // number of keys in over that starts a cleanup
}

// NewSignIns returns a limiter of wrong passwords, by address and by account.
func NewSignIns(now func() time.Time) *Guesses {
	return &Guesses{now: now, burst: [2]int{30, 15}, pause: [2]time.Duration{5 * time.Second, 30 * time.Second}}
}

// NewCodes returns a limiter of wrong codes, by address and for all together.
func NewCodes(now func() time.Time) *Guesses {
	return &Guesses{now: now, burst: [2]int{10, 120}, pause: [2]time.Duration{time.Minute, time.Second / 2}}
}

// errManyGuesses refuses to compare one more secret.
var errManyGuesses = &Problem{Status: http.StatusTooManyRequests, Code: "too_many_sign_ins",
	Text: "too many wrong passwords or codes came from here: wait a minute", Retry: 60}

// wrongGuesses are the error codes that count as a wrong secret.
var wrongGuesses = []string{"wrong_credentials", "wrong_password", "wrong_code", "pass_ended",
	"bad_passkey", "unknown_passkey", "passkey_late", "passkey_copied"}

// Try calls f, which compares a secret with the secret of an account. The account is "" if none was
// named. During the comparison the guess counts as wrong.
func (g *Guesses) Try(address, account string, f func() error) error {
	if !g.take(address, account) {
		return errManyGuesses
	}
	err := f()
	if err == nil || !slices.Contains(wrongGuesses, ProblemOf(err).Code) {
		g.mu.Lock()
		defer g.mu.Unlock()
		for i, key := range guessKeys(address, account) {
			g.over[key] = g.over[key].Add(-g.pause[i])
		}
	}
	return err
}

// Count counts a wrong secret of a kind that is too long to guess. A right one is always accepted.
// It returns err, or the error about too many guesses.
func (g *Guesses) Count(address, account string, err error) error {
	if err != nil && slices.Contains(wrongGuesses, ProblemOf(err).Code) && !g.take(address, account) {
		return errManyGuesses
	}
	return err
}

// guessKeys returns the keys under which a guess counts.
func guessKeys(address, account string) [2]string {
	if account == "" {
		return [2]string{address, "all"}
	}
	return [2]string{address, address + " " + account}
}

// take counts a guess, unless there are too many.
func (g *Guesses) take(address, account string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, keys := g.now(), guessKeys(address, account)
	for i, key := range keys {
		if g.over[key].Sub(now) > time.Duration(g.burst[i]-1)*g.pause[i] {
			return false
		}
	}
	if len(g.over) >= g.sweep {
		kept := make(map[string]time.Time)
		for key, over := range g.over {
			if over.After(now) {
				kept[key] = over
			}
		}
		g.over, g.sweep = kept, 2*len(kept)+1_000
	}
	for i, key := range keys {
		if g.over[key].Before(now) {
			g.over[key] = now
		}
		g.over[key] = g.over[key].Add(g.pause[i])
	}
	return true
}

// Limits of mail: asked for by one network address, sent to one mail address, and for all together.
const (
	askerMailRate      = rate.Limit(1.0 / 60)
	askerMailBurst     = 10
	recipientMailRate  = rate.Limit(1.0 / 300)
	recipientMailBurst = 4
	allMailRate        = rate.Limit(1)
	allMailBurst       = 120
)

// errManyMails refuses to send one more mail.
var errManyMails = &Problem{Status: http.StatusTooManyRequests, Code: "too_many_mails",
	Text: "too many mails were asked for: wait some minutes", Retry: 300}

// Mailings limits how often mail is requested.
type Mailings struct {
	askers, recipients, all *middleware.RateLimiterMemoryStore
}

// NewMailings returns an unused limiter.
func NewMailings() *Mailings {
	return &Mailings{NewLimiter(askerMailRate, askerMailBurst), NewLimiter(recipientMailRate, recipientMailBurst), NewLimiter(allMailRate, allMailBurst)}
}

// Allow returns an error if too many mails were requested from a network address or to a recipient.
// The result does not depend on whether the recipient has an account.
func (l *Mailings) Allow(asker, recipient string) error {
	if Allow(l.askers, asker) != nil || Allow(l.recipients, recipient) != nil || Allow(l.all, "all") != nil {
		return errManyMails
	}
	return nil
}
