package bundle

import "testing"

// begin is the beginning of a module, with a section of types, which must not change.
const begin = "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00"

// TestJoinSegments joins the data of hand-written modules. A data section is 11, its size, the number of segments, and
// for each segment 0, the address between 0x41 and 0x0b, the size and the bytes.
func TestJoinSegments(t *testing.T) {
	t.Parallel()
	for _, module := range []struct{ name, data, joined string }{
		{"no data", "", ""},
		{"one segment", "\x0b\x09\x01\x00\x41\x10\x0b\x03abc", "\x0b\x09\x01\x00\x41\x10\x0b\x03abc"},
		{"sizes in two bytes", "\x0b\x8a\x00\x01\x00\x41\x10\x0b\x83\x00abc", "\x0b\x09\x01\x00\x41\x10\x0b\x03abc"},
		{"nothing between", "\x0b\x0f\x02\x00\x41\xff\x00\x0b\x01a\x00\x41\x80\x01\x0b\x01b",
			"\x0b\x09\x01\x00\x41\xff\x00\x0b\x02ab"},
		{"another order", "\x0b\x0f\x02\x00\x41\x80\x01\x0b\x01b\x00\x41\xff\x00\x0b\x01a",
			"\x0b\x09\x01\x00\x41\xff\x00\x0b\x02ab"},
		{"zeros between, signs of addresses", "\x0b\x0f\x02\x00\x41\x3e\x0b\x01a\x00\x41\xc1\x00\x0b\x02bc",
			"\x0b\x0b\x01\x00\x41\x3e\x0b\x05a\x00\x00bc"},
		{"a page further", "\x0b\x11\x02\x00\x41\x80\xc0\x00\x0b\x01x\x00\x41\x84\xc0\x00\x0b\x01y",
			"\x0b\x0d\x01\x00\x41\x80\xc0\x00\x0b\x05x\x00\x00\x00y"},
	} {
		got, err := joinSegments([]byte(begin + module.data))
		if err != nil || string(got) != begin+module.joined {
			t.Errorf("%s: %q, %v", module.name, got, err)
		}
	}
}

// TestOddModulesAreRefused checks that modules that are cut short, or that the Go linker would not write, are errors.
func TestOddModulesAreRefused(t *testing.T) {
	t.Parallel()
	const whole = begin + "\x0b\x0f\x02\x00\x41\x3e\x0b\x01a\x00\x41\xc1\x00\x0b\x02bc"
	for _, complete := range []int{8, len(begin), len(whole)} {
		if _, err := joinSegments([]byte(whole[:complete])); err != nil {
			t.Errorf("%d bytes: %v", complete, err)
		}
		for cut := complete - 5; cut < complete; cut++ {
			if got, err := joinSegments([]byte(whole[:cut])); err == nil {
				t.Errorf("the first %d bytes become %q", cut, got)
			}
		}
	}
	for name, data := range map[string]string{
		"a passive segment":   "\x0b\x06\x01\x01\x03abc",
		"a global address":    "\x0b\x09\x01\x00\x23\x00\x0b\x03abc",
		"another address":     "\x0b\x0c\x01\x00\x41\x10\x41\x01\x6a\x0b\x03abc",
		"one over the other":  "\x0b\x0d\x02\x00\x41\x10\x0b\x01a\x00\x41\x10\x0b\x01b",
		"a far address":       "\x0b\x12\x02\x00\x41\x10\x0b\x01a\x00\x41\xff\xff\xff\xff\x07\x0b\x01b",
		"more than it counts": "\x0b\x0a\x01\x00\x41\x10\x0b\x03abcd",
		"fewer than it says":  "\x0b\x09\x02\x00\x41\x10\x0b\x03abc",
	} {
		if got, err := joinSegments([]byte(begin + data)); err == nil {
			t.Errorf("%s becomes %q", name, got)
		}
	}
}
