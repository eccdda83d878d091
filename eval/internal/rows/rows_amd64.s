#include "textflag.h"

// 128 bytes of the sums stay in Y0 to Y3 while all rows pass by; then come the next 128, and at last 64 if they are
// left. DI sums, CX width in bytes, SI table, BX rows, R9 their end, R8 the place in a row.
#define ADD_ROWS(ADD) \
	MOVQ sums+0(FP), DI; \
	MOVQ width+8(FP), CX; \
	MOVQ table+16(FP), SI; \
	MOVQ n+32(FP), DX; \
	XORQ R8, R8; \
wide: \
	LEAQ 128(R8), R10; \
	CMPQ R10, CX; \
	JGT part; \
	MOVQ rows+24(FP), BX; \
	LEAQ (BX)(DX*2), R9; \
	VMOVDQU (DI)(R8*1), Y0; \
	VMOVDQU 32(DI)(R8*1), Y1; \
	VMOVDQU 64(DI)(R8*1), Y2; \
	VMOVDQU 96(DI)(R8*1), Y3; \
	LEAQ (SI)(R8*1), R11; \
wideRow: \
	MOVWLZX (BX), AX; \
	IMULQ CX, AX; \
	ADDQ $2, BX; \
	ADD (R11)(AX*1), Y0, Y0; \
	ADD 32(R11)(AX*1), Y1, Y1; \
	ADD 64(R11)(AX*1), Y2, Y2; \
	ADD 96(R11)(AX*1), Y3, Y3; \
	CMPQ BX, R9; \
	JNE wideRow; \
	VMOVDQU Y0, (DI)(R8*1); \
	VMOVDQU Y1, 32(DI)(R8*1); \
	VMOVDQU Y2, 64(DI)(R8*1); \
	VMOVDQU Y3, 96(DI)(R8*1); \
	MOVQ R10, R8; \
	JMP wide; \
part: \
	CMPQ R8, CX; \
	JGE done; \
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
	JMP part; \
done: \
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

// func fire(sums *uint64, output *int32, n int, most uint16) int64
// 16 units at a time: subtracting 1<<15 without a carry sets negative values to 0. X2 and X3 hold eight squares each as
// 32 bits; VPMULDQ multiplies those with even numbers, and after the shifts those with odd ones. Y8 and Y9 hold sums.
TEXT ·fire(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), DI
	MOVQ output+8(FP), SI
	MOVQ n+16(FP), CX
	LEAQ (SI)(CX*4), CX
	VPBROADCASTW most+24(FP), Y7
	VPCMPEQW Y6, Y6, Y6
	VPSLLW $15, Y6, Y6
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9
units:
	VMOVDQU (DI), Y0
	VPSUBUSW Y6, Y0, Y0
	VPMINUW Y7, Y0, Y0
	VPMULLW Y0, Y0, Y0
	VEXTRACTI128 $1, Y0, X3
	VPMOVZXWD X0, Y2
	VPMOVZXWD X3, Y3
	VMOVDQU (SI), Y4
	VMOVDQU 32(SI), Y5
	VPMULDQ Y4, Y2, Y0
	VPADDQ Y0, Y8, Y8
	VPMULDQ Y5, Y3, Y1
	VPADDQ Y1, Y9, Y9
	VPSRLQ $32, Y2, Y2
	VPSRLQ $32, Y3, Y3
	VPSRLQ $32, Y4, Y4
	VPSRLQ $32, Y5, Y5
	VPMULDQ Y4, Y2, Y0
	VPADDQ Y0, Y8, Y8
	VPMULDQ Y5, Y3, Y1
	VPADDQ Y1, Y9, Y9
	ADDQ $32, DI
	ADDQ $64, SI
	CMPQ SI, CX
	JNE units
	VPADDQ Y9, Y8, Y8
	VEXTRACTI128 $1, Y8, X0
	VPADDQ X0, X8, X8
	VPSRLDQ $8, X8, X0
	VPADDQ X0, X8, X8
	VMOVQ X8, ret+32(FP)
	VZEROUPPER
	RET

// The series of exp, its coefficients from 1/8! to 1/2!, 1 and 2, then 1/16, log2 e, ln 2 in two parts, the least
// number and the bias of exponents.
DATA series<>+0(SB)/8, $2.4801587301587301587e-5
DATA series<>+8(SB)/8, $1.9841269841269841270e-4
DATA series<>+16(SB)/8, $1.3888888888888888889e-3
DATA series<>+24(SB)/8, $8.3333333333333333333e-3
DATA series<>+32(SB)/8, $4.1666666666666666667e-2
DATA series<>+40(SB)/8, $1.6666666666666666667e-1
DATA series<>+48(SB)/8, $0.5
DATA series<>+56(SB)/8, $1.0
DATA series<>+64(SB)/8, $2.0
DATA series<>+72(SB)/8, $0.0625
DATA series<>+80(SB)/8, $1.4426950408889634073599246810018920
DATA series<>+88(SB)/8, $0.69314718055966295651160180568695068359375
DATA series<>+96(SB)/8, $0.28235290563031577122588448175013436025525412068e-12
DATA series<>+104(SB)/8, $-700.0
DATA series<>+112(SB)/8, $0x3ff
GLOBL series<>+0(SB), RODATA, $120

#define TERM(N) \
	VBROADCASTSD series<>+(8*N)(SB), Y4; \
	VFMADD213PD Y4, Y0, Y1

#define SQUARE \
	VMULPD Y1, Y0, Y0; \
	VADDPD Y15, Y0, Y1

// func exp(x *float64, n int)
// The operations are those of math.Exp on a processor with FMA (Go's src/math/exp_amd64.s; Shibata, Efficient Evaluation
// Methods of Elementary Functions Suitable for SIMD Computation, 2010), for four numbers at a time.
TEXT ·exp(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), DI
	MOVQ n+8(FP), CX
	LEAQ (DI)(CX*8), CX
	VBROADCASTSD series<>+64(SB), Y15
	VBROADCASTSD series<>+72(SB), Y14
	VBROADCASTSD series<>+80(SB), Y13
	VBROADCASTSD series<>+88(SB), Y12
	VBROADCASTSD series<>+96(SB), Y11
	VBROADCASTSD series<>+104(SB), Y10
	VBROADCASTSD series<>+112(SB), Y9
	VBROADCASTSD series<>+56(SB), Y8
four:
	VMOVUPD (DI), Y0
	VMAXPD Y10, Y0, Y0
	VMULPD Y13, Y0, Y1
	VCVTPD2DQY Y1, X2
	VCVTDQ2PD X2, Y1
	VFNMADD231PD Y12, Y1, Y0
	VFNMADD231PD Y11, Y1, Y0
	VMULPD Y14, Y0, Y0
	VBROADCASTSD series<>+0(SB), Y1
	TERM(1)
	TERM(2)
	TERM(3)
	TERM(4)
	TERM(5)
	TERM(6)
	VFMADD213PD Y8, Y0, Y1
	SQUARE
	SQUARE
	SQUARE
	SQUARE
	VFMADD213PD Y8, Y1, Y0
	VPMOVSXDQ X2, Y2
	VPADDQ Y9, Y2, Y2
	VPSLLQ $52, Y2, Y2
	VMULPD Y2, Y0, Y0
	VMOVUPD Y0, (DI)
	ADDQ $32, DI
	CMPQ DI, CX
	JNE four
	VZEROUPPER
	RET
