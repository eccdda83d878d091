#include "textflag.h"

// 64 bytes of the sums stay in Y0 and Y1 while all rows pass by; then come the next 64.
// DI sums, CX width in bytes, SI table, BX rows, DX number of rows, R8 the place in a row.
#define ADD_ROWS(ADD) \
	MOVQ sums+0(FP), DI; \
	MOVQ width+8(FP), CX; \
	MOVQ table+16(FP), SI; \
	MOVQ n+32(FP), DX; \
	XORQ R8, R8; \
part: \
	MOVQ rows+24(FP), BX; \
	LEAQ (BX)(DX*2), R9; \
	VMOVDQU (DI)(R8*1), Y0; \
	VMOVDQU 32(DI)(R8*1), Y1; \
row: \
	MOVWLZX (BX), AX; \
	IMULQ CX, AX; \
	ADDQ SI, AX; \
	ADD (AX)(R8*1), Y0, Y0; \
	ADD 32(AX)(R8*1), Y1, Y1; \
	ADDQ $2, BX; \
	CMPQ BX, R9; \
	JNE row; \
	VMOVDQU Y0, (DI)(R8*1); \
	VMOVDQU Y1, 32(DI)(R8*1); \
	ADDQ $64, R8; \
	CMPQ R8, CX; \
	JLT part; \
	VZEROUPPER; \
	RET

// func addWords(sums *uint64, width int, table *uint64, rows *uint16, n int)
TEXT ·addWords(SB), NOSPLIT, $0-40
	ADD_ROWS(VPADDQ)

// func addFloats(sums *float32, width int, table *float32, rows *uint16, n int)
TEXT ·addFloats(SB), NOSPLIT, $0-40
	ADD_ROWS(VADDPS)

// func spread(table, change *float32, width int, rows *uint16, n int)
TEXT ·spread(SB), NOSPLIT, $0-40
	MOVQ table+0(FP), SI
	MOVQ change+8(FP), DI
	MOVQ width+16(FP), CX
	MOVQ rows+24(FP), BX
	MOVQ n+32(FP), DX
	LEAQ (BX)(DX*2), R9
row:
	MOVWLZX (BX), AX
	IMULQ CX, AX
	ADDQ SI, AX
	XORQ R8, R8
part:
	VMOVUPS (DI)(R8*1), Y0
	VMOVUPS 32(DI)(R8*1), Y1
	VADDPS (AX)(R8*1), Y0, Y0
	VADDPS 32(AX)(R8*1), Y1, Y1
	VMOVUPS Y0, (AX)(R8*1)
	VMOVUPS Y1, 32(AX)(R8*1)
	ADDQ $64, R8
	CMPQ R8, CX
	JLT part
	ADDQ $2, BX
	CMPQ BX, R9
	JNE row
	VZEROUPPER
	RET
