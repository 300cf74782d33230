package notify

import "testing"

func TestCallableAddresses(t *testing.T) {
	for text, want := range map[string]bool{
		"https://hooks.example.org/a?b=c": true, "http://192.168.1.2:8080/topic": true, "https://[2001:db8::1]/": true,
		"": false, "hooks.example.org": false, "ftp://example.org/": false, "https://": false, "https:///a": false, "javascript:alert(1)": false,
		"https://user:pass@example.org/": false, "https://example.org/a b": false, "https://example.org/\r\nX: y": false, "file:///etc/passwd": false, "https:example.org": false,
	} {
		if isCallable(text) != want {
			t.Errorf("isCallable(%q) = %t", text, !want)
		}
	}
}
