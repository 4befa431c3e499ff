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
	if verb == "secret" {
		if code, ok := parse(s, flags(s, "webhooks secret"), args[1:]); !ok {
			return code
		}
		return newSecret(s)
	}
	r, want := s.remote("webhooks "+verb), 1
	if verb == "list" {
		want = 0
	}
	rest, code, ok := r.begin(args[1:], want, want, func(rest []string) error {
		if want == 1 && rest[0] == "" {
			return errors.New("the name of the channel is empty")
		}
		return nil
	})
	if !ok {
		return code
	}
	switch verb {
	case "list":
		return listWebhooks(ctx, r)
	case "test":
		return testWebhook(ctx, r, rest[0])
	default:
		var p outbox.Suppression
		return r.do(ctx, "POST", "/webhooks/"+url.PathEscape(rest[0])+"/enable", nil, &p, func() {
			fmt.Fprintf(s.out, "%s gets messages again; what failed meanwhile: bridge deadletters replay -channel %s\n", rest[0], rest[0])
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

func listWebhooks(ctx context.Context, r *remote) int {
	return list(ctx, r, "/webhooks", nil, 0, "no channel sends to a URL", "NAME\tSTATE\tFAILED\tURL\tEVENTS", func(x operate.Webhook) []any {
		state := "ok"
		if x.Disabled != nil {
			state = "disabled since " + moment(x.Disabled.At)
		}
		return []any{x.Name, state, x.Failed, line(x.URL), dash(line(strings.Join(x.Events, " ")))}
	})
}

func testWebhook(ctx context.Context, r *remote, name string) int {
	s := r.std
	var t operate.WebhookTest
	if err := r.call(ctx, "POST", "/webhooks/"+url.PathEscape(name)+"/test", nil, &t); err != nil {
		return fail(s, err)
	}
	switch {
	case *r.json:
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
