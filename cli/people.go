package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/operate"
)

const peopleUse = `usage: bridge people list [-group NAME] [-limit N] [-json]
       bridge people show ID [-json]
       bridge people add ID -name NAME [-address ADDRESS]... [-verified] [-groups A,B] [-approver] [-language TAG] [-timezone ZONE] [-tenant NAME] [-notes TEXT]
       bridge people set ID [the same; what is left out stays] [-drop ADDRESS]... [-approver=false] [-verified=false]
       bridge people disable|enable|remove ID
       bridge people import FILE.csv|FILE.vcf [-dry-run] [-verified]
       bridge people invite ID -channel NAME [-name NAME] [-language TAG] [-for 7d] [-mail ADDRESS] [-qr]
       bridge people uninvite ID
       bridge people verify ID ADDRESS [-anyway]
the directory in the store, beside [people] of the configuration, which wins. An address is KIND:VALUE, such as email:gina@example.com;
what is not verified proves nothing: -verified says that you vouch for the addresses. -approver: where the rules name a group of theirs they may decide.
invite makes a code, shown once: whoever sends it on that channel is that person there from then on. verify sends a code to an address of theirs, which they send back.`

func peopleCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, peopleUse, "list", "show", "add", "set", "disable", "enable", "remove", "import", "invite", "uninvite", "verify")
	if !ok {
		return code
	}
	r := s.remote("people " + verb)
	f, fs := personFlags{limit: 1}, r.fs
	want := 1
	switch verb {
	case "list":
		want = 0
		fs.StringVar(&f.group, "group", "", "only of this group, by its `NAME`")
		fs.IntVar(&f.limit, "limit", 100, "at most so `many`")
	case "add", "set":
		f.add(fs)
	case "invite":
		f.invite(fs)
	case "verify":
		want = 2
		fs.BoolVar(&f.anyway, "anyway", false, "you know that a number in doubt is still theirs: the code goes there")
	case "import":
		fs.BoolVar(&f.dryRun, "dry-run", false, "only say what it would do")
		fs.BoolVar(&f.verified, "verified", false, "you vouch for all addresses of the file")
	}
	rest, code, ok := r.begin(args[1:], want, want, func([]string) error { return atLeastOne(f.limit) })
	if !ok {
		return code
	}
	switch verb {
	case "list":
		return listPeople(ctx, r, f)
	case "import":
		return importPeople(ctx, r, rest[0], f)
	case "invite":
		return invite(ctx, r, rest[0], f)
	case "uninvite":
		return uninvite(ctx, r, rest[0])
	case "verify":
		return verifyAddress(ctx, r, rest[0], rest[1], f.anyway)
	}
	return onePerson(ctx, r, verb, rest[0], f)
}

// personFlags are what the flags say of a person.
type personFlags struct {
	group                               string
	limit                               int
	dryRun, verified                    bool
	name, language, zone, tenant, notes string
	groups                              string
	addresses, drops                    []string
	approver                            bool
	channel, life, mail                 string
	qr, anyway                          bool
}

func (f *personFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&f.name, "name", "", "`NAME` as people write it")
	fs.Func("address", "an `ADDRESS`, such as email:gina@example.com; may be given again", func(v string) error { f.addresses = append(f.addresses, v); return nil })
	fs.Func("drop", "take this `ADDRESS` away; may be given again", func(v string) error { f.drops = append(f.drops, v); return nil })
	fs.BoolVar(&f.verified, "verified", false, "you vouch for the addresses that the command names, or with set and none, for all")
	fs.StringVar(&f.groups, "groups", "", "`NAMES` with commas between them; \"\" takes them out of all")
	fs.BoolVar(&f.approver, "approver", false, "they may decide where the rules name a group of theirs")
	fs.StringVar(&f.language, "language", "", "of what is written to them, such as `it`")
	fs.StringVar(&f.zone, "timezone", "", "such as `Europe/Rome`")
	fs.StringVar(&f.tenant, "tenant", "", "`NAME` of the only tenant whose requests they are asked about")
	fs.StringVar(&f.notes, "notes", "", "`TEXT` for operators")
}

// onto changes what the flags name that were given.
func (f personFlags) onto(c *people.Change, fs *flag.FlagSet) {
	fs.Visit(func(g *flag.Flag) {
		switch g.Name {
		case "name":
			c.Name = f.name
		case "language":
			c.Language = f.language
		case "timezone":
			c.Zone = f.zone
		case "tenant":
			c.Tenant = message.Tenant(f.tenant)
		case "notes":
			c.Notes = f.notes
		case "approver":
			c.Approver = f.approver
		case "groups":
			c.Groups = nil
			for _, name := range strings.Split(f.groups, ",") {
				if name = strings.TrimSpace(name); name != "" {
					c.Groups = append(c.Groups, name)
				}
			}
		}
	})
	for _, gone := range f.drops {
		drop := func(x string) bool { return x == gone }
		c.Addresses, c.Verified = slices.DeleteFunc(c.Addresses, drop), slices.DeleteFunc(c.Verified, drop)
	}
	var named []string
	for _, a := range f.addresses {
		if named = append(named, a); !slices.Contains(c.Addresses, a) {
			c.Addresses = append(c.Addresses, a)
		}
	}
	if len(named) == 0 {
		named = c.Addresses
	}
	fs.Visit(func(g *flag.Flag) {
		if g.Name != "verified" {
			return
		}
		for _, a := range named {
			c.Verified = slices.DeleteFunc(c.Verified, func(x string) bool { return x == a })
			if f.verified {
				c.Verified = append(c.Verified, a)
			}
		}
	})
}

func onePerson(ctx context.Context, r *remote, verb, id string, f personFlags) int {
	s := r.std
	path := "/people/" + url.PathEscape(id)
	var p operate.Person
	change := people.Change{}
	if verb != "add" {
		if err := r.call(ctx, "GET", path, nil, &p); err != nil {
			return fail(s, err)
		}
		change = changeOf(p)
	}
	if verb != "show" && p.Source == "config" {
		return fail(s, fmt.Errorf("%s is a person of the configuration: change it there", id))
	}
	switch verb {
	case "remove":
		if err := r.call(ctx, "DELETE", path+"?version="+strconv.FormatInt(p.Version, 10), nil, &struct{}{}); err != nil {
			return fail(s, err)
		}
		fmt.Fprintf(s.out, "%s is in the directory no more; bridge erase takes away what else is kept\n", id)
		return exitOK
	case "disable", "enable":
		change.Disabled = verb == "disable"
	case "add", "set":
		f.onto(&change, r.fs)
	}
	if verb != "show" {
		if err := r.call(ctx, "PUT", path, change, &p); err != nil {
			return fail(s, err)
		}
	}
	return r.show(p, func() { printPerson(s.out, p) })
}

func changeOf(p operate.Person) people.Change {
	c := people.Change{Name: p.Name, Language: p.Language, Zone: p.Zone, Tenant: p.Tenant, Groups: p.Groups, Approver: p.Approver, Notes: p.Notes, Disabled: p.Disabled, Version: p.Version}
	for _, a := range p.Addresses {
		c.Addresses = append(c.Addresses, string(a))
	}
	for _, a := range p.Verified {
		c.Verified = append(c.Verified, string(a.Address))
	}
	return c
}

func printPerson(out io.Writer, p operate.Person) {
	state := p.Source
	if p.Disabled {
		state += ", disabled"
	}
	if x := p.Provisioned; x != nil {
		state += ", kept by SCIM as " + line(x.UserName)
		if x.Inactive {
			state += ", disabled there"
		}
	}
	fmt.Fprintf(out, "%s (%s), %s\n", line(p.Name), p.ID, state)
	for _, a := range p.Addresses {
		proof := "not verified: it proves nothing"
		for _, v := range p.Verified {
			switch {
			case v.Address != a:
			case v.Verified.IsZero():
				proof = "by the " + line(v.How)
			default:
				proof = "verified " + moment(v.Verified) + " by " + line(v.How)
				if !v.Consent.IsZero() {
					proof += ", asked for messages there " + moment(v.Consent)
				}
			}
		}
		if at := p.Signed[a]; !at.IsZero() {
			proof += ", signature named " + moment(at)
		}
		fmt.Fprintf(out, "  %s  %s%s\n", line(string(a)), proof, doubtOf(p, a))
	}
	decides := "decides nothing"
	if p.Approver || p.ByGroup {
		decides = "may decide where the rules say so"
	}
	fmt.Fprintf(out, "  groups: %s; %s\n", dash(line(strings.Join(p.Groups, ", "))), decides)
	fmt.Fprintf(out, "  language %s, time zone %s, tenant %s\n", dash(line(p.Language)), dash(line(p.Zone)), dash(line(string(p.Tenant))))
	if p.Notes != "" {
		fmt.Fprintf(out, "  %s\n", line(p.Notes))
	}
	if p.Limit != "" {
		fmt.Fprintf(out, "  messages that reach an agent: %s (%s)\n", line(p.Limit), line(p.LimitKey))
	}
	for _, c := range p.Codes {
		what := "invited to the channel " + line(string(c.Channel))
		if c.Address != "" {
			what = "asked to confirm " + line(string(c.Address))
		}
		fmt.Fprintf(out, "  %s until %s, by %s\n", what, moment(c.Until), line(c.By))
	}
}

// doubtOf says why an address does not decide; "" if it does, or proves nothing anyway.
func doubtOf(p operate.Person, a message.Address) string {
	for _, d := range p.Doubts {
		switch {
		case d.Address != a:
		case d.Because == people.Idle:
			return "; decides nothing: nobody has written from there since " + moment(d.Since)
		case d.Because == people.Reported:
			return "; decides nothing since " + moment(d.Since) + ": " + line(d.Why)
		default:
			return "; decides nothing: no code has come back from there"
		}
	}
	return ""
}

func listPeople(ctx context.Context, r *remote, f personFlags) int {
	return list(ctx, r, "/people", map[string]string{"group": f.group}, f.limit, "nobody", "ID\tNAME\tADDRESSES\tGROUPS\tDECIDES\tSTATE", func(p operate.Person) []any {
		var at []string
		for _, a := range p.Addresses {
			text := line(string(a))
			if !p.IsVerified(a) {
				text += " (not verified)"
			}
			at = append(at, text)
		}
		state, decides := p.Source, "no"
		if p.Off() {
			state = "disabled"
		}
		if p.Approver || p.ByGroup {
			decides = "yes"
		}
		return []any{p.ID, line(p.Name), dash(strings.Join(at, ", ")), dash(line(strings.Join(p.Groups, ", "))), decides, state}
	})
}

// importTogether is how many people one call has.
const importTogether = 500

func importPeople(ctx context.Context, r *remote, file string, f personFlags) int {
	s := r.std
	in, err := os.Open(file)
	if err != nil {
		return fail(s, err)
	}
	defer in.Close()
	read := people.ReadVCard
	switch strings.ToLower(filepath.Ext(file)) {
	case ".vcf", ".vcard":
	case ".csv":
		read = people.ReadCSV
	default:
		return wrong(s, "people import", errors.New("the file's name ends in .csv or .vcf"))
	}
	cards, err := read(in)
	if err != nil {
		return fail(s, fmt.Errorf("%s: %w", file, err))
	}
	var all []operate.Imported
	end := s.progress(func() string { return fmt.Sprintf("%d of %d people", len(all), len(cards)) })
	for from := 0; from < len(cards) && err == nil; from += importTogether {
		var got struct {
			Items []operate.Imported `json:"items"`
		}
		err = r.call(ctx, "POST", "/people/import", map[string]any{
			"people": cards[from:min(from+importTogether, len(cards))], "verified": f.verified, "dryRun": f.dryRun,
		}, &got)
		for _, i := range got.Items {
			i.N += from
			all = append(all, i)
		}
	}
	end()
	n := map[string]int{}
	for _, i := range all {
		n[i.Did]++
	}
	r.show(all, func() {
		for _, i := range all {
			if i.Did == "refused" || len(i.Skips) > 0 || f.dryRun && i.Did != "same" {
				fmt.Fprintf(s.out, "%d  %s  %s  %s  %s%s\n", i.N, i.Did, dash(string(i.ID)), line(i.Name), line(i.Why), skipped(i.Skips))
			}
		}
		would := ""
		if f.dryRun {
			would = "It would: "
		}
		fmt.Fprintf(s.out, "%sadd %d, change %d, leave %d, refuse %d\n", would, n["add"], n["change"], n["same"], n["refused"])
	})
	if err != nil {
		return fail(s, fmt.Errorf("after %d people: %w", len(all), err))
	}
	if n["refused"] > 0 {
		return exitFailed
	}
	return exitOK
}

func skipped(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return " (no channel has " + line(strings.Join(all, ", ")) + ")"
}
