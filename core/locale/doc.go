// Package locale holds all that the bridge itself says to people, in one file for each
// language: prompts, notices, the approval page, failures, what stands around an
// agent's answer. A new language is one more file and one more line in In and
// Languages. It imports nothing of ours; package render fills the texts in. A test of
// internal/layout fails where a sentence stands in what writes to people.
//
// Texts have places to fill in: "{summary}". Each language fills in every field; a
// test compares the fields and their places with those of English.
//
// What people write is read elsewhere, beside the grammar that it is part of, since a word there
// means nothing without its rules: answers in approvals/reply, the lines that mail programs put
// around quoted text in adapters/email/written and adapters/email/quote, pictures' names in
// adapters/email/words. STOP, START and HELP are the carriers' (flow/admission).
//
// Only English is: what operators read (alerts, the console, the command line, errors), what
// mail servers tell each other, and what the kinds of agents say that speak for a program.
package locale
