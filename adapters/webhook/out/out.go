// Package out sends Standard Webhooks: turns and decisions to systems that asked for
// them.
package out
