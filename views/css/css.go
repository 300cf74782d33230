// Package css parses the style sheets of this site: rules, custom properties and conditions. Unlike
// a browser, it reports errors.
package css

import (
	"errors"
	"fmt"
	"strings"
)

// Rule is a rule of a style sheet.
type Rule struct {
	Condition    string // at-rule around it: "@media (prefers-color-scheme: dark)"; "" for none
	Selectors    []string
	Declarations []Declaration
}

// Declaration gives a property a value.
type Declaration struct{ Name, Value string }

// Parse lists the rules of a sheet in their order.
func Parse(sheet string) ([]Rule, error) {
	sheet, err := withoutComments(sheet)
	if err != nil {
		return nil, err
	}
	rules, rest, err := parse(sheet, "")
	if err == nil && rest != "" {
		err = fmt.Errorf("%.20q closes nothing", rest)
	}
	return rules, err
}

func withoutComments(sheet string) (string, error) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(sheet, "/*")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		if _, sheet, ok = strings.Cut(after, "*/"); !ok {
			return "", errors.New("a comment does not end")
		}
	}
}

// parse reads rules until the end of the sheet or of the surrounding block.
func parse(sheet, condition string) (rules []Rule, rest string, err error) {
	for {
		sheet = strings.TrimSpace(sheet)
		if sheet == "" || sheet[0] == '}' {
			return rules, sheet, nil
		}
		head, body, ok := strings.Cut(sheet, "{")
		if !ok {
			return nil, "", fmt.Errorf("%.20q has no block", sheet)
		}
		head = strings.TrimSpace(head)
		if strings.HasPrefix(head, "@") && head != "@font-face" {
			within, rest, err := parse(body, head)
			if err != nil {
				return nil, "", err
			}
			if rules = append(rules, within...); rest == "" {
				return nil, "", fmt.Errorf("%s does not end", head)
			}
			sheet = rest[1:]
			continue
		}
		block, rest, ok := strings.Cut(body, "}")
		if !ok {
			return nil, "", fmt.Errorf("the rule of %s does not end", head)
		}
		r := Rule{Condition: condition}
		for selector := range strings.SplitSeq(head, ",") {
			r.Selectors = append(r.Selectors, strings.TrimSpace(selector))
		}
		if r.Declarations, err = parseDeclarations(block); err != nil {
			return nil, "", fmt.Errorf("the rule of %s: %w", head, err)
		}
		rules, sheet = append(rules, r), rest
	}
}

func parseDeclarations(block string) ([]Declaration, error) {
	var all []Declaration
	for text := range strings.SplitSeq(block, ";") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%q has no value", text)
		}
		all = append(all, Declaration{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
	return all, nil
}
