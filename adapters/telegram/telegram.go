// Package telegram is the channel kind "telegram": people write to a bot of Telegram, by the
// Bot API. Only private chats count. Updates come by long polling, or by webhook, and are
// durable before Telegram hears that they came.
package telegram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/config"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/internal/lazyre"
	"bridge/internal/mac"
)

// Kind is the word for this kind of channel, and of its addresses: "telegram:" and the
// person's user id.
const Kind message.AddressKind = "telegram"

// Traits are what messages of Telegram are like.
func Traits() message.Traits {
	return message.Traits{Title: "Telegram", Rings: true, SolePending: true, Greets: true}
}

// Limits of the Bot API.
const (
	maxText     = 4096       // UTF-16 units of a message, tags not counted
	maxCaption  = 1024       // UTF-16 units of a caption
	maxUpload   = 50_000_000 // bytes of a file that is sent
	maxPhoto    = 10_000_000 // bytes of a picture that is shown as one
	maxDownload = 20_000_000 // bytes of a file that can be fetched
)

// How updates come.
const (
	receivePoll    = "poll"
	receiveWebhook = "webhook"
)

// Config is one [channels.NAME] section of type "telegram".
type Config struct {
	Token   func() string `toml:"token,required"`               // of the bot, as @BotFather gave it
	Receive string        `toml:"receive" oneof:"poll webhook"` // how updates come
	APIURL  string        `toml:"api_url" format:"url"`         // of the Bot API; "" is Telegram's own
	Idle    time.Duration `toml:"session_idle,positive"`        // after which a message opens a new session
	Slow    time.Duration `toml:"slow_notice"`                  // after which people hear that an answer takes time; 0 = never
	Parts   int           `toml:"max_parts"`                    // messages of one answer; what is beyond is linked. 1 to 10
	Help    string        `toml:"help"`                         // what /start and /help are answered with; "" names the agent

	Allow     []string // patterns of those who may start a turn, beside the people of the directory
	PublicURL string   // without a slash at the end
}

var tokenForm = lazyre.New(`^[0-9]{1,20}:[A-Za-z0-9_-]{20,100}$`)

// Check returns the mistakes of the section.
func (c Config) Check() []config.Mistake {
	var ms []config.Mistake
	wrong := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	if c.Token != nil && !tokenForm.MatchString(c.Token()) {
		wrong("token", "it is not the token of a bot", `"${TELEGRAM_TOKEN}" with digits, a colon and letters, as @BotFather shows it`)
	}
	if c.Parts < 1 || c.Parts > 10 {
		wrong("max_parts", "it is not from 1 to 10", "5")
	}
	if excerpt.Units(c.Help) > maxText/4 {
		wrong("help", fmt.Sprintf("it has more than %d characters", maxText/4), "a shorter text")
	}
	if u, err := url.Parse(c.PublicURL); c.Receive == receiveWebhook && c.APIURL == "" && (err != nil || u.Scheme != "https") {
		wrong("receive", "Telegram calls https only, and public_url is "+c.PublicURL, `"poll", or public_url = "https://bridge.example.com" at the top`)
	}
	return ms
}

// Hints are what is hardly meant.
func (c Config) Hints() []config.Mistake {
	u, err := url.Parse(c.PublicURL)
	if c.Receive != receiveWebhook || c.APIURL != "" || err != nil {
		return nil
	}
	switch u.Port() {
	case "", "443", "80", "88", "8443":
		return nil
	}
	return []config.Mistake{{
		Key: "receive", Problem: "Telegram calls the ports 443, 80, 88 and 8443 only, and public_url has another", Write: `"poll", or another port`,
	}}
}

// bot is the id of the bot.
func (c Config) bot() string {
	id, _, _ := strings.Cut(c.Token(), ":")
	return id
}

// Address reads a user id; the error is the end of a sentence.
func Address(value string) (message.Address, error) {
	id, err := strconv.ParseInt(value, 10, 64)
	if err != nil || id <= 0 || strconv.FormatInt(id, 10) != value {
		return "", errors.New("is not a user id of Telegram, which is a number")
	}
	return address(id), nil
}

func address(user int64) message.Address {
	return message.Address(string(Kind) + ":" + strconv.FormatInt(user, 10))
}

// Host counts what the channel does, and tells operators.
type Host interface {
	// Refused: an update was not taken, or only recorded; reason is a short stable word:
	// "secret", "form", "method", "too_large" (of webhooks), "group", "bot", "edited",
	// "other" (of updates), "stranger".
	Refused(ch message.ChannelName, reason string)
	// Reconnected to the API, after it was away.
	Reconnected(ch message.ChannelName)
	// Alert tells the operators, once for each key and some time.
	Alert(ctx context.Context, ch message.ChannelName, key, text string)
}

// Options are what the adapter works with. All are required.
type Options struct {
	Name      message.ChannelName
	Config    Config
	Artifacts *artifacts.Store
	Keys      mac.Keys // make the secret of the webhook
	People    message.Directory
	Log       *slog.Logger
	Now       func() time.Time
	Host      Host
}

// Adapter is one bot. Create it with New.
type Adapter struct {
	o        Options
	api      *client
	heard    func(error)
	caughtUp chan struct{}
	once     sync.Once // closes caughtUp
}

var (
	_ adapters.Sender    = (*Adapter)(nil)
	_ adapters.Routed    = (*Adapter)(nil)
	_ adapters.Receiver  = (*Adapter)(nil)
	_ adapters.Exclusive = (*Adapter)(nil)
	_ adapters.CatchesUp = (*Adapter)(nil)
	_ adapters.Watched   = (*Adapter)(nil)
)

// New returns the adapter; it connects to nothing.
func New(o Options) (*Adapter, error) {
	api, err := newClient(o.Config)
	if err != nil {
		return nil, err
	}
	return &Adapter{o: o, api: api, heard: func(error) {}, caughtUp: make(chan struct{})}, nil
}

// Name implements adapters.Adapter.
func (a *Adapter) Name() message.ChannelName { return a.o.Name }

// Caps implements adapters.Adapter. The Bot API neither knows a repeated message nor tells
// what was sent, so that a send in doubt is not repeated.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{
		Kind: Kind, Traits: Traits(), MaxText: maxText, MaxParts: a.o.Config.Parts, Markup: message.MarkupTags,
		Attach: true, MaxAttach: maxUpload, OnePerMessage: true, MaxCaption: maxCaption, ProvesSender: message.Verified,
	}
}

// known reports whether somebody may talk to us at all.
func (a *Adapter) known(ctx context.Context, from message.Address) (bool, error) {
	if from.Matches(a.o.Config.Allow) {
		return true, nil
	}
	_, ok, err := a.o.People.ByAddress(ctx, from)
	if err != nil {
		return false, fmt.Errorf("look up the sender: %w", err)
	}
	return ok, nil
}

// ref is the id of a message in a private chat. Ids of another bot are others.
func (a *Adapter) ref(chat, id int64) message.Ref {
	return message.Ref(fmt.Sprintf("%s:%d:%d", a.o.Config.bot(), chat, id))
}
