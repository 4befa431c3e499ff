package config

// Card is the table card of an agent, and of a channel that other agents call: what is said
// of the agent in the card that they read. What is left out follows from the rest.
type Card struct {
	Name          string      `toml:"name"`
	Description   string      `toml:"description"` // one sentence
	Version       string      `toml:"version"`
	Provider      string      `toml:"provider"`
	ProviderURL   string      `toml:"provider_url" format:"url"`
	Contact       string      `toml:"contact"` // a mail address
	Documentation string      `toml:"documentation" format:"url"`
	Icon          string      `toml:"icon" format:"url"`
	Catalog       string      `toml:"a2ui_catalog" format:"url"` // of the surfaces that the agent makes and takes
	Language      string      `toml:"llm_context_language"`      // of the llm-context that it takes
	Skills        []CardSkill `toml:"skills"`
}

// CardSkill is one thing that the agent can do.
type CardSkill struct {
	ID          string   `toml:"id,required"`
	Name        string   `toml:"name"`
	Description string   `toml:"description,required"`
	Tags        []string `toml:"tags"`
	Examples    []string `toml:"examples"`
	Private     bool     `toml:"private"` // only those who log in are told of it
}

// Over is the card with what other says in the place of what it says itself.
func (c Card) Over(other Card) Card {
	for _, f := range []struct{ to, from *string }{
		{&c.Name, &other.Name},
		{&c.Description, &other.Description},
		{&c.Version, &other.Version},
		{&c.Provider, &other.Provider},
		{&c.ProviderURL, &other.ProviderURL},
		{&c.Contact, &other.Contact},
		{&c.Documentation, &other.Documentation},
		{&c.Icon, &other.Icon},
		{&c.Catalog, &other.Catalog},
		{&c.Language, &other.Language},
	} {
		if *f.from != "" {
			*f.to = *f.from
		}
	}
	if len(other.Skills) > 0 {
		c.Skills = other.Skills
	}
	return c
}
