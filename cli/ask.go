package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bridge/internal/retry"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/operate"
)

// What bridge ask exits with beside 0 (granted), 1 (failed) and 2 (usage).
const (
	exitDenied       = 3 // or cancelled
	exitExpired      = 4
	exitNotDelivered = 5 // nobody could be asked
)

// How bridge ask waits: one call of the API at a time, and a pause where there is no
// answer.
const (
	askCall  = 30 * time.Second
	askPause = 500 * time.Millisecond
	askMost  = 5 * time.Second
	askAfter = 30 * time.Second // beyond -wait, for the expiry to be decided
)

// question is what bridge ask sends.
type question struct {
	Tool      string          `json:"toolName"`
	Args      json.RawMessage `json:"args"`
	Title     string          `json:"title"`
	Requester string          `json:"requester,omitempty"`
	Approvers []string        `json:"approvers"`
	Quorum    int             `json:"quorum,omitempty"`
	ExpiresIn string          `json:"expiresIn,omitempty"`
}

func askCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "ask")
	to := targetFlags(fs)
	q := question{}
	fs.StringVar(&q.Tool, "tool", request.AskTool, "the `NAME` by which [[approvals.rules]] know the request")
	arguments := fs.String("args", "", "what is approved, as a `JSON` object: shown in full, and bound to the answer; left out: the question")
	fs.StringVar(&q.Requester, "from", "", "who asks, for the approvers (`NAME`)")
	fs.IntVar(&q.Quorum, "quorum", 0, "how many (`N`) have to say yes; never fewer than the rules want")
	wait := fs.Duration("wait", 0, "how long to wait; the request ends with it unless -expires says later; left out: until it ends")
	expires := fs.Duration("expires", 0, "how long it can be answered; never longer than the rules allow")
	key := fs.String("key", "", "a `KEY` of your own: a second call with it asks nobody again, and waits for the same request")
	cancel := fs.Bool("cancel-on-interrupt", false, "Ctrl-C cancels the request; else it stays open")
	asJSON := fs.Bool("json", false, "print the request with its decision as JSON")
	rest, code, ok := parseArgs(s, fs, args, 2, 2)
	if !ok {
		return code
	}
	for _, p := range strings.Split(rest[0], ",") {
		q.Approvers = append(q.Approvers, strings.TrimSpace(p))
	}
	q.Title = strings.TrimSpace(rest[1])
	switch {
	case q.Title == "":
		return wrong(s, fs.Name(), errors.New("the question is empty"))
	case *wait < 0 || *expires < 0 || q.Quorum < 0:
		return wrong(s, fs.Name(), errors.New("-wait, -expires and -quorum are above 0"))
	case *arguments != "":
		q.Args = json.RawMessage(*arguments)
	default:
		q.Args, _ = json.Marshal(map[string]string{"question": q.Title}) // texts can be encoded
	}
	if !json.Valid(q.Args) {
		return wrong(s, fs.Name(), errors.New("-args is not JSON"))
	}
	deadline := time.Time{}
	if *wait > 0 {
		deadline = time.Now().Add(*wait)
		if *expires == 0 {
			*expires = *wait
			deadline = deadline.Add(askAfter)
		}
	}
	if *expires > 0 {
		q.ExpiresIn = expires.String()
	}
	if *key == "" {
		*key = "ask-" + rand.Text()
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	a, err := c.ask(ctx, q, *key, deadline)
	if err == nil {
		fmt.Fprintf(s.err, "asked %s: %s, until %s\n", join(a.Approvers), a.ID, moment(a.ExpiresAt))
		a, err = c.await(ctx, a, deadline)
	}
	if a.ID != "" && a.State == request.Pending {
		if *asJSON {
			printJSON(s.out, a)
		}
		return stillOpen(ctx, s, c, a, err, *cancel)
	}
	if err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, a)
	} else {
		fmt.Fprintln(s.out, askOutcome(a))
	}
	return askExit(a)
}

// stillOpen says what becomes of a request that nobody waits for any more.
func stillOpen(ctx context.Context, s std, c *client, a operate.Approval, err error, cancel bool) int {
	if ctx.Err() != nil && cancel {
		ctx, done := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer done()
		if err := c.call(ctx, "POST", "/approvals/"+url.PathEscape(string(a.ID))+"/cancel", map[string]string{"reason": "interrupted"}, &a); err != nil {
			return fail(s, err)
		}
		fmt.Fprintf(s.err, "%s is cancelled\n", a.ID)
		return exitFailed
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(s.err, "bridge:", err)
	}
	fmt.Fprintf(s.err, "%s stays open until %s: bridge approvals show|cancel %s\n", a.ID, moment(a.ExpiresAt), a.ID)
	return exitFailed
}

// ask makes the request. A call whose answer got lost is made again with the same key,
// which asks nobody twice; a bridge that is not there at all is an error.
func (c *client) ask(ctx context.Context, q question, key string, deadline time.Time) (operate.Approval, error) {
	var a operate.Approval
	for tries := 0; ; tries++ {
		err := c.callAs(ctx, key, http.MethodPost, "/approvals", q, &a)
		if err == nil || ctx.Err() != nil || lasting(err) || tries == 0 && errors.Is(err, errNoBridge) || !c.rest(ctx, tries, deadline) {
			return a, err
		}
	}
}

// await waits until a request is decided, through restarts of the bridge.
func (c *client) await(ctx context.Context, a operate.Approval, deadline time.Time) (operate.Approval, error) {
	path := "/approvals/" + url.PathEscape(string(a.ID)) + "?wait="
	for tries := 0; a.State == request.Pending && ctx.Err() == nil; {
		wait := askCall
		if !deadline.IsZero() {
			if wait = min(wait, time.Until(deadline)); wait <= 0 {
				return a, nil
			}
		}
		began := time.Now()
		var now operate.Approval
		err := c.call(ctx, http.MethodGet, path+wait.Round(time.Millisecond).String(), nil, &now)
		switch {
		case err == nil:
			a, tries = now, 0
			if a.State == request.Pending && time.Since(began) < wait && !c.rest(ctx, 1, deadline) { // it stops, or very many wait
				return a, nil
			}
		case ctx.Err() != nil:
			return a, ctx.Err()
		case lasting(err):
			return a, err
		default:
			if !c.rest(ctx, tries, deadline) {
				return a, err
			}
			tries++
		}
	}
	return a, ctx.Err()
}

// lasting reports whether an error is the bridge's own no, which the next call would
// get as well.
func lasting(err error) bool {
	var no *refusedError
	return errors.As(err, &no) && no.status < 500 && no.status != http.StatusTooManyRequests
}

// rest waits before the next try; false if the time is over.
func (c *client) rest(ctx context.Context, tries int, deadline time.Time) bool {
	pause := min(askPause<<min(tries, 10), askMost)
	if !deadline.IsZero() && time.Now().Add(pause).After(deadline) {
		return false
	}
	return retry.Sleep(ctx, pause)
}

func askExit(a operate.Approval) int {
	switch {
	case a.State == request.Granted:
		return exitOK
	case a.State == request.Expired:
		return exitExpired
	case a.State == request.Denied && a.DecidedBy == "policy":
		return exitNotDelivered
	case a.State == request.Denied, a.State == request.Cancelled:
		return exitDenied
	default:
		return exitFailed
	}
}

func askOutcome(a operate.Approval) string {
	text := string(a.State) + " by " + a.DecidedBy
	if a.State == request.Expired {
		text = "expired"
	}
	if a.DecidedAt != nil {
		text += " at " + moment(*a.DecidedAt)
	}
	if a.Reason != "" {
		text += ": " + a.Reason
	}
	return text
}

func join(people []message.PersonID) string {
	var all []string
	for _, p := range people {
		all = append(all, string(p))
	}
	if len(all) == 0 {
		return "nobody"
	}
	return strings.Join(all, ", ")
}
