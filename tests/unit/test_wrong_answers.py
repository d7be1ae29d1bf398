"""Every wrong answer to an exercise is found, and what is wrong with it is named."""

import pytest
from strange import NO_NUMBERS, Unspeakable
from typed_in import bodies, check

from ttt.exercises import lesson01, lesson02, lesson04, lesson05, lesson06

WRONG = """
player: It does not look at all nine cells
    for cell in state: return "X" if cell == "." else "O"
player: small letters
    return right(state).lower()
player: It always names the other player
    return "X" if state.count("X") > state.count("O") else "O"
player: a mark without quotation marks
    return X if state.count("X") == state.count("O") else O
player: None
    return "O" if state == "XO......." else right(state)
winner: nothing is returned somewhere
    if state[0] == state[4] == state[8] != "." or state[2] == state[4] == state[6] != ".":
        return state[4]
winner: It compares only the last of the three cells with a mark
    for a, b, c in LINES:
        if state[a] and state[b] and state[c] == "X": return "X"
        if state[a] and state[b] and state[c] == "O": return "O"
winner: no whole number in brackets
    return next((state[line[0]] for line in LINES if state[line] in ("XXX", "OOO")), None)
winner: never the right answer
    return right(state) or "."
winner: another kind of nothing
    return right(state) or False
terminal: Where somebody has won, it returns who
    if winner(state): return winner(state)
    return "." not in state
terminal: another type
    return winner(state)
terminal: It turns a condition around
    return winner(state) is not None or "." in state
terminal: wrong only where a single cell is free
    return winner(state) is not None or state.count(".") < 2
actions: These cells are free, but somebody has won
    found = []
    for cell, mark in enumerate(state):
        if mark == ".": found.append(cell)
    return found
actions: a tuple cannot grow
    found = ()
    for cell in right(state): found.append(cell)
    return found
actions: some are missing
    found = []
    for cell in range(9):
        if cell in right(state): found.append(cell)
        return found
actions: It finds the first free cell again and again
    return () if terminal(state) else tuple(state.index(mark) for mark in state if mark == ".")
actions: the end is missing
    return [cell for cell in range(8) if cell in right(state)]
actions: read only once
    return (cell for cell in right(state))
actions: the board instead of the move
    return [result(state, cell) for cell in right(state)]
actions: works on None
    found = []
    for cell in right(state): found = found.append(cell)
    return found
result: nothing is returned somewhere
    if action not in actions(state): raise ValueError
    state[:action] + player(state) + state[action + 1 :]
result: None
    if action not in actions(state): raise ValueError
    return state[action + 1 :] + player(state) + state[:action]
result: a function that is not called
    if action not in actions(state): raise ValueError
    return state[:action] + player + state[action + 1 :]
result: It marks the first free cell, whichever cell the action is
    if action not in actions(state): raise ValueError
    return state.replace(".", player(state), 1)
result: no nine characters
    return right(state, action)[:-1]
result: The third argument of `replace` says how many are to be replaced, not where
    if action not in actions(state): raise ValueError
    return state.replace(".", player(state), action)
result: no error where one is due
    if terminal(state) or state[action] != ".": raise ValueError
    return state[:action] + player(state) + state[action + 1 :]
utility: the right sign but the wrong size
    return right(state) * (1 + state.count("."))
utility: the wrong sign
    return -right(state)
utility: wrong only where the game is a draw
    return {"X": 1, "O": -1}[winner(state)]
count: It counts every board but the first one twice
    after = [game.result(state, action) for action in game.actions(state)]
    return 1 + len(after) + sum(count(game, each) for each in after)
count: Every answer is 1
    nodes = 1
    for action in game.actions(state): nodes = count(game, game.result(state, action))
    return nodes
count: a name without a value
    for action in game.actions(state): nodes = 1 + count(game, game.result(state, action))
    return nodes
count: It calls itself without the game
    return 1 + sum(count(game.result(state, action)) for action in game.actions(state))
count: It hands the action on, where a board is due
    return 1 + sum(count(game, action) for action in game.actions(state))
count: It goes on after a win
    free = state.count(".")
    return sum(math.perm(free, moves) for moves in range(free + 1))
count: It counts a board once, even if several orders of moves lead to it
    seen, waiting = set(), [state]
    while waiting:
        board = waiting.pop()
        seen.add(board)
        waiting += [game.result(board, action) for action in game.actions(board)]
    return len(seen)
count: nothing is returned somewhere
    if game.terminal(state): return 1
    for action in game.actions(state): count(game, game.result(state, action))
mirror: It changes two cells one after the other, so one of them is lost
    cells = list(state)
    for left in (0, 3, 6):
        cells[left] = cells[left + 2]
        cells[left + 2] = cells[left]
    return "".join(cells)
mirror: beyond the end
    return "".join(state[row + 3 - column] for row in (0, 3, 6) for column in range(3))
mirror: same marks
    return state[3::-1] + state[6:3:-1] + state[9:6:-1]
mirror: no nine characters
    return [state[cell] for cell in (2, 1, 0, 5, 4, 3, 8, 7, 6)]
cells_left: It does not look at all nine cells
    left = 0
    for mark in state:
        if mark == ".":
            left += 1
            return left
cells_left: Every answer is one too low
    return 8 - state.count("X") - state.count("O")

one_step: It wins or blocks, whichever it finds first
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if "." in marks and 2 in (marks.count("X"), marks.count("O")):
            return line[marks.index(".")]
    return game.actions(state)[0]
one_step: It passes over a win in cell 0, since 0 counts as false
    wins = list(winning_cells(game, state, game.player(state))) + [None]
    blocks = list(winning_cells(game, state, opponent(game.player(state)))) + [None]
    return wins[0] or blocks[0] or game.actions(state)[0]
one_step: beyond the end
    return (winning_cells(game, state, game.player(state))[0], *game.actions(state))[0]
one_step: in a list
    return right(game, state), game.player(state)
one_step: no free cell
    return (*rules.win(game, state), *rules.block(game, state), 4)[0]
forks: The marks that it has tried stay on the board
    me, found = game.player(state), []
    for cell in game.actions(state):
        state = marked(state, cell, me)
        if len(winning_cells(game, state, me)) >= 2: found.append(cell)
    return found
forks: things of two kinds
    me = game.player(state)
    return [c for c in game.actions(state) if winning_cells(game, marked(state, c, me), me) > 1]
forks: only one of them
    for cell in game.actions(state):
        if cell in right(game, state): return cell
forks: some are too many
    return right(game, state) * 2
block_fork: It takes a cell where the opponent would fork
    return forking_cells(game, state, opponent(game.player(state)))
block_fork: a bare cell
    return next(iter(right(game, state)), ())
block_fork: read only once
    return (cell for cell in right(game, state))

minimax_value: the best of nothing
    best = max if game.player(state) == "X" else min
    return best(minimax_value(game, game.result(state, a)) for a in game.actions(state))
minimax_value: nothing is returned somewhere
    if game.terminal(state): return game.utility(state)
    values = [minimax_value(game, game.result(state, a)) for a in game.actions(state)]
    if game.player(state) == "X": return max(values)
    min(values)
minimax_value: It takes the highest value on every turn, or the lowest
    if game.terminal(state): return game.utility(state)
    return max(minimax_value(game, game.result(state, a)) for a in game.actions(state))
minimax_value: the right sign but the wrong size
    return 5 * space.value(state)
minimax: It is right for one of the players, but the other chooses as if it were that one
    return max(game.actions(state), key=lambda a: space.value(game.result(state, a)))
minimax_value: infinity is left over
    return math.inf if state.count(".") == 2 and not game.terminal(state) else right(game, state)
minimax: the place in the list
    return game.actions(state).index(right(game, state))
minimax: None
    return game.actions(state)[0] if state[:3] == "XO." else course.minimax(game, state)
minimax: the value instead of the move
    return space.value(state)
quickest: plain minimax
    return course.minimax(game, state)

alpha_beta: Below, alpha or beta starts again at infinity
    if game.terminal(state): return game.utility(state)
    is_max, value = game.player(state) == "X", inf
    for action in game.actions(state):
        found = alpha_beta(game, game.result(state, action))
        value = found if value == inf else max(value, found) if is_max else min(value, found)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if beta <= alpha: break
    return value
alpha_beta: It leaves a loop after the first move
    if game.terminal(state): return game.utility(state)
    if game.player(state) == "X":
        best = -inf
        for action in game.actions(state):
            best = max(best, alpha_beta(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta: break
            return best
    else:
        best = inf
        for action in game.actions(state):
            best = min(best, alpha_beta(game, game.result(state, action), alpha, beta))
            beta = min(beta, best)
            if alpha >= beta: break
            return best
alpha_beta: A bound changes as it should not
    if game.terminal(state): return game.utility(state)
    is_max, value = game.player(state) == "X", inf
    for action in game.actions(state):
        found = alpha_beta(game, game.result(state, action), alpha, beta)
        value = found if value == inf else max(value, found) if is_max else min(value, found)
        alpha = max(alpha, value)
        if beta <= alpha: break
    return value
alpha_beta: too few cuts
    if game.terminal(state): return game.utility(state)
    is_max, value = game.player(state) == "X", inf
    for action in game.actions(state):
        window = (alpha, inf) if is_max else (-inf, beta)
        found = alpha_beta(game, game.result(state, action), *window)
        value = found if value == inf else max(value, found) if is_max else min(value, found)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if beta <= alpha: break
    return value
alpha_beta: A bound is set to what came back last, and so it may get worse again
    if game.terminal(state): return game.utility(state)
    is_max, values = game.player(state) == "X", []
    for action in game.actions(state):
        values.append(alpha_beta(game, game.result(state, action), alpha, beta))
        if is_max: alpha = values[-1]
        else: beta = values[-1]
        if alpha >= beta: break
    return max(values) if is_max else min(values)
alpha_beta: It asks whether to cut before it has raised alpha or lowered beta
    if game.terminal(state): return game.utility(state)
    is_max = game.player(state) == "X"
    value = -inf if is_max else inf
    for action in game.actions(state):
        found = alpha_beta(game, game.result(state, action), alpha, beta)
        if beta <= alpha: break
        value = max(value, found) if is_max else min(value, found)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
    return value
alpha_beta: It turns the sign with every move, as in negamax, but not at the end of the game
    if game.terminal(state): return game.utility(state)
    for action in game.actions(state):
        alpha = max(alpha, -alpha_beta(game, game.result(state, action), -beta, -alpha))
        if alpha >= beta: break
    return alpha
alpha_beta: calls itself without end
    return game.utility(state) if game.terminal(state) else alpha_beta(game, state, alpha, beta)
alpha_beta: always the same answer
    return 2
best_moves: It takes a bound for a value
    best, moves, x = None, [], game.player(state) == "X"
    for action in game.actions(state):
        window = () if best is None else (best, inf) if x else (-inf, best)
        found = course.alpha_beta(game, game.result(state, action), *window)
        if best is None or (found > best if x else found < best): best, moves = found, []
        if found == best: moves.append(action)
    return moves
best_moves: It takes a bound for a value
    best = space.value(state)
    window = (best, inf) if game.player(state) == "X" else (-inf, best)
    after = [(action, game.result(state, action)) for action in game.actions(state)]
    return [action for action, each in after if course.alpha_beta(game, each, *window) == best]
best_moves: some are missing
    best, moves = None, []
    for action in game.actions(state):
        alpha = -inf if best is None else best - 0.5
        found = course.alpha_beta(game, game.result(state, action), alpha)
        is_better = best is None or (found > best if game.player(state) == "X" else found < best)
        if is_better: best, moves = found, []
        if found == best: moves.append(action)
    return moves
best_moves: the place in the list
    return [game.actions(state).index(action) for action in right(game, state)]
best_moves: It returns values in place of moves
    values = [space.value(game.result(state, a)) for a in game.actions(state)]
    best = (max if game.player(state) == "X" else min)(values)
    return [value for value in values if value == best]
best_moves: no list
    return course.minimax(game, state)
move_order: some are missing
    return win(game, state) or block(game, state) or game.actions(state)
move_order: another order
    return game.actions(state)
move_order: A move that wins does not come first
    wins, blocks = win(game, state), block(game, state)
    return sorted(game.actions(state), key=lambda a: (a not in blocks, a not in wins))
move_order: some twice
    return [*win(game, state), *block(game, state), *game.actions(state)]
bounds: Outside the window it returns alpha or beta
    if value <= alpha: return -inf, alpha
    return (beta, inf) if value >= beta else (value, value)
bounds: one number
    return value if value <= alpha or value >= beta else (value, value)
bounds: It takes the window itself for the bounds
    return max(alpha, value) if value > alpha else alpha, min(beta, value)

open_lines: A bracket is missing
    marks = [{state[cell] for cell in line} for line in game.lines]
    for_x, for_o = (sum(mark not in line for line in marks) for mark in "OX")
    return for_x - for_o / (len(marks) + 1)
evaluate: It answers 0 where only X has open lines
    return 0
evaluate: size
    return right(game, state) / (1 - abs(right(game, state)))
evaluate: None
    return "good" if state.count("X") > state.count("O") else "bad"
evaluate: It adds a number that keeps its sign
    return right(game, state) + 1e-3

ucb1: It answers `inf` where the total is 0
    return mcts.ucb1(total, visits, parent_visits, c) if total else inf
ucb1: no visits
    return mcts.ucb1(total, visits, parent_visits, c) if visits else 10**6
ucb1: nearly right
    return round(mcts.ucb1(total, visits, parent_visits, c), 3)
ucb1: nearly right
    n = visits + 1e-6
    return total / n + c * sqrt(log(parent_visits) / n)
ucb1: wrong only where `c` is not 0, so the mean is right
    return total / visits + c * (log(parent_visits) / visits) ** 0.3 if visits else inf
ucb1: It uses a `c` of its own
    return total / visits + mcts.C * sqrt(log(parent_visits) / visits) if visits else inf
ucb1: nothing is returned somewhere
    if visits == 0: return inf
    print(total / visits + c * sqrt(log(parent_visits) / visits))
backpropagate: Some nodes of the path are left out
    for node in path:
        node.visits += 1
        node.total += outcome * node.mover
        return node
backpropagate: no such thing
    path[-1].parent.visits += 1
backpropagate: the totals are wrong
    for node in path:
        node.visits += 1
        node.total += node.mover
backpropagate: the visits are wrong
    mcts.backpropagate(path, outcome)
    for child in path[0].children: child.visits += child not in path
backpropagate: wrong only where the path is the root alone
    if len(path) > 1: mcts.backpropagate(path, outcome)
select: no such thing
    return [root, root.parent]
select: no nodes
    return [node.state for node in mcts.select(root, c)]
select: no list
    return tuple(mcts.select(root, c))
select: It returns only a part of the path
    return mcts.select(root, c)[-1]
expand: a tuple
    path[-1].untried.remove(rng.choice(path[-1].untried or [4]))
expand: a tuple
    if path[-1].untried:
        rng.shuffle(path[-1].untried)
        path.append(path[-1].grow(game, path[-1].untried[0]))
expand: not untried
    mcts.expand(game, path, rng)
    if len(path) > 1 and path[-2].children[-1] is path[-1]: path[-2].grow(game, path[-1].action)
expand: no such thing
    path[-1].parent.grow(game, 0)
expand: another source of chance
    mcts.expand(game, path, random.SystemRandom())
expand: It does nothing if the path is longer than the root
    if len(path) == 1: mcts.expand(game, path, rng)
one_step_rollout: The outcome is from the side of the player who moves first, or of the one who wins
    while not game.terminal(state):
        if win(game, state): return 1
        state = game.result(state, rng.choice(block(game, state) or game.actions(state)))
    return game.utility(state)
one_step_rollout: `win` and `block` return all the cells for that, in a tuple
    while not game.terminal(state):
        if win(game, state): state = game.result(state, win(game, state))
        elif block(game, state): state = game.result(state, block(game, state))
        else: state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state)
one_step_rollout: It makes one move at most
    while not game.terminal(state):
        moves = win(game, state) or block(game, state) or game.actions(state)
        state = game.result(state, rng.choice(moves))
        return game.utility(state)
one_step_rollout: It blocks before it wins
    while not game.terminal(state):
        cell = rng.choice(game.actions(state))
        if win(game, state): cell = win(game, state)[0]
        if block(game, state): cell = block(game, state)[0]
        state = game.result(state, cell)
    return game.utility(state)
one_step_rollout: a name without a value
    while not game.terminal(state):
        if win(game, state): moves = win(game, state)
        elif block(game, state): moves = block(game, state)
        state = game.result(state, rng.choice(moves))
    return game.utility(state)
one_step_rollout: no number
    while not game.terminal(state):
        moves = win(game, state) or block(game, state) or game.actions(state)
        state = game.result(state, rng.choice(moves))
    return state
one_step_rollout: another source of chance
    return right(game, state, random.SystemRandom())

epsilon_greedy: another source of chance
    return td.epsilon_greedy(q, state, actions, epsilon, random.SystemRandom())
epsilon_greedy: a number for a table
    if rng.random() < epsilon: return rng.choice(actions)
    return max(actions, key=lambda b: q[state][b])
epsilon_greedy: wrong only where `epsilon` is 0
    return td.epsilon_greedy(q, state, actions, max(epsilon, 0.02), rng)
q_update: wrong only where the game is over in `s2`
    best = max([q[s2, b] for b in actions2], default=-1)
    q[s, a] += alpha * (r + gamma * best - q[s, a])
sarsa_update: `q[s, a]` is not changed
    td.sarsa_update(q, s2, a, r, s2, a2, alpha, gamma)
sarsa_update: wrong only where the next turn counts: `gamma` is not 0, and the game goes on
    worth = sum(q[s2, b] for b in GAME.actions(s2)) / 10
    q[s, a] += alpha * (r + gamma * worth - q[s, a])
sarsa_update: `a2` taken for a list
    q[s, a] += alpha * (r + gamma * max(q[s2, m] for m in a2) - q[s, a])
sarsa_update: `a2` taken for a list
    q[s, a] += alpha * (r + gamma * max([q[s2, m] for m in actions2], default=0) - q[s, a])
sarsa_update: Where the game is over, it does not go from the old value
    if a2 is None: q[s, a] += alpha * r
    else: q[s, a] += alpha * (r + gamma * q[s2, a2] - q[s, a])
q_update: After the end `actions2` is empty, and `max` of nothing is an error
    best = 0 if actions2 == [] else max(q[s2, b] for b in actions2)
    q[s, a] += alpha * (r + gamma * best - q[s, a])
q_update: It counts the next move itself, which is the number of a cell
    best = max(actions2, key=lambda b: q[s2, b]) if actions2 else 0
    q[s, a] += alpha * (r + gamma * best - q[s, a])
q_update: It takes the value of the first or the last of `actions2`
    best = 0
    for b in actions2: best = q[s2, b]
    q[s, a] += alpha * (r + gamma * best - q[s, a])
q_update: It has an `alpha` or a `gamma` of its own
    alpha, gamma = 0.5, 0.9
    td.q_update(q, s, a, r, s2, actions2, alpha, gamma)
step_size: otherwise when it is asked the same again
    random.tries = getattr(random, "tries", 0) + 1
    return max(1 / random.tries, 0.01)
step_size: It rounds
    return max(round(1 / visits, 2), 0.01)

encode: It has one number a cell
    return np.array(nets.as_codes(state))
encode: It asks only one of the two questions
    me = GAME.player(state)
    return [c == me for c in state] + [c != me for c in state]
encode: It returns after the first cell
    mine, theirs = [], []
    for c in state:
        mine.append(int(c == GAME.player(state)))
        theirs.append(int(c not in (GAME.player(state), ".")))
        return mine + theirs
encode: another type
    return "".join(map(str, nets.encode(state)))
encode: wrong only where O is to move
    return nets.encode(state)[:: 1 if GAME.player(state) == "X" else -1]
encode: not eighteen
    mine, theirs = [], []
    for c in state:
        if c == GAME.player(state): mine.append(1)
        elif c != ".": theirs.append(1)
        else: mine.append(0); theirs.append(0)
    return mine + theirs
encode: not eighteen
    me = GAME.player(state)
    return [1 for c in state if c == me] + [1 for c in state if c not in (me, ".")]
encode: No cell is ever mine, and every mark is theirs
    me = GAME.player
    return [c == me for c in state] + [c not in (me, ".") for c in state]
step: It returns after the first weight
    error = target - sum(w * n for w, n in zip(weights, x))
    for nth in range(len(x)):
        weights[nth] += rate * error * x[nth]
        return weights
step: A bracket is missing
    answer = sum(w * n for w, n in zip(weights, x))
    return [w + rate * target - answer * n for w, n in zip(weights, x)]
step: It finds an error for each weight alone
    return [w + rate * n * (target - w * n) for w, n in zip(weights, x)]
step: It returns before the sum is complete
    answer = 0
    for w, n in zip(weights, x):
        answer += w * n
        return [w + rate * (target - answer) * n for w, n in zip(weights, x)]
step: The weights come back as they were
    error = target - sum(w * n for w, n in zip(weights, x))
    for w, n in zip(weights, x): w += rate * error * n
    return weights
step: wrong only where some weights are not 0
    return [w * 0.9 + change for w, change in zip(weights, right([0] * len(x), x, target, rate))]
step: wrong only where some weights are not 0
    answer = max(0, sum(w * n for w, n in zip(weights, x)))
    return [w + rate * (target - answer) * n for w, n in zip(weights, x)]
step: It changes a weight before the sum is complete
    answer, new = 0, []
    for w, n in zip(weights, x):
        answer += w * n
        new.append(w + rate * (target - answer) * n)
    return new
split: images in both parts
    rng.shuffle(states)
    return states[len(states) // 5 :], states[: len(states) // 5]
split: images in both parts
    kinds = sorted({GAME.canonical(state) for state in states})
    rng.shuffle(kinds)
    dealt = sorted(states, key=lambda state: kinds.index(GAME.canonical(state)))
    cut = 4 * len(states) // 5
    return dealt[:cut], dealt[cut:]
split: It has a source of chance of its own, so nobody can make the same split again
    return nets.split(states, random.Random())
split: Nothing is left to be tested on, or very little
    return states, []
split: It makes the same split every time
    rng.shuffle(states)
    kinds = sorted({GAME.canonical(state) for state in states})
    held_out = kinds[: len(kinds) // 5]
    learn = [state for state in states if GAME.canonical(state) not in held_out]
    return learn, [state for state in states if GAME.canonical(state) in held_out]
split: works on None
    kinds = rng.shuffle(sorted({GAME.canonical(state) for state in states}))
    return kinds[:4], kinds[4:]
puct: A node without visits counts as infinite, as in `ucb1`
    return mcts.ucb1(total, visits, visits, 0) + c * prior * sqrt(parent_visits) / (1 + visits)
puct: It is UCB1 as it was
    return mcts.ucb1(total, visits, parent_visits, c)
puct: It divides by the visits where there are none
    doubt = sqrt(parent_visits) / (1 + visits)
    return c * prior * doubt + total / visits
puct: wrong only where there are no visits yet
    return right(prior, total, visits, parent_visits, c) if visits else 1
puct: wrong only where `c` and the prior are not 0, so the mean is right
    return (total / visits if visits else 0) + c * prior**2 * parent_visits**0.7 / (1 + visits)
simulate: a name that is not known
    path = choose(root)
simulate: `by_puct` wants two things, a child and the visits of its parent
    path = [root]
    while path[-1].children: path.append(max(path[-1].children, key=by_puct))
    right(root, thoughts)
simulate: `thoughts` is a dictionary and no function
    path = [root]
    while path[-1].children:
        visits = path[-1].visits
        path.append(max(path[-1].children, key=lambda node: by_puct(node, visits)))
    state = path[-1].state
    value = game.utility(state) if game.terminal(state) else thoughts(state)[1]
    backpropagate(path, value)
simulate: It turns the value to the side of one player
    node = root
    path = [root]
    while node.children:
        node = max(node.children, key=lambda child: by_puct(child, path[-1].visits))
        path.append(node)
    if game.terminal(node.state): value = game.utility(node.state)
    else:
        priors, value = thoughts[node.state]
        value = value if game.player(node.state) == "X" else -value
        expand(game, node, priors)
    backpropagate(path, value)
simulate: It asks `thoughts` for something else than the board of the leaf
    path = [root]
    while path[-1].children:
        visits = path[-1].visits
        path.append(max(path[-1].children, key=lambda child: by_puct(child, visits)))
    if game.terminal(path[-1].state): value = game.utility(path[-1].state)
    else:
        priors, value = thoughts[path[-1]]
        expand(game, path[-1], priors)
    backpropagate(path, value)
simulate: no such thing
    while not root.untried: root = root.children[0]
simulate: wrong only where the root has children
    right(root, thoughts)
    root.visits -= root.visits > 1
my_player: It does not look which cells are free
    return 4 if state[4] == "." else 0
my_player: in a list
    return win(game, state) or block(game, state) or game.actions(state)
traps: It counts all moves, not only the likely ones
    moves = game.actions(state)
    return 1 - len(space.best_actions(state)) / len(moves) if moves else 0
traps: It knows one best move only
    moves = () if game.terminal(state) else likely(game, state)
    return sum(m != space.best_actions(state)[0] for m in moves) / max(1, len(moves))
"""


@pytest.mark.parametrize(("mistake", "body"), bodies(WRONG))
def test_a_mistake_is_named_in_whatever_style_it_is_made(mistake, body):
    name, _, mistake = mistake.partition(": ")
    verdict = check(name, body)
    assert (verdict.status, str(verdict.mistake)) == ("wrong", mistake)


# ---- how a verdict reads

VERDICTS = """
winner
    lines = LINES[:6]
    return next((state[a] for a, b, c in lines if state[a] == state[b] == state[c] != "."), None)
alpha_beta
    return course.minimax_value(game, state)
backpropagate
    for node in path: node.visits += 1; node.total += outcome
q_update
    best = min([q[s2, b] for b in actions2], default=0)
    q[s, a] += alpha * (r + gamma * best - q[s, a])
"""
TOLD = {
    "winner": """\
✗ winner: not right yet (right on 5,211 of 5,478 boards)
    O O X
    . X .
    X . .
`winner('OOX.X.X..')` answered None; the right answer is 'X'.
It does not find all lines: there are three rows, three columns and two diagonals, and `LINES` \
holds all eight.
""",
    "alpha_beta": """\
✗ alpha_beta: not right yet (right on 1,031 of 2,844 searches)
    X X O
    X X .
    O . O
`alpha_beta(game, 'XXOXX.O.O', -1, 1)` answered -1, which is right, but it looks where it need \
not: in `'XXOXX.O.O'` beta had come down to alpha, -1, so the move 7 and those after it cannot \
matter.
The values are right, but nothing is ever cut, as in plain minimax. Raise `alpha` and lower `beta` \
with what comes back, and leave the loop as soon as `alpha >= beta`.
""",
    "backpropagate": """\
✗ backpropagate: not right yet (right on 45 of 117 paths)
    . . .
    . X .
    . . .
`backpropagate(path, 1)`, where the path is root → X 4: after a win of X, `total` of the root, \
which counts for O, was 2 and should be 1, but is 3.
At all nodes of a path it counts from the side of one and the same player. Then the other one's \
best moves look like the worst: multiply the outcome by `node.mover`, which is 1 for X and -1 for O.
""",
    "q_update": """\
✗ q_update: not right yet (right on 530 of 720 turns)
    X . .
    X O .
    . O X
`q_update(q, 'X..XO..OX', 6, 0, 'XX.XO.OOX', (2, 5), 0.5, 1)`: `q[s, a]` was -0.35 and should \
become 0.25, but became -0.275. In `s2` `q` is -0.2 for 2, 0.85 for 5.
It takes the lowest of the next values, as if the opponent were to move. In `s2` it is the same \
player's turn again: take the highest.
""",
}


@pytest.mark.parametrize(("name", "body"), bodies(VERDICTS))
def test_a_verdict_reads_well_and_its_smallest_board_is_drawn(name, body, capsys):
    verdict = check(name, body)
    assert capsys.readouterr().out.startswith(TOLD[name])
    assert verdict.board in TOLD[name] or name == "backpropagate"


def test_several_right_moves_are_all_named():
    verdict = lesson02.one_step.check(lambda game, state: True)
    assert "answered True; the right answer is 0, 1, 2, 3, 4, 5, 6, 7 or 8." in verdict.message


def test_a_search_must_do_without_a_window():
    assert lesson04.alpha_beta.check(lambda game, state, low, high: 0).message == (
        "It should be a function `alpha_beta(game, state, alpha=-inf, beta=inf)`, but yours takes "
        "`(game, state, low, high)`."
    )


@pytest.mark.parametrize(("value", "shown"), NO_NUMBERS)
def test_a_value_that_is_no_number_is_shown(value, shown):
    def backpropagate(path, outcome):
        for node in path:
            node.visits += 1
            node.total = value

    def q_update(q, s, a, *rest):
        q[s, a] = value

    assert f"but is {shown}." in lesson05.backpropagate.check(backpropagate).message
    message = lesson06.q_update.check(q_update).message
    assert f"should become -0.4, but became {shown}." in message


@pytest.mark.parametrize(
    ("answer", "shown"),
    [("8", "'8'"), (8.0, "8.0"), ([8], "[8]"), (Unspeakable(), "an object of type Unspeakable")],
)
def test_a_choice_that_is_no_action_is_shown(answer, shown):
    verdict = lesson06.epsilon_greedy.check(lambda q, state, actions, epsilon, rng: answer)
    told = f"1,000 calls gave {shown} (100 %), but should give 8 (100 %).\nIt returns"
    assert told in verdict.message


def test_what_a_function_answers_cannot_become_part_of_the_page():
    html = lesson01.winner.check(lambda state: "<script>")._repr_mimebundle_()["text/html"]
    assert "answered &#x27;&lt;script&gt;&#x27;" in html
