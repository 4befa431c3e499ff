package footer_test

import (
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/internal/sampletest"
)

// TestDesks: a department below the name of the person, and the name with a title and initials, say nothing of a request.
func TestDesks(t *testing.T) {
	read := func(text, name, lang string) reply.Verdict {
		return reply.Parse(text, reply.Options{Name: name, Language: lang, Mail: true}).Verdict
	}
	for lang, departments := range map[string]string{
		"en": "Front Desk|Back Office|Front Office|Accounts Payable|Accounts Receivable|Customer Service|Customer Support|Customer Care|After-Sales Service|Human Resources|Purchasing|Procurement|Reception|Guest Services|Finance Department|Accounts|Sales Office|Help Desk|Service Desk|Property Management|Facilities|Legal|Legal Department|Payroll|Operations|Logistics|Marketing|Credit Control|Billing|Dispatch|Goods In|Admissions Office",
		"de": "Buchhaltung|Einkauf|Sekretariat|Empfang|Rezeption|Verwaltung|Hausverwaltung|Kundenservice|Kundendienst|Vertrieb|Personalabteilung|Rechnungswesen|Finanzbuchhaltung|Kreditorenbuchhaltung|Debitorenbuchhaltung|Lohnbuchhaltung|Geschäftsführung|Geschäftsleitung|Rechtsabteilung|Poststelle|Lager|Innendienst|Disposition|Zentrale|Auftragsabwicklung|Praxismanagement|Anmeldung|Öffentlichkeitsarbeit|Controlling|Leitung Finanzen|Abteilung Einkauf|Team Rechnungsprüfung",
		"fr": "Facturation|Service facturation|Service après-vente|Service client|Service clients|Service Clientèle|Accueil|Réception|Comptabilité|Service comptabilité|Service comptable|Secrétariat|Direction|Direction générale|Direction financière|Achats|Service achats|Ressources humaines|Service juridique|Administration|Logistique|Service commercial|Standard|Service technique|Intendance|Recouvrement|Expéditions|Service des achats|Gestion locative|Vie scolaire",
		"es": "Facturación|Departamento de Facturación|Atención al cliente|Recepción|Servicio postventa|Servicio al Cliente|Contabilidad|Departamento de Contabilidad|Administración|Compras|Departamento de Compras|Recursos Humanos|Secretaría|Gerencia|Dirección|Dirección Financiera|Tesorería|Ventas|Almacén|Logística|Cuentas por pagar|Cobranzas|Soporte|Oficina Técnica|Asesoría Jurídica|Centralita|Mesa de Ayuda|Reservas",
		"it": "Fatturazione|Ufficio Fatturazione|Amministrazione|Ufficio amministrativo|Ufficio Acquisti|Acquisti|Segreteria|Segreteria generale|Reception|Contabilità|Ufficio contabilità|Assistenza Clienti|Servizio Clienti|Servizio post-vendita|Direzione|Risorse Umane|Ufficio Personale|Magazzino|Logistica|Ufficio legale|Ufficio Tecnico|Commerciale|Ufficio commerciale|Centralino|Prenotazioni|Accettazione|Ufficio Stampa|Tesoreria|Accoglienza",
		"nl": "Administratie|Financiële administratie|Receptie|Klantenservice|Klantendienst|Boekhouding|Inkoop|Afdeling Inkoop|Verkoop|Secretariaat|Personeelszaken|Directie|Directiesecretariaat|Crediteurenadministratie|Debiteurenadministratie|Salarisadministratie|Facturatie|Binnendienst|Frontoffice|Backoffice|Logistiek|Magazijn|Juridische Zaken|Facilitaire Dienst|Servicedesk|Dienst na verkoop|Afdeling Financiën|Bedrijfsbureau|Planning|Onthaal",
		"pl": "Księgowość|Dział Księgowości|Główna Księgowa|Sekretariat|Recepcja|Dział Zakupów|Dział Obsługi Klienta|Biuro Obsługi Klienta|Obsługa Klienta|Kadry i Płace|Dział Kadr|Administracja|Dział Finansowy|Dział Sprzedaży|Dział Handlowy|Magazyn|Logistyka|Zarząd|Biuro Zarządu|Dział Prawny|Dział Techniczny|Zaopatrzenie|Windykacja|Rozliczenia|Fakturowanie|Dział Marketingu|Rejestracja|Serwis",
		"pt": "Atendimento ao Cliente|Apoio ao Cliente|Serviço ao Cliente|Atendimento|Recepção|Receção|Facturação|Faturação|Faturamento|Contabilidade|Departamento Financeiro|Departamento de Compras|Compras|Secretaria|Secretariado|Recursos Humanos|Administração|Direção|Direção Financeira|Tesouraria|Vendas|Pós-venda|Serviço Pós-Venda|Financeiro|Contas a Pagar|Logística|Armazém|Suporte|Apoio Técnico|Gestão de Condomínios",
	} {
		answer := map[string]string{"en": "Yes, approved.", "de": "Ja, genehmigt.", "fr": "Oui, approuvé.", "es": "Sí, aprobado.", "it": "Sì, approvo.", "nl": "Ja, akkoord.", "pl": "Tak, zatwierdzam.", "pt": "Sim, aprovo."}[lang]
		for i, d := range strings.Split(departments, "|") {
			if !sampletest.Today(i, 5) {
				continue
			}
			for _, below := range []string{"Dana Rossi\n" + d, "Dana Rossi, " + d, "Dana Rossi | " + d} {
				if got := read(answer+"\n\n"+below, "Dana Rossi", lang); got != reply.Grant {
					t.Errorf("%s: %q is %v", lang, below, got)
				}
			}
		}
	}
	for _, name := range []string{"mevr. T. Hoekstra", "Mevr. Hoekstra", "dhr. T. Hoekstra", "Frau T. Hoekstra", "Frau Hoekstra", "Herr T. Hoekstra", "Mme T. Hoekstra", "Mme Hoekstra", "M. T. Hoekstra", "Sra. T. Hoekstra", "Sr. Hoekstra", "Sig.ra T. Hoekstra", "Sig. Hoekstra", "Dott.ssa T. Hoekstra", "Dott. T. Hoekstra", "pani T. Hoekstra", "Pan T. Hoekstra", "Mrs T. Hoekstra", "Mr Hoekstra", "Ms. Hoekstra", "Dr. T. Hoekstra", "Dra. T. Hoekstra", "Drs. T. Hoekstra", "mw. T. Hoekstra", "T. Hoekstra (Mrs)", "Tine Hoekstra (Mrs)", "Tine Hoekstra (Ms.)", "Tine Hoekstra (mw.)", "Tine Hoekstra (Frau)", "Tine Hoekstra (Mme)", "Tine Hoekstra (Sra.)", "Eng.ª Tine Hoekstra", "Mgr Tine Hoekstra", "Avv. Tine Hoekstra", "Me Tine Hoekstra", "Hoekstra, Tine"} {
		for _, below := range []string{name, name + "\nCFO", "Kind regards,\n" + name} {
			if got := read("Yes, approved.\n\n"+below, "Tine Hoekstra", "en"); got != reply.Grant {
				t.Errorf("%q is %v", below, got)
			}
		}
	}
	for _, below := range []string{
		"Tom Hoekstra", "mevr. T. Visser", "Frau Visser", "Herr Hoekstra entscheidet", "Frau Hoekstra muss zustimmen", "Mr Visser for Tine Hoekstra", "Tine Hoekstra (no)", "Tine Hoekstra (half)", "Tine Hoekstra (not yet)", "Tine Hoekstra (2)", "Tine Hoekstra (ask Tom)", "Mrs Hoekstra says no", "Tine Hoekstra\nask the Front Desk", "Tine Hoekstra\nFront Desk first", "Tine Hoekstra\nFront Desk decides", "Tine Hoekstra\nBuchhaltung fragen", "Tine Hoekstra\nnur Buchhaltung", "Tine Hoekstra\nAccounts Payable 300", "Tine Hoekstra\nRecepción decide", "Tine Hoekstra\nFacturation d'abord", "Tine Hoekstra\nzonder administratie", "Tine Hoekstra\nSekretariat zahlt", "Tine Hoekstra\nnie Księgowość", "Tine Hoekstra\nsem Atendimento", "Tine Hoekstra\nLegal says wait", "Tine Hoekstra\nReservas canceladas", "Tine Hoekstra\nPlanning later", "Front Desk", "Back Office",
		"M. Hoekstra", "P. Hoekstra", "Dr. P. Hoekstra", "P. T. Hoekstra", "Mr P. Hoekstra, CFO", "P. Hoekstra\nHead of Sales", "Tine Hoekstra\nMesa", "Tine Hoekstra\nAyuda", "Tine Hoekstra, Mesa", "Tine Hoekstra\nCare", "Tine Hoekstra\nDelivery", "Tine Hoekstra\nCredit", "Tine\nCatering", "Tine\nFlowers",
	} {
		if got := read("Yes, approved.\n\n"+below, "Tine Hoekstra", "en"); got == reply.Grant {
			t.Errorf("%q is a grant", below)
		}
	}
}
