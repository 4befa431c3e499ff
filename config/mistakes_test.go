package config

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestMistakes holds every mistake with exactly the lines that are printed for
// it, without "config.toml:".
func TestMistakes(t *testing.T) {
	const two = "[agents.a]\ntype = \"demo\"\n[agents.b]\ntype = \"demo\"\n"
	for _, tt := range []struct {
		name, file string
		want       []string
	}{
		// Keys
		{"typo", `listn = "a:1"`, []string{`1: listn: unknown key, did you mean "listen"?; write listen`}},
		{"case and hyphen", `Data-Dir = "x"`, []string{`1: Data-Dir: unknown key, did you mean "data_dir"?; write data_dir`}},
		{"unknown", `colour = "red"`, []string{"1: colour: unknown key; write a key that `bridge config default` shows"}},
		{"unknown in a table", "[log]\ncolour = true", []string{`2: log.colour: unknown key; write one of format, level`}},
		{"strange key", "\"a\\nb\" = 1", []string{"1: \"a\\nb\": unknown key; write a key that `bridge config default` shows"}},
		// Kinds
		{"number for text", `listen = 8080`, []string{`1: listen: the number 8080 is not a text; write a text in double quotes`}},
		{"number for duration", `stop_timeout = 30`, []string{`1: stop_timeout: the number 30 is not a duration; write a duration in quotes, such as "30s", "12h" or "90d"`}},
		{"number for size", "[limits]\nmax_message = 35", []string{`2: limits.max_message: the number 35 is not a size; write a size in quotes, such as "25MB"`}},
		{"number for rate", "[limits]\nturns_per_sender = 6", []string{`2: limits.turns_per_sender: the number 6 is not a rate; write a rate in quotes, such as "60/h"`}},
		{"text for bool", "[approvals]\nself = \"no\"", []string{`2: approvals.self: the text "no" is not true or false; write true or false, without quotes`}},
		{"text for number", "[approvals]\nquorum = \"1\"", []string{`2: approvals.quorum: the text "1" is not a whole number; write a whole number, without quotes`}},
		{"text for list", "[approvals]\nvia = \"mail\"", []string{`2: approvals.via: the text "mail" is not a list; write a list, as in ["…"]`}},
		{"text for table", `log = "info"`, []string{`1: log: the text "info" is not a table; write a table, as in { key = … } or [log]`}},
		{"table for text", "[listen]\n", []string{`1: listen: a table is not a text; write a text in double quotes`}},
		{"list for text", `listen = ["a"]`, []string{`1: listen: a list is not a text; write a text in double quotes`}},
		{"date for text", `listen = 2026-01-01`, []string{`1: listen: the date or time 2026-01-01 is not a text; write a text in double quotes`}},
		{"table for list of tables", "[parts]\ntype = \"a.b\"", []string{`1: parts: a table is not a list; write a list of tables, as in [[parts]]`}},
		{"people are tables", "[people]\ndana = \"Dana\"", []string{`2: people.dana: the text "Dana" is not a table; write [people.dana]`}},
		{"list of agents", "[[agents]]\n", []string{`1: agents: a list is not a table; write [agents.NAME]`}},
		{"secret as number", "[api]\noperators = { ops = 123456 }", []string{`2: api.operators.ops: the number is not a text; write "${NAME}", "${file:PATH}" or a text in double quotes`}},
		{"secret as list of numbers", `secret = [123456]`, []string{`1: secret[0]: the number is not a text; write "${NAME}", "${file:PATH}" or a text in double quotes`}},
		// Values
		{"url", `public_url = "bridge.example.com"`, []string{`1: public_url: "bridge.example.com" does not begin with http:// or https://; write an absolute URL, such as "https://example.com/path"`}},
		{"url without host", `public_url = "https:///x"`, []string{`1: public_url: "https:///x" names no host; write an absolute URL, such as "https://example.com/path"`}},
		{"url with query", `public_url = "https://a.example?x=1"`, []string{`1: public_url: "https://a.example?x=1" has more than scheme, host and path; write a URL such as "https://bridge.example.com"`}},
		{"url with password", `public_url = "https://u:hunter2@a.example"`, []string{`1: public_url: "https://u:***@a.example" has more than scheme, host and path; write a URL such as "https://bridge.example.com"`}},
		{"bad url with password", `public_url = "https://u:hunter2/3@a.example"`, []string{`1: public_url: "https://u:***@a.example" is not a URL; write an absolute URL, such as "https://example.com/path"`}},
		{"listen", `listen = "localhost"`, []string{`1: listen: "localhost" is not HOST:PORT; write "HOST:PORT" or ":PORT", such as "127.0.0.1:8080"`}},
		{"listen port", `listen = ":99999"`, []string{`1: listen: ":99999" has no valid port; write "HOST:PORT" or ":PORT", such as "127.0.0.1:8080"`}},
		{"listen empty", `listen = ""`, []string{`1: listen: it is empty; write listen = "HOST:PORT"`}},
		{"no store", `store = "postgres"`, []string{`1: store: "postgres" is not a store; write "sqlite", "sqlite:PATH", or a URL with redis://, rediss://, redis+sentinel:// or redis+cluster://`}},
		{"sqlite without file", `store = "sqlite:"`, []string{`1: store: "sqlite:" names no file; write "sqlite" or "sqlite:PATH"`}},
		{"short secret", `secret = "hunter2"`, []string{"1: secret: the secret has fewer than 32 bytes; write at least 32 random bytes, such as `openssl rand -hex 32` prints"}},
		{"short secret in a list", "secret = [\"${BRIDGE_SECRET}\",\n \"${SHORT}\"]", []string{"2: secret[1]: the secret has fewer than 32 bytes; write at least 32 random bytes, such as `openssl rand -hex 32` prints"}},
		{"no secret in the list", `secret = []`, []string{`1: secret: the list is empty; write at least one secret, or leave the key out`}},
		{"log level", `log.level = "warning"`, []string{`1: log.level: "warning" is not a value of this key; write "debug", "info", "warn" or "error"`}},
		{"duration", `give_up = "2 days"`, []string{`1: give_up: "2 days" is not a duration; write a duration in quotes, such as "30s", "12h" or "90d"`}},
		{"negative duration", `give_up = "-2h"`, []string{`1: give_up: "-2h" is not a duration; write a duration in quotes, such as "30s", "12h" or "90d"`}},
		{"zero duration", `give_up = "0d"`, []string{`1: give_up: it must be more than zero; write a duration above zero, such as "30s"`}},
		{"size", "[artifacts]\nmax_size = \"25 megabytes\"", []string{`2: artifacts.max_size: "25 megabytes" is not a size; write a whole number with B, KB, MB, GB, KiB, MiB or GiB, such as "25MB"`}},
		{"zero size", "[artifacts]\nmax_size = \"0MB\"", []string{`2: artifacts.max_size: it must be more than zero; write a size above zero, such as "25MB"`}},
		{"rate", "[limits]\nturns_per_sender = \"60 per hour\"", []string{`2: limits.turns_per_sender: "60 per hour" is not a rate; write a whole number from 1, / and s, m, h or d, such as "60/h"`}},
		{"artifacts url", "[artifacts]\nurl = \"files\"", []string{`2: artifacts.url: "files" is not a place for artifacts; write "file", "file:PATH", "s3://BUCKET?region=REGION" or "mem://"`}},
		{"node", `node = "a/b"`, []string{`1: node: "a/b" is not the name of a node; write up to 64 letters, digits, dots, _ and -`}},
		{"quorum", "[approvals]\nquorum = -1\n", []string{`2: approvals.quorum: the number -1 is below zero; write a number from 0`}},
		{"no quorum", "[approvals]\nquorum = 0\n", []string{`2: approvals.quorum: it must be more than zero; write a number from 1`}},
		{"huge", "[approvals]\nquorum = 99999999999999999999\n", []string{`2: approvals.quorum: the number 99999999999999999999 is too large; write a smaller number`}},
		{"trust", "[approvals]\ntrust = \"strong\"\n", []string{`2: approvals.trust: "strong" is not a value of this key; write "asserted", "carrier" or "verified"`}},
		// References
		{"missing variable", `listen = "${NOPE}:80"`, []string{`1: listen: the environment variable NOPE is not set; write ${file:PATH} here, or set NOPE before the start`}},
		{"two missing variables", `listen = "${NOPE}:${NEITHER}"`, []string{
			`1: listen: the environment variable NOPE is not set; write ${file:PATH} here, or set NOPE before the start`,
			`1: listen: the environment variable NEITHER is not set; write ${file:PATH} here, or set NEITHER before the start`,
		}},
		{"missing file", `secret = "${file:key}"`, []string{`1: secret: the file "key" does not exist; write ${file:PATH} with a file that the bridge can read`}},
		{"open reference", `listen = "${PORT"`, []string{`1: listen: a ${ is not closed; write ${NAME} or ${file:PATH}, or $${ for a literal ${`}},
		{"no name", `listen = "${A B}"`, []string{`1: listen: "A B" in ${…} is not the name of an environment variable; write ${NAME} or ${file:PATH}, or $${ for a literal ${`}},
		{"no file", `listen = "${file:}"`, []string{`1: listen: ${file:} names no file; write ${file:PATH}`}},
		{"value of a reference is not shown", `listen = ":${PORT}"`, []string{`1: listen: ":${PORT}" has no valid port; write "HOST:PORT" or ":PORT", such as "127.0.0.1:8080"`}},
		{"empty reference", `secret = "${EMPTY}"`, []string{`1: secret: "${EMPTY}" is empty; write a value into what it refers to`}},
		// People
		{"person's name", "[people.Dana]\n", []string{`1: people.Dana: the name "Dana" is not valid; write a name of a-z, 0-9, _ and -`}},
		{"address kind", "[people.a]\naddresses = [\"mail:a@b.c\"]", []string{`2: people.a.addresses[0]: "mail:a@b.c" is not an address; write "email:…"`}},
		{"mail address", "[people.a]\naddresses = [\"email:Dana <a@b.c>\"]", []string{`2: people.a.addresses[0]: "email:Dana <a@b.c>" is not an address; write "email:…"`}},
		{"number", "[people.a]\naddresses = [\n\"email:a@b.c\",\n\"sms:0039333123\"]", []string{`4: people.a.addresses[1]: "sms:0039333123" is not an address; write "email:…"`}},
		{"address twice", "[people.a]\naddresses = [\"email:x@b.c\"]\n[people.b]\naddresses = [\"email:X@B.c\"]", []string{`4: people.b.addresses[0]: "email:X@B.c" belongs to a already; write each address at one person`}},
		{"address twice at one", "[people.a]\naddresses = [\"email:x@b.c\", \"email:x@b.c\"]", []string{`2: people.a.addresses[1]: "email:x@b.c" is there twice; write each address once`}},
		{"zone", "[people.a]\ntimezone = \"Rome\"", []string{`2: people.a.timezone: "Rome" is not a time zone; write an IANA name, such as "Europe/Rome" or "UTC"`}},
		{"local zone", "[people.a]\ntimezone = \"Local\"", []string{`2: people.a.timezone: "Local" is not a time zone; write an IANA name, such as "Europe/Rome" or "UTC"`}},
		{"quiet hours", "[people.a]\nquiet = \"21-8\"", []string{`2: people.a.quiet: "21-8" are no hours of the day; write two different times of the day, such as "21:00-08:00"`}},
		{"no quiet hour", "[people.a]\nquiet = \"21:00-21:00\"", []string{`2: people.a.quiet: "21:00-21:00" are no hours of the day; write two different times of the day, such as "21:00-08:00"`}},
		{"quiet until 24", "[people.a]\nquiet = \"21:00-24:00\"", []string{`2: people.a.quiet: "21:00-24:00" are no hours of the day; write two different times of the day, such as "21:00-08:00"`}},
		{"quiet as number", "[people.a]\nquiet = 21", []string{`2: people.a.quiet: the number 21 is not hours of the day; write two different times of the day, such as "21:00-08:00"`}},
		{"language", "[people.a]\nlanguage = \"english\"", []string{`2: people.a.language: "english" is not a language tag; write a BCP 47 tag, such as "en" or "pt-BR"`}},
		// Agents and channels
		{"no type", "[agents.a]\nurl = \"x\"", []string{`1: agents.a.type: it is missing; write type = "…"`}},
		{"agent type", "[agents.a]\ntype = \"htpp\"", []string{`2: agents.a.type: unknown type "htpp", did you mean "http"?; write "http"`}},
		{"no such agent type", "[agents.a]\ntype = \"pigeon\"", []string{`2: agents.a.type: unknown type "pigeon"; write "http", "exec" or "demo"`}},
		{"channel type", "[agents.a]\ntype=\"http\"\nurl=\"http://h\"\n[channels.c]\ntype = \"pigeon\"", []string{`5: channels.c.type: unknown type "pigeon"; write "email"`}},
		{"no agent at all", "[channels.c]\ntype = \"email\"\naddress = \"x\"", []string{`1: channels.c.agent: it is missing; write agent = "NAME" with the name of an [agents.NAME]`}},
		{"which agent", two + "[channels.c]\ntype = \"email\"\naddress = \"x\"", []string{
			`5: channels.c.agent: it is missing; write agent = "NAME" with the name of an [agents.NAME]`,
		}},
		{"wrong agent", "[agents.assistant]\ntype=\"http\"\nurl=\"http://h\"\n[channels.c]\ntype = \"email\"\nagent = \"asistant\"\naddress = \"x\"", []string{`6: channels.c.agent: there is no agent "asistant", did you mean "assistant"?; write "assistant"`}},
		{"empty allow", "[agents.a]\ntype=\"http\"\nurl=\"http://h\"\n[channels.c]\ntype=\"email\"\naddress=\"x\"\nallow = [\"*\", \"\"]", []string{`7: channels.c.allow[1]: an empty pattern allows nobody; write a pattern, such as "*@example.com"`}},
		{"section keys", "[agents.a]\ntype=\"http\"\nurl=\"h\"\ntimeot=\"1s\"\nshare=[\"sender\",\"name\"]\nmax_concurrent=0\nsecret=7", []string{
			`3: agents.a.url: "h" does not begin with http:// or https://; write an absolute URL, such as "https://example.com/path"`,
			`4: agents.a.timeot: unknown key, did you mean "timeout"?; write timeout`,
			`5: agents.a.share[1]: "name" is not a value of this key; write "sender" or "channel"`,
			`6: agents.a.max_concurrent: it must be more than zero; write a number from 1`,
			`7: agents.a.secret: the number is not a text; write "${NAME}", "${file:PATH}" or a text in double quotes`,
		}},
		{"missing section key", "[agents.a]\ntype=\"http\"\n", []string{`1: agents.a.url: it is missing; write url = "https://…"`}},
		{"mail section", "[agents.a]\ntype=\"http\"\nurl=\"http://h\"\n[channels.c]\ntype=\"email\"\naddress=\"x\"\n[channels.c.smtp]\naddr=\"mail.example.com\"\n[channels.c.listen]\nprotocol=\"pop3\"\n[channels.c.auth]\nrequire=\"spf\"", []string{
			`8: channels.c.smtp.addr: "mail.example.com" is not HOST:PORT; write "HOST:PORT", such as "mail.example.com:465"`,
			`9: channels.c.listen.addr: it is missing; write addr = "HOST:PORT"`,
			`10: channels.c.listen.protocol: "pop3" is not a value of this key; write "smtp" or "lmtp"`,
			`12: channels.c.auth.require: "spf" is not a value of this key; write "dmarc" or "none"`,
		}},
		// Names of each other
		{"approver", "[people.dana]\n[approvals]\napprovers = [\"dna\"]", []string{`3: approvals.approvers[0]: there is no person "dna", did you mean "dana"?; write "dana"`}},
		{"no people", "[approvals]\napprovers = [\"dana\"]", []string{`2: approvals.approvers[0]: there is no person "dana"; write the name of a [people.NAME]`}},
		{"approver twice", "[people.a]\n[approvals]\napprovers = [\"a\", \"a\"]", []string{`3: approvals.approvers[1]: "a" is there twice; write each approver once`}},
		{"quorum out of reach", "[people.a]\n[people.b]\n[approvals]\napprovers = [\"a\", \"b\"]\nquorum = 3", []string{`5: approvals.quorum: a quorum of 3 cannot be reached by 2 approvers; write quorum = 2, or name more approvers`}},
		{"via", "[approvals]\nvia = [\"mail\"]", []string{`2: approvals.via[0]: there is no channel "mail"; write the name of a [channels.NAME]`}},
		{"alert target", "[alerts]\nto = [\"dana\"]", []string{`2: alerts.to[0]: "dana" is not a target; write "CHANNEL:PERSON" or "CHANNEL:VALUE", such as "mail:dana"`}},
		{"alert channel and person", "[agents.a]\ntype=\"http\"\nurl=\"http://h\"\n[people.dana]\n[channels.mail]\ntype=\"email\"\naddress=\"x\"\n[alerts]\nto = [\"main:dana\", \"mail:eve\", \"mail:x@y.it\"]", []string{
			`9: alerts.to[0]: there is no channel "main", did you mean "mail"?; write "mail"`,
			`9: alerts.to[1]: there is no person "eve"; write "dana"`,
		}},
		// Approvals
		{"words", "[approvals]\non_expiry = \"grant\"\nreceipt = \"all\"\n[[approvals.rules]]\nname = \"a\"\ndecide = \"ask\"\ntrust = \"high\"", []string{
			`2: approvals.on_expiry: "grant" is not a value of this key; write "deny" or "escalate"`,
			`3: approvals.receipt: "all" is not a value of this key; write "none" or "other"`,
			`6: approvals.rules[0].decide: "ask" is not a value of this key; write "grant" or "deny"`,
			`7: approvals.rules[0].trust: "high" is not a value of this key; write "asserted", "carrier" or "verified"`,
		}},
		{"rule names", "[people.dana]\n[[approvals.rules]]\n[[approvals.rules]]\nname = \"A b\"\n[[approvals.rules]]\nname = \"x\"\n[[approvals.rules]]\nname = \"x\"\n" +
			"[[approvals.rules]]\nname = \"dana\"\n[[approvals.rules]]\nname = \"timeout\"\n[[approvals.rules]]\nname = \"y\"\nqourum = 2", []string{
			`2: approvals.rules[0].name: it is missing; write name = "…"`,
			`4: approvals.rules[1].name: the name "A b" is not valid; write a name of a-z, 0-9, _ and -`,
			`8: approvals.rules[3].name: there is a rule "x" already, on line 6; write another name`,
			`10: approvals.rules[4].name: "dana" is a person, and decidedBy could not tell the two apart; write another name`,
			`12: approvals.rules[5].name: "timeout" means something else in decidedBy; write another name`,
			`15: approvals.rules[6].qourum: unknown key, did you mean "quorum"?; write quorum`,
		}},
		{"who and where of a rule", "[people.dana]\n[people.erin]\n[[approvals.rules]]\nname = \"a\"\napprovers = [\"dna\", \"erin\", \"erin\"]\nvia = [\"mail\"]\n" +
			"[[approvals.rules]]\nname = \"b\"\napprovers = []\nvia = []\n[[approvals.rules]]\nname = \"c\"\napprovers = [\"dana\", \"erin\"]\nquorum = 3\nttl = \"0s\"", []string{
			`5: approvals.rules[0].approvers[0]: there is no person "dna", did you mean "dana"?; write "dana"`,
			`5: approvals.rules[0].approvers[2]: "erin" is there twice; write each approver once`,
			`6: approvals.rules[0].via[0]: there is no channel "mail"; write the name of a [channels.NAME]`,
			`9: approvals.rules[1].approvers: the list is empty; write at least one person, or leave the key out`,
			`10: approvals.rules[1].via: the list is empty; write at least one channel, or leave the key out`,
			`14: approvals.rules[2].quorum: a quorum of 3 cannot be reached by 2 approvers; write quorum = 2, or name more approvers`,
			`15: approvals.rules[2].ttl: it must be more than zero; write a duration above zero, such as "30s"`,
		}},
		{"approvers of a rule and the quorum of [approvals]", "[people.a]\n[people.b]\n[people.c]\n[approvals]\napprovers = [\"a\", \"b\", \"c\"]\nquorum = 2\n[[approvals.rules]]\nname = \"r\"\napprovers = [\"a\"]", []string{
			`9: approvals.rules[0].approvers: a quorum of 2 cannot be reached by 1 approvers; write quorum = 1, or name more approvers`,
		}},
		{"escalate", "[people.dana]\n[people.boss]\n[approvals]\napprovers = [\"dana\"]\nescalate = { after = \"1h\", to = [\"dana\"] }\n[[approvals.rules]]\nname = \"a\"\nescalate = { to = [\"boss\"] }\n" +
			"[[approvals.rules]]\nname = \"b\"\non_expiry = \"escalate\"\nescalate = { to = [\"bos\"] }\n[[approvals.rules]]\nname = \"c\"\nescalate = { after = \"1h\" }", []string{
			`5: approvals.escalate.to: all of them are approvers already and are asked at once; write somebody who is not an approver`,
			`8: approvals.rules[0].escalate: it never happens: there is no time; write after = "2h" in it, or on_expiry = "escalate"`,
			`12: approvals.rules[1].escalate.to[0]: there is no person "bos", did you mean "boss"?; write "boss"`,
			`15: approvals.rules[2].escalate.to: it is missing; write to = ["…"]`,
		}},
		{"escalate to nobody", "[approvals]\non_expiry = \"escalate\"", []string{
			`2: approvals.on_expiry: nobody is named who would be asked then; write escalate = { to = ["PERSON"] }`,
		}},
		{"remind", "[approvals]\nremind = { every = \"0s\" }\n[[approvals.rules]]\nname = \"a\"\nremind = \"2h\"", []string{
			`2: approvals.remind.every: it must be more than zero; write a duration above zero, such as "30s"`,
			`2: approvals.remind.max: it is missing; write max = 1`,
			`5: approvals.rules[0].remind: the text "2h" is not a table; write a table, as in { key = … } or [approvals.rules[0].remind]`,
		}},
		{"decide and quorum", "[people.a]\n[people.b]\n[[approvals.rules]]\nname = \"r\"\ntool = \"read*\"\ndecide = \"grant\"\nquorum = 2\napprovers = [\"a\", \"b\"]\nsummary = \"x\"", []string{
			`7: approvals.rules[0].quorum: nobody is asked where decide stands, so it has no meaning; write one of the two`,
			`8: approvals.rules[0].approvers: nobody is asked where decide stands, so it has no meaning; write one of the two`,
		}},
		// Parts
		{"part without slug", "[[parts]]\ntype = \"seat-map\"", []string{`2: parts[0].type: "seat-map" is not of the form slug.type-name; write lower case letters, digits and hyphens, such as "acme.seat-map"`}},
		{"part names", "[[parts]]\ntype = \"Acme.map\"\n[[parts]]\ntype = \"a.b.c\"\n[[parts]]\ntype = \"a.b\"\nallowed_transports = [\"sse\", \"A2A\"]", []string{
			`2: parts[0].type: "Acme.map" is not of the form slug.type-name; write lower case letters, digits and hyphens, such as "acme.seat-map"`,
			`4: parts[1].type: "a.b.c" is not of the form slug.type-name; write lower case letters, digits and hyphens, such as "acme.seat-map"`,
			`7: parts[2].allowed_transports[1]: "A2A" is not the name of a transport; write names such as "email", "sse" or "a2a"`,
		}},
		{"part twice", "[[parts]]\ntype = \"a.b\"\n[[parts]]\ntype = \"a.b\"", []string{`4: parts[1].type: "a.b" is registered twice, first on line 2; write it once`}},
		{"part without type", "[[parts]]\nstreaming = \"never\"", []string{
			`1: parts[0].type: it is missing; write type = "…"`,
			`2: parts[0].streaming: "never" is not a value of this key; write "flush", "deltas", "settle", "final", "reference", "bytes", "drop" or "audit"`,
		}},
		{"operator", "[api]\noperators = { Ops = \"${BRIDGE_SECRET}\", empty = \"\" }", []string{
			`2: api.operators.Ops: the name "Ops" is not valid; write a name of a-z, 0-9, _ and -`,
			"2: api.operators.empty: the token is empty; write a long random token, such as `openssl rand -hex 32` prints",
		}},
		{"agent tokens", "[agents.a]\ntype = \"demo\"\n[agents.b]\ntype = \"demo\"\n[agents.c]\ntype = \"demo\"\n[agents.d]\ntype = \"demo\"\n" +
			"[api]\noperators = { ops = \"${BRIDGE_SECRET}\" }\n[api.agents]\na = \"fifteen bytes!!\"\nb = \"\"\nc = \"${BRIDGE_SECRET}\"\nd = \"the token of d is long\"\ne = \"the token of e is long\"", []string{
			"12: api.agents.a: the token has fewer than 16 bytes and can be guessed; write a long random token, such as `openssl rand -hex 32` prints",
			"13: api.agents.b: the token is empty; write a long random token, such as `openssl rand -hex 32` prints",
			"14: api.agents.c: the token is the one of operators.ops already; write each caller another token",
			`16: api.agents.e: there is no agent "e"; write "a", "b", "c" or "d"`,
		}},
		{"callbacks", "[api]\ncallbacks = [\"https://ok.example.com\", \"http://127.0.0.1:8080\", \"https://*.example.com:8443\",\n\"http://example.com\",\n\"https://a.*.com\",\n\"https://*.com\",\n\"https://example.com/?x=1\",\n\"example.com\"]\n" +
			"callback_secret = [\"whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\",\n\"whsec_short\",\n\"0123456789012345678901234567890123456789\"]", []string{
			`3: api.callbacks[3]: "http://example.com" is not https; write ` + likeCallback,
			`4: api.callbacks[4]: "https://a.*.com" has a * that does not stand for the first names of the host ("*.example.com"); write ` + likeCallback,
			`5: api.callbacks[5]: "https://*.com" stands for a whole top-level domain; write ` + likeCallback,
			`6: api.callbacks[6]: "https://example.com/?x=1" has more than scheme, host and port; write ` + likeCallback,
			`7: api.callbacks[7]: "example.com" is not a pattern of URLs; write ` + likeCallback,
			"9: api.callback_secret[1]: the secret is not of the form of Standard Webhooks; write " + likeWebhookSecret,
			"10: api.callback_secret[2]: the secret is not of the form of Standard Webhooks; write " + likeWebhookSecret,
		}},
		{"tenants", "[agents.a]\ntype = \"demo\"\n[people.dana]\n[api]\noperators = { ops = \"a token of sixteen\" }\n[tenants.\"a/b\"]\n[tenants.acme]\noperators = { ops = \"another token 12345\", x = \"short\" }\nagents = { b = \"a token of sixteen\" }\npeople = [\"zoe\", \"dana\"]\n[channels.c]\ntype = \"cron\"\ntenant = \"acmee\"\n[mcp.clients.l]\ntoken = \"a-long-token-12345\"\npeople = [\"dana\"]\ntenant = \"beta\"", []string{
			`6: tenants."a/b": the name "a/b" is not valid; write 1 to 64 characters that can be printed, without a slash or *`,
			"8: tenants.acme.operators.ops: the name is one of api.operators: records could not tell them apart; write another name",
			"8: tenants.acme.operators.x: the token has fewer than 16 bytes and can be guessed; write " + likeToken,
			`9: tenants.acme.agents.b: there is no agent "b"; write "a"`,
			"9: tenants.acme.agents.b: the token is the one of operators.ops already; write each caller another token",
			`10: tenants.acme.people[0]: there is no person "zoe"; write "dana"`,
			`12: channels.c.type: unknown type "cron"; write "email"`,
			`13: channels.c.tenant: there is no tenant "acmee"; write a table [tenants.NAME]`,
			"16: mcp.clients.l.people[0]: dana is of another tenant; write somebody of the client's tenant",
			`17: mcp.clients.l.tenant: there is no tenant "beta"; write a table [tenants.NAME]`,
		}},
		{"scim", "[agents.a]\ntype = \"demo\"\n[api]\noperators = { ops = \"a token of sixteen\" }\n[scim]\ntoken = \"a token of sixteen\"\ntenant = \"acme\"\napprovers = [\"Finance Team\"]", []string{
			"6: scim.token: the token is the one of operators.ops already; write each caller another token",
			"6: scim.token: the token has characters that no header has (RFC 6750 §2.1); write " + likeToken,
			`7: scim.tenant: there is no tenant "acme"; write the name of a [tenants.NAME]`,
			`8: scim.approvers[0]: "Finance Team" is no name of a group; write a name of a-z, 0-9, _ and -, as bridge people show has it`,
		}},
		{"scim without a token", "[agents.a]\ntype = \"demo\"\n[scim]\napprovers = [\"finance\"]", []string{
			`3: scim: nobody has a token for it; write token = "${SCIM_TOKEN}", or no [scim]`,
		}},
		{"mcp", "[agents.a]\ntype = \"demo\"\n[mcp]\nwait = \"2m\"\n[mcp.clients.a]\ntoken = \"a long token 12345\"\n[mcp.clients.b]\npeople = [\"zoe\"]\nagents = [\"a\", \"a\", \"x\"]\nsubject = \"s\"\n[mcp.clients.c]\n[mcp.clients.D]\ntoken = \"short\"", []string{
			`4: mcp.wait: the wait is longer than 55s, which proxies do not bear; write at most "55s"`,
			"5: mcp.clients.a: an agent has the name: records could not tell them apart; write another name",
			"6: mcp.clients.a.token: the token has characters that no header has (RFC 6750 §2.1); write " + likeToken,
			`8: mcp.clients.b.people[0]: there is no person "zoe"; write the name of a [people.NAME]`,
			`9: mcp.clients.b.agents[1]: "a" is there twice; write each once`,
			`9: mcp.clients.b.agents[2]: there is no agent "x"; write "a"`,
			"10: mcp.clients.b.subject: there is no [mcp.oauth] whose tokens could have it; write [mcp.oauth] with an issuer, or a token",
			"11: mcp.clients.c: nothing says who it is; write a token, or the subject of the tokens of [mcp.oauth]",
			`12: mcp.clients.D: the name "D" is not valid; write a name of a-z, 0-9, _ and -`,
			"13: mcp.clients.D.token: the token has fewer than 16 bytes and can be guessed; write " + likeToken,
		}},
		{"mcp, an issuer", "[mcp.oauth]\nissuer = \"http://login.example.com\"", []string{
			`2: mcp.oauth.issuer: the issuer is not https: who is in between could make tokens; write "https://…"`,
		}},
		{"callbacks unsigned", "[api]\ncallbacks = [\"https://example.com\"]", []string{
			"2: api.callbacks: what is sent there is signed, and there is no callback_secret; write " + likeWebhookSecret,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := loadText(tt.file)
			decodeAll(c)
			want := slices.Clone(tt.want)
			for i := range want {
				want[i] = "config.toml:" + want[i]
			}
			if got := lines(c.Check()); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestWarningsOfRules: what is allowed and hardly meant.
func TestWarningsOfRules(t *testing.T) {
	c := loadText(`[people.dana]
addresses = ["email:dana@example.com"]
[people.erin]
addresses = ["email:erin@example.com"]
[approvals]
approvers = ["dana", "erin"]
remind = { every = "24h", max = 2 }
[[approvals.rules]]
name = "reads"
tool = "read*"
decide = "grant"
[[approvals.rules]]
name = "all"
quorum = 2
[[approvals.rules]]
name = "everything"
decide = "grant"
`)
	noerr.Must(t, c.Check())
	var got []string
	for _, w := range c.Warnings() {
		if strings.HasPrefix(w.Key, "approvals") {
			got = append(got, w.String())
		}
	}
	want := []string{
		`config.toml:7: approvals.remind: nobody is reminded: ttl is over before; write an every shorter than 1d`,
		`config.toml:11: approvals.rules[0].decide: it never grants: the rule on line 12 matches everything and asks people, which is stricter; write a narrower rule there`,
		`config.toml:14: approvals.rules[1].quorum: a request that an approver started is denied at once: self = false takes them out and too few remain; write one more approver, a smaller quorum, or self = true`,
		`config.toml:17: approvals.rules[2].decide: it never grants: the rule on line 12 matches everything and asks people, which is stricter; write a narrower rule there`,
		`config.toml:17: approvals.rules[2].decide: it grants every request that no other rule matches, without asking anybody; write a tool or a condition (when) beside it`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFiveAtOnce: five mistakes of five kinds, one of them a syntax error and
// one in a section, are all reported in one run.
func TestFiveAtOnce(t *testing.T) {
	c := loadText(`public_url = "https://bridge.example.com"
listen = 127.0.0.1:8080
give_up = "forever"

[agents.assistant]
type = "http"
url = "http://127.0.0.1:9000/respond"
timeuot = "10m"

[channels.mail]
type = "email"
address = "agent@example.com"
[channels.mail.smtp]
addr = "smtp.example.com:465"
password = "${SMTP_PASSWORD}"

[approvals]
quorum = "one"
`)
	decodeAll(c)
	want := []string{
		`config.toml:2: listen: there is something behind the value; write text in double quotes, and one key = value a line`,
		`config.toml:3: give_up: "forever" is not a duration; write a duration in quotes, such as "30s", "12h" or "90d"`,
		`config.toml:8: agents.assistant.timeuot: unknown key, did you mean "timeout"?; write timeout`,
		`config.toml:15: channels.mail.smtp.password: the environment variable SMTP_PASSWORD is not set; write ${file:PATH} here, or set SMTP_PASSWORD before the start`,
		`config.toml:18: approvals.quorum: the text "one" is not a whole number; write a whole number, without quotes`,
	}
	if got := lines(c.Check()); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWarnings(t *testing.T) {
	c := loadText(`
[people.a]
[agents.x]
type = "demo"
[channels.mail]
type = "email"
[approvals]
approvers = ["a"]
[api]
operators = { ops = "short" }
`)
	noerr.Must(t, c.Check())
	c.Channels[0].Warn("address", "look at it", "")
	want := []string{
		`config.toml:5: channels.mail.address: look at it`,
		`config.toml:8: approvals.approvers[0]: "a" has no address and cannot be asked; write addresses in [people.a]`,
		`config.toml:8: approvals.approvers: a request that an approver started is denied at once: self = false takes them out and too few remain; write one more approver, a smaller quorum, or self = true`,
		"config.toml:10: api.operators.ops: the token has fewer than 16 bytes and can be guessed; write a long random token, such as `openssl rand -hex 32` prints",
	}
	if got := lines(c.Warnings()); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSectionProblem(t *testing.T) {
	c := loadText(`[agents.x]
type = "demo"
[channels.mail]
type = "email"
allow = ["*",
  "x"]
[channels.mail.smtp]
addr = "a:1"
`)
	s := c.Channels[0]
	for _, key := range []string{"", "type", "allow[1]", "allow[7]", "smtp.addr", "smtp.tls", "listen.addr"} {
		s.Problem(key, "wrong", "right")
	}
	want := []string{
		`config.toml:3: channels.mail: wrong; write right`,
		`config.toml:3: channels.mail.listen.addr: wrong; write right`,
		`config.toml:4: channels.mail.type: wrong; write right`,
		`config.toml:5: channels.mail.allow[7]: wrong; write right`,
		`config.toml:6: channels.mail.allow[1]: wrong; write right`,
		`config.toml:7: channels.mail.smtp.tls: wrong; write right`,
		`config.toml:8: channels.mail.smtp.addr: wrong; write right`,
	}
	if got := lines(c.Check()); !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestProblemsAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		b.WriteString("k" + strconv.Itoa(i) + " = 1\n")
	}
	got := lines(loadText(b.String()).Check())
	if len(got) != maxProblems+1 || !strings.Contains(got[maxProblems], "more than 200 mistakes") {
		t.Errorf("%d problems, the last is %s", len(got), got[len(got)-1])
	}
}

// What is allowed of clients of MCP and probably not meant.
func TestWarningsOfClients(t *testing.T) {
	c := loadText("public_url = \"http://bridge.example.com\"\n[people.dana]\nname = \"Dana\"\n[mcp.clients.laptop]\ntoken = \"a-long-random-token\"\npeople = [\"dana\"]\n")
	noerr.Must(t, c.Check())
	var got []string
	for _, w := range c.Warnings() {
		if strings.HasPrefix(w.Key, "mcp") {
			got = append(got, w.Problem)
		}
	}
	want := []string{
		"public_url is http: the tokens of clients elsewhere go over the network as plain text",
		"dana has no address: nothing that the client writes reaches anybody there",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
