import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import pillars
from pillars import engine
from pillars.errors import EngineError

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def pilastri(steps=0):
    state = pillars.load_game("pilastri(size=6)").new_initial_state()
    for _ in range(steps):
        state.apply_action(state.legal_actions()[0])
    return state


def pid():
    return engine.engine()._process.pid


def gone(number, seconds=5.0):
    """Tell whether a process ends in time and leaves no zombie."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def python(text, **settings):
    path = os.pathsep.join([str(Path(pillars.__file__).parents[1]), str(Path(__file__).parent)])
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        env=environment, capture_output=True, text=True, timeout=60, **settings,
    )  # fmt: skip


def test_program_is_found(monkeypatch, tmp_path):
    path = engine.program()
    monkeypatch.setenv("PILLARS", str(tmp_path / "none"))
    with pytest.raises(EngineError, match="PILLARS names"):
        engine.program()
    monkeypatch.delenv("PILLARS")
    monkeypatch.setenv("PATH", str(tmp_path))
    if not Path(engine.__file__).with_name("bin").exists():
        with pytest.raises(EngineError, match="neither in this package nor on the path"):
            engine.program()
        script = tmp_path / "pillars"
        script.write_text("#!/usr/bin/python\n")
        script.chmod(0o755)
        with pytest.raises(EngineError):
            engine.program()
        script.unlink()
        script.symlink_to(path)
        assert Path(engine.program()).resolve() == Path(path).resolve()


def test_command(monkeypatch):
    asked = python("import pillars.engine as e, sys; sys.argv = ['pillars', '--version']; e.main()")
    assert asked.returncode == 0 and asked.stdout.startswith("pillars 0.")
    monkeypatch.setenv("PILLARS", "/nowhere")
    asked = python("import pillars.engine as e; e.main()")
    assert asked.returncode == 1 and "PILLARS names" in asked.stderr


def test_programs_that_do_not_answer(monkeypatch, tmp_path):
    for path, text in [("/bin/false", "status 1"), ("/bin/cat", "signal 13\n.*No such file")]:
        monkeypatch.setenv("PILLARS", path)
        with pytest.raises(EngineError, match=text):
            engine.Engine()
    broken = tmp_path / "program"
    broken.write_text("not a program")
    broken.chmod(0o755)
    monkeypatch.setenv("PILLARS", str(broken))
    with pytest.raises(EngineError, match="cannot start"):
        engine.Engine()


def test_another_protocol(monkeypatch):
    monkeypatch.setattr(engine, "PROTOCOL", 0)
    with pytest.raises(EngineError, match="protocol 4, this package 0"):
        engine.Engine()


def test_errors_leave_the_program_in_step():
    program = engine.engine()
    with pytest.raises(EngineError, match="unknown request"):
        program.ask(do="nothing")
    program.later(engine.frame(b"P", bytes(8)))  # of a state that does not exist
    with pytest.raises(EngineError, match="no state 0"):
        program.ask(do="hello")
    assert program.ask(do="hello")["protocol"] == engine.PROTOCOL


def test_processors_that_reorder_memory(monkeypatch):
    monkeypatch.setattr(engine, "_ORDERED", False)
    state = pilastri(5)
    assert pilastri(6).legal_actions() == state.child(state.legal_actions()[0]).legal_actions()


def test_long_queues_and_replies():
    state = pilastri(3)
    copies = [state.clone() for _ in range(5000)]
    assert copies[-1].legal_actions() == state.legal_actions()
    del copies
    assert state.to_svg() == state.clone().to_svg()
    program = engine.engine()
    with pytest.raises(EngineError):
        program.ask(do="parse", state=state._number, turn="x" * 300_000)
    assert program.ask(do="hello")["protocol"] == engine.PROTOCOL


def test_close_ends_the_program_and_the_next_request_starts_another():
    state = pilastri(4)
    before, first = str(state), pid()
    engine.close()
    engine.close()
    assert engine._current.closed and engine._current._process.returncode == 0
    assert gone(first)
    assert str(state) == before and pid() != first
    closed = engine.engine()
    closed.close()
    with pytest.raises(EngineError, match="closed"):
        closed.ask(do="hello")


@posix
def test_killed_program():
    state, env = pilastri(4), pillars.VectorEnv("pilastri", 4)
    before, first = str(state), pid()
    os.kill(first, signal.SIGKILL)
    with pytest.raises(EngineError, match="signal 9"):
        str(state)
    assert gone(first)
    env.step_random()  # the games of a vector are in a program of their own
    os.kill(env._engine._process.pid, signal.SIGKILL)
    with pytest.raises(EngineError, match="signal 9"):
        env.step_random()
    with pytest.raises(EngineError, match="make a new VectorEnv"):
        env.step_random()
    env.close()
    assert str(state) == before and pid() != first


@posix
def test_crashed_program_says_why():
    state = pilastri(4)
    state.apply_action(state.legal_actions()[0])
    program = engine.engine()._process
    program.send_signal(signal.SIGQUIT)
    program.wait(10)  # until it has ended, it may still answer
    action = state.legal_actions()[0]
    with pytest.raises(EngineError, match="status 2\nSIGQUIT: quit"):
        state.apply_action(action)
    state.apply_action(action)
    assert state.legal_actions() == pilastri(6).legal_actions()


def interrupt_after(seconds):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


@posix
def test_ctrl_c_during_a_long_step():
    env, state = pillars.VectorEnv("pilastri", 512, threads=1), pilastri(2)
    after = pilastri(2).legal_actions()
    first = pid()
    with pytest.raises(KeyboardInterrupt):
        interrupt_after(0.2)
        env.step_random(4_000_000)
    env.reset(seed=1)  # waits until the program has finished the interrupted request
    assert state.legal_actions() == after
    env.step_random()
    assert env.steps.tolist() == [1] * 512 and pid() == first


@posix
def test_exit_during_a_long_step_does_not_wait_for_it():
    asked = python(
        """
        import os, signal, threading, pillars
        from pillars import engine
        env = pillars.VectorEnv("pilastri", 512, threads=1)
        print(env._engine._process.pid, flush=True)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        env.step_random(4_000_000)
        """
    )
    assert "KeyboardInterrupt" in asked.stderr and gone(int(asked.stdout))


@posix
def test_killed_during_a_long_step():
    asked = python(
        """
        import os, threading, pillars
        from pillars import engine
        env = pillars.VectorEnv("pilastri", 512, threads=1)
        print(env._engine._process.pid, flush=True)
        threading.Timer(0.2, os.kill, (os.getpid(), 9)).start()
        env.step_random(4_000_000)
        """
    )
    assert asked.returncode == -9 and gone(int(asked.stdout), seconds=30)


@posix
def test_leaving_a_with_block_does_not_wait_for_an_interrupted_step():
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt), pillars.VectorEnv("pilastri", 512) as env:
        interrupt_after(0.2)
        env.step_random(4_000_000)
    engine.close()
    assert time.monotonic() - started < 10
    assert pilastri(1).move_number() == 1
    pillars.VectorEnv("pilastri", 2).close()


class Alarm(Exception):
    pass


@posix
def test_interruptions_anywhere_leave_everything_in_step(monkeypatch):
    """Check that later answers are right after signals at random moments."""

    def ring(number, where):
        if listening:
            raise Alarm

    game = pillars.load_game("pilastri(size=4)")
    rng = random.Random(1)
    state, rung, listening = game.new_initial_state(), 0, False
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    old = signal.signal(signal.SIGALRM, ring)
    # Repeated, since exceptions in finalizers are lost. A signal may come in another's handler.
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.0007)
    end = time.monotonic() + 4
    try:
        while time.monotonic() < end:
            try:
                listening = True
                while True:
                    legal = state.legal_actions()
                    if not legal:
                        state = game.new_initial_state()
                    elif rng.random() < 0.8:
                        state.apply_action(rng.choice(legal))
                    elif rng.random() < 0.5:
                        state = state.child(legal[0])
                    elif state.move_number():
                        state.undo_action()
            except Alarm:
                listening = False
                rung += 1
            again = game.deserialize_state(state.serialize())
            assert again.legal_actions() == state.legal_actions()
            assert str(again) == str(state)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert rung > 100


def test_threads(seed):
    game = pillars.load_game("pilastri(size=4)")
    expected = pilastri(0).get_game()
    failures = []

    def play(number):
        try:
            rng = random.Random(4 * seed + number)
            for _ in range(20):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
                assert sorted(state.returns()) == [-1, 1]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and expected is not None


@posix
def test_fork():
    state, env = pilastri(3), pillars.VectorEnv("pilastri", 4)
    state.apply_action(state.legal_actions()[0])
    before, first = pilastri(4).legal_actions(), pid()
    ends = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            assert state.legal_actions() == before and pid() != first
            with pytest.raises(EngineError, match="make a new VectorEnv"):
                env.step_random()
            os.read(ends[0], 1)  # until the parent has closed its program
            engine.close()
            code = 0
        finally:
            os._exit(code)
    assert state.legal_actions() == before and pid() == first
    env.step_random()
    engine.close()
    assert engine._current._process.returncode == 0 and gone(first)
    os.write(ends[1], b"x")
    assert os.waitpid(child, 0)[1] == 0
    for end in ends:
        os.close(end)


def legal(state):
    return state.legal_actions()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*fork")
def test_multiprocessing(method):
    states = [pilastri(steps) for steps in range(5)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(legal, states) == [legal(state) for state in states]
        pool.close()
        pool.join()


@posix
@pytest.mark.parametrize(
    "end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "raise SystemExit(3)", "1 / 0", "pass"]
)
def test_interpreter_that_ends_early(end):
    asked = python(
        f"""
        import os, pillars
        from pillars import engine
        state = pillars.load_game("pilastri").new_initial_state()
        env = pillars.VectorEnv("pilastri", 4)
        print(engine.engine()._process.pid, flush=True)
        state.apply_action(state.legal_actions()[0])
        {end}
        """
    )
    assert gone(int(asked.stdout)) and not asked.stderr.replace("\n", "").startswith("Exception")
