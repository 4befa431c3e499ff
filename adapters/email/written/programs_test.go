package written

import (
	"strings"
	"testing"
)

// moreAttributions are the lines above a quote as programs write them in languages and in
// ways that the others do not have, each broken where lines are full.
var moreAttributions = strings.Split(`> Approvals <approvals@agent.example.net> hat am 03.03.2026 09:14 CET geschrieben:
Approvals <approvals@agent.example.net> hat am 3. März 2026 um 09:14 geschrieben:
Approvals <approvals@agent.example.net> hat am Dienstag, 3. März|2026 um 09:14 geschrieben:
On Mar 3, 2026 at 09:14 +0100, Approvals <approvals@agent.example.net>, wrote:
On Mar 3 2026, at 9:14 am, Approvals <approvals@agent.example.net>|wrote:
On March 3, 2026, Approvals <approvals@agent.example.net> wrote:
On March 3, 2026 9:14:22 AM GMT+01:00, Approvals <approvals@agent.example.net>|wrote:
Dnia 3 marca 2026 09:14 Approvals <approvals@agent.example.net>|napisał(a):
Wiadomość napisana przez Approvals <approvals@agent.example.net> w dniu 3 mar 2026, o godz. 09:14:
Wiadomość napisana przez Approvals|<approvals@agent.example.net> w dniu 3 mar 2026, o godz. 09:14:
3. mars 2026 kl. 09:14 skrev Approvals <approvals@agent.example.net>:
3 mars 2026 kl. 09:14 skrev Approvals|<approvals@agent.example.net>:
Den 3. mar. 2026 kl. 09.14 skrev Approvals|<approvals@agent.example.net>:
Den 03-03-2026 kl. 09:14 skrev Approvals:
Den 03.03.2026 09:14, skrev Approvals:
Approvals <approvals@agent.example.net> kirjoitti 3.3.2026 kello 9.14:
Approvals kirjoitti 3.3.2026 klo 9.14:
ti 3.3.2026 klo 9.14 Approvals (approvals@agent.example.net) kirjoitti:
3. 3. 2026 v 9:14, Approvals <approvals@agent.example.net>:
Dne 03. 03. 26 v 9:14 Approvals napsal(a):
Dňa 3. 3. 2026 o 9:14 Approvals napísal(a):
Pe 3 mar. 2026, la 09:14, Approvals <approvals@agent.example.net> a scris:
Pe 03.03.2026 09:14, Approvals a scris:
În mar., 3 mar. 2026 la 09:14, Approvals <approvals@agent.example.net> a scris:
Στις 3 Μαρ 2026, στις 9:14 π.μ., ο χρήστης Approvals|<approvals@agent.example.net> έγραψε:
Στις 3/3/2026 9:14 π.μ., ο/η Approvals έγραψε:
Approvals <approvals@agent.example.net> şunları yazdı (3 Mar 2026 09:14):
3.03.2026 09:14 tarihinde Approvals yazdı:
3 Mar 2026 Sal 09:14 tarihinde Approvals <approvals@agent.example.net> şunu|yazdı:
Approvals <approvals@agent.example.net>, 3 Mar 2026 Sal, 09:14 tarihinde şunu|yazdı:
3 бер. 2026 р. о 09:14 Approvals <approvals@agent.example.net> пише:
3 мар. 2026 г., в 9:14, Approvals <approvals@agent.example.net> написал(а):
3 марта 2026 г. 9:14:22 GMT+03:00, Approvals|<approvals@agent.example.net> пишет:
2026. 3. 3. 오전 9:14, Approvals <approvals@agent.example.net> 작성:
2026. 03. 03. 9:14 keltezéssel, Approvals írta:
Approvals <approvals@agent.example.net> ezt írta (időpont: 2026. márc. 3.,|K, 9:14):
uto, 3. ožu 2026. u 09:14 Approvals <approvals@agent.example.net>|napisao je:
V V tor., 3. mar. 2026 ob 09:14 je oseba Approvals|<approvals@agent.example.net> napisala:
V tor., 3. mar. 2026 ob 09:14 je oseba Approvals <approvals@agent.example.net> napisala:
2026-03-03, an, 09:14 Approvals <approvals@agent.example.net> rašė:
otrd., 2026. g. 3. marts, plkst. 09:14 — lietotājs Approvals|(<approvals@agent.example.net>) rakstīja:
Kuupäev T, 3. märts 2026 kell 09:14 kirjutas Approvals|<approvals@agent.example.net>:
Approvals <approvals@agent.example.net> kirjutas kuupäeval T, 3. märts 2026|kell 09:14:
Þann þri., 3. mar. 2026 kl. 09:14 skrifaði Approvals <approvals@agent.example.net>:
ในวันที่ อ. 3 มี.ค. 2026 เวลา 09:14 Approvals <approvals@agent.example.net>|เขียนว่า:
في الثلاثاء، 3 مارس 2026 في 9:14 ص تمت كتابة ما يلي بواسطة|Approvals <approvals@agent.example.net>:
Le mardi 3 mars 2026 à 09:14:22 UTC+1, Approvals|<approvals@agent.example.net> a écrit :
Il martedì 3 marzo 2026 alle ore 09:14:22 CET, Approvals|<approvals@agent.example.net> ha scritto:
Il 03/03/2026 09:14 CET Approvals <approvals@agent.example.net> ha scritto:
Il giorno 3 mar 2026, alle ore 09:14, Approvals <approvals@agent.example.net> ha|scritto:
Am Dienstag, 3. März 2026 um 09:14:22 MEZ hat Approvals|<approvals@agent.example.net> Folgendes geschrieben:
Am 03.03.2026 um 09:14 schrieb "Approvals" <approvals@agent.example.net>:
El martes, 3 de marzo de 2026, 09:14:22 CET, Approvals|<approvals@agent.example.net> escribió:
El 3 mar 2026, a las 9:14, Approvals <approvals@agent.example.net>|escribió:
Em terça-feira, 3 de março de 2026 às 09:14:22 BRT, Approvals|<approvals@agent.example.net> escreveu:
No dia 3 de mar. de 2026, às 09:14, Approvals <approvals@agent.example.net>|escreveu:
Approvals <approvals@agent.example.net> escreveu no dia terça, 3/03/2026|à(s) 09:14:
A terça, 3 de mar. de 2026, 09:14, Approvals <approvals@agent.example.net>|escreveu:
Op dinsdag 3 maart 2026 om 09:14:22 CET schreef Approvals|<approvals@agent.example.net>:
Op 3 mrt. 2026, om 09:14 heeft Approvals <approvals@agent.example.net> het|volgende geschreven:
El dt, 3 de març 2026, 9:14, Approvals <approvals@agent.example.net> va escriure:
Approvals <approvals@agent.example.net> schrieb am Di., 3. März 2026, 09:14:
Approvals <approvals@agent.example.net> schrieb am Dienstag, 3. März 2026 um|09:14:
Approvals <approvals@agent.example.net> a écrit le mar. 3 mars 2026 à 09:14 :
Approvals <approvals@agent.example.net> wrote on Tue, 3 Mar 2026 09:14:22 +0100:
На 3.03.2026 г. в 9:14, Approvals написа:
Дана уто, 3. мар 2026. у 09:14 Approvals <approvals@agent.example.net> је написао:
Dana uto, 3. mar 2026. u 09:14 Approvals <approvals@agent.example.net> je napisao/la:`, "\n")

func TestMoreAttributions(t *testing.T) {
	for _, a := range moreAttributions {
		for _, us := range []string{"Approvals", "Assistant"} {
			text := "Yes.\n\n" + strings.ReplaceAll(a, "|", "\n") + "\n\n> Shall I pay 400 EUR?\n>\n> Reply YES or NO.\n"
			got := Split(MarkQuotes(text), Mail{Name: "Dana Rossi", Address: "dana@example.com", Us: us, Answers: true})
			if got.Text != "Yes." {
				t.Errorf("as %s, left of %q: %q", us, a, strings.Split(got.Text, "\n")[1:])
			}
		}
	}
}
