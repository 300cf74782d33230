// Package deltatest reads answers that leave out what the page has, as static/delta.js
// does. It is for tests.
package deltatest

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Tag returns the tag of the main element of a page, "" if it has none.
func Tag(page []byte) string {
	_, rest, _ := bytes.Cut(page, []byte(` data-tag="`))
	tag, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(tag)
}

// Canonical returns a page as an HTML parser understands it.
func Canonical(page []byte) (string, error) { return Fill(nil, page) }

// Fill puts back what an answer leaves out from the page that asked for it. It returns
// an error unless the main element has as many elements then as its tag says.
func Fill(had, answer []byte) (string, error) {
	doc, err := html.Parse(bytes.NewReader(answer))
	if err != nil {
		return "", err
	}
	main := find(doc)
	if main == nil {
		return "", errors.New("the answer has no main element")
	}
	old, err := elementsOf(had)
	if err != nil {
		return "", err
	}
	next := 0
	for _, e := range within(main) {
		stub, found := attribute(e, "data-same")
		if !found {
			continue
		}
		var skip int
		count := 1
		if n, _ := fmt.Sscan(stub, &skip, &count); n == 0 {
			return "", fmt.Errorf("a stub says %q", stub)
		}
		for next += skip; count > 0; count-- {
			if next < 0 || next >= len(old) {
				return "", fmt.Errorf("stub %q leads to element %d of %d", stub, next, len(old))
			}
			e.Parent.InsertBefore(clone(old[next]), e)
			if tail := old[next].NextSibling; tail != nil && tail.Type == html.TextNode {
				e.Parent.InsertBefore(clone(tail), e)
			}
			next += 1 + len(within(old[next]))
		}
		e.Parent.RemoveChild(e)
	}
	tag, _ := attribute(main, "data-tag")
	if _, count, _ := strings.Cut(tag, "-"); count != strconv.Itoa(len(within(main))) {
		return "", fmt.Errorf("main has %d elements and the tag %q", len(within(main)), tag)
	}
	var b strings.Builder
	err = html.Render(&b, doc)
	return b.String(), err
}

// elementsOf returns the elements within the main element of a page in document order.
func elementsOf(page []byte) ([]*html.Node, error) {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, err
	}
	if main := find(doc); main != nil {
		return within(main), nil
	}
	return nil, nil
}

func find(doc *html.Node) *html.Node {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "main" {
			return n
		}
	}
	return nil
}

func within(n *html.Node) (elements []*html.Node) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode {
			elements = append(elements, d)
		}
	}
	return elements
}

func attribute(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func clone(n *html.Node) *html.Node {
	c := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: n.Attr}
	for child := range n.ChildNodes() {
		c.AppendChild(clone(child))
	}
	return c
}
