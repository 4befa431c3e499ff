package mailfooter_test

import (
	_ "embed"
	"strings"
	"testing"

	"bridge/core/mailfooter"
)

// lines are what phones and programs put below mails.
//
//go:embed testdata/lines.txt
var lines string

// TestLines: what phones and programs put below a mail is told, with its link and
// without, and what a person says in such words is not.
func TestLines(t *testing.T) {
	for f := range strings.Lines(lines) {
		f = strings.TrimSuffix(f, "\n")
		linked := []string{f}
		if strings.Contains(f, "Outlook") {
			linked = append(linked, f+"<https://aka.ms/o0ukef>", f+" <https://aka.ms/AAb9ysg>")
		}
		for _, l := range linked {
			if !mailfooter.Line(l) {
				t.Errorf("kept %q", l)
			}
			if !mailfooter.Certain(l) {
				t.Errorf("not certain: %q", l)
			}
		}
	}
	for _, f := range strings.Split(`Outlook for iOS
Get Outlook for Bob
Get Outlook for iOS and Android today
Get Outlook for iOS, not for Android
Hol dir Outlook für iOS oder warte
Sent from Mailspring, but only half
Sent from Mailspring, the best free email app for work. Pay 300
Sent from Mailspring, email it today
Sent from my iPhone, email the team
Sent from my iPhone. Only half
Sent with Spark, not before Friday
Outlook, the best email app
Sent to Bob already
Sent by Edison
Envoyé par Newton
Enviado por Bob
メールで送信
ボブに送信
資料を入手
송장 받기
Gesendet von Bob, die beste App
Yahoo Mail: no`, "\n") {
		if mailfooter.Line(f) || mailfooter.Certain(f) {
			t.Errorf("left out %q", f)
		}
	}
}

// TestCertain: below an answer a name that nobody knows is none of a device.
func TestCertain(t *testing.T) {
	for _, l := range []string{"Sent from my Desk", "Sent from my Half", "Sent from Outlook no", "Sent from Bob Android", "发自我的心", "半分から送信", "Sent from my iPhone 300 EUR", "Sent from my iPhone, all mail", "Sent from my iPhone all", "Sent from my Galaxy Tomorrow"} {
		if mailfooter.Certain(l) {
			t.Errorf("%q is certain", l)
		}
	}
	for l := range strings.SplitSeq(`Sent from my Verizon, Samsung Galaxy smartphone
Sent via the Samsung Galaxy S23 Ultra, an AT&T 5G smartphone
Sent from my BlackBerry 10 smartphone on the Vodafone network.
Отправлено из мобильного приложения Яндекс Почты
Envoyé depuis l'application Mail Orange
Odesláno z aplikace Seznam.cz pro iPhone
Sent from the all new AOL app for iOS
Messaggio inviato con la webmail di Comune in Rete
Sent with BlackBerry Work (www.blackberry.com)`, "\n") {
		if !mailfooter.Line(l) {
			t.Errorf("kept %q", l)
		}
		if mailfooter.Certain(l) {
			t.Errorf("%q is certain", l)
		}
	}
	for _, l := range []string{"Sent from my Galaxy S23", "Enviado desde mi BlackBerry 10", "Sent from my iPhone", "iPhoneから送信"} {
		if !mailfooter.Certain(l) {
			t.Errorf("%q is not", l)
		}
	}
}

// TestDesk: whose service a mail is, and by whose program.
func TestDesk(t *testing.T) {
	for line, want := range map[string]string{
		"This email is a service from Bright Support. Delivered by Zendesk":    "from bright support",
		"Este e-mail é um serviço de Lojas Aurora.":                            "de lojas aurora",
		"Dana pays. This email is a service from Bright. Delivered by Zendesk": "-",
		"This email is a service from Bright. Pay half. Delivered by Zendesk":  "-",
		"This email is a service from Bright? Delivered by Zendesk":            "-",

		"Powered by Freshdesk": "",
		"Delivered by Bob":     "-",
	} {
		got, ok := mailfooter.Desk(line)
		if !ok {
			got, ok = mailfooter.Service(line)
		}
		if !ok {
			got = "-"
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%q is %q", line, got)
		}
	}
}
