package operate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/render"
)

// Invitation is whom an operator invites, and to what.
type Invitation struct {
	Channel string `json:"channel"`
	Name    string `json:"name,omitempty"` // of somebody whom the directory does not have yet
	// Language is likewise; "": English.
	Language string        `json:"language,omitempty"`
	For      time.Duration `json:"-"`            // how long the code counts; 0 = people.CodeLife
	To       string        `json:"to,omitempty"` // a mail address that the bridge sends it to
}

// Invited is an invitation with its code, which nobody can be shown again.
type Invited struct {
	Person  message.PersonID    `json:"person"`
	Channel message.ChannelName `json:"channel"`
	Message string              `json:"message"`        // what they send
	To      string              `json:"to,omitempty"`   // where; "": the channel has no number or address to name
	Link    string              `json:"link,omitempty"` // that begins it
	Until   time.Time           `json:"until"`
	Mailed  message.Address     `json:"mailed,omitempty"` // where the bridge has sent it
}

// OpenCode is a code that somebody can still use, without the code.
type OpenCode struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address,omitempty"` // of one that confirms an address
	// Sent is another address of theirs that the code went to.
	Sent  message.Address `json:"sent,omitempty"`
	By    string          `json:"by"`
	Until time.Time       `json:"until"`
}

// Invite makes an invitation of a person of the directory to a channel.
func (desk *Desk) Invite(ctx context.Context, operator string, id message.PersonID, i Invitation) (Invited, error) {
	if err := desk.mayWrite(operator); err != nil {
		return Invited{}, err
	}
	if i.For == 0 {
		i.For = people.CodeLife
	}
	if i.For < time.Minute || i.For > people.MaxCodeLife {
		return Invited{}, refusef(Invalid, "an invitation counts for 1m to %s", people.MaxCodeLife)
	}
	ch, err := desk.invitedTo(i.Channel)
	if err != nil {
		return Invited{}, err
	}
	var mailed message.Address
	mail := message.ChannelName("")
	if i.To != "" {
		if mailed, mail, err = desk.mailTo(i.To); err != nil {
			return Invited{}, err
		}
	}
	e, err := desk.invitee(ctx, operator, id, i)
	if err != nil {
		return Invited{}, err
	}
	code, made, err := desk.o.Codes.Issue(ctx, people.Code{Person: id, Channel: ch.Name, Adds: true, How: "invitation of " + operator, By: "operator " + operator, Until: desk.o.Now().UTC().Add(i.For)})
	if err != nil {
		return Invited{}, manyCodes(err)
	}
	v := Invited{Person: id, Channel: ch.Name, Message: people.Message(code), To: ch.Reach, Until: made.Until, Mailed: mailed}
	if ch.Link != nil {
		v.Link = ch.Link(v.Message)
	}
	if mailed != "" {
		words, where := render.In(e.Language), v.To
		if where == "" {
			where = string(ch.Name)
		}
		err := desk.notice(ctx, message.Outbound{
			ID:      message.DerivedMessageID(desk.o.Now(), "invitation", made.Print),
			Channel: mail, To: mailed, ToName: e.Name, Person: id, Subject: words.InvitedSubject(ch.Agent),
			Text: words.Invited(e.Name, ch.Agent, desk.o.Places.Channel(ch.Name).Traits, where, v.Message, v.Link, v.Until, zoneOf(e.Zone)),
		})
		if err != nil {
			return v, err
		}
	}
	why := []string{"to the channel " + string(ch.Name), "until " + v.Until.Format(time.RFC3339)}
	if mailed != "" {
		why = append(why, "by mail to "+mailed.Masked())
	}
	return v, desk.acted(ctx, operator, "invite person", "person:"+string(id), why...)
}

func manyCodes(err error) error {
	if errors.Is(err, people.ErrManyCodes) {
		return refusef(Conflict, "%v", err)
	}
	return err
}

// invitee is the active person who is invited; one who is new is stored.
func (desk *Desk) invitee(ctx context.Context, operator string, id message.PersonID, i Invitation) (people.Entry, error) {
	if _, ok := desk.configured(id); ok {
		return people.Entry{}, refusef(Conflict, "%s is a person of the configuration: write the address there, and have it confirmed by bridge people verify", id)
	}
	e, found, err := desk.o.Store.PersonEntry(ctx, id)
	switch {
	case err != nil:
		return e, err
	case found && e.Off():
		return e, refusef(Conflict, "%s is disabled", id)
	case found:
		return e, nil
	case i.Name == "":
		return e, refusef(NotFound, "there is no person %.80q: give their name, and they are added", id)
	}
	if _, err := desk.SetPerson(ctx, operator, id, people.Change{Name: i.Name, Language: i.Language}); err != nil {
		return e, err
	}
	e, _, err = desk.o.Store.PersonEntry(ctx, id)
	return e, err
}

// Joinable are the channels on which people can write, and be answered.
func (desk *Desk) Joinable() []JoinChannel {
	all := []JoinChannel{}
	for _, c := range desk.o.Channels {
		if at := desk.o.Places.Channel(c.Name); at.Name != "" && !at.Traits.System && c.Agent != "" {
			all = append(all, JoinChannel{c.Name, c.Kind, c.Reach})
		}
	}
	return all
}

// JoinChannel is a channel that people can be invited to.
type JoinChannel struct {
	Name message.ChannelName `json:"name"`
	Kind message.AddressKind `json:"kind"`
	To   string              `json:"to,omitempty"` // where they write, as they see it
}

// invitedTo is one of them.
func (desk *Desk) invitedTo(name string) (Channel, error) {
	all := desk.Joinable()
	if slices.ContainsFunc(all, func(c JoinChannel) bool { return string(c.Name) == name }) {
		c, _ := desk.channel(name)
		return c, nil
	}
	var can []string
	for _, c := range all {
		can = append(can, string(c.Name))
	}
	return Channel{}, refusef(Invalid, "people cannot join on %.80q; they can on: %s", name, strings.Join(can, ", "))
}

// mailTo reads a mail address, and finds the channel that mail goes out by.
func (desk *Desk) mailTo(text string) (message.Address, message.ChannelName, error) {
	for _, c := range desk.o.Channels {
		at := desk.o.Places.Channel(c.Name)
		if !at.Traits.Letters {
			continue
		}
		for _, a := range desk.addresses(text) {
			if a.Kind() == c.Kind {
				return a, c.Name, nil
			}
		}
		return "", "", refusef(Invalid, "%.100q is no mail address", text)
	}
	return "", "", refusef(Invalid, "there is no channel that sends mail")
}

// notice enqueues one message of the bridge's own.
func (desk *Desk) notice(ctx context.Context, out message.Outbound) error {
	out.Kind, out.CreatedAt = message.Notice, desk.o.Now().UTC()
	if !desk.o.Places.Channel(out.Channel).Traits.Letters {
		out.Subject = ""
	}
	it, err := desk.o.Places.Notice(out)
	if err != nil {
		return err
	}
	return desk.o.Lanes.Enqueue(ctx, it)
}

// openCodes are those that a person can still use.
func (desk *Desk) openCodes(ctx context.Context, id message.PersonID) ([]OpenCode, error) {
	all, err := desk.o.Store.CodesOf(ctx, id)
	var open []OpenCode
	for _, c := range all {
		if c.Open(desk.o.Now()) {
			open = append(open, OpenCode{Channel: c.Channel, Address: c.Address, By: c.By, Until: c.Until})
		}
	}
	return open, err
}

// Uninvite ends all open codes of a person.
func (desk *Desk) Uninvite(ctx context.Context, operator string, id message.PersonID) (int, error) {
	if err := desk.mayWrite(operator); err != nil {
		return 0, err
	}
	all, err := desk.o.Store.CodesOf(ctx, id)
	n := 0
	for _, c := range all {
		if !c.Open(desk.o.Now()) {
			continue
		}
		if err := desk.o.Store.RemoveCode(ctx, c.Print); err != nil {
			return n, err
		}
		n++
	}
	if err != nil || n == 0 {
		return n, err
	}
	return n, desk.acted(ctx, operator, "uninvite person", "person:"+string(id))
}

func zoneOf(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	return time.UTC
}

// Shown is what a QR code of the invitation holds.
func (i Invited) Shown() string {
	if i.Link != "" {
		return i.Link
	}
	return i.Message
}
