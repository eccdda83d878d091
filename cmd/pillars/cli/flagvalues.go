package cli

import "fmt"

// parsedValue is a flag whose text is read by a function.
type parsedValue[T fmt.Stringer] struct {
	to    *T
	parse func(string) (T, error)
}

func Parsed[T fmt.Stringer](to *T, parse func(string) (T, error)) *parsedValue[T] {
	return &parsedValue[T]{to, parse}
}

func (v *parsedValue[T]) Type() string { return "text" }

func (v *parsedValue[T]) String() string { return (*v.to).String() }

func (v *parsedValue[T]) Set(text string) error {
	value, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to = value
	return nil
}
