"""What walk.js has measured of the slides of lessons, in words and tables."""

from collections.abc import Iterator

SMALLEST = {"body": 22, "code": 18, "other": 16}  # pixels, for the back row


def smallest(slides: list[dict], kind: str) -> float:
    """Return the size of the smallest letters of a kind, infinite if there are none."""
    return min((slide["fonts"].get(kind, float("inf")) for slide in slides), default=float("inf"))


def overflowing(slides: list[dict]) -> list[str]:
    """Return a line for each slide that is higher or wider than the screen."""
    return [_row(nth, slide) for nth, slide in enumerate(slides, 1) if _overflow(slide)]


def tables(walks: dict[str, list[dict]]) -> Iterator[str]:
    """Yield a line a lesson, and for a lesson that was walked alone also a line a slide."""
    yield f"{'lesson':<28}slides  too tall or wide  body  code  other  controls"
    for lesson, slides in walks.items():
        sizes = "".join(f"{smallest(slides, kind):>6.0f}" for kind in SMALLEST)
        controls = sum(slide["controls"] for slide in slides)
        yield f"{lesson:<28}{len(slides):>6}{len(overflowing(slides)):>18}{sizes}{controls:>11}"
    if len(walks) == 1:
        yield ""
        yield "slide  height  too tall  too wide  title"
        yield from (_row(nth, slide) for nth, slide in enumerate(slides, 1))


def _overflow(slide: dict) -> bool:
    return slide["tooHigh"] > 0 or slide["tooWide"] > 1  # a pixel is a matter of rounding


def _row(nth: int, slide: dict) -> str:
    height, high, wide = slide["height"], slide["tooHigh"] or "", round(slide["tooWide"]) or ""
    return f"{nth:>5}{height:>8}{high:>10}{wide:>10}  {slide['title']}"
