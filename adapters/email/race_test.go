//go:build race

package email

// raceDetector says that everything takes ten times as long.
const raceDetector = true
