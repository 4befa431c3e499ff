// Command wire signs the vectors of AGP and Alfred with Go's own library and nothing of the bridge, and
// fails where a signature is not the committed one: go run . AGP.json ALFRED.json
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

type vector struct {
	Name, Key, Scheme, Body, Signature string
	Claims                             *string
}

// canonical is RFC 8785.
func canonical(v any) string {
	switch v := v.(type) {
	case string:
		return text(v)
	case float64:
		if v == 0 {
			return "0" // also -0
		}
		b, err := json.Marshal(v) // ECMAScript's form
		check(err)
		return string(b)
	case []any:
		var all []string
		for _, x := range v {
			all = append(all, canonical(x))
		}
		return "[" + strings.Join(all, ",") + "]"
	case map[string]any:
		var names, all []string
		for n := range v {
			names = append(names, n)
		}
		slices.SortFunc(names, func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
		for _, n := range names {
			all = append(all, text(n)+":"+canonical(v[n]))
		}
		return "{" + strings.Join(all, ",") + "}"
	case bool:
		return strconv.FormatBool(v)
	}
	return "null"
}

func text(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	check(enc.Encode(s))
	// RFC 8785 does not escape these two.
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSpace(b.String()))
}

func mac(key, s string) []byte {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(s))
	return h.Sum(nil)
}

func agp(c vector) string {
	var body map[string]any
	check(json.Unmarshal([]byte(c.Body), &body))
	stamp := body["timestamp"].(string)
	if c.Scheme == "jcs-without-timestamp+timestamp" {
		delete(body, "timestamp")
	}
	return hex.EncodeToString(mac(c.Key, canonical(body)+stamp))
}

func alfred(c vector) string {
	if c.Claims != nil {
		url := base64.RawURLEncoding
		s := url.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + url.EncodeToString([]byte(*c.Claims))
		return s + "." + url.EncodeToString(mac(c.Key, s))
	}
	var body map[string]any
	check(json.Unmarshal([]byte(c.Body), &body))
	delete(body["envelope"].(map[string]any)["security"].(map[string]any), "signature")
	return base64.StdEncoding.EncodeToString(mac(c.Key, canonical(body)))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	made, wrong := map[string]string{}, []string{}
	for i, file := range os.Args[1:] {
		b, err := os.ReadFile(file)
		check(err)
		var cases []vector
		check(json.Unmarshal(b, &cases))
		for _, c := range cases {
			made[c.Name] = []func(vector) string{agp, alfred}[i](c)
			if made[c.Name] != c.Signature {
				wrong = append(wrong, c.Name)
			}
		}
	}
	b, err := json.MarshalIndent(made, "", " ")
	check(err)
	fmt.Println(string(b))
	if len(wrong) > 0 || len(made) == 0 {
		fmt.Fprintln(os.Stderr, "not the committed signature:", strings.Join(wrong, ", "))
		os.Exit(1)
	}
}
