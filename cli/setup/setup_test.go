package setup

import "testing"

func TestDetect(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"a@gmail.com": Gmail, "a@GoogleMail.com": Gmail, "a@hotmail.com": Outlook, "a@contoso.onmicrosoft.com": Microsoft,
		"a@fastmail.fm": Fastmail, "a@me.com": ICloud, "a@example.com": Own, "a@notgmail.com": Own, "a@gmail.com.example.com": Own, "": Own,
	} {
		got, sure := Detect(address)
		if got != want || sure != (want != Own) {
			t.Errorf("%s: %s, sure %v; want %s", address, got, sure, want)
		}
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"dana@example.com": "dana", "Dana.Bianchi@example.com": "dana-bianchi", "42@example.com": "me", "é@x.test": "me", "7up@x.test": "up",
	} {
		if got := id(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
