package mailfooter

import (
	"strings"

	"bridge/internal/lazyre"
)

// What help desks say of themselves, in lower case: their names, how they bring a mail, and
// whose service it is.
const (
	desks   = `zendesk|freshdesk|freshworks|help ?scout|intercom|front|gorgias|kayako|zoho desk|hubspot|groove|re:?amaze|kustomer|crisp|livechat|liveagent|helpspot|osticket|otrs|znuny|zammad|servicenow|jira service (?:management|desk)|gmelius|hiver|missive|dixa|trengo|tidio`
	brought = `(?:delivered|powered|provided|sent|supported) (?:by|via|with)|bereitgestellt (?:von|durch)|zugestellt (?:von|durch)|unterstützt (?:von|durch)|(?:fourni|propulsé|livré|distribué|envoyé) par|(?:entregado|proporcionado|enviado|desarrollado) por|con la tecnología de|(?:fornito|offerto|consegnato) da|(?:fornecido|entregue|enviado|desenvolvido) por|(?:aangeboden|geleverd|mogelijk gemaakt|verzorgd|ondersteund) door|(?:dostarcz|obsługiw|wspier)\p{L}+ przez|(?:levererat|levereras|levereret|leveres|leveret|levert) (?:av|af)|poskytuje|doručeno pomocí|доставлено с помощью`
	ourMail = `(?:this|diese|dieser|este|cet|ce|questa|questo|deze|dit|esta|ta|denne|dette|detta) (?:[\p{L}-]{1,12} )?(?:e-?mail|message|nachricht|courriel|correo|mensaje|messaggio|bericht|mensagem|wiadomość|besked|melding|meddelande|mejl)(?: électronique| electrónico| elettronico| elettronica)? (?:is|ist|est|es|è|é|jest|är|er)(?: (?:an?|eine?|une?|una?|uma?|een|en|ett?))? (?:service|servicio|servizio|serviço|dienst|usług\p{L}+|tjeneste|tjänst)\b((?:[^.?!]|\.[^\s]){1,70})`
)

var (
	service   = lazyre.New("^" + ourMail + "[. ]*$")
	deskMail  = lazyre.New("^(?:" + ourMail + "[.,] )?(?:" + brought + ") (?:" + desks + ")[.! ]*(?:\\|? ?privacy policy)?$")
	ticketTag = lazyre.New(`^\[[A-Z0-9]{4,8}-[A-Z0-9]{4}\]$`)
	deskTag   = lazyre.New(`^\{#[A-Z]{2}:[\d-]+#?\}$|^(?:Ticket|Ticket URL|Ticket link)\s?: ?<?https?://\S+/helpdesk/tickets/\d+>?$|^View request\b.*https?://\S+$|^This is shared with [^.!?]+\.$`) // people name tickets by the address in their browser, which is another
)

// Desk reports a line that says by whose program a help desk works: "This email is a
// service from Acme. Delivered by Zendesk". Whose service it is stands there in any words.
func Desk(line string) (whose string, ok bool) { return cut(deskMail, line) }

// Service reports a line that says whose service the mail is, and not by whose program.
func Service(line string) (whose string, ok bool) { return cut(service, line) }

func cut(re *lazyre.Regexp, line string) (string, bool) {
	if len(line) > 300 {
		return "", false
	}
	m := re.FindStringSubmatch(unlinked(line))
	if m == nil {
		return "", false
	}
	return m[1], true
}

// DeskTag reports a line by which a help desk finds the ticket again.
func DeskTag(line string) bool { return deskTag.MatchString(strings.TrimSpace(line)) }

// TicketTag is the same of Zendesk, which stands below a line of Desk or Service.
func TicketTag(line string) bool { return ticketTag.MatchString(strings.TrimSpace(line)) }

func unlinked(line string) string {
	return strings.TrimSpace(strings.ToLower(footerLink.ReplaceAllString(line, "")))
}
