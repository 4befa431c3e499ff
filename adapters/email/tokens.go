package email

import (
	"context"
	"encoding/json"
	"fmt"

	"bridge/adapters"
	"bridge/adapters/email/oauth"
	"bridge/internal/mac"
)

// source returns where the channel's access tokens come from.
func (o OAuth) source(opts Options) (*oauth.Source, error) {
	so := oauth.Options{Config: o.config(), Now: opts.Now, Log: opts.Log}
	if opts.State != nil && o.RefreshToken != nil {
		so.Keep = &keptToken{state: opts.State, keys: opts.Keys, key: "oauth " + string(opts.Name), from: []string{o.Issuer, o.Tenant, o.TokenURL, o.ClientID, o.RefreshToken()}}
	}
	return oauth.New(so)
}

const (
	tokenPurpose = "oauth refresh token"
	tokenMAC     = 20 // bytes
)

// keptToken keeps a refresh token in the store, sealed with the bridge's secret:
// oauth.Keeper.
type keptToken struct {
	state adapters.State
	keys  mac.Keys
	key   string
	from  []string // what it came from; the last is the configured token
}

// keptState is what lies in the store.
type keptState struct {
	From  string `json:"from"` // a MAC of keptToken.from
	Token []byte `json:"token"`
}

// Load implements oauth.Keeper. What cannot be opened, because the bridge's secret is
// another, counts as nothing.
func (k *keptToken) Load(ctx context.Context) (string, error) {
	b, ok, err := k.state.ChannelState(ctx, k.key)
	if err != nil {
		return "", fmt.Errorf("load the refresh token: %w", err)
	}
	var st keptState
	if !ok || json.Unmarshal(b, &st) != nil || !k.keys.Valid(st.From, tokenMAC, tokenPurpose, k.from...) {
		return "", nil
	}
	plain, _ := k.keys.Open(st.Token, tokenPurpose, k.key, st.From)
	return string(plain), nil
}

// Save implements oauth.Keeper.
func (k *keptToken) Save(ctx context.Context, token string) error {
	st := keptState{From: k.keys.Sum(tokenMAC, tokenPurpose, k.from...)}
	var err error
	if st.Token, err = k.keys.Seal([]byte(token), tokenPurpose, k.key, st.From); err != nil {
		return err
	}
	b, err := json.Marshal(st)
	if err != nil {
		return err
	}
	if err := k.state.SaveChannelState(ctx, k.key, b); err != nil {
		return fmt.Errorf("save the refresh token: %w", err)
	}
	return nil
}
