// Package twilioserver is a stand-in for Twilio: it keeps state as Twilio does, signs
// its webhooks, and fails in the ways that Twilio fails. The demo and the tests use it.
package twilioserver
