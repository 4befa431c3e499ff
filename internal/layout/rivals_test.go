package layout

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failure is a known failure of other systems, and the tests here that would fail if it
// happened to us.
type failure struct {
	what  string
	rows  string   // project and number
	tests []string // "file: test", or "file: name of a case"
}

func failures() []failure {
	const (
		rivals = "approvals/rivals_test.go: "
		pages  = "approvals/page/page_test.go: "
		chrome = "approvals/page/chromium_test.go: "
	)
	return []failure{
		{"scanners and previews press the button", "n8n 13792, 28085, 27870; activepieces 14255, 14026, 14252", []string{
			pages + "bots and previews press the button (n8n 13792, 28085, 27870; activepieces 14255, 14026, 14252)", chrome + "TestScannersDecideNothing",
		}},
		{"a scanner submits the form, with scripts", "FusionAuth 2443", []string{pages + "a scanner sends the form (FusionAuth 2443)", chrome + "TestScannersDecideNothing"}},
		{"raw links that approve stand in the text", "n8n WhatsApp", []string{pages + "a link is all that is needed (n8n, raw links in WhatsApp texts)"}},
		{"a link is invalid behind a proxy", "n8n 33218", []string{pages + "the token is of the URL that a proxy changes (n8n 33218)"}},
		{"answered, and asked again in a loop", "n8n 13144", []string{rivals + "answered, and the prompt comes again in a loop (n8n 13144)", pages + "a used link is dead or asks again (activepieces, n8n 13144)"}},
		{"a spoofed From approves", "Hermes GHSA-rxqh-5572-8m77, 46434, 52801, 46718; e2a 318, 299; vellum 38389; khive 448; vm0 3194", []string{
			rivals + "spoofed From approves (Hermes GHSA-rxqh-5572-8m77, vellum 38389)", "test/forged_test.go: TestForgedMailDecidesNothing",
			"adapters/email/forged_test.go: TestForged", "internal/mailtest/forged.go: results of its own",
		}},
		{"no policy, so nothing failed", "Roomote 2781", []string{"adapters/email/proof/proof_test.go: no policy, and nothing that fails (Roomote 2781)"}},
		{"the prompt goes to whoever is in the chat", "OpenClaw 130244; Novu 12457", []string{rivals + "wrong person can answer: a bystander (OpenClaw 130244, Novu 12457)", "test/approvals_test.go: TestWhoMayDecide"}},
		{"falls back to the requester", "Novu 12566", []string{rivals + "falls back to the requester (Novu 12566)"}},
		{"an unrelated message approves", "Novu 11882", []string{
			rivals + "ok said to something else (Novu 11882)", rivals + "tapback of an unrelated message approves (Novu 11882)", "approvals/sole_test.go: TestSolePending",
		}},
		{"the approver list is never filled", "veryfront 4119", []string{rivals + "an approver list that nobody filled (veryfront 4119)"}},
		{"the agent approves itself", "OpenClaw 63680", []string{rivals + "agent approves itself (OpenClaw 63680)", "test/ask_test.go: an agent grants"}},
		{"a restart loses the request", "OpenClaw 64664, 65486, 59162, 41364", []string{"test/faultpoints_test.go: TestFaultPoints", "test/approvals_test.go: TestApprovalByMail"}},
		{"the tool returns before anybody has answered", "OpenClaw 24904", []string{rivals + "the tool returns before anybody has answered (OpenClaw 24904)"}},
		{"what is shown is not what is taken", "OpenClaw 9591", []string{rivals + "request lost: slug shown, id wanted (OpenClaw 9591)", "approvals/suggested_test.go: TestSuggestedAnswersAreUnderstood"}},
		{"works on one channel, not on another", "OpenClaw 84456; Hermes 71571", []string{
			rivals + "request lost: works on one channel, not on another (OpenClaw 84456, Hermes 71571)", "test/answers_test.go: TestHundredAnswers",
		}},
		{"no way to answer on WhatsApp", "OpenClaw 112481", []string{rivals + "no working way to answer on WhatsApp (OpenClaw 112481)", "test/twilioapproval_test.go: TestWhatsAppPress"}},
		{"the gate for strangers swallows the approver's yes", "Novu 11932", []string{"test/approvals_test.go: TestApprovalByMail", "flow/admission/chat_test.go: TestConsentComesFirst"}},
		{"another request is approved than was shown", "OpenClaw 44721; hermes-desktop 904", []string{rivals + "wrong request approved: the queue's head (OpenClaw 44721, hermes-desktop 904)", "approvals/bind_test.go: TestBindingsThatDisagree"}},
		{"stale buttons", "shisad 92", []string{rivals + "stale buttons on an unrelated reply (shisad 92)", "test/twilioapproval_test.go: TestWhatsAppPress"}},
		{"hedged answers approve", "Vellum, Talon", []string{rivals + "a code with anything but six words approves (Vellum)", rivals + "first word only (Talon)", "approvals/reply/lists_test.go: TestHedgesNeverGrant"}},
		{"words that deny unsubscribe the approver", "promptly 159", []string{
			rivals + "STOP words deny and cut the approver off (Novu, promptly 159)", "approvals/reply/langs_test.go: TestOptOutWords", "test/twilioapproval_test.go: TestStopMovesThePrompt",
		}},
		{"an echo filter eats the yes", "OpenClaw 115574", []string{rivals + "echo filter eats yes (OpenClaw 115574)", "flow/admission/loops_test.go: TestTheSameTextAgainAndAgain"}},
		{"the fallback outside the 24 h window never fires", "gaia 790; Chatwoot 8503, 7142", []string{"adapters/whatsapp/send_test.go: TestWindow", "outbox/hold_test.go: TestPromptsAreNotHeld", "adapters/twilio/errors_test.go: TestProblems"}},
		{"a closed window locks the conversation", "AlphOne 33", []string{"outbox/hold_test.go: TestHeldUntilTheyWrite"}},
		{"templates refuse line breaks, and are short", "sketch 296; open-chat-studio 3062", []string{"adapters/whatsapp/send_test.go: TestTemplate", "approvals/chat_test.go: TestPromptThatDoesNotFit"}},
		{"the prompt is written by the model", "OpenClaw 138712", []string{"render/prompt_test.go: TestPromptCannotBeImitated", "render/promptchat_test.go: TestPromptChatCannotBeImitated"}},
		{"what was approved is not what is executed", "Budibase 19358", []string{"approvals/request/digest_test.go: TestDigestsThatMustDiffer", "test/webhook_test.go: a yes to other arguments"}},
		{"whoever asks confirms to themselves", "pinchy 124", []string{"test/approvals_test.go: TestApproverIsRequester", "approvals/approvals_test.go: TestWhoIsAsked"}},
		{"people are asked too often to read it", "OpenClaw 94599", []string{"approvals/policy_test.go: TestDecidedByARule", "approvals/clock_test.go: TestReminders", "approvals/approvals_test.go: TestAskBackOncePerTenMinutes"}},
	}
}

// TestKnownFailures: each known failure of other systems has a test that exists.
func TestKnownFailures(t *testing.T) {
	for _, f := range failures() {
		if len(f.tests) == 0 || f.rows == "" {
			t.Errorf("%s: no test", f.what)
		}
		for _, test := range f.tests {
			file, name, _ := strings.Cut(test, ": ")
			b, err := os.ReadFile(filepath.Join("..", "..", file))
			if err != nil {
				t.Errorf("%s (%s): %v", f.what, f.rows, err)
				continue
			}
			want := `"` + name
			if strings.HasPrefix(name, "Test") {
				want = "\nfunc " + name + "(t *testing.T"
			}
			if !strings.Contains(string(b), want) {
				t.Errorf("%s (%s): %s has no %s", f.what, f.rows, file, name)
			}
		}
	}
}
