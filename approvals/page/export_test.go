package page

// ParseForm is parseForm.
var ParseForm = parseForm
