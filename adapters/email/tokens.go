package email

import "bridge/adapters/email/oauth"

// config is o as the package that gets the tokens wants it.
func (o OAuth) config() oauth.Config {
	return oauth.Config{
		Issuer: o.Issuer, Tenant: o.Tenant, TokenURL: o.TokenURL, ClientID: o.ClientID,
		ClientSecret: o.ClientSecret, RefreshToken: o.RefreshToken, Scopes: o.Scopes,
	}
}

func (o OAuth) check(es *ConfigErrors) {
	for _, p := range o.config().Check() {
		es.add("oauth."+p.Key, p.Text, p.Write)
	}
}
