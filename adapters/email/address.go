package email

import "bridge/message"

// Address mints the address of a mailbox as this adapter reports senders: lower
// case, NFC, the domain in punycode. Whoever fills a directory uses it.
func Address(mailbox string) (message.Address, error) {
	a, err := normalAddress(mailbox)
	if err != nil {
		return "", err
	}
	return message.Address(string(message.KindEmail) + ":" + a), nil
}
