package question_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"bridge/core/question"
)

func TestAnswersToQuestions(t *testing.T) {
	free := question.Question{Text: "When?"}
	choice := question.Question{Text: "Which?", Choices: []string{"Red", "Dark blue"}}
	form := question.Question{Text: "Book?", Fields: []question.Field{{Name: "Guests", Number: true}, {Name: "Room", Choices: []string{"A", "B"}}, {Name: "Note"}}}
	single := question.Question{Text: "How many?", Fields: []question.Field{{Name: "Guests", Number: true}}}
	for _, c := range []struct {
		name string
		q    question.Question
		text string
		want *question.Said
	}{
		{"words", free, " Tuesday,\r\nat five. ", &question.Said{Text: "Tuesday,\nat five."}},
		{"with the code", free, "qhm45c: Tuesday", &question.Said{Text: "Tuesday"}},
		{"with the code behind it", free, "Tuesday at five QHM45C", &question.Said{Text: "Tuesday at five"}},
		{"nothing but the code", free, "QHM45C", nil},
		{"nothing", free, " \n", nil},
		{"a yes is a word like others", free, "yes", &question.Said{Text: "yes"}},
		{"a choice", choice, "dark  blue.", &question.Said{Choice: "Dark blue"}},
		{"its number", choice, "2)\n\nDana", &question.Said{Choice: "Dark blue"}},
		{"a number that is none", choice, "3", nil},
		{"no choice", choice, "neither red nor blue", nil},
		{"a form", form, "Hi,\nguests: 3,5\nRoom: 2\nnote: by the window\nDana", &question.Said{Fields: map[string]string{"Guests": "3.5", "Room": "B", "Note": "by the window"}}},
		{"a field is missing", form, "guests: 3\nroom: A", nil},
		{"a field twice", form, "guests: 3\nguests: 4\nroom: A\nnote: x", nil},
		{"no number", form, "guests: many\nroom: A\nnote: x", nil},
		{"no room", form, "guests: 3\nroom: C\nnote: x", nil},
		{"the only field's value", single, "QHM45C 12", &question.Said{Fields: map[string]string{"Guests": "12"}}},
	} {
		got, ok := c.q.Read(c.text, "QHM45C")
		if ok != (c.want != nil) || ok && !reflect.DeepEqual(got, *c.want) {
			t.Errorf("%s: %+v %v, want %+v", c.name, got, ok, c.want)
		}
	}
	if got, ok := free.Read(strings.Repeat("ü", 1<<20), ""); !ok || len(got.Text) > 8<<10 || !utf8.ValidString(got.Text) {
		t.Errorf("a long answer has %d bytes", len(got.Text))
	}
}

func TestQuestionsThatCannotBeAsked(t *testing.T) {
	for name, q := range map[string]question.Question{
		"question": {Text: " "},
		"choices":  {Text: "x", Choices: []string{"one"}},
		"fields":   {Text: "x", Choices: []string{"a", "b"}, Fields: []question.Field{{Name: "n"}}},
	} {
		if field, problem := q.Check(); field != name || problem == "" {
			t.Errorf("%+v: %q %q", q, field, problem)
		}
	}
	for _, bad := range [][]string{{"a", "A."}, {"a", "b:c"}, {"a", "b\nc"}, {"a", ""}, {"a", strings.Repeat("x", 81)}, {"...", "a"}} {
		if field, _ := (question.Question{Text: "x", Choices: bad}).Check(); field != "choices" {
			t.Errorf("%q can be chosen from", bad)
		}
	}
	if field, problem := (question.Question{Text: "x", Choices: []string{"a", "b"}}).Check(); field != "" {
		t.Errorf("a good one: %s %s", field, problem)
	}
}
