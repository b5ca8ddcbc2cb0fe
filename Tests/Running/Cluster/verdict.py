"""Compares what visitors got with the log and the tables."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

from change_log import Content, Effect, Entry, Stored, fold, gaps
from history import ANYWHERE, Attempt, History, Outcome, Place, Reading
from linearizability import Step, Undecided, is_linearizable

# The longest that a page waits for the position in its address, and that a write waits
# until its instance shows it, with some tolerance.
PATIENCE = 1.9
SHOWN_WITHIN = 3.5


def problems(
    history: History, entries: Sequence[Entry], start: Content, table: dict[str, Stored]
) -> list[str]:
    """Returns everything that contradicts the promises to visitors.

    - Parameters:
      - history: the attempts and readings of an epoch.
      - entries: the log since the start of the epoch.
      - start: the content at the start.
      - table: the rows at the end.
    """
    content = fold(entries, onto=Content(dict(start.animals)))
    found = list(history.problems)
    found += [f"the log has a gap: {gap}" for gap in gaps(entries)]
    if content.animals != table:
        found.append(f"the log does not fold to the table: {_differences(content.animals, table)}")
    found += _durability(history, content)
    found += _strangers(history, content)
    found += _winners(history, content)
    found += _order(history, content)
    found += _prefixes(history, content)
    return found


def _differences(left: dict[str, Stored], right: dict[str, Stored]) -> list[object]:
    return [
        (animal, left.get(animal), right.get(animal))
        for animal in sorted(left.keys() | right.keys())
        if left.get(animal) != right.get(animal)
    ][:5]


def _effects_of(attempt: Attempt, content: Content) -> list[Effect]:
    """Returns the changes that the form of an attempt may have made."""
    effects = content.effects.get(attempt.animal, [])
    if attempt.kind == "delete":
        return [each for each in effects if each.after is None and each.before == attempt.old]
    return [each for each in effects if each.after == attempt.new]


def _durability(history: History, content: Content) -> Iterator[str]:
    """Answered writes are in the log, and refused ones are not."""
    forms: dict[tuple[str, str | None, str | None], list[Attempt]] = defaultdict(list)
    for attempts in history.by_animal.values():
        for attempt in attempts:
            forms[attempt.animal, attempt.old, attempt.new].append(attempt)
    for attempts in forms.values():
        outcomes = {attempt.outcome for attempt in attempts}
        effects = _effects_of(attempts[0], content)
        if Outcome.SAVED in outcomes and not effects:
            yield f"lost: {attempts}"
        # The redirect leads to a page that shows the change, on any instance.
        for attempt in attempts:
            if effects and attempt.position is not None:
                if attempt.position < effects[0].entry.number:
                    yield f"not in the position {attempt.position} of the redirect: {attempt}"
        if effects and not outcomes & {Outcome.SAVED, Outcome.UNKNOWN, Outcome.LOST}:
            yield f"refused, but in the log: {attempts}"
        # A form that is sent again adds its animal again if it was deleted in between.
        if len(effects) > len(attempts):
            yield f"more often in the log than sent: {attempts}"


def _strangers(history: History, content: Content) -> Iterator[str]:
    """All changes were sent by a visitor, and each replaced the version of its form."""
    for animal, attempts in history.by_animal.items():
        added = {attempt.new for attempt in attempts if attempt.kind == "add"}
        replaced = {(attempt.old, attempt.new) for attempt in attempts}
        for effect in content.effects.get(animal, []):
            if effect.entry.is_newer:
                continue
            is_addition = effect.before is None and effect.after in added
            if not is_addition and (effect.before, effect.after) not in replaced:
                yield f"nobody sent {effect}"


def _winners(history: History, content: Content) -> Iterator[str]:
    """Of the edits of one version, one is saved. A form that is sent again may create the same
    version again, after its animal was deleted."""
    for animal, attempts in history.by_animal.items():
        versions: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in attempts:
            if attempt.old is not None:
                versions[attempt.old].append(attempt)
        for old, edits in versions.items():
            effects = content.effects.get(animal, [])
            creations = [each for each in effects if each.after == old]
            saved = {edit.new for edit in edits if edit.outcome == Outcome.SAVED}
            if len(saved) > max(1, len(creations)):
                yield f"several edits of “{old}” of {animal} were saved: {edits}"
    for race in history.races:
        rivals = [
            each
            for each in history.by_animal[race[0].animal]
            if each.old == race[0].old and (each.outcome == Outcome.SAVED or each.outcome.is_open)
        ]
        if not rivals:
            yield f"no edit of a race was saved: {race}"


def _order(history: History, content: Content) -> Iterator[str]:
    """The history of each animal is linearizable, the final content included."""
    for animal, attempts in history.by_animal.items():
        stored = content.animals.get(animal)
        effects = content.effects.get(animal, [])
        end = 1 + max(
            [each.answered for each in attempts] + [each.entry.at for each in effects]
        )
        steps = [
            attempt.step
            for attempt in attempts
            if attempt.outcome == Outcome.SAVED or attempt.outcome.is_open
        ]
        # The changes of a newer program are known from the log alone.
        steps += [
            Step(
                "update" if effect.before else "add", effect.before, effect.after,
                effect.entry.at, end,
            )
            for effect in effects
            if effect.entry.is_newer
        ]
        steps.append(Step("read", stored.name if stored else None, None, end + 1, end + 2))
        try:
            if not is_linearizable(steps):
                yield f"not linearizable: {animal}: {sorted(steps, key=lambda step: step.invoked)}"
        except Undecided as error:
            yield f"{animal}: {error}"


class _Floors:
    """The positions that instances are known to have applied."""

    def __init__(self) -> None:
        self._own: dict[Place, int] = {}
        # The times of answers to writes, and the highest position of any until then.
        self._times: list[float] = []
        self._saved: list[int] = []

    def learn(self, record: Attempt | Reading, position: int) -> None:
        """A response proves a position. Called in the order of the responses."""
        is_shown = isinstance(record, Reading) or record.answered - record.invoked < SHOWN_WITHIN
        if is_shown and record.place != ANYWHERE:
            self._own[record.place] = max(self[record.place], position)
        if isinstance(record, Attempt):
            self._times.append(record.answered)
            self._saved.append(max(position, self._saved[-1] if self._saved else 0))

    def __getitem__(self, place: Place) -> int:
        """The position that an instance has at least."""
        if place not in self._own:
            # What was saved before the start is loaded at the start.
            count = bisect_right(self._times, place.started)
            self._own[place] = self._saved[count - 1] if count else 0
        return self._own[place]


def _prefixes(history: History, content: Content) -> Iterator[str]:
    """Every refusal and every page is explained by a prefix of the log that is not older
    than what the same instance has shown before."""
    sent = [each for each in history.attempts if each.outcome != Outcome.UNSENT]
    records: list[Attempt | Reading] = [*sent, *history.readings]
    answers = deque(sorted(records, key=lambda record: record.answered))
    floors = _Floors()
    for record in sorted(records, key=lambda record: record.invoked):
        while answers and answers[0].answered <= record.invoked:
            answer = answers.popleft()
            if (position := _shown(answer, content)) is not None:
                floors.learn(answer, position)
        floor = floors[record.place]
        # A page gives up waiting for the position in its address after a while.
        if isinstance(record, Reading) and record.answered - record.invoked < PATIENCE:
            floor = max(floor, record.position or 0)
        visible = _visible(record, content, floor)
        if not _is_explained(record, visible, was_deleted=_was_deleted(record, content)):
            yield f"not explained by {visible} from {floor} on: {record}"


def _shown(record: Attempt | Reading, content: Content) -> int | None:
    """Returns the position that a response proves; None if it proves none."""
    if isinstance(record, Reading):
        effects = content.effects.get(record.animal, []) if record.name is not None else []
        numbers = [each.entry.number for each in effects if each.after == record.name]
    elif record.outcome == Outcome.SAVED:
        numbers = [each.entry.number for each in _effects_of(record, content)]
    else:
        numbers = []
    return min(numbers, default=None)


def _visible(record: Attempt | Reading, content: Content, floor: int) -> list[str | None]:
    """Returns the names of an animal that an instance may have had between a position and
    the end of a request."""
    names: list[str | None] = [None]
    for effect in content.effects.get(record.animal, []):
        if effect.entry.number <= floor:
            names = [effect.after]
        elif effect.entry.at <= record.answered:
            names.append(effect.after)
    return names


def _was_deleted(record: Attempt | Reading, content: Content) -> bool:
    """True if an animal was deleted before the end of a request."""
    return any(
        effect.after is None and effect.entry.at <= record.answered
        for effect in content.effects.get(record.animal, [])
    )


def _is_explained(
    record: Attempt | Reading, visible: list[str | None], *, was_deleted: bool
) -> bool:
    if isinstance(record, Reading):
        return record.name in visible
    match record.outcome, record.kind:
        case Outcome.CONFLICT, "add":
            # A late copy of a form does not bring back what was deleted.
            return was_deleted or any(name not in (None, record.new) for name in visible)
        case Outcome.CONFLICT, "update":
            return any(name not in (record.old, record.new) for name in visible)
        case Outcome.CONFLICT, _:
            return any(name not in (record.old, None) for name in visible)
        case Outcome.MISSING, _:
            return record.kind == "delete" and None in visible
    return True
