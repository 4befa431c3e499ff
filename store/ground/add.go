package ground

import "strconv"

// Sums are the numbers of a body that Add writes.
func Sums(body []byte) []int64 { return appendSums(make([]int64, 0, MaxSums), body) }

func appendSums(all []int64, body []byte) []int64 {
	for i := 0; i < len(body); i++ {
		if body[i] == ' ' {
			continue
		}
		from := i
		for i < len(body) && body[i] != ' ' {
			i++
		}
		n, _ := strconv.ParseInt(string(body[from:i]), 10, 64) // what is none counts as 0
		all = append(all, n)
	}
	return all
}

// To is the body with the numbers of a added; nil is that of no record.
func (a Add) To(body []byte) []byte {
	var room [MaxSums]int64
	all := appendSums(room[:0], body)
	b := make([]byte, 0, 32)
	for i := range max(len(all), len(a.N)) {
		n := int64(0)
		if i < len(all) {
			n = all[i]
		}
		if i < len(a.N) {
			n += a.N[i]
		}
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return b
}
