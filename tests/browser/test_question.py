"""Questions and hints in a real JupyterLab, answered by mouse and by keyboard."""

CELLS = (
    "from ttt.exercises import lesson01, lesson03",
    'lesson03.ask("the safe move")',
    'lesson01.ask("two moves")',
    "def player(state):\n    return 'X'\n\n\nlesson01.player.check(player)",
)


def test_a_question_is_answered_wrongly_and_then_rightly_and_a_verdict_gives_hints(run_cells):
    lab = run_cells(*CELLS)
    page = lab.page
    choices, number, verdict = (page.locator(".jp-CodeCell").nth(nth) for nth in (1, 2, 3))

    choices.get_by_role("radio", name="2").click()
    for key in ("x", "ArrowDown"):  # which would cut the cell, and go to the next one
        page.keyboard.press(key)
    assert choices.get_by_role("radio", name="4").is_checked()
    choices.get_by_role("button", name="That is my answer").click()
    choices.get_by_role("alert").get_by_text(
        "The center is a good cell on an empty board"
    ).wait_for()
    lab.screenshot("question-wrong")
    choices.get_by_role("radio", name="8").check()
    choices.get_by_role("button", name="That is my answer").click()
    choices.get_by_text("✓ Right.").wait_for()
    lab.screenshot("question-right")
    assert choices.get_by_role("button", name="That is my answer").is_disabled()

    number.get_by_role("textbox", name="A number").fill("81")
    page.keyboard.press("Enter")
    number.get_by_text("O cannot take the cell that X has taken.").wait_for()

    for nth, words in enumerate(("Hint", "Next hint", "Next hint"), 1):
        verdict.get_by_role("button", name=words, exact=True).click()
        verdict.get_by_text(f"Hint {nth} of 3:").wait_for()
    lab.screenshot("verdict-hints")
    verdict.get_by_role("button", name="Show the solution").click()
    verdict.get_by_text("def player(state):").last.wait_for()
    assert verdict.get_by_role("button", name="hint").count() == 0
