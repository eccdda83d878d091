package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSweepValues is how far apart the ends of a range may be.
const MaxSweepValues = 64

// WholeRange are the whole numbers of a range such as 4..8; ranged is false for any other text.
func WholeRange(text string) (values []string, ranged bool, err error) {
	from, to, ranged := strings.Cut(text, "..")
	if !ranged {
		return nil, false, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= MaxSweepValues {
		return nil, true, fmt.Errorf("give two whole numbers, the smaller first, at most %d values apart", MaxSweepValues)
	}
	for value := low; value <= high; value++ {
		values = append(values, strconv.Itoa(value))
	}
	return values, true, nil
}
