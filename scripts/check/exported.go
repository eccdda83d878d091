package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
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
	interfaces []*types.Interface
	templates  map[string]bool // names that templates take
}

// exported lists exported names that nothing outside their package uses. Tests beside a package belong to it. Excepted
// are methods of interfaces, fields with tags, embedded fields, names in templates, types in the signatures of what is
// used, and enumerations of which any constant is used.
func exported() ([]string, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax |
		packages.NeedTypesInfo
	s := &survey{
		files: token.NewFileSet(), used: map[token.Position]bool{}, seen: map[types.Type]bool{},
		templates: map[string]bool{},
	}
	all, err := packages.Load(&packages.Config{Mode: mode, Tests: true, Fset: s.files}, "./...")
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(all) > 0 {
		return nil, fmt.Errorf("the packages do not compile")
	}
	if err := s.readTemplates(); err != nil {
		return nil, err
	}
	plain := slices.DeleteFunc(slices.Clone(all), func(p *packages.Package) bool { return p.ID != p.PkgPath })
	imported := map[*types.Package]bool{}
	for _, p := range plain {
		s.collectInterfaces(p, imported)
	}
	for _, p := range all {
		s.collectUses(p)
	}
	for _, p := range plain {
		s.keepMethods(p)
		s.keepEncoded(p)
	}
	var faults []string
	for _, p := range plain {
		faults = append(faults, s.unused(p)...)
	}
	slices.Sort(faults)
	return faults, nil
}

var (
	action = regexp.MustCompile(`{{[^}]*}}`)
	field  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

func (s *survey) readTemplates() error {
	list, err := exec.Command("git", "grep", "-lI", "{{").Output()
	if err != nil {
		return fmt.Errorf("git grep: %w", err)
	}
	for name := range strings.Lines(string(list)) {
		text, err := os.ReadFile(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		for _, inside := range action.FindAllString(string(text), -1) {
			for _, match := range field.FindAllStringSubmatch(inside, -1) {
				s.templates[match[1]] = true
			}
		}
	}
	return nil
}

// collectInterfaces notes the interfaces of a package and of all that it imports, and those written within its
// functions.
func (s *survey) collectInterfaces(p *packages.Package, known map[*types.Package]bool) {
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		if known[p] {
			return
		}
		known[p] = true
		for _, name := range p.Scope().Names() {
			if named, is := p.Scope().Lookup(name).(*types.TypeName); is {
				s.noteInterface(named.Type())
			}
		}
		for _, other := range p.Imports() {
			visit(other)
		}
	}
	visit(p.Types)
	for expression, value := range p.TypesInfo.Types {
		if _, is := expression.(*ast.InterfaceType); is {
			s.noteInterface(value.Type)
		}
	}
	s.noteInterface(types.Universe.Lookup("error").Type())
}

func (s *survey) noteInterface(t types.Type) {
	if i, is := t.Underlying().(*types.Interface); is && i.NumMethods() > 0 {
		s.interfaces = append(s.interfaces, i)
	}
}

// home is the folder's package of a path, for tests beside it too.
func home(path string) string { return strings.TrimSuffix(path, "_test") }

func (s *survey) collectUses(p *packages.Package) {
	for _, object := range p.TypesInfo.Uses {
		if object.Pkg() != nil && home(object.Pkg().Path()) != home(p.PkgPath) {
			s.use(object)
		}
	}
	for literal, value := range p.TypesInfo.Types {
		structure, is := value.Type.Underlying().(*types.Struct)
		composite, literally := literal.(*ast.CompositeLit)
		if !is || !literally || len(composite.Elts) == 0 {
			continue
		}
		if _, keyed := composite.Elts[0].(*ast.KeyValueExpr); keyed {
			continue
		}
		for field := range structure.Fields() {
			if field.Pkg() != nil && home(field.Pkg().Path()) != home(p.PkgPath) {
				s.use(field)
			}
		}
	}
}

// use marks an object, and the types in its signature.
func (s *survey) use(object types.Object) {
	if generic, is := object.(*types.Func); is {
		object = generic.Origin()
	}
	if generic, is := object.(*types.Var); is {
		object = generic.Origin()
	}
	s.used[s.files.Position(object.Pos())] = true
	if named, is := object.(*types.TypeName); is {
		s.useType(named.Type().Underlying())
		return
	}
	s.useType(object.Type())
}

func (s *survey) useType(t types.Type) {
	if t == nil || s.seen[t] {
		return
	}
	s.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		s.used[s.files.Position(t.Obj().Pos())] = true
		for argument := range t.TypeArgs().Types() {
			s.useType(argument)
		}
		if _, is := t.Underlying().(*types.Struct); !is {
			s.useType(t.Underlying())
		}
	case *types.Alias:
		s.used[s.files.Position(t.Obj().Pos())] = true
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

// keepMethods marks methods with which types of a package, or what they embed, are as interfaces want.
func (s *survey) keepMethods(p *packages.Package) {
	for _, object := range p.TypesInfo.Defs {
		name, is := object.(*types.TypeName)
		if !is || name.IsAlias() || types.IsInterface(name.Type()) {
			continue
		}
		pointer := types.NewPointer(name.Type())
		methods := types.NewMethodSet(pointer)
		for _, i := range s.interfaces {
			named, _ := name.Type().(*types.Named)
			if generic := named != nil && named.TypeParams().Len() > 0; !generic && !types.Implements(pointer, i) {
				continue
			}
			for method := range i.Methods() {
				if selection := methods.Lookup(method.Pkg(), method.Name()); selection != nil {
					s.use(selection.Obj())
				}
			}
		}
	}
}

// gobs are types that encoding/gob writes, which asks for no tags.
var gobs = []string{"pillars/eval/tune.State", "pillars/eval/tune.Descent"}

// keepEncoded keeps the types of fields that encoders and templates read, and all fields of types that gob writes.
func (s *survey) keepEncoded(p *packages.Package) {
	for _, object := range p.TypesInfo.Defs {
		name, is := object.(*types.TypeName)
		if !is {
			continue
		}
		structure, is := name.Type().Underlying().(*types.Struct)
		if !is {
			continue
		}
		gob := slices.Contains(gobs, p.PkgPath+"."+name.Name())
		for i := range structure.NumFields() {
			field := structure.Field(i)
			if gob {
				s.use(field)
			}
			if structure.Tag(i) != "" || s.templates[field.Name()] {
				s.keepType(field.Type())
			}
		}
	}
}

func (s *survey) keepType(t types.Type) {
	switch t := t.(type) {
	case *types.Pointer:
		s.keepType(t.Elem())
	case *types.Slice:
		s.keepType(t.Elem())
	case *types.Named:
		s.use(t.Obj())
	}
}

// unused lists the names of a package's own files.
func (s *survey) unused(p *packages.Package) (faults []string) {
	for name, object := range p.TypesInfo.Defs {
		if object == nil || !name.IsExported() || s.used[s.files.Position(object.Pos())] || s.excepted(p, object) {
			continue
		}
		place := s.files.Position(object.Pos())
		here, _ := os.Getwd()
		file := strings.TrimPrefix(place.Filename, here+"/")
		faults = append(faults, fmt.Sprintf("%s:%d: nothing outside the package uses %s", file, place.Line, name.Name))
	}
	return faults
}

// excepted reports whether an object needs no use: what no other package could reach, tagged and embedded fields,
// methods of interfaces.
func (s *survey) excepted(p *packages.Package, object types.Object) bool {
	if object.Parent() == p.Types.Scope() {
		constant, is := object.(*types.Const)
		return is && s.enumerated(p, constant)
	}
	switch object := object.(type) {
	case *types.Func: // a method; those of interfaces are what their implementers have
		receiver := object.Signature().Recv()
		wrapping := slices.Contains([]string{"Unwrap", "Is", "As"}, object.Name()) // package errors asks for them
		return receiver == nil || wrapping || types.IsInterface(receiver.Type()) || s.templates[object.Name()]
	case *types.Var:
		return !object.IsField() || object.Embedded() || s.templates[object.Name()] || !s.reachable(p, object)
	}
	return true // of a function
}

// enumerated reports whether a constant is of a type of its package of which another constant is used outside: an
// enumeration is exported whole.
func (s *survey) enumerated(p *packages.Package, constant *types.Const) bool {
	named, is := constant.Type().(*types.Named)
	if !is || named.Obj().Pkg() != p.Types {
		return false
	}
	return slices.ContainsFunc(p.Types.Scope().Names(), func(name string) bool {
		other, is := p.Types.Scope().Lookup(name).(*types.Const)
		return is && types.Identical(other.Type(), named) && s.used[s.files.Position(other.Pos())]
	})
}

// reachable reports whether a field is one of an exported type, without a tag.
func (s *survey) reachable(p *packages.Package, field *types.Var) bool {
	for _, name := range p.Types.Scope().Names() {
		named, is := p.Types.Scope().Lookup(name).(*types.TypeName)
		if !is || !named.Exported() {
			continue
		}
		structure, is := named.Type().Underlying().(*types.Struct)
		if !is {
			continue
		}
		for i := range structure.NumFields() {
			if structure.Field(i) == field {
				return structure.Tag(i) == ""
			}
		}
	}
	return false
}
