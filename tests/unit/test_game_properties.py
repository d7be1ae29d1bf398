"""What must hold on every board up to 4×5, however the game goes."""

from hypothesis import given, settings
from hypothesis import strategies as st
from reference import can_occur, holders

from ttt import TicTacToe


@st.composite
def boards(draw, cells=20):
    """Draw a game of at most 4×5 cells, upright or lying, and any k that fits."""
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, min(5, cells // rows)))
    return TicTacToe(rows, cols, draw(st.integers(1, max(rows, cols))))


@st.composite
def playthroughs(draw):
    """Draw a game and the states of one way to play it, to the end or not."""
    game = draw(boards())
    states = [game.initial]
    moves = draw(st.integers(0, game.cells))
    while len(states) <= moves and not game.terminal(states[-1]):
        states.append(game.result(states[-1], draw(st.sampled_from(game.actions(states[-1])))))
    return game, states


@st.composite
def scribbles(draw):
    """Draw a game and any board at all, most of them with a fair number of each mark."""
    game = draw(boards(cells=12))
    if draw(st.booleans()):
        return game, draw(st.text("XO.", min_size=game.cells, max_size=game.cells))
    marks = draw(st.integers(0, game.cells))
    fair = "XO" * (marks // 2) + "X" * (marks % 2) + "." * (game.cells - marks)
    return game, "".join(draw(st.permutations(fair)))


def accepts(game, state):
    """Return whether game.check has no objection."""
    try:
        game.check(state)
    except ValueError:
        return False
    return True


@given(playthroughs())
def test_players_take_turns_and_x_starts(played):
    game, states = played
    assert [game.player(state) for state in states] == list(("XO" * 20)[: len(states)])


@given(playthroughs())
def test_every_free_cell_may_be_marked_until_the_game_is_over(played):
    game, states = played
    for state in states:
        free = tuple(cell for cell in range(game.cells) if state[cell] == ".")
        assert game.actions(state) == (() if game.terminal(state) else free)


@given(playthroughs())
def test_a_move_changes_one_cell_to_the_mover_s_mark(played):
    game, states = played
    for state in states:
        for action in game.actions(state):
            after = game.result(state, action)
            assert [i for i in range(game.cells) if after[i] != state[i]] == [action]
            assert after[action] == game.player(state)


@given(playthroughs())
def test_every_state_of_a_game_can_occur(played):
    game, states = played
    assert all(accepts(game, state) for state in states)


@settings(max_examples=500)
@given(playthroughs())
def test_the_winner_is_whoever_has_k_in_a_row(played):
    game, states = played
    for state in states:
        (winner,) = holders(game.rows, game.cols, game.k, state) or {None}
        assert game.winner(state) == winner
        assert game.terminal(state) == (winner is not None or "." not in state)


@given(playthroughs())
def test_outcome_utility_and_winner_tell_the_same(played):
    game, states = played
    for state in states[:-1]:
        assert game.outcome(state) is None
    end = states[-1]
    if game.terminal(end):
        assert game.outcome(end) == (game.winner(end) or "draw")
        assert game.utility(end) == {"X": 1, "draw": 0, "O": -1}[game.outcome(end)]


@settings(max_examples=500)
@given(scribbles())
def test_the_winner_on_any_board_has_k_in_a_row(scribble):
    game, state = scribble
    having = holders(game.rows, game.cols, game.k, state)
    assert game.winner(state) in (having or {None})
    held = [line for line in game.lines if set(map(state.__getitem__, line)) in ({"X"}, {"O"})]
    assert sorted(game.winning_lines(state)) == sorted(held)
    assert {state[line[0]] for line in held} == having


@settings(max_examples=500)
@given(scribbles())
def test_a_board_is_accepted_exactly_when_it_can_be_unplayed(scribble):
    game, state = scribble
    assert accepts(game, state) == can_occur(game.rows, game.cols, game.k, state)


@given(playthroughs(), st.data())
def test_turning_a_board_changes_nothing_that_matters(played, data):
    game, states = played
    state = data.draw(st.sampled_from(states))
    for symmetry, image in zip(game.symmetries, game.images(state), strict=True):
        assert image == "".join(state[cell] for cell in symmetry)
        assert game.outcome(image) == game.outcome(state)
        assert game.player(image) == game.player(state)
        assert accepts(game, image)
        assert game.canonical(image) == game.canonical(state)
    assert game.canonical(state) in game.images(state)


@given(scribbles(), st.booleans())
def test_what_is_shown_can_be_read_back(scribble, numbers):
    game, state = scribble
    shown = game.show(state, numbers=numbers)
    assert len(shown.splitlines()) == game.rows
    assert game.parse(shown) == state
    assert game.parse(shown.lower()) == state


@given(boards(), st.text(max_size=30))
def test_any_text_is_read_or_refused_in_words(game, text):
    try:
        state = game.parse(text)
    except ValueError as refusal:
        assert str(refusal)
    else:
        assert game.parse(game.show(state)) == state


@given(scribbles(), st.integers(-30, 30))
def test_any_move_is_made_or_refused_in_words(scribble, action):
    game, state = scribble
    legal = accepts(game, state) and action in game.actions(state)
    try:
        after = game.result(state, action)
    except ValueError as refusal:
        assert not legal
        assert str(refusal).endswith(".")
    else:
        assert legal
        assert accepts(game, after)
