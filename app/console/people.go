package console

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/internal/qr"
	"bridge/operate"
)

// people lists who is known. Who may write the directory has forms, too.
func (c *Console) people(r *http.Request, a api) (string, string, any, error) {
	var d struct {
		operate.PersonPage
		Channels []operate.JoinChannel
	}
	var channels list[operate.JoinChannel]
	err := errors.Join(a.get("/people"+query(r, "group", "cursor"), &d.PersonPage), a.get("/channels/joinable", &channels))
	d.Channels = channels.Items
	return "people", "People", d, err
}

// invite makes an invitation and shows its code: once, so that no page leads there.
func (c *Console) invite(w http.ResponseWriter, r *http.Request, who session) {
	if !c.sent(w, r, who) {
		return
	}
	var d struct {
		operate.Invited
		QR     string // a picture, as base64
		ByMail string
	}
	body := map[string]string{"channel": r.PostFormValue("channel"), "name": strings.TrimSpace(r.PostFormValue("name")), "to": strings.TrimSpace(r.PostFormValue("to"))}
	err := c.api(r, who).post("/people/"+url.PathEscape(strings.TrimSpace(r.PostFormValue("id")))+"/invite", body, &d.Invited)
	if err == nil {
		d.ByMail = d.Mailed.Value()
		d.QR, err = qr.PNG(d.Shown())
	}
	if err != nil {
		c.problem(w, r, who, err)
		return
	}
	c.show(w, r, who, http.StatusOK, "invited", "An invitation", d)
}

// person shows one of them, with what can be changed.
func (c *Console) person(r *http.Request, a api) (string, string, any, error) {
	var p operate.Person
	err := a.get("/people/"+url.PathEscape(r.PathValue("id")), &p)
	return "person", "Person", p, err
}

// addPerson puts somebody into the directory.
func (c *Console) addPerson(r *http.Request, a api) (string, string, error) {
	change := people.Change{
		Name: field(r, "name"), Language: field(r, "language"), Groups: groups(r), Approver: r.PostFormValue("approver") == "yes", Addresses: []string{},
	}
	if address := field(r, "address"); address != "" {
		change.Addresses = []string{address}
		if r.PostFormValue("verified") == "yes" {
			change.Verified = change.Addresses
		}
	}
	id := field(r, "id")
	return personPath(id), id + " is in the directory.", a.call(http.MethodPut, "/people/"+url.PathEscape(id), change, nil)
}

// changePerson changes what a form has of somebody, and leaves the rest as it was when the form
// was made: the version in it counts, and the API refuses it if somebody was faster.
func (c *Console) changePerson(r *http.Request, a api) (string, string, error) {
	what, id := r.PathValue("what"), r.PathValue("id")
	said, ok := map[string]string{"change": id + " is changed.", "disable": id + " is disabled: from now on they are nobody, and decide nothing.", "enable": id + " is enabled."}[what]
	if !ok {
		return "", "", errNoAction
	}
	version, err := strconv.ParseInt(r.PostFormValue("version"), 10, 64)
	if err != nil || version < 1 {
		return "", "", &apiError{http.StatusBadRequest, "The form does not say which version of them it was made of: open their page again."}
	}
	path := "/people/" + url.PathEscape(id)
	var p operate.Person
	if err := a.get(path, &p); err != nil {
		return "", "", err
	}
	change := changeOf(p, version)
	switch what {
	case "change":
		change.Name, change.Language, change.Groups = field(r, "name"), field(r, "language"), groups(r)
	default:
		change.Disabled = what == "disable"
	}
	if err := a.call(http.MethodPut, path, change, &p); err != nil {
		return "", "", err
	}
	if what == "enable" && p.Off() {
		said = id + " is enabled here, and still disabled by the directory of their company."
	}
	return personPath(id), said, nil
}

// changeOf is what somebody is, to be changed.
func changeOf(p operate.Person, version int64) people.Change {
	c := people.Change{
		Name: p.Name, Language: p.Language, Zone: p.Zone, Tenant: p.Tenant, Addresses: written(p.Addresses), Groups: p.Groups, Approver: p.Approver, Notes: p.Notes,
		Disabled: p.Disabled, Version: version,
	}
	for _, a := range p.Verified {
		c.Verified = append(c.Verified, string(a.Address))
	}
	return c
}

func written(all []message.Address) []string {
	texts := []string{}
	for _, a := range all {
		texts = append(texts, string(a))
	}
	return texts
}

func personPath(id string) string { return Prefix + "people/" + url.PathEscape(id) }

func field(r *http.Request, name string) string { return strings.TrimSpace(r.PostFormValue(name)) }

// groups are those of a form, with commas between them.
func groups(r *http.Request) (all []string) {
	for name := range strings.SplitSeq(r.PostFormValue("groups"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			all = append(all, name)
		}
	}
	return all
}
