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
