package console

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/operate"
)

// list is a page of an API list.
type list[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
}

// query is the part of a request's query that a list of the API knows.
func query(r *http.Request, keys ...string) string {
	q := url.Values{}
	for _, k := range keys {
		if v := strings.TrimSpace(r.URL.Query().Get(k)); v != "" {
			q.Set(k, v)
		}
	}
	return "?" + q.Encode()
}

// filtered is a list with what it was chosen by.
type filtered[T any] struct {
	list[T]
	Q url.Values // of the page's address
}

// more is the address of the next page.
func more(now url.Values, next string) string {
	q := maps.Clone(now)
	q.Set("cursor", next)
	return "?" + q.Encode()
}

func read[T any](r *http.Request, a api, path string, keys ...string) (filtered[T], error) {
	f := filtered[T]{Q: r.URL.Query()}
	err := a.get(path+query(r, append(keys, "cursor")...), &f.list)
	return f, err
}

func (c *Console) live(_ *http.Request, a api) (string, string, any, error) {
	var d struct {
		Status        operate.Status
		Conversations list[operate.Conversation]
		Approvals     list[operate.Approval]
		Dead          list[operate.DeadLetter]
	}
	var err error
	if a.whole {
		err = a.get("/status", &d.Status)
	}
	err = errors.Join(err, a.get("/sessions?limit=12", &d.Conversations), a.get("/approvals?state=pending&limit=10", &d.Approvals),
		a.get("/deadletters?limit=5", &d.Dead))
	return "live", "Live", d, err
}

func (c *Console) conversations(r *http.Request, a api) (string, string, any, error) {
	f, err := read[operate.Conversation](r, a, "/sessions", "text", "person", "channel", "since", "until")
	return "conversations", "Conversations", f, err
}

func (c *Console) conversation(r *http.Request, a api) (string, string, any, error) {
	var t operate.Trace
	err := a.get("/trace/"+url.PathEscape(r.PathValue("id")), &t)
	return "conversation", "Conversation", traced{Trace: t}, err
}

func (c *Console) trace(r *http.Request, a api) (string, string, any, error) {
	var t operate.Trace
	id := strings.TrimSpace(r.URL.Query().Get("id"))
	if id == "" {
		return "trace", "Trace", traced{}, nil
	}
	err := a.get("/trace/"+url.PathEscape(id), &t)
	return "trace", "Trace of " + id, traced{Trace: t, Asked: id}, err
}

func (c *Console) approvals(r *http.Request, a api) (string, string, any, error) {
	f, err := read[operate.Approval](r, a, "/approvals", "state")
	return "approvals", "Approvals", struct {
		filtered[operate.Approval]
		States []request.State
	}{f, []request.State{request.Pending, request.Granted, request.Denied, request.Expired, request.Cancelled}}, err
}

func (c *Console) approval(r *http.Request, a api) (string, string, any, error) {
	var d struct {
		operate.Approval
		Evidence map[string]any
		Choices  map[string]string
	}
	d.Choices = map[string]string{"denied": "Refuse", "cancel": "Cancel", "granted": "Grant"}
	id := url.PathEscape(r.PathValue("id"))
	if err := a.get("/approvals/"+id, &d.Approval); err != nil {
		return "", "", nil, err
	}
	var err error
	if a.whole { // the ledger is of the whole bridge
		err = a.get("/approvals/"+id+"/evidence", &d.Evidence)
	}
	return "approval", d.Summary, d, err
}

// evidence is the document that proves an approval, as a file.
func (c *Console) evidence(w http.ResponseWriter, r *http.Request, who session) {
	id := r.PathValue("id")
	b, err := c.api(r, who).raw(http.MethodGet, "/approvals/"+url.PathEscape(id)+"/evidence", nil)
	if err != nil {
		c.problem(w, r, who, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+strings.Trim(id, `"\`)+`.json"`)
	_, _ = w.Write(b) // the browser is gone
}

// decide denies, cancels or grants a request, as far as its rules let an operator.
func (c *Console) decide(r *http.Request, a api) (string, string, error) {
	id, reason := r.PathValue("id"), r.PostFormValue("reason")
	path, back := "/approvals/"+url.PathEscape(id), Prefix+"approvals/"+url.PathEscape(id)
	switch what := r.PathValue("what"); what {
	case "cancel":
		return back, "The request is cancelled.", a.post(path+"/cancel", map[string]string{"reason": reason}, nil)
	case "granted", "denied":
		return back, "The request is " + what + ".", a.post(path+"/decision", map[string]string{"decision": what, "reason": reason}, nil)
	}
	return "", "", errNoAction
}

var errNoAction = &apiError{http.StatusNotFound, "There is nothing like this to do."}

func (c *Console) deadletters(r *http.Request, a api) (string, string, any, error) {
	f, err := read[operate.DeadLetter](r, a, "/deadletters", deadFilters()...)
	return "deadletters", "Dead letters", struct {
		filtered[operate.DeadLetter]
		Filters []string
	}{f, deadFilters()}, err
}

// deadFilters are what dead letters can be chosen by.
func deadFilters() []string { return []string{"queue", "agent", "channel", "code", "since"} }

func (c *Console) deadletter(r *http.Request, a api) (string, string, any, error) {
	var d operate.DeadDetail
	err := a.get("/deadletters/"+url.PathEscape(r.PathValue("id")), &d)
	return "deadletter", "Dead letter " + d.ID, d, err
}

// settle replays or drops dead letters: those that were ticked, or all that the filter finds.
func (c *Console) settle(r *http.Request, a api) (string, string, error) {
	what := r.PathValue("what")
	if what != "replay" && what != "drop" {
		return "", "", errNoAction
	}
	body := map[string]any{"dryRun": r.PostFormValue("dry") != ""}
	if ids := r.PostForm["id"]; len(ids) > 0 {
		body["ids"] = ids
	} else {
		for _, k := range deadFilters() {
			if v := r.PostFormValue(k); v != "" {
				body[k] = v
			}
		}
		body["all"] = r.PostFormValue("all") != ""
	}
	var b operate.Bulk
	if err := a.post("/deadletters/"+what, body, &b); err != nil {
		return "", "", err
	}
	return Prefix + "deadletters", bulkSaid(what, b), nil
}

func (c *Console) sends(r *http.Request, a api) (string, string, any, error) {
	f, err := read[send](r, a, "/sends", "state", "channel", "since")
	slices.Reverse(f.Items)
	return "sends", "Sends", f, err
}

func (c *Console) channels(_ *http.Request, a api) (string, string, any, error) {
	var d struct {
		Status operate.Status
		Agents list[operate.AgentStatus]
		Nodes  list[operate.NodeStatus]
	}
	err := errors.Join(a.get("/status", &d.Status), a.get("/agents", &d.Agents), a.get("/nodes", &d.Nodes))
	return "channels", "Channels and agents", struct {
		Status operate.Status
		Agents []operate.AgentStatus
		Nodes  []operate.NodeStatus
	}{d.Status, d.Agents.Items, d.Nodes.Items}, err
}

// pause ends or begins a pause of a channel, an agent or a conversation.
func (c *Console) pause(r *http.Request, a api) (string, string, error) {
	what, kind, name := r.PathValue("what"), r.PathValue("kind"), r.PathValue("name")
	if what != "pause" && what != "resume" || !slices.Contains([]string{operate.PauseAgent, operate.PauseChannel, operate.PauseSession}, kind) {
		return "", "", errNoAction
	}
	body := map[string]string{kind: name}
	said := name + " goes on."
	if what == "pause" {
		body["why"], said = r.PostFormValue("why"), name+" is paused: messages are accepted and kept."
	}
	to := Prefix + "channels"
	if kind == operate.PauseSession {
		to = Prefix + "conversations/" + url.PathEscape(name)
	}
	return to, said, a.post("/"+what, body, nil)
}

// handOver gives a conversation to people, or back to its agent.
func (c *Console) handOver(r *http.Request, a api) (string, string, error) {
	id := url.PathEscape(r.PathValue("id"))
	to := Prefix + "conversations/" + id
	switch r.PathValue("what") {
	case "handover":
		who := strings.TrimSpace(r.PostFormValue("to"))
		return to, who + " is asked to answer.", a.post("/sessions/"+id+"/handover", map[string]string{"to": who}, nil)
	case "handback":
		return to, "The conversation goes back to its agent.", a.post("/sessions/"+id+"/handback", struct{}{}, nil)
	}
	return "", "", errNoAction
}

// scheduled is a schedule with its last runs.
type scheduled struct {
	adapters.Schedule
	Runs []adapters.Run
}

func (c *Console) cron(_ *http.Request, a api) (string, string, any, error) {
	var all list[adapters.Schedule]
	if err := a.get("/cron", &all); err != nil {
		return "", "", nil, err
	}
	var d []scheduled
	for _, s := range all.Items {
		var runs list[adapters.Run]
		path := "/cron/" + url.PathEscape(string(s.Name))
		if err := errors.Join(a.get(path+"?fires=3", &s), a.get(path+"/runs?limit=5", &runs)); err != nil {
			return "", "", nil, err
		}
		d = append(d, scheduled{s, runs.Items})
	}
	return "cron", "Schedules", d, nil
}

// schedule runs, pauses or resumes a schedule.
func (c *Console) schedule(r *http.Request, a api) (string, string, error) {
	name, what := r.PathValue("name"), r.PathValue("what")
	said, ok := map[string]string{"run": "A run of " + name + " was started.", "pause": name + " is paused.", "resume": name + " goes on."}[what]
	if !ok {
		return "", "", errNoAction
	}
	var body any = struct{}{}
	if what == "pause" {
		body = map[string]string{"why": r.PostFormValue("why")}
	}
	return Prefix + "cron", said, a.post("/cron/"+url.PathEscape(name)+"/"+what, body, nil)
}

func (c *Console) usage(r *http.Request, a api) (string, string, any, error) {
	var d struct {
		operate.UsageReport
		Q   url.Values
		Bys []string
	}
	err := a.get("/usage"+query(r, "by", "since", "until"), &d.UsageReport)
	d.Q, d.Bys = r.URL.Query(), slices.DeleteFunc(operate.UsageBys(), func(by string) bool { return by == operate.ByTenant && !a.whole })
	return "usage", "Usage", d, err
}

func (c *Console) figures(_ *http.Request, a api) (string, string, any, error) {
	var f operate.Figures
	err := a.get("/figures", &f)
	return "figures", "Figures", f, err
}

// send is a record of GET /api/v1/sends.
type send struct {
	ID        message.MessageID   `json:"id"`
	Channel   message.ChannelName `json:"channel"`
	To        message.Address     `json:"to"`
	Kind      string              `json:"kind"`
	Session   message.SessionID   `json:"session"`
	Turn      message.TurnID      `json:"turn"`
	State     string              `json:"state"`
	Delivery  string              `json:"delivery"`
	Attempts  int                 `json:"attempts"`
	Code      string              `json:"code"`
	Detail    string              `json:"detail"`
	UpdatedAt time.Time           `json:"updatedAt"`
}

// pretty is JSON with indents.
func pretty(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return string(raw)
	}
	return string(b)
}
