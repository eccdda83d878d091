"""Learn to beat random play by proximal policy optimization, through gymnasium's interface alone.

PPO with masks for illegal actions (Schulman et al., arXiv:1707.06347; Huang and Ontanon, A Closer
Look at Invalid Action Masking, 2022), in numpy. The vector plays the other seat of each game.

    python examples/ppo.py --game "pilastri(size=4)"

With the seeds 1, 2 and 3 the best actions scored 97 % of 4,096 games (standard error 0.3 %) after
87 s of processor time; they passed 95 % after about half of it.
"""

import argparse
import time

import numpy as np

import pillars

LAMBDA, CLIP, ENTROPY, VALUE = 0.9, 0.2, 0.003, 0.5  # games are short: nothing is discounted
EPOCHS, BATCHES = 3, 8  # passes over the steps of an update, and steps of Adam in each


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
        logits = np.where(masks, out[:, :-1], np.float32(-1e9))
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


def play(env, now, net, length, random):
    """Play steps in all games; return arrays [length, games] and what is seen at the end."""
    rows = []
    for _ in range(length):
        observations, masks = now
        _, chances, values = net(flat(observations), masks)
        sums = chances.cumsum(1)
        actions = (sums < random.random((len(sums), 1), np.float32) * sums[:, -1:]).sum(1)
        after, rewards, ended, cut, infos = env.step(actions)
        chance = np.take_along_axis(chances, actions[:, None], 1)[:, 0]
        rows.append((observations, masks, actions, chance, values, rewards, ended | cut))
        now = after, infos["action_mask"]
    return [np.stack(column) for column in zip(*rows, strict=True)], now


def advantages(values, rewards, over, ahead):
    """Return generalized advantage estimates (Schulman et al., 2016); `ahead` is the next value."""
    found, later = np.zeros_like(values), np.zeros_like(ahead)
    for t in reversed(range(len(values))):
        ahead, later = np.where(over[t], 0, ahead), np.where(over[t], 0, later)
        later = rewards[t] + ahead - values[t] + LAMBDA * later
        found[t], ahead = later, values[t]
    return found


def learn(net, seen, masks, actions, before, goods, targets, rate):
    """Descend the gradient of PPO's loss on a batch."""
    n, rows, seen = len(actions), np.arange(len(actions)), flat(seen)
    hidden, chances, values = net(seen, masks)
    ratio = chances[rows, actions] / before
    pull = np.where(goods > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * goods * ratio
    logs = np.log(np.maximum(chances, np.float32(1e-12)))
    entropy = -(chances * logs).sum(1, keepdims=True)
    out = np.empty((n, chances.shape[1] + 1), np.float32)
    out[:, :-1] = chances * (pull[:, None] + ENTROPY * (logs + entropy))
    out[rows, actions] -= pull
    out[:, -1] = VALUE * (values - targets) * (1 - values**2)
    out /= n
    back = (out @ net.weights[2].T) * (hidden > 0)
    net.move([seen.T @ back, back.sum(0), hidden.T @ out, out.sum(0)], rate)


def score(net, game, seed, games=1024):
    """Return the share of points of the best actions against random ones, half in each seat."""
    points, going = np.zeros(games), np.ones(games, bool)
    with pillars.VectorEnv(game, games, opponent="random") as env:
        observations, infos = env.reset(seed=seed)
        while going.any():
            _, chances, _ = net(flat(observations), infos["action_mask"])
            observations, rewards, ended, cut, infos = env.step(chances.argmax(1))
            points += going * rewards
            going &= ~(ended | cut)
    return (points.mean() + 1) / 2


def main(words=None) -> float:
    """Learn, and return the score against random actions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="pilastri(size=4)")
    parser.add_argument("--games", type=int, default=512, help="at once")
    parser.add_argument("--length", type=int, default=16, help="steps between updates")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    random, began = np.random.default_rng(given.seed), time.monotonic()
    with pillars.VectorEnv(
        given.game, given.games, opponent="random", autoreset_mode="SameStep"
    ) as env:
        inputs = int(np.prod(env.single_observation_space.shape))
        net = Network(inputs, given.hidden, int(env.single_action_space.n), random)
        observations, infos = env.reset(seed=given.seed)
        now = observations, infos["action_mask"]
        for update in range(given.updates):
            rows, now = play(env, now, net, given.length, random)
            *known, values, rewards, over = rows
            goods = advantages(values, rewards, over, net(flat(now[0]), now[1])[2])
            columns = [c.reshape(-1, *c.shape[2:]) for c in (*known, goods, goods + values)]
            columns[4] = (columns[4] - columns[4].mean()) / (columns[4].std() + 1e-8)
            rate = given.rate * (1 - update / given.updates)
            for _ in range(EPOCHS):
                for batch in np.array_split(random.permutation(len(columns[0])), BATCHES):
                    learn(net, *(column[batch] for column in columns), rate)
            if (update + 1) % 50 == 0:
                spent = time.monotonic() - began
                print(f"update {update + 1}: {score(net, given.game, update):.1%}, {spent:.0f} s")
    return score(net, given.game, given.updates, 4096)


if __name__ == "__main__":
    print(f"against random actions: {main():.1%}")
