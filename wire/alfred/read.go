package alfred

import (
	"strings"

	"bridge/wire/canonical"
)

// reading is a message being read from its canonical form, beside the schema.
type reading struct {
	// plain: the message is of the schema, without a doubt. Of others the schema says so, or why not.
	plain bool
	// strict: no name is one of the schema's but for its capitals. Other readers, such as
	// encoding/json, take "ID" for "id", and the schema does not.
	strict bool
}

// read takes the fields out of a canonical form, those of another type than the schema's left
// out.
func (m *Message) read(text []byte) (plain, strict bool) {
	r := &reading{plain: text[0] == '{', strict: true}
	r.object(text, "envelope message", func(name string, v []byte) bool {
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
	return r.plain, r.strict
}

func (m *Message) readEnvelope(r *reading, v []byte) {
	r.object(v, "metadata routing security", func(name string, v []byte) bool {
		switch name {
		case "metadata":
			r.object(v, "id version timestamp", func(name string, v []byte) bool {
				switch name {
				case "id":
					m.ID = r.text(v, isUUID)
				case "version":
					m.Version = r.text(v, isVersion)
				case "timestamp":
					m.Timestamp = r.text(v, isUTC)
				case "correlation_id":
					m.Correlation = r.text(v, isUUID)
				case "trace_id":
					m.Trace = r.text(v, isAny)
				default:
					return false
				}
				return true
			})
		case "routing":
			r.object(v, "source destination", func(name string, v []byte) bool {
				switch name {
				case "source":
					m.Source = r.party(v, "agent_id service_id")
				case "destination":
					m.Destination = r.party(v, "agent_id")
				case "reply_to":
					m.ReplyTo = r.text(v, isAny)
				default:
					return false
				}
				return true
			})
		case "security":
			r.object(v, "auth_token", func(name string, v []byte) bool {
				switch name {
				case "auth_token":
					m.Token = r.text(v, isAny)
				case "signature":
					m.Signature = r.text(v, isAny)
				case "tenant_id":
					m.Tenant = r.text(v, isShort)
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
	r.object(v, "type intent", func(name string, v []byte) bool {
		switch name {
		case "type":
			m.Type = Type(r.text(v, isType))
		case "intent":
			m.Intent = r.text(v, isAny)
		case "payload":
			m.Payload = v
			r.plain = r.plain && v[0] == '{'
		default:
			return false
		}
		return true
	})
}

func (r *reading) party(v []byte, required string) (p Party) {
	r.object(v, required, func(name string, v []byte) bool {
		switch name {
		case "agent_id":
			p.Agent = r.text(v, isShort)
		case "service_id":
			p.Service = r.text(v, isShort)
		default:
			return false
		}
		return true
	})
	return p
}

// object reads the members of an object; take returns false for a name that the schema does not
// have there.
func (r *reading) object(v []byte, required string, take func(name string, v []byte) bool) {
	r.plain = r.plain && v[0] == '{'
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
	r.plain = r.plain && missing == 0
}

// text reads a text; "" of anything else.
func (r *reading) text(v []byte, is func(string) bool) string {
	s, ok := canonical.Text(v)
	r.plain = r.plain && ok && is(s)
	return s
}

func isAny(string) bool { return true }

// isShort reports whether a text is surely within the 64 letters of the schema.
func isShort(s string) bool { return len(s) <= 64 }

func isType(s string) bool {
	switch Type(s) {
	case TaskRequest, TaskResponse, Event, Heartbeat, Discovery, Control:
		return true
	}
	return false
}

func isVersion(s string) bool {
	n := 0
	for part := range strings.SplitSeq(s, ".") {
		if n++; part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return n == 3
}

// isUTC reports whether a text is a time as nearly all write it; the schema takes other zones.
func isUTC(s string) bool {
	_, ok := canonical.Time(s)
	return ok && strings.HasSuffix(s, "Z")
}

func isUUID(s string) bool {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(s) != len(form) {
		return false
	}
	for i, c := range []byte(s) {
		hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		if hex != (form[i] == 'x') || !hex && c != '-' {
			return false
		}
	}
	return true
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
