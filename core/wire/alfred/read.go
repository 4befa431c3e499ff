package alfred

import (
	"strings"
	"unicode/utf8"

	"bridge/core/wire/canonical"
)

// reading is a message being read from its canonical form, by the rules of the schema
// (testdata/schema.json, which the tests hold it to).
type reading struct {
	// wrong is where the message is not of the schema, and by which of its rules, with nothing
	// of the message; "" if it is.
	wrong string
	// strict: no name is one of the schema's but for its capitals. Other readers, such as
	// encoding/json, take "ID" for "id", and the schema does not.
	strict bool
}

// read takes the fields out of a canonical form, those of another type than the schema's left
// out.
func (m *Message) read(text []byte) (wrong string, strict bool) {
	r := &reading{strict: true}
	r.object(text, "/", "envelope message", func(name string, v []byte) bool {
		switch name {
		case "envelope":
			m.readEnvelope(r, v)
		case "message":
			m.readMessage(r, v)
		default:
			return false
		}
		return true
	})
	return r.wrong, r.strict
}

func (m *Message) readEnvelope(r *reading, v []byte) {
	r.object(v, "/envelope", "metadata routing security", func(name string, v []byte) bool {
		switch name {
		case "metadata":
			r.object(v, "/envelope/metadata", "id version timestamp", func(name string, v []byte) bool {
				switch name {
				case "id":
					m.ID = r.text(v, "/envelope/metadata/id", isUUID)
				case "version":
					m.Version = r.text(v, "/envelope/metadata/version", isVersion)
				case "timestamp":
					m.Timestamp = r.text(v, "/envelope/metadata/timestamp", isTime)
				case "correlation_id":
					m.Correlation = r.text(v, "/envelope/metadata/correlation_id", isUUID)
				case "trace_id":
					m.Trace = r.text(v, "/envelope/metadata/trace_id", isAny)
				default:
					return false
				}
				return true
			})
		case "routing":
			r.object(v, "/envelope/routing", "source destination", func(name string, v []byte) bool {
				switch name {
				case "source":
					m.Source = r.party(v, "/envelope/routing/source", "agent_id service_id")
				case "destination":
					m.Destination = r.party(v, "/envelope/routing/destination", "agent_id")
				case "reply_to":
					m.ReplyTo = r.text(v, "/envelope/routing/reply_to", isAny)
				default:
					return false
				}
				return true
			})
		case "security":
			r.object(v, "/envelope/security", "auth_token", func(name string, v []byte) bool {
				switch name {
				case "auth_token":
					m.Token = r.text(v, "/envelope/security/auth_token", isAny)
				case "signature":
					m.Signature = r.text(v, "/envelope/security/signature", isAny)
				case "tenant_id":
					m.Tenant = r.text(v, "/envelope/security/tenant_id", isShort)
				default:
					return false
				}
				return true
			})
		default:
			return false
		}
		return true
	})
}

func (m *Message) readMessage(r *reading, v []byte) {
	r.object(v, "/message", "type intent", func(name string, v []byte) bool {
		switch name {
		case "type":
			m.Type = Type(r.text(v, "/message/type", isType))
		case "intent":
			m.Intent = r.text(v, "/message/intent", isAny)
		case "payload":
			m.Payload = v
			if v[0] != '{' {
				r.bad("/message/payload", "type")
			}
		default:
			return false
		}
		return true
	})
}

func (r *reading) party(v []byte, at, required string) (p Party) {
	r.object(v, at, required, func(name string, v []byte) bool {
		switch name {
		case "agent_id":
			p.Agent = r.text(v, at+"/agent_id", isShort)
		case "service_id":
			p.Service = r.text(v, at+"/service_id", isShort)
		default:
			return false
		}
		return true
	})
	return p
}

// bad keeps where the message is not of the schema first.
func (r *reading) bad(at, rule string) {
	if r.wrong == "" {
		r.wrong = at + " (" + rule + ")"
	}
}

// object reads the members of an object; take returns false for a name that the schema does not
// have there.
func (r *reading) object(v []byte, at, required string, take func(name string, v []byte) bool) {
	if v[0] != '{' {
		r.bad(at, "type")
	}
	missing := strings.Count(required, " ") + 1
	for quoted, value := range canonical.Members(v) {
		name := string(quoted)
		if !take(name, value) {
			r.strict = r.strict && isStrange(name)
			continue
		}
		for n := range strings.FieldsSeq(required) {
			if n == name {
				missing--
			}
		}
	}
	if missing > 0 {
		r.bad(at, "required")
	}
}

// text reads a text; "" of anything else. is returns the rule that a text breaks.
func (r *reading) text(v []byte, at string, is func(string) string) string {
	s, ok := canonical.Text(v)
	if !ok {
		r.bad(at, "type")
	} else if rule := is(s); rule != "" {
		r.bad(at, rule)
	}
	return s
}

func isAny(string) string { return "" }

func isShort(s string) string { return unless(utf8.RuneCountInString(s) <= 64, "maxLength") }

func unless(holds bool, rule string) string {
	if holds {
		return ""
	}
	return rule
}

func isType(s string) string {
	switch Type(s) {
	case TaskRequest, TaskResponse, Event, Heartbeat, Discovery, Control:
		return ""
	}
	return "enum"
}

func isVersion(s string) string {
	n := 0
	for part := range strings.SplitSeq(s, ".") {
		if n++; part == "" || strings.Trim(part, "0123456789") != "" {
			return "pattern"
		}
	}
	return unless(n == 3, "pattern")
}

func isTime(s string) string {
	_, ok := canonical.Time(strings.ToUpper(s))
	return unless(ok, "format")
}

func isUUID(s string) string {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(s) != len(form) {
		return "format"
	}
	for i, c := range []byte(s) {
		hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		if hex != (form[i] == 'x') || !hex && c != '-' {
			return "format"
		}
	}
	return ""
}

// isStrange reports whether a name that the schema does not have in an object is none of its
// names in other capitals. It may be one that it has elsewhere.
func isStrange(name string) bool {
	for known := range strings.FieldsSeq(names) {
		if known == name {
			return true
		}
	}
	for known := range strings.FieldsSeq(names) {
		if strings.EqualFold(known, name) {
			return false
		}
	}
	return true
}

// names are those of the schema's objects.
const names = "envelope message metadata routing security id version timestamp correlation_id trace_id source destination " +
	"reply_to agent_id service_id auth_token signature tenant_id type intent payload"
