// Package outside handles data and programs from outside the program: files that may have no end, texts that may
// control a terminal, programs that must not know secrets, and addresses for connections. No other package opens files
// to read.
package outside

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// Open opens a regular file for reading. It refuses pipes and devices, which may have no end or keep readers waiting.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // before opening, because opening a pipe waits for a writer
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s; check its name: %w", path, fs.ErrNotExist)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file; name another", path)
	}
	return os.Open(path)
}

// ReadFile reads a regular file. It returns an error if the file has more than most bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s: more than %d bytes: this is another kind of file", path, most)
	}
	return data, err
}

// Command returns a command that runs another program. The environment of the command lacks the variables that hold
// secrets of this program.
func Command(name string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(name, arguments...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(variable), "=") // Windows ignores case
		return name == "PILLARS_WORK" || name == "PILLARS_DB"
	})
	return cmd
}

// JSON decodes text into value. It returns an error for unknown fields and for text after the value.
func JSON(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the closing brace")
	}
	return nil
}

// Lines returns a reader that passes on the text of the reader from. Lines of up to most bytes pass, and a line of more
// than 2*most bytes is an error. Whether a line between these two lengths passes depends on where reads end.
func Lines(from io.Reader, most int) io.Reader { return &lines{from: from, most: most} }

// lines implements [Lines].
type lines struct {
	from io.Reader
	most int
	line int // number of bytes read since the last line end
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.from.Read(p[:min(len(p), l.most)])
	l.line += n
	if end := bytes.LastIndexAny(p[:n], "\r\n"); end >= 0 {
		l.line = n - end - 1
	}
	if l.line > l.most {
		return 0, fmt.Errorf("a line of more than %d bytes: this is another kind of file", l.most)
	}
	return n, err
}

// Visible returns text with invisible characters written as escapes of Go, such as \x1b or \u202e. It replaces invalid
// UTF-8, and control and format characters (Unicode classes Cc and Cf) that are not in keep.
func Visible(text, keep string) string {
	// A rune equal to utf8.RuneError is a character of the text or stands for invalid UTF-8; the loop below
	// distinguishes them.
	hidden := func(r rune) bool {
		return (r < ' ' || r > '~') && (unicode.In(r, unicode.Cc, unicode.Cf) || r == utf8.RuneError) &&
			!strings.ContainsRune(keep, r)
	}
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case r != utf8.RuneError && hidden(r):
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			out.WriteRune(r)
		}
		text = text[size:]
	}
	return out.String()
}

// VisibleJSON returns the text of a JSON value in which [Visible] has replaced the characters of all strings.
func VisibleJSON(text string) string {
	plain := func(r rune) bool { return r != '\\' && (r == '\t' || r == '\r' || r == '\n' || ' ' <= r && r <= '~') }
	var out strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return !plain(r) })
		if end < 0 {
			break
		}
		size := characterSize(text[end:])
		part := text[end : end+size]
		var character string
		if json.Unmarshal([]byte(`"`+part+`"`), &character) == nil && Visible(character, "") != character {
			part = strings.ReplaceAll(Visible(character, ""), `\`, `\\`)
		}
		out.WriteString(text[:end])
		out.WriteString(part)
		text = text[end+size:]
	}
	if out.Len() == 0 {
		return text
	}
	return out.String() + text
}

// characterSize returns the number of bytes of the first character of text, the rest of a JSON string. The character
// stands as it is or as an escape, and some characters take two escapes that begin with \u.
func characterSize(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	switch {
	case len(text) > 6 && highSurrogate(text) && strings.HasPrefix(text[6:], `\u`):
		size = 12
	case strings.HasPrefix(text, `\u`):
		size = 6
	case text[0] == '\\':
		size = 2
	}
	return min(size, len(text))
}

// highSurrogate reports whether text begins with an escape from \ud800 to \udbff, the first half of a character.
func highSurrogate(text string) bool {
	return strings.HasPrefix(text, `\u`) && strings.ContainsRune("dD", rune(text[2])) &&
		strings.ContainsRune("89abAB", rune(text[3]))
}

// Short shortens text to at most the number of bytes in most, which must be 100 or more. It keeps the beginning and the
// end, and writes between them how many bytes it left out.
func Short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most / 5
	begin := most - end - len(" ... (1000000000 bytes) ... ")
	return strings.ToValidUTF8(fmt.Sprintf("%s ... (%d bytes) ... %s", text[:begin], len(text)-begin-end,
		text[len(text)-end:]), "")
}

// Quoted returns word quoted for a POSIX shell where necessary.
func Quoted(word string) string {
	special := func(r rune) bool {
		return r > unicode.MaxASCII ||
			!unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && !strings.ContainsFunc(word, special) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// OwnAddresses returns the IP addresses of this machine that others may be able to reach.
func OwnAddresses() (addresses []string) {
	networks, _ := net.InterfaceAddrs()
	for _, network := range networks {
		if ip, ok := network.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			addresses = append(addresses, ip.IP.String())
		}
	}
	return addresses
}

// HostPort splits an address of the form HOST:PORT.
func HostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	number, errPort := strconv.ParseUint(text, 10, 16)
	if err != nil || errPort != nil {
		return "", 0, errors.New("write HOST:PORT, such as 127.0.0.1:7447, or 0.0.0.0:7447 for all networks")
	}
	return host, int(number), nil
}
