// Package page serves the approval pages under /approvals/: one link per approver, that
// shows a request and takes a yes or no with the code typed from the prompt.
package page
