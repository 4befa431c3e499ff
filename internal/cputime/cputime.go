// Package cputime says how much of the processors this process has used: what a test or
// the bench measures, where the clock on the wall goes on for others too.
package cputime
