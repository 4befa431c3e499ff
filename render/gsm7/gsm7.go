// Package gsm7 counts and folds text for SMS: the GSM 7-bit default alphabet with
// its extension table (3GPP TS 23.038), UCS-2 for everything else, and segments.
package gsm7
