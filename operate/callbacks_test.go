package operate

import (
	"strings"
	"testing"
)

func TestCallbackProblem(t *testing.T) {
	patterns := []string{"https://*.example.com", "https://one.test", "https://port.test:8443", "http://127.0.0.1:9000", "http://[::1]:9000"}
	for url, ok := range map[string]bool{
		"https://ci.example.com/hooks/x":                true,
		"https://a.b.EXAMPLE.com/hooks/x?y=1":           true,
		"https://ci.example.com:443/hooks/x":            true,
		"https://one.test":                              true,
		"https://one.test/any/path":                     true,
		"https://port.test:8443/a":                      true,
		"https://port.test:8443/a/b":                    true,
		"http://127.0.0.1:9000/x":                       true,
		"http://[::1]:9000/x":                           true,
		"https://example.com/hooks/x":                   false, // not below it
		"https://ciexample.com/hooks/x":                 false,
		"https://ci.example.com.evil.test/hooks/x":      false,
		"https://ci.example.com:8443/hooks/x":           false,
		"http://ci.example.com/hooks/x":                 false,
		"http://one.test/":                              false,
		"https://127.0.0.1:9000/x":                      false,
		"http://127.0.0.1/x":                            false,
		"http://localhost:9000/x":                       false,
		"https://u:p@one.test/":                         false,
		"https://one.test@evil.test/":                   false,
		"https://one.test\\@evil.test/":                 false,
		"https://evil.test#https://one.test/":           false,
		"https://one.test/#x":                           false,
		"https://one.test/a b":                          false,
		"https://on\u0435.test/":                        false,
		"ftp://one.test/":                               false,
		"//one.test/":                                   false,
		"one.test":                                      false,
		"":                                              false,
		"https://one.test/" + strings.Repeat("x", 3000): false,
	} {
		if problem := callbackProblem(patterns, url); (problem == "") != ok {
			t.Errorf("%.80s: %q", url, problem)
		}
	}
	if callbackProblem(nil, "https://one.test") == "" {
		t.Error("a callback without [api] callbacks")
	}
}
