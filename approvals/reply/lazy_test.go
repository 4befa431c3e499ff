package reply

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMostMailsNeedNoGrammar: what is asked of every message that answers nothing says so
// before the grammar is made.
func TestMostMailsNeedNoGrammar(t *testing.T) {
	const child = "BRIDGE_TEST_NO_GRAMMAR"
	if os.Getenv(child) == "" { // another test has made it here
		cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	was := grammar
	grammar = func() *parser { t.Error("the grammar was made"); return was() }
	o := Options{Mail: true, Name: "Dana Rossi"}
	for _, text := range []string{"When does my order arrive?", "\n  Hello there \n\n", "yes"} {
		if IsList(text, o.Name) || SignedOnly(text, o) || len(Standing(text, o)) > 0 || len(Signatures(o, text, "")) > 0 {
			t.Errorf("%q", text)
		}
	}
	for _, text := range []string{"Where is it?\nDana Rossi", "Can you look?\n\nIt is the blue one"} {
		if IsList(text, o.Name) || SignedOnly(text, o) || len(Signatures(o, text, "")) > 0 {
			t.Errorf("%q", text)
		}
	}
}

// TestListWordsAreAllOfTheList: no way to ask for a list is missed before the grammar is asked.
func TestListWordsAreAllOfTheList(t *testing.T) {
	for s := range grammar().list.of {
		if !namesList("Ciao,\n" + strings.ToUpper(s) + "!") {
			t.Errorf("%q", s)
		}
	}
}
