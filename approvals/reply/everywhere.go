package reply

import "strings"

// everywhere returns what no single language has: signs that people put beside
// words of any, and the words of dictionaries that are one letter away from a
// verdict word of another language than their own.
func everywhere() language {
	return language{
		yesToo:   []string{"💯"},
		courtesy: append(pictures(), "😘", "🥰", "😍", "🙌", "👏", "💪", "😁", "🤗", "🤝", "🫶", "🔥", "✨", "😎", "🌞", "💕", "💖", "💙", "💚", "💛", "💜", "🖤", "🤍", "🤙", "✌", "👊", "✊", "🤟", "🥂", "☕", "🌈", "🌟", "⭐", "💫", "🥳", "🤩", "😌", "😇", "😋", "🤤", "😺", "📧", "📨", "📤", "📬", "📩", "✉", "💻", "🖥", "🔄", "♻", "🔁", "📝", "💨", "⚡", "🙆", "👐", "😻", "❤", "♥", "🥹", "⚽", "🛫", "🔑", "🗝", "🔧", "🔨", "🛠", "🛒", "🛍", "📫", "📮", "🖨", "📸", "📷", "🥇", "🎟"),
		noWeak:   []string{"🙅"},
		mood:     []string{"😂", "🤣", "😅", "😆", "🙈", "😳", "😭", "🤭", "🥲", "😛", "😮", "😲", "🥺", "🤓", "🙊", "🙉", "😹", "🫡", "😴", "🥶", "🥵"},
		apology:  []string{"🙁", "☹", "😕", "😞", "😔", "😢", "😟", ":(", ":-(", "😡", "😠", "🤬", "😤", "😒", "🙄", "😑", "😐", "😣", "😖", "😩", "😫", "😥", "😰", "😨", "👿", "💔", "🤦", "🛑", "🚷", "✋", "🖐", "🤚", "😶", "🤐", "🥴", "😵", "🤮", "🤢", "😿", "🙀", "☠", "😬", "😱", "🫣", "😏", "💀", "🤯"},
		// A wink, doubt and crossed fingers turn round what stands beside them.
		idioms:  []string{"😉", "😜", "😝", "🤪", "🙃", "🤥", "🤡", "🤞", "🤔", "🤷", "🧐", "🤨", "⏳", "⌛", "⏰", "🕐", "📅", "🗓", "⏸", "💤"},
		smileys: []string{":-(", ":("},
		notTypos: []string{
			"accattato", "accented", "accertato", "acertado", "adulante", "affermative", "afgekleurd", "afgelezen", "afgerezen", "akcentuję", "anelante", "apelante",
			"aproada", "aprosada", "aprosado", "aprovara", "arrobada", "arrobado", "autolizo", "autoreise", "autoriseert", "autorité", "autorizara",
			"certainty", "concordio", "concorro", "concorso", "conferme", "confiam", "confiem", "confiram", "confire", "confirmanda", "confirmara",
			"confiro", "cortamente", "curtamente", "évidement", "freihabe", "gewegerd", "obmawiam", "obrzucam", "obrzucone", "obrzucono", "odnawiam",
			"odławiam", "precedete", "procedai", "procedei", "procedente", "procedette", "procedute", "reacusada", "reacusado", "recasada", "recasado",
			"rechaço", "rechaçada", "rechaçado", "receitada", "receitado", "reculada", "réfugiée", "réfugié", "refugee", "refutée", "rejeitara", "rejeitava",
			"répétée", "repinta", "repinto", "respinga", "ressinta", "ressinto", "récusée", "recusara", "reusada", "reusado", "uiterwaard", "zaakcentowane",
			"zaakcentowano", "volontaers", "natuurrijk", "rechapada", "rechapado", "rechapo", "recazo",
		},
	}
}

// pictures are emoji of things, food, animals and how one gets somewhere, which say nothing beside an answer ("ja 🍟"): not what is slow
// or a game of chance, nor signs of the road.
func pictures() (all []string) {
	for _, span := range strings.Fields("☀-☃ ☘-☘ ♀-♀ ♂-♂ ☔-☔ ⚓-⚓ ⛄-⛅ ⛪-⛪ ⛰-⛵ ⛷-⛺ ⛽-⛽ ✈-✈ ✍-✍ ✏-✏ ❄-❄ 🌅-🌉 🌤-🌫 👦-👪 👴-👶 📃-📄 📌-📌 🔩-🔩 🕺-🕺 🖊-🖍 😗-😗 😙-😚 🙋-🙋 🤸-🤸 🦵-🦷 🧑-🧕 🪑-🪑 🪛-🪜 🪟-🪟 🪡-🪣 🪥-🪥 🪴-🪶 🌭-🌯 🌰-🍄 🍅-🍿 🎀-🎓 🎠-🏎 🏔-🏰 🐀-🐾 👑-👢 💁-💁 💃-💃 📐-📐 📰-📰 📺-📺 📻-📼 💅-💇 💄-💐 💦-💧 💰-💸 📒-📚 📦-📦 🚀-🚤 🚲-🚶 🛴-🛼 🪅-🪆 🪗-🪘 🪠-🪠 🫰-🫰 🤎-🤎 🤠-🤠 🤘-🤘 💓-💓 💗-💗 💘-💘 💝-💞 🕊-🕊 🖼-🖼 🗞-🗞 🗺-🗺 🥅-🥆 🥊-🥍 🏐-🏐 🌊-🌋 🌍-🌏 🔬-🔭 ⌨-⌨ ⚕-⚕ 💼-💼 🕹-🕹 🖱-🖱 🧘-🧙 🥐-🥯 🦀-🦮 🧀-🧋 🧠-🧿 🫐-🫛") {
		first, last, _ := strings.Cut(span, "-")
		for r := []rune(first)[0]; r <= []rune(last)[0]; r++ {
			if !strings.ContainsRune("🐌🐢🐍🐔🐀🐛🦥🦗🎲🎱🎰🎯🧨🧊🧩", r) {
				all = append(all, string(r))
			}
		}
	}
	return all
}
