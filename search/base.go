package search

import (
	"errors"
	"flag"
	"strconv"
)

// BindBase makes the flag base. Set to true, it gives all flags the defaults of the plain player whose flags are given,
// but for those that are set themselves, before or after; set to false, it takes that back. Flags that the plain player
// does not have keep their defaults.
func BindBase(flags, plain *flag.FlagSet, usage string) {
	b := &base{flags: flags, usual: map[string]string{}, plain: map[string]string{}}
	flags.VisitAll(func(f *flag.Flag) { b.usual[f.Name] = f.DefValue })
	plain.VisitAll(func(f *flag.Flag) { b.plain[f.Name] = f.DefValue })
	flags.Var(b, "base", usage)
}

type base struct {
	flags        *flag.FlagSet
	usual, plain map[string]string // defaults by name of the flag
	on           bool
}

func (b *base) String() string   { return strconv.FormatBool(b.on) }
func (b *base) Get() any         { return b.on }
func (b *base) IsBoolFlag() bool { return true }

// Set turns the base on or off. A flag has been set itself if the set says so or if its value is not its default.
func (b *base) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("must be true or false")
	}
	b.on = on
	given := map[string]bool{}
	b.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	b.flags.VisitAll(func(f *flag.Flag) {
		value, known := b.defaultOf(f.Name)
		if !known {
			return
		}
		keep := given[f.Name] || f.Value.String() != f.DefValue
		f.DefValue = value
		if !keep {
			err = errors.Join(err, f.Value.Set(value))
		}
	})
	return err
}

func (b *base) defaultOf(name string) (value string, known bool) {
	if plain, has := b.plain[name]; has && b.on {
		return plain, true
	}
	value, known = b.usual[name]
	return value, known
}
