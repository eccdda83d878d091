//go:build browser

package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"pillars/engine/enginetest"
	"pillars/search/proof/certificate"
)

// load chooses a file in the dialog of saved games.
func (v *visitor) load(name string, data []byte) {
	v.t.Helper()
	evaluateAsync(v, `(async () => {
		const chosen = new DataTransfer(), dialog = document.querySelector("#files-dialog");
		const bytes = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(data)+`"), (c) => c.charCodeAt(0));
		chosen.items.add(new File([bytes], "`+name+`"));
		const input = document.querySelector("#pgn-file");
		if (!dialog.open) dialog.showModal();
		document.querySelector("#settings-said").textContent = "";
		input.files = chosen.files;
		input.dispatchEvent(new Event("change"));
		return ""; })()`)
	v.until(`document.querySelector("#settings-said").textContent`)
}

// TestProofsPlay loads a proof, plays against it from the losing side until it has won, and reads the value of each
// turn in analysis. It checks that a damaged file and one of another game are refused, and that after a reload the game
// asks for the file.
func TestProofsPlay(t *testing.T) {
	t.Parallel()
	proof, err := os.ReadFile("../../docs/findings/proofs/pilastri-4x4.proof")
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(proof)
	damaged[len(damaged)/2] ^= 1
	// A changed number of turns does not fit the checksum. On 2 x 2, the check finds a member that wins.
	unsummed := bytes.Replace(proof, []byte("turns 4"), []byte("turns 6"), 1)
	claim, err := certificate.New(enginetest.Rules(t, "pilastri", "files=2", "ranks=2"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := claim.Add("b,w/w,b w"); err != nil {
		t.Fatal(err)
	}
	var wrong bytes.Buffer
	if err := claim.Write(&wrong); err != nil {
		t.Fatal(err)
	}
	ranked, err := os.ReadFile("../../docs/findings/proofs/pit-of-pillars-4x4.proof")
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{file(t), served(t)} {
		v := visit(t, address, 1280, 900)
		v.play(`{ game: "pilastri", options: { size: "6" } }`, `["person", "person"]`)
		for _, refused := range []struct {
			data []byte
			says string
		}{{damaged, "cannot be unpacked"}, {proof[:200], "cannot be unpacked"}, {proof[:40], "ends"},
			{unsummed, "sum does not fit"}, {wrong.Bytes(), "nothing in it answers"},
			{ranked, "only from proofs of Pilastri"}} {
			v.load("refused.proof", refused.data)
			if got := v.text("#settings-said"); !strings.Contains(got, refused.says) {
				t.Errorf("a file that is %s: %s", refused.says, got)
			}
		}
		v.load("pilastri-4x4.proof", proof)
		const says = "Pilastri, 4 x 4: White wins. Of 4,920 positions 50 drawn at random were checked."
		if got := v.text("#settings-said"); got != says {
			t.Fatalf("the proof says: %s", got)
		}
		v.click("#loaded .main")
		v.until(`pillars.table.seats.join() === "proof,person" && document.body.dataset.state === "yours"`)
		v.do(chromedp.Reload())
		v.until(`document.body.dataset.state === "yours"`)
		evaluateAsync(v, `(({ table } = pillars) =>
			table.guard(() => table.step(table.view.legal[0].step)).then(() => ""))()`)
		v.until(`document.querySelector("#message").textContent.includes("not loaded") && !pillars.table.thinking`)
		v.load("pilastri-4x4.proof", proof)
		evaluate[bool](v, `(document.querySelector("#files-dialog").close(), true)`)
		for turn := 0; ; turn++ {
			v.until(`["yours", "over"].includes(document.body.dataset.state)`)
			if evaluate[bool](v, `Boolean(pillars.table.view.result)`) {
				break
			}
			v.step(evaluate[string](v, fmt.Sprintf(`(({ legal } = pillars.table.view) =>
				legal[%d %% legal.length].step)()`, 7*turn+3)))
		}
		if got := evaluate[int](v, `pillars.table.view.result.scores[0]`); got != 1 {
			t.Errorf("the proof loses to %s", evaluate[string](v, `pillars.table.view.turns.join(" ")`))
		}
		v.play(`{ game: "pilastri", options: { size: "4", jumpers: "high" } }`, `["proof", "person"]`)
		v.until(`document.querySelector("#message").textContent.includes("not loaded")`)
		v.load("pilastri-4x4.proof", proof)
		v.click("#loaded button:last-child")
		v.until(`document.querySelector("#proven").textContent`)
		got := v.text("#proven")
		for _, words := range []string{"Proven: White wins with 20 of 24 turns and loses with", "b3c3", "b3b2", "c2c3",
			"c2b2"} {
			if !strings.Contains(got, words) {
				t.Errorf("of the start the proof does not say %q: %s", words, got)
			}
		}
	}
}
