// Package prompt says where and with which message the people of a request are asked and
// told. It has no I/O and no clock.
package prompt

import (
	"slices"
	"sort"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/render"
)

// Channel is what is known of a channel that can send.
type Channel struct {
	Name   message.ChannelName
	Kind   message.AddressKind // of the addresses there
	Traits message.Traits
	HTML   bool // what goes out has an HTML form
	// Address is where a new message to the channel goes, for links in a mail that
	// begin an answer; "" if there is none to name.
	Address string
	// Markup is how texts are marked up; "" is mail. Max is the longest text of one
	// message there in UTF-16 units.
	Markup message.Markup
	Max    int
	Brand  message.Brand // how the channel presents itself
}

// Page is the channel, and the kind of the address, of an answer that was given on an
// approval page: no message came, and none goes back.
const Page = "page"

// Desk knows the channels and makes the messages of requests.
type Desk struct {
	Channels []Channel // in the order of the configuration
	// Page returns the link to the approval page of one approver, "" where there are no pages.
	Page func(message.ApprovalID, message.PersonID) string
}

// Channel is what is known of the channel of a name; its zero value for one that is not there.
func (d Desk) Channel(name message.ChannelName) Channel {
	if i := slices.IndexFunc(d.Channels, func(c Channel) bool { return c.Name == name }); i >= 0 {
		return d.Channels[i]
	}
	return Channel{}
}

// OfKind is the first channel of a kind of addresses; false if there is none.
func (d Desk) OfKind(k message.AddressKind) (Channel, bool) {
	if i := slices.IndexFunc(d.Channels, func(c Channel) bool { return c.Kind == k }); i >= 0 {
		return d.Channels[i], true
	}
	return Channel{}, false
}

// Brand is how the page of an approver presents itself: as the channel where they were
// asked, else as the first that has a name.
func (d Desk) Brand(r request.Record, who message.PersonID) message.Brand {
	if b := d.Channel(r.ReachedAt[who].Channel).Brand; b.Name != "" {
		return b
	}
	for _, c := range d.Channels {
		if c.Brand.Name != "" {
			return c.Brand
		}
	}
	return message.Brand{}
}

// Places are where a person can be prompted, in order: on the channels of via,
// else at the person's addresses. Among channels of one kind, prefer is taken
// first. Each address is there once.
func (d Desk) Places(p message.Person, prefer message.ChannelName, via ...message.ChannelName) []request.Place {
	var all []request.Place
	add := func(ch message.ChannelName, a message.Address) {
		if !slices.ContainsFunc(all, func(x request.Place) bool { return x.Address == a }) {
			all = append(all, request.Place{Channel: ch, Address: a})
		}
	}
	for _, name := range via {
		for _, a := range p.Addresses {
			if c := d.Channel(name); c.Name != "" && a.Kind() == c.Kind {
				add(name, a)
			}
		}
	}
	if len(via) > 0 {
		return all
	}
	for _, a := range p.Addresses {
		first := message.ChannelName("")
		for _, c := range d.Channels {
			if c.Kind == a.Kind() && (first == "" || c.Name == prefer) {
				first = c.Name
			}
		}
		if first != "" {
			add(first, a)
		}
	}
	return all
}

// Route is the first of a person's places.
func (d Desk) Route(p message.Person, prefer message.ChannelName, via ...message.ChannelName) (request.Place, bool) {
	all := d.Places(p, prefer, via...)
	if len(all) == 0 {
		return request.Place{}, false
	}
	return all[0], true
}

// For are the places in the order in which one request is asked there: where
// the prompt can show all arguments comes first, since elsewhere a yes does not
// count.
func (d Desk) For(r request.Record, a request.Approver, p message.Person, prefer message.ChannelName) []request.Place {
	all := d.Places(p, prefer, r.Via...)
	view := d.View(r, a, p)
	rank := func(at request.Place) int {
		if !d.whole(view, at.Channel) {
			return 1
		}
		return 0
	}
	sort.SliceStable(all, func(i, j int) bool { return rank(all[i]) < rank(all[j]) })
	return all
}

// whole reports whether the prompt shows all arguments on a channel.
func (d Desk) whole(view render.Prompt, ch message.ChannelName) bool {
	c := d.Channel(ch)
	if c.Markup == "" {
		return view.Complete()
	}
	if c.Traits.Template {
		if ask := view.Ask(c.Markup, c.Max); ask.Whole {
			return true
		}
	}
	_, fits := view.For(c.Markup, c.Max)
	return fits
}

// Next returns the place that follows the one where a prompt has failed; the
// first one if that is not the person's any more.
func (d Desk) Next(r request.Record, a request.Approver, p message.Person, out message.Outbound) (request.Place, bool) {
	if out.To == "" {
		return request.Place{}, false
	}
	all := d.For(r, a, p, out.Channel)
	i := slices.IndexFunc(all, func(x request.Place) bool { return x.Address == out.To }) + 1
	if i >= len(all) {
		return request.Place{}, false
	}
	return all[i], true
}

// Beyond reports whether a place on another channel follows the one of a prompt; of one to nobody,
// whether there is any.
func (d Desk) Beyond(r request.Record, a request.Approver, p message.Person, out message.Outbound) bool {
	all := d.For(r, a, p, out.Channel)
	i := slices.IndexFunc(all, func(x request.Place) bool { return x.Address == out.To }) + 1
	return slices.ContainsFunc(all[i:], func(x request.Place) bool { return x.Channel != out.Channel })
}

// Shown reports whether the approver who says yes has been shown everything: where
// the prompt was handed over, or else where the answer comes from.
func (d Desk) Shown(r request.Record, a request.Approver, p message.Person, answered message.ChannelName) bool {
	if r.Incomplete {
		return false
	}
	view := d.View(r, a, p)
	if answered == Page { // it shows what a prompt can
		return view.Complete()
	}
	if at, reached := r.ReachedAt[a.Person]; reached && d.Channel(at.Channel).Name != "" {
		return d.whole(view, at.Channel)
	}
	return d.whole(view, answered)
}

// OtherKinds are where a person can be told a code who has answered from an address:
// on another kind of channel, in the order in which they are asked. An answer on the page
// is of whoever has the prompt: another kind than it went to comes first.
func (d Desk) OtherKinds(p message.Person, from message.Address, rec request.Record) []request.Place {
	all := d.Places(p, "")
	for _, a := range p.Addresses {
		c, ok := d.OfKind(a.Kind())
		if ok && !slices.ContainsFunc(all, func(at request.Place) bool { return at.Address == a }) {
			all = append(all, request.Place{Channel: c.Name, Address: a})
		}
	}
	all = slices.DeleteFunc(all, func(at request.Place) bool { return at.Address.Kind() == from.Kind() })
	asked, reached := rec.ReachedAt[p.ID]
	if !reached || from.Kind() != Page {
		return all
	}
	same := func(at request.Place) bool { return at.Address.Kind() == asked.Address.Kind() }
	return append(slices.DeleteFunc(slices.Clone(all), same), slices.DeleteFunc(all, func(at request.Place) bool { return !same(at) })...)
}

// Another is where a person hears of a vote beside where it came from: at an address of
// another kind, else at another one of the same kind.
func (d Desk) Another(p message.Person, from message.Address) (request.Place, bool) {
	var same request.Place
	for _, a := range p.Addresses {
		c, ok := d.OfKind(a.Kind())
		if !ok || a == from {
			continue
		}
		if at := (request.Place{Channel: c.Name, Address: a}); a.Kind() != from.Kind() {
			return at, true
		} else if same.Address == "" {
			same = at
		}
	}
	return same, same.Address != ""
}
