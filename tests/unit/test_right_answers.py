"""Every right answer to an exercise is right, in whatever style it is written."""

import pytest
from typed_in import bodies, check

from ttt.algorithms import mcts, td
from ttt.exercises import lesson05, lesson06

RIGHT = """
player
    return np.str_(GAME.player(state))
terminal
    return np.bool_(GAME.terminal(state))
actions
    return np.array(GAME.actions(state), dtype=int)
actions
    return set(GAME.actions(state))
result
    return np.str_(GAME.result(state, action))
utility
    return np.int64(GAME.utility(state))
count
    waiting, nodes = [state], 0
    while waiting:
        board = waiting.pop()
        nodes += 1
        waiting += [game.result(board, action) for action in game.actions(board)]
    return np.int64(nodes)
mirror
    return state[2::-1] + state[5:2:-1] + np.str_(state[8:5:-1])
cells_left
    return 9 - state.count("X") - state.count("O")

one_step
    me, them = ("X", "O") if state.count("X") == state.count("O") else ("O", "X")
    def completing(player):
        lines = "012 345 678 036 147 258 048 246".split()
        missing = [[int(cell) for cell in line if state[int(cell)] != player] for line in lines]
        return {cells[0] for cells in missing if len(cells) == 1 and state[cells[0]] == "."}
    free = {cell for cell in range(9) if state[cell] == "."}
    return np.int64(max(completing(me) or completing(them) or free))
forks
    found, me = set(), game.player(state)
    for cell in set(game.actions(state)) - set(rules.win(game, state)):
        after = game.result(state, cell)
        ends = [after[:free] + me + after[free + 1 :] for free in range(9) if after[free] == "."]
        if sum(game.winner(end) == me for end in ends) > 1: found.add(cell)
    return found
forks
    return [*right(game, state), *rules.win(game, state)]
block_fork
    return list(rules.block_fork(game, state)[-1:])
block_fork
    found, me = set(), game.player(state)
    for cell in game.actions(state):
        after = game.result(state, cell)
        must = [c for c in game.actions(after) if game.winner(marked(after, c, me)) == me]
        if not any(len(winning_cells(game, game.result(after, c), opponent(me))) > 1
                   for c in must or game.actions(after)):
            found.add(cell)
    return found if rules.forking_cells(game, state, opponent(me)) else []

minimax_value
    return np.float64(course.alpha_beta(game, state))
minimax_value
    if game.terminal(state): return game.utility(state)
    sign = 1 if game.player(state) == "X" else -1
    after = [game.result(state, action) for action in game.actions(state)]
    return sign * max(sign * minimax_value(game, child) for child in after)
minimax
    return np.int64(space.best_actions(state)[-1])
quickest
    return space.best_actions(state, quickest=True)[-1]
quickest
    def value(state, depth):
        if game.terminal(state): return game.utility(state) * (10 - depth)
        best = max if game.player(state) == "X" else min
        return best(value(game.result(state, action), depth + 1) for action in game.actions(state))
    scores = [(value(game.result(state, action), 1), action) for action in game.actions(state)]
    return (max if game.player(state) == "X" else min)(scores)[1]

alpha_beta
    if game.terminal(state): return np.float64(game.utility(state))
    is_max = game.player(state) == "X"
    for action in game.actions(state):
        value = alpha_beta(game, game.result(state, action), alpha, beta)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta: break
    return alpha if is_max else beta  # fails hard
alpha_beta
    def value_for_mover(state, low, high, sign):
        if game.terminal(state): return sign * game.utility(state)
        value = -inf
        for action in game.actions(state):
            after = game.result(state, action)
            value = max(value, -value_for_mover(after, -high, -max(low, value), -sign))
            if value >= high: return value
        return value
    if game.player(state) == "X": return value_for_mover(state, alpha, beta, 1)
    return -value_for_mover(state, -beta, -alpha, -1)
alpha_beta
    if game.terminal(state): return game.utility(state)
    is_max = game.player(state) == "X"
    value = -inf if is_max else inf
    boards = [game.result(state, action) for action in game.actions(state)]
    for after in sorted(boards[::-1], key=lambda board: game.winner(board) is None):
        found = alpha_beta(game, after, alpha, beta)
        value = max(value, found) if is_max else min(value, found)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if beta <= alpha: break
    return value
alpha_beta
    return space.value(state)
best_moves
    alpha, beta, values = -inf, inf, {}
    for action in game.actions(state):
        values[action] = course.alpha_beta(game, game.result(state, action), alpha, beta)
        if game.player(state) == "X": alpha = max(alpha, values[action] - 0.5)
        else: beta = min(beta, values[action] + 0.5)
    best = (max if game.player(state) == "X" else min)(values.values())
    return [action for action in values if values[action] == best]
best_moves
    value = course.alpha_beta(game, state)
    after = {action: game.result(state, action) for action in game.actions(state)}
    return np.array([a for a in after if course.minimax_value(game, after[a]) == value])
move_order
    wins, blocks = win(game, state), [a for a in block(game, state) if a not in win(game, state)]
    return [*wins, *blocks, *(a for a in game.actions(state)[::-1] if a not in (*wins, *blocks))]
move_order
    random.Random(1).shuffle(moves := [np.int64(action) for action in game.actions(state)])
    wins, blocks = win(game, state), block(game, state)
    return tuple(sorted(moves, key=lambda a: (a not in wins, a not in blocks)))
bounds
    if value <= alpha: return [-inf, float(value)]
    return (value, inf) if beta <= value else (value, np.int64(value))

open_lines
    lead = 0
    for line in game.lines:
        on_it = "".join(state[cell] for cell in line)
        lead += ("O" not in on_it) - ("X" not in on_it)
    return np.float64(lead) / (1 + len(game.lines))
evaluate
    found = [[state[cell] for cell in line] for line in game.lines]
    x, o = (sum(4 ** m.count(me) for m in found if other not in m) for me, other in ("XO", "OX"))
    return np.tanh((x - o) / 100)

ucb1
    return np.inf if visits < 1 else total / visits + c * np.sqrt(np.log(parent_visits) / visits)
ucb1
    try: return np.float64(total / visits) + c * sqrt(log(parent_visits) / visits)
    except ZeroDivisionError: return inf
backpropagate
    while path:
        node = path.pop()
        node.visits = node.visits + 1
        node.total = node.total + (outcome if node.mover == 1 else -outcome)
backpropagate
    for node in reversed(path):
        moved = 1 if node.state.count("X") > node.state.count("O") else -1
        node.visits, node.total = node.visits + 1, node.total + float(moved * outcome)
    return path
backpropagate
    if path:
        path[0].visits += 1
        path[0].total += outcome * path[0].mover
        backpropagate(path[1:], outcome)
select
    path, node = [root], root
    while node.children and not node.untried:
        node = max(reversed(node.children), key=lambda n: ucb1(n.total, n.visits, node.visits, c))
        path.append(node)
    return path
expand
    if not path[-1].untried: return path
    action = path[-1].untried[rng.randrange(len(path[-1].untried))]
    path += [path[-1].grow(game, action)]
expand
    node, moves = path[-1], list(path[-1].untried)
    if moves:
        rng.shuffle(moves)
        child = Node(game, game.result(node.state, moves[0]), moves[0])
        node.children, node.untried = [*node.children, child], moves[1:]
        path.append(child)
one_step_rollout
    while not game.terminal(state):
        for moves in (rules.win(game, state), rules.block(game, state), game.actions(state)):
            if moves: break
        state = game.result(state, moves[rng.randrange(len(moves))])
    return np.int64(game.utility(state))

epsilon_greedy
    shuffled = rng.sample(actions, len(actions))
    best = max(shuffled, key=lambda action: q.get((state, action), 0))
    anything = rng.choice(shuffled)
    return best if rng.random() >= epsilon else anything
epsilon_greedy
    values = np.array([q[state, action] for action in actions])
    best = values == values.max()
    weights = epsilon / len(actions) + (1 - epsilon) * best / best.sum()
    return np.int64(rng.choices(actions, weights)[0])
q_update
    best = max((q.get((s2, b), 0) for b in actions2), default=0)
    q[(s, a)] = (1 - alpha) * q.get((s, a), 0) + alpha * (r + gamma * best)
q_update
    best = max([q.setdefault((s2, b), 0.0) for b in actions2] or [0])
    q.setdefault((s, a), 0.0)
    q[s, a] -= alpha * (q[s, a] - r - gamma * best)
sarsa_update
    q[s, a] *= 1 - alpha
    q[s, a] += alpha * (r if a2 is None else r + gamma * q.get((s2, a2), 0))
    return q[s, a]
sarsa_update
    td.q_update(q, s, a, r, s2, () if a2 is None else (a2,), alpha, gamma)
step_size
    return 1 / visits if visits < 100 else 0.01

encode
    me = GAME.player(state)
    cells = np.array(list(state))
    return np.concatenate([cells == me, (cells != me) & (cells != ".")])
step
    weights, x = np.array(weights, dtype=float), np.array(x)
    return weights + rate * (target - weights @ x) * x
step
    error = target - sum(w * n for w, n in zip(weights, x))
    for nth, number in enumerate(x): weights[nth] += rate * error * number
    return weights
split
    by_kind, parts = {}, ([], [])
    for state in states: by_kind.setdefault(GAME.canonical(state), []).append(state)
    for images in by_kind.values(): parts[rng.random() < 0.2].extend(images)
    return parts
split
    kinds = sorted({GAME.canonical(state) for state in states})
    test = set(rng.sample(kinds, len(kinds) // 5))
    return {s for s in states if GAME.canonical(s) not in test}, [
        s for s in states if GAME.canonical(s) in test]
puct
    return total / max(visits, 1) + prior * c * parent_visits**0.5 / (visits + 1)
puct
    doubt = np.sqrt(parent_visits) / (1 + visits)
    if visits == 0: return c * prior * doubt
    return np.float64(total) / visits + c * prior * doubt
simulate
    def go_down(node):
        node.visits += 1
        if node.children:
            scores = {child: by_puct(child, node.visits - 1) for child in node.children}
            value = go_down(max(scores, key=scores.get))
        elif game.terminal(node.state):
            value = game.utility(node.state)
        else:
            priors, value = thoughts[node.state]
            expand(game, node, priors)
        node.total += value * node.mover
        return value
    go_down(root)
simulate
    node, path = root, [root]
    while len(node.children) > 0:
        best = None
        for child in node.children:
            if best is None or by_puct(child, node.visits) > by_puct(best, node.visits):
                best = child
        node = best
        path += [node]
    if node.state in thoughts:
        priors, value = thoughts[node.state]
        side = 1 if game.player(node.state) == "X" else -1
        node.children = [
            PuctNode(game.result(node.state, a), a, side, p) for a, p in priors.items()]
    else: value = game.utility(node.state)
    for node in path:
        node.visits, node.total = node.visits + 1, node.total + node.mover * value
my_player
    return random.Random(3).choice(space.best_actions(state))
my_player
    return np.int64(course.minimax(game, state))
my_player
    return space.best_actions(state)[-1]
traps
    good = set(space.best_actions(state))
    return 0 if game.terminal(state) else np.mean([a not in good for a in likely(game, state)])
traps
    count = 0
    if game.terminal(state): return 0
    for move in likely(game, state):
        if space.value(game.result(state, move)) != space.value(state): count += 1
    return count / len(likely(game, state))
"""


@pytest.mark.parametrize(("name", "body"), bodies(RIGHT))
def test_an_answer_is_right_in_whatever_style_it_is_written(name, body):
    verdict = check(name, body)
    entry = "Every answer is a move and in time, and fewer than 250 are wrong."
    said = entry if name == "my_player" else ""
    assert (verdict.message, verdict.status) == (said, "right")
    assert (verdict.board, verdict.mistake) == (None, None)
    right, _, tried, *_ = verdict.checked.split()
    assert right == tried


SPOILED = """
backpropagate
    for node in path: node.visits, node.mover, node.state = -1, 0, node.children.clear()
q_update
    q.clear()
sarsa_update
    q.clear()
"""


@pytest.mark.parametrize(("name", "body"), bodies(SPOILED))
def test_what_one_answer_spoils_is_whole_for_the_next(name, body):
    exercise = getattr(lesson05, name, None) or getattr(lesson06, name)
    textbook = getattr(mcts, name, None) or getattr(td, name)
    assert check(name, body).status == "wrong"
    assert exercise.check(textbook).status == "right"
