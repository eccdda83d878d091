// Package ugi holds the words of the Universal Game Interface, in which a program that plays and a program that wants to know its turns talk in
// lines over a pipe. It follows chess's UCI (Rudolf Huber and Stefan Meyer-Kahlen, 2000) and its generalisation to other games, UGI (kz04px,
// GitHub), and adds seats beyond the second. docs/PROTOCOL.md is the protocol as it is spoken here.
//
// The subpackages speak it: server is our players' side, client the side of whoever asks, with the program it starts, and compliance tries a program
// step by step. Nothing here trusts what the other side says.
package ugi
