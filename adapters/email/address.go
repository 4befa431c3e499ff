package email

import (
	"bridge/adapters/email/mime"
	"bridge/adapters/email/tag"
	"bridge/core/message"
)

// address mints the address of a mailbox as this adapter reports senders: lower
// case, NFC, the domain in punycode. Whoever fills a directory uses it.
func address(mailbox string) (message.Address, error) {
	a, err := mime.NormalAddress(mailbox)
	if err != nil {
		return "", err
	}
	return tag.Address(a), nil
}
