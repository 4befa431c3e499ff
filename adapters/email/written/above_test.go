package written

import (
	"strings"
	"testing"
)

// attributions are lines above a quote as mail programs write them, "|" where they
// may be broken.
var attributions = strings.Split(`On Tue, Mar 3, 2026 at|9:14 AM Approvals|<approvals@agent.example.net>|wrote:
On Tuesday, 3 March 2026|at 09:14, Approvals|<approvals@agent.example.net>|wrote:
On 03/03/2026 09:14,|Approvals|wrote:
On 2026-03-03 09:14:22|+0100, Approvals|wrote:
Am Di., 3. März 2026|um 09:14 Uhr schrieb|Approvals|<approvals@agent.example.net>:
Am 03.03.26 um 09:14|schrieb|Approvals:
Am Dienstag, 3. März 2026,|09:14:22 MEZ schrieb|Approvals:
Le mar. 3 mars 2026|à 09:14, Approvals|<approvals@agent.example.net>|a écrit :
Le 03/03/2026 à 09:14,|Approvals|a écrit :
El mar, 3 mar 2026|a las 9:14, Approvals|(<approvals@agent.example.net>)|escribió:
El 3/3/26 a las 9:14,|Approvals|escribió:
Il giorno mar 3 mar 2026|alle ore 09:14 Approvals|<approvals@agent.example.net>|ha scritto:
Il 03/03/2026 09:14,|Approvals|ha scritto:
Em ter., 3 de mar. de 2026|às 09:14, Approvals|<approvals@agent.example.net>|escreveu:
Op di 3 mrt 2026 om|09:14 schreef|Approvals|<approvals@agent.example.net>:
Op 3-3-2026 om 09:14|schreef|Approvals:
wt., 3 mar 2026 o|09:14 Approvals|<approvals@agent.example.net>|napisał(a):
W dniu 3.03.2026 o 09:14,|Approvals|pisze:
Den tis 3 mars 2026|kl 09:14 skrev|Approvals|<approvals@agent.example.net>:
Den tirs. 3. mar. 2026|kl. 09.14 skrev|Approvals|<approvals@agent.example.net>:
tir. 3. mars 2026 kl. 09:14|skrev Approvals|<approvals@agent.example.net>:
ti 3. maalisk. 2026|klo 9.14 Approvals|<approvals@agent.example.net>|kirjoitti:
út 3. 3. 2026 v 9:14|odesílatel Approvals|<approvals@agent.example.net>|napsal:
ut 3. 3. 2026 o 9:14|Approvals|<approvals@agent.example.net>|napísal(a):
Approvals|<approvals@agent.example.net>|ezt írta (időpont: 2026. márc. 3.,|K, 9:14):
mar., 3 mar. 2026 la|09:14, Approvals|<approvals@agent.example.net>|a scris:
uto, 3. ožu 2026. u|09:14 Approvals|<approvals@agent.example.net>|napisao je:
На вт, 3.03.2026 г. в|9:14 Approvals|<approvals@agent.example.net>|написа:
Στις Τρί 3 Μαρ 2026 στις|9:14 π.μ., ο χρήστης Approvals|<approvals@agent.example.net>|έγραψε:
Approvals|<approvals@agent.example.net>,|3 Mar 2026 Sal, 09:14|tarihinde şunu yazdı:
вт, 3 мар. 2026 г. в|09:14, Approvals|<approvals@agent.example.net>:
03.03.2026, 09:14,|"Approvals"|<approvals@agent.example.net>:
вт, 3 бер. 2026 р. о|09:14 Approvals|<approvals@agent.example.net>|пише:
2026年3月3日(火) 9:14|Approvals|<approvals@agent.example.net>:
Approvals|<approvals@agent.example.net>|于2026年3月3日周二|09:14写道：
2026년 3월 3일 (화) 오전 9:14,|Approvals|<approvals@agent.example.net>님이|작성:
Vào Th 3, 3 thg 3, 2026 vào lúc|09:14 Approvals|<approvals@agent.example.net>|đã viết:
Pada Sel, 3 Mar 2026 pukul|09.14 Approvals|<approvals@agent.example.net>|menulis:
Missatge de Approvals|<approvals@agent.example.net>|del dia dt., 3 de març 2026|a les 9:14:
tor. 3. mar. 2026|09.14 skrev|Approvals:
Approvals|<approvals@agent.example.net>|wrote on 03/03/2026|09:14:22 AM:
בתאריך יום ג׳, 3 במרץ 2026 ב-9:14 מאת|Approvals|<approvals@agent.example.net>:
Zitat von|Approvals|<approvals@agent.example.net>:
Quoting|Approvals|<approvals@agent.example.net>:
2026-03-03 9:14 GMT+01:00|Approvals|<approvals@agent.example.net>:`, "\n")

// said are lines that people write, each like the beginning of one of those.
var said = strings.Split(`On Monday I will pay 300
On Monday
On the 5th
On 5 March
On Friday, 6 March 2026
on
To be clear: pay 300
From my side it is ok
At 9:00 tomorrow
At 300
Monday
2026
3 March is fine
3
March
300 EUR
wrote to Bob
Tom wrote
Am Montag zahle ich 300
am Freitag
am 5.3.
Am 5. März 2026
Dienstag
Le lundi je paie 300
le 5
Il giorno 10 pago io 300 euro
Il 10 pago io
lunedì
Ma solo 300
El lunes pago 300
el 5 de marzo
La mitad
Op maandag betaal ik 300
op 5 maart
Em março
Na segunda pago 300
W dniu 5 zapłacę 300
w piątek
o 9:00
Den 5 mars
På måndag
Ja, men kl 10
Pe 5 martie
v pondělí
в понедельник
On Monday, as agreed,
Approvals
Approvals ok
Bob <bob@example.com>
300, not 400:
Yes`, "\n")

// wraps breaks an attribution over one to four lines, in each way there is.
func wraps(a string) []string {
	pieces := strings.Split(a, "|")
	var out []string
	for mask := range 1 << (len(pieces) - 1) {
		var b strings.Builder
		for i, p := range pieces {
			if i > 0 {
				if mask&(1<<(i-1)) != 0 {
					b.WriteByte('\n')
				} else {
					b.WriteByte(' ')
				}
			}
			b.WriteString(p)
		}
		out = append(out, b.String())
	}
	return out
}

// TestLineAboveAttribution: the line right above an attribution, with no blank line
// between, is the person's, whatever it begins like.
func TestLineAboveAttribution(t *testing.T) {
	n, lost, kept := 0, 0, 0
	for _, a := range attributions {
		for j, w := range wraps(a) {
			for i, s := range said {
				if (i+j)%3 > 0 {
					continue // a third of them shows it
				}
				for _, before := range []string{"", "Yes, but\n"}[(i+j)%2 : (i+j)%2+1] {
					n++
					text := before + s + "\n" + w + "\n> Shall I pay 400 EUR?\n>\n> Reply YES or NO.\n"
					got := Split(MarkQuotes(text), Mail{Name: "Dana Rossi", Address: "dana@example.com", Us: "Approvals", Answers: true})
					if !strings.HasPrefix(got.Text, strings.TrimSpace(before+s)) {
						lost++
						t.Errorf("lost %q above %q: %q", s, w, got.Text)
					}
					if strings.Contains(got.Text, "> Shall") {
						kept++
					}
				}
			}
		}
	}
	t.Logf("%d of %d swallowed, %d with the quote left", lost, n, kept)
}

// TestAttributions: each is found, however it is broken.
func TestAttributions(t *testing.T) {
	n, missed := 0, 0
	for _, a := range attributions {
		for _, w := range wraps(a) {
			n++
			text := "Yes.\n\n" + w + "\n\n> Shall I pay 400 EUR?\n>\n> Reply YES or NO.\n"
			got := Split(MarkQuotes(text), Mail{Name: "Dana Rossi", Address: "dana@example.com", Us: "Approvals", Answers: true})
			if got.Text != "Yes." {
				missed++
				t.Errorf("left of %q: %q", w, got.Text)
			}
		}
	}
	t.Logf("%d of %d missed", missed, n)
}
