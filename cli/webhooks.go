package cli

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"bridge/operate"
	"bridge/outbox"
)

const webhooksUse = `usage: bridge webhooks list [-json]           channels that send to a URL
       bridge webhooks test NAME [-json]      send one event now and print the answer
       bridge webhooks enable NAME [-json]    send again to an endpoint that answered 410
       bridge webhooks secret                 make a secret, and how to replace one`

func webhooksCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, webhooksUse, "list", "test", "enable", "secret")
	if !ok {
		return code
	}
	fs := flags(s, "webhooks "+verb)
	if verb == "secret" {
		if code, ok := parse(s, fs, args[1:], 0); !ok {
			return code
		}
		return newSecret(s)
	}
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	want := 1
	if verb == "list" {
		want = 0
	}
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	if want == 1 && rest[0] == "" {
		return wrong(s, fs.Name(), errors.New("the name of the channel is empty"))
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	switch verb {
	case "list":
		return listWebhooks(ctx, s, c, *asJSON)
	case "test":
		return testWebhook(ctx, s, c, rest[0], *asJSON)
	default:
		var p outbox.Suppression
		return cronDid(ctx, s, c, "/webhooks/"+url.PathEscape(rest[0])+"/enable", nil, &p, *asJSON, func() string {
			return fmt.Sprintf("%s gets messages again; what failed meanwhile: bridge deadletters replay -channel %s", rest[0], rest[0])
		})
	}
}

// newSecret prints a secret of Standard Webhooks. The configuration is where secrets are:
// nothing is stored.
func newSecret(s std) int {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	fmt.Fprintln(s.out, "whsec_"+base64.StdEncoding.EncodeToString(key))
	fmt.Fprint(s.err, `To replace the secret of an endpoint without losing a message:
1. Put the new one in front of the old one, secrets = ["${NEW}", "${OLD}"], and restart:
   every message has both signatures. Give the new one to the receiver.
2. When the receiver knows it, take the old one out and restart.
`)
	return exitOK
}

func listWebhooks(ctx context.Context, s std, c *client, asJSON bool) int {
	all, _, err := readList[operate.Webhook](ctx, c, "/webhooks", nil, 0)
	if err != nil {
		return fail(s, err)
	}
	printList(s, asJSON, all, "no channel sends to a URL", "NAME\tSTATE\tFAILED\tURL\tEVENTS", func(x operate.Webhook) []any {
		state := "ok"
		if x.Disabled != nil {
			state = "disabled since " + moment(x.Disabled.At)
		}
		return []any{x.Name, state, x.Failed, line(x.URL), dash(line(strings.Join(x.Events, " ")))}
	})
	return exitOK
}

func testWebhook(ctx context.Context, s std, c *client, name string, asJSON bool) int {
	var t operate.WebhookTest
	if err := c.call(ctx, "POST", "/webhooks/"+url.PathEscape(name)+"/test", nil, &t); err != nil {
		return fail(s, err)
	}
	switch {
	case asJSON:
		printJSON(s.out, t)
	case t.Sent:
		fmt.Fprintf(s.out, "sent %s in %d ms, the endpoint answered %s\n", t.ID, t.Millis, line(t.Detail))
	default:
		fmt.Fprintf(s.out, "not delivered (%s) in %d ms: %s\n", t.Code, t.Millis, line(t.Detail))
	}
	if !t.Sent {
		return exitFailed
	}
	return exitOK
}
