package operate

// Actions are the words for what operators do, as Counter is told.
func Actions() []string {
	actions := []string{"replay", "drop", "settle " + string(SettleSent), "settle " + string(SettleFailed), "suppress", "unsuppress", "reconcile", "run cron", "erase", "export", "set person", "remove person", "import person", "set group", "remove group", "invite person", "uninvite person", "verify address", "test webhook", "cancel turn", "login", "reload", "write"}
	for _, kind := range []string{PauseAgent, PauseChannel, PauseSession, PauseCron} {
		actions = append(actions, "pause "+kind, "resume "+kind)
	}
	return actions
}
