package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// survey gathers what is used outside its own package. Objects are told apart by where they are declared, since a
// package that is tested stands there in several variants.
type survey struct {
	files      *token.FileSet
	used       map[token.Position]bool
	seen       map[types.Type]bool
	interfaces []types.Type
	templates  map[string]bool // names that templates take
}

// module loads the packages of the module in a folder, with their tests.
func module(here string) (*token.FileSet, []*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes |
		packages.NeedSyntax | packages.NeedTypesInfo
	files := token.NewFileSet()
	all, err := packages.Load(&packages.Config{Mode: mode, Dir: here, Tests: true, Fset: files}, "./...")
	if err == nil && packages.PrintErrors(all) > 0 {
		err = errors.New("the packages do not compile")
	}
	return files, all, err
}

// exported lists exported names that nothing outside their package uses. Tests beside a package belong to it. Excepted
// are interfaces that types of other packages fulfil and their methods, fields with tags, embedded fields, names in
// templates, types in the signatures of what is used, and enumerations of which any constant is used. Fields of
// literals without keys need no look: go vet refuses such literals of another package's structs.
func exported(files *token.FileSet, all []*packages.Package) (faults []string, err error) {
	s := &survey{files: files, used: map[token.Position]bool{}, seen: map[types.Type]bool{},
		interfaces: []types.Type{types.Universe.Lookup("error").Type()}}
	if s.templates, err = templateNames(); err != nil {
		return nil, err
	}
	plain := slices.DeleteFunc(slices.Clone(all), func(p *packages.Package) bool { return p.ID != p.PkgPath })
	visited := map[*types.Package]bool{}
	for _, p := range plain {
		s.collectInterfaces(p, visited)
	}
	for _, p := range all {
		for _, object := range p.TypesInfo.Uses {
			if object.Pkg() != nil && home(object.Pkg().Path()) != home(p.PkgPath) {
				s.use(object)
			}
		}
	}
	for _, p := range plain {
		s.keep(p)
	}
	for _, p := range plain {
		faults = append(faults, s.unused(p.Types.Scope())...)
	}
	slices.Sort(faults)
	return faults, nil
}

var (
	action = regexp.MustCompile(`{{[^}]*}}`)
	field  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

func templateNames() (map[string]bool, error) {
	text, err := exec.Command("git", "grep", "-hI", "{{").Output()
	names := map[string]bool{}
	for _, inside := range action.FindAll(text, -1) {
		for _, match := range field.FindAllSubmatch(inside, -1) {
			names[string(match[1])] = true
		}
	}
	return names, err
}

// collectInterfaces notes the interfaces of a package and of all that it imports, and those written within its
// functions.
func (s *survey) collectInterfaces(p *packages.Package, visited map[*types.Package]bool) {
	note := func(t types.Type) {
		if i, is := t.Underlying().(*types.Interface); is && i.NumMethods() > 0 {
			s.interfaces = append(s.interfaces, t)
		}
	}
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		if visited[p] {
			return
		}
		visited[p] = true
		for _, name := range p.Scope().Names() {
			if named, is := p.Scope().Lookup(name).(*types.TypeName); is {
				note(named.Type())
			}
		}
		for _, other := range p.Imports() {
			visit(other)
		}
	}
	visit(p.Types)
	for expression, value := range p.TypesInfo.Types {
		if _, is := expression.(*ast.InterfaceType); is {
			note(value.Type)
		}
	}
}

// home is the folder's package of a path, for tests beside it too.
func home(path string) string { return strings.TrimSuffix(path, "_test") }

// use marks an object, and the types in its signature.
func (s *survey) use(object types.Object) {
	s.used[s.files.Position(object.Pos())] = true
	s.useType(object.Type())
}

func (s *survey) useType(t types.Type) {
	if t == nil || s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		s.use(t.Obj())
		for argument := range t.TypeArgs().Types() {
			s.useType(argument)
		}
		if _, is := t.Underlying().(*types.Struct); !is {
			s.useType(t.Underlying())
		}
	case *types.Alias:
		s.use(t.Obj())
		s.useType(types.Unalias(t))
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for variable := range list.Variables() {
				s.useType(variable.Type())
			}
		}
		for parameter := range t.TypeParams().TypeParams() {
			s.useType(parameter.Constraint())
		}
	case *types.Interface:
		for method := range t.Methods() {
			s.useType(method.Type())
		}
	case *types.Map:
		s.useType(t.Key())
		s.useType(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		s.useType(t.Elem())
	}
}

// gobs are types that encoding/gob writes, which asks for no tags.
var gobs = []string{"pillars/eval/tune.State", "pillars/eval/tune.Descent", "pillars/eval/tune.NetworkState"}

// keep marks methods with which types of a package, or what they embed, are as interfaces want, the types of fields
// that encoders and templates read, and all fields of types that gob writes.
func (s *survey) keep(p *packages.Package) {
	for _, object := range p.TypesInfo.Defs {
		name, is := object.(*types.TypeName)
		if !is {
			continue
		}
		if named, is := name.Type().(*types.Named); is && !name.IsAlias() && !types.IsInterface(named) {
			s.keepMethods(named)
		}
		gob := slices.Contains(gobs, p.PkgPath+"."+name.Name())
		for field, tag := range fields(name) {
			if gob {
				s.use(field)
			} else if tag != "" || s.templates[field.Name()] {
				s.useType(field.Type())
			}
		}
	}
}

func (s *survey) keepMethods(named *types.Named) {
	pointer := types.NewPointer(named)
	methods := types.NewMethodSet(pointer)
	generic := named.TypeParams().Len() > 0
	for _, t := range s.interfaces {
		i := t.Underlying().(*types.Interface)
		if !generic && !types.Implements(pointer, i) {
			continue
		}
		if declared, is := t.(*types.Named); is && !generic && declared.Obj().Pkg() != named.Obj().Pkg() {
			s.use(declared.Obj())
		}
		for method := range i.Methods() {
			if selection := methods.Lookup(method.Pkg(), method.Name()); selection != nil {
				s.use(selection.Obj())
			}
		}
	}
}

// fields yields the fields of a type that is a structure, with their tags.
func fields(name *types.TypeName) iter.Seq2[*types.Var, string] {
	return func(yield func(*types.Var, string) bool) {
		structure, is := name.Type().Underlying().(*types.Struct)
		for i := 0; is && i < structure.NumFields() && yield(structure.Field(i), structure.Tag(i)); i++ {
		}
	}
}

// unused lists what a package exports: its own names, and those of its types' methods and its exported types' fields.
func (s *survey) unused(scope *types.Scope) (faults []string) {
	note := func(object types.Object) {
		if place := s.files.Position(object.Pos()); object.Exported() && !s.used[place] {
			faults = append(faults, fmt.Sprintf("%s:%d: nothing outside the package uses %s",
				place.Filename, place.Line, object.Name()))
		}
	}
	wrapping := []string{"Unwrap", "Is", "As"} // package errors asks for them
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if constant, is := object.(*types.Const); !is || !s.enumerated(scope, constant) {
			note(object)
		}
		declared, is := object.(*types.TypeName)
		if !is {
			continue
		}
		if named, is := declared.Type().(*types.Named); is && !declared.IsAlias() {
			for method := range named.Methods() {
				if !slices.Contains(wrapping, method.Name()) && !s.templates[method.Name()] {
					note(method)
				}
			}
		}
		for field, tag := range fields(declared) {
			if declared.Exported() && tag == "" && !field.Embedded() && !s.templates[field.Name()] {
				note(field)
			}
		}
	}
	return faults
}

// enumerated reports whether a constant is of a type of its package of which another constant is used outside: an
// enumeration is exported whole.
func (s *survey) enumerated(scope *types.Scope, constant *types.Const) bool {
	named, is := constant.Type().(*types.Named)
	return is && named.Obj().Parent() == scope && slices.ContainsFunc(scope.Names(), func(name string) bool {
		other, is := scope.Lookup(name).(*types.Const)
		return is && types.Identical(other.Type(), named) && s.used[s.files.Position(other.Pos())]
	})
}
