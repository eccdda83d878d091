//go:build !linux && !windows && !darwin

package players

// machineMemory returns 0, because the memory is unknown on this system.
func machineMemory() uint64 { return 0 }
