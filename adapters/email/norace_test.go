//go:build !race

package email

const raceDetector = false
