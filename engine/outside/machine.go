//go:build !js

package outside

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Command returns a command that runs a program of others, without the variables that have secrets of this one.
func Command(name string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(name, arguments...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(variable), "=") // Windows ignores case
		return name == "PILLARS_WORK" || name == "PILLARS_DB"
	})
	return cmd
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

// VisibleJSON returns the text of a JSON value in which [Visible] has replaced the characters of all strings.
func VisibleJSON(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\\' || r < ' ' || r > '~' }) {
		return text // most texts need no slower search
	}
	return jsonCharacters.ReplaceAllStringFunc(text, func(part string) string {
		var character string
		if json.Unmarshal([]byte(`"`+part+`"`), &character) != nil || Visible(character, "") == character {
			return part
		}
		return strings.ReplaceAll(Visible(character, ""), `\`, `\\`)
	})
}

// jsonCharacters finds escapes and raw characters outside ASCII in JSON.
var jsonCharacters = regexp.MustCompile(`\\u[dD][89abAB]..\\u....|\\(?:u....|.)|[^\t\r\n -~]`)
