package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// systemFault matches what Go says of a file that cannot be used: an operation, the file and the system's reason.
var systemFault = regexp.MustCompile(`\b(?:open|stat|lstat|read|readdirent|mkdir|rename) ([^\n:]+): ` +
	`(no such file or directory|permission denied|is a directory|not a directory)(; )?`)

// fileFault returns the text of an error. It puts what Go says of files into plain words and adds the fix, unless the
// text already has one.
func fileFault(err error) string {
	text, twice := strings.ReplaceAll(err.Error(), ": "+fs.ErrNotExist.Error(), ""), strings.NewReplacer()
	text = systemFault.ReplaceAllStringFunc(text, func(said string) string {
		match := systemFault.FindStringSubmatch(said)
		file, reason, hasFix := match[1], match[2], match[3]
		twice = strings.NewReplacer(file+": "+file, file)
		fault, fix := file+" may not be used by you", "change its permissions, or name another file"
		switch {
		case reason == "is a directory":
			fault, fix = file+" is a folder", "name a file"
		case reason == "not a directory":
			fault, fix = file+" lies in a file, not in a folder", "name another place"
		case reason == "no such file or directory" && !exists(filepath.Dir(file)):
			fault, fix = file+": its folder does not exist", "make it first, or name another"
		case reason == "no such file or directory":
			fault, fix = file+" does not exist", "check its name"
		}
		if hasFix != "" {
			return fault + hasFix
		}
		return fault + "; " + fix
	})
	return twice.Replace(text)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
