"""Learn to beat random play by proximal policy optimization, through gymnasium's interface alone.

PPO with masks for illegal actions (Schulman et al., arXiv:1707.06347; Huang and Ontanon, A Closer
Look at Invalid Action Masking, 2022), in numpy. The learner has one seat of each game, every other
time the first; the other seat plays at random.

    python examples/ppo.py --game "pilastri(size=4)" --updates 600

In the first 400 s of such a run, on two cores that did much other work, the share of 512 games that
its best actions scored rose from 55 % to 93 % (standard error 1 %).
"""

import argparse
import time

import numpy as np

import pillars

LAMBDA, CLIP, ENTROPY, VALUE = 0.9, 0.2, 0.003, 0.5  # games are short: nothing is discounted


class Network:
    """One hidden layer, then a logit for each action and a value. Adam moves the weights."""

    def __init__(self, inputs: int, hidden: int, actions: int, random: np.random.Generator) -> None:
        shapes = ((inputs, hidden), (hidden,), (hidden, actions + 1), (actions + 1,))
        scales = (np.sqrt(2 / inputs), 0, 0.1 / np.sqrt(hidden), 0)
        self.weights = [
            (scale * random.normal(size=shape)).astype(np.float32)
            for shape, scale in zip(shapes, scales, strict=True)
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def __call__(self, seen, masks):
        """Return the hidden layer, the probabilities of the actions, and the values."""
        first, bias, second, bias2 = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        out = hidden @ second + bias2
        logits = np.where(masks, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True), np.tanh(out[:, -1])

    def move(self, gradients, rate: float) -> None:
        """Take a step of Adam, with the gradients clipped to a norm of 0.5."""
        self.steps += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        for weight, g, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            g *= min(1, 0.5 / (norm + 1e-8))
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            weight -= rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-5)


def flat(observations):
    """Return a row of numbers for each observation."""
    return observations.reshape(len(observations), -1).astype(np.float32)


def draw(chances, random):
    """Draw an action for each row of chances."""
    sums = chances.cumsum(1)
    return (sums < random.random((len(sums), 1)) * sums[:, -1:]).sum(1)


def play(env, now, net, length, random):
    """Play steps in all games; return arrays [length, games] and what is seen at the end."""
    rows, own = [], np.arange(env.num_envs) % 2
    for _ in range(length):
        observations, infos = now
        seen, masks, seats = flat(observations), infos["action_mask"], infos["current_player"]
        _, chances, values = net(seen, masks)
        mine = seats == own
        actions = draw(np.where(mine[:, None], chances, masks), random)
        observations, rewards, ended, cut, infos = env.step(actions)
        sign = np.where(infos["current_player"] == seats, 1, -1) * ~(ended | cut)
        chance = chances[np.arange(len(actions)), actions]
        rows.append((seen, masks, actions, chance, values, rewards, sign, mine))
        now = observations, infos
    return [np.stack(column) for column in zip(*rows, strict=True)], now


def advantages(values, rewards, signs, mine, ahead):
    """Return generalized advantage estimates (Schulman et al., 2016) of the learner's steps.

    A value is one for the seat to act. A step of the other seat passes on what comes after it.
    """
    found, later = np.zeros_like(values), np.zeros_like(ahead)
    for t in reversed(range(len(values))):
        value = rewards[t] + signs[t] * ahead
        ahead = np.where(mine[t], values[t], value)
        later = value - ahead + np.where(mine[t], LAMBDA, 1) * signs[t] * later
        found[t] = later
    return found


def learn(net, seen, masks, actions, before, goods, targets, rate):
    """Descend the gradient of PPO's loss on a batch."""
    n, rows = len(actions), np.arange(len(actions))
    hidden, chances, values = net(seen, masks)
    ratio = chances[rows, actions] / before
    moving = np.where(goods > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    logs = np.log(np.maximum(chances, 1e-12))
    entropy = -(chances * logs).sum(1, keepdims=True)
    out = np.empty((n, chances.shape[1] + 1), np.float32)
    out[:, :-1] = chances * (moving * goods * ratio)[:, None]
    out[rows, actions] -= moving * goods * ratio
    out[:, :-1] += ENTROPY * chances * (logs + entropy)
    out[:, -1] = VALUE * (values - targets) * (1 - values**2)
    out /= n
    back = (out @ net.weights[2].T) * (hidden > 0)
    net.move([seen.T @ back, back.sum(0), hidden.T @ out, out.sum(0)], rate)


def score(net, game, random, games=512):
    """Return the share of points of the best actions against random ones, half in each seat."""
    with pillars.VectorEnv(game, games, autoreset_mode="Disabled") as env:
        observations, infos = env.reset()
        own, points, open_games = np.arange(games) % 2, np.zeros(games), np.ones(games, bool)
        while open_games.any():
            masks = infos["action_mask"]
            _, chances, _ = net(flat(observations), masks)
            mine = infos["current_player"] == own
            actions = np.where(mine, chances.argmax(1), draw(masks.astype(np.float32), random))
            observations, _, ended, cut, infos = env.step(actions)
            over = ended | cut
            points += open_games * infos["rewards"][np.arange(games), own]
            open_games &= ~over
            if over.any():
                observations, infos = env.reset(options={"reset_mask": over})
    return (points.mean() + 1) / 2


def main(words=None) -> float:
    """Learn, and return the score against random actions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="pilastri(size=4)")
    parser.add_argument("--games", type=int, default=256, help="at once")
    parser.add_argument("--length", type=int, default=16, help="steps between updates")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    random, began = np.random.default_rng(given.seed), time.monotonic()
    with pillars.VectorEnv(given.game, given.games, autoreset_mode="SameStep") as env:
        inputs = int(np.prod(env.single_observation_space.shape))
        net = Network(inputs, given.hidden, int(env.single_action_space.n), random)
        now = env.reset(seed=given.seed)
        for update in range(given.updates):
            (seen, masks, actions, chance, values, rewards, signs, mine), now = play(
                env, now, net, given.length, random
            )
            last = net(flat(now[0]), now[1]["action_mask"])[2]
            goods = advantages(values, rewards, signs, mine, last)
            columns = seen, masks, actions, chance, goods, goods + values
            columns = [column[mine] for column in columns]
            columns[4] = (columns[4] - columns[4].mean()) / (columns[4].std() + 1e-8)
            for _ in range(4):
                for batch in np.array_split(random.permutation(len(columns[0])), 4):
                    rate = given.rate * (1 - update / given.updates)
                    learn(net, *(column[batch] for column in columns), rate)
            if (update + 1) % 50 == 0:
                spent = time.monotonic() - began
                print(f"update {update + 1}: {score(net, given.game, random):.1%}, {spent:.0f} s")
    return score(net, given.game, random)


if __name__ == "__main__":
    print(f"against random actions: {main():.1%}")
