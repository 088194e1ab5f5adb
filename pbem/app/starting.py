"""Beginning a game: `new`, `practice` and `join`, by mail and by page."""

from dataclasses import replace
from datetime import timedelta

from pbem.app import lobby
from pbem.app.addresses import address_key
from pbem.app.answers import (
    AnyRefusal,
    Done,
    LineOutcome,
    NotThisMany,
    RulesProblem,
    SeveralPresets,
    TableClosed,
    UnknownCode,
    UnknownPreset,
)
from pbem.app.course import Course, open_course
from pbem.app.inviting import (
    end_invitation,
    fault_of,
    open_invitations,
    open_places,
    send_invitation,
    unfit,
    valid_address,
)
from pbem.app.join_codes import table_with
from pbem.app.ports import Uow
from pbem.app.records import GameRow, GameStatus, Invitation, InvitationState, Player, Seat
from pbem.app.rule_sets import rules_called
from pbem.app.services import Services
from pbem.orders.orders import NewGame
from pbem.rules import verifiable
from pbem.rules.options import Rules, RulesRefused, rules_of
from pbem.rules.presets import Preset, house_id, near_presets, presets_called

PRACTICE_BOTS = 3
# Short enough for one evening: four deals of 4 to 1 tricks, fourteen answers.
_PRACTICE_OPTIONS: dict[str, object] = {"sequence": "down", "max_cards": 4}
_PRACTICE_LIMIT = timedelta(days=7)


def set_up(
    services: Services,
    uow: Uow,
    player: Player,
    address_id: int,
    order: NewGame,
    own: Rules | None = None,
) -> LineOutcome:
    """Create a table as its starter asked for it, or refuse before anything is stored.

    `own` are rules that the starter made from those of the preset, for as many players
    as they say.
    """
    line = "new"
    rules = _checked(services, uow, player, order, own)
    if not isinstance(rules, Rules):
        return LineOutcome(line, refused=rules)
    preset = rules_called(uow, player.id, order.preset, rules.players)
    course = _new_table(services, uow, player, _table_name(preset, order, own), rules)
    lobby.sit_down(uow, course, player, address_id, seed=order.seed)
    lobby.add_bots(uow, course, order.bots)
    for email in order.invited:
        send_invitation(services, uow, course, valid_address(email) or email)
    _begin(uow, course)
    return LineOutcome(line, done=Done("created", text=course.row.code))


def _table_name(preset: Preset | None, order: NewGame, own: Rules | None) -> str:
    name = preset.id if preset else order.preset
    return house_id(name) if order.options or own else name


def _checked(
    services: Services, uow: Uow, player: Player, order: NewGame, own: Rules | None
) -> Rules | AnyRefusal:
    players = own.players if own else order.players or _seated(order)
    preset = _version(uow, player.id, order, players)
    if not isinstance(preset, Preset):
        return preset
    fault = fault_of(services, uow, player.id, order.invited)
    return fault or own or _rules(preset, players, order)


def fault_in(
    services: Services, uow: Uow, player: Player | None, order: NewGame
) -> AnyRefusal | None:
    """Say what is wrong with a table as it is asked for, if so, whoever asks for it.

    Nothing is locked. Whether the people may be asked is known once it is sure who asks.
    """
    players = order.players or _seated(order)
    preset = _version(uow, player.id if player else 0, order, players)
    if not isinstance(preset, Preset):
        return preset
    rules = unfit(services, order.invited) or _rules(preset, players, order)
    return None if isinstance(rules, Rules) else rules


def _seated(order: NewGame) -> int:
    return 1 + len(order.invited) + order.bots


def _version(uow: Uow, player_id: int, order: NewGame, players: int) -> Preset | AnyRefusal:
    preset = rules_called(uow, player_id, order.preset, players)
    if preset is None:
        return _no_preset(order.preset)
    return TableClosed("full") if _seated(order) > players else preset


def _no_preset(name: str) -> UnknownPreset | SeveralPresets:
    near = near_presets(name)
    return SeveralPresets(name, near) if presets_called(name) else UnknownPreset(name, near)


def practise(services: Services, uow: Uow, player: Player, address_id: int) -> LineOutcome:
    """Begin a short game against bots at once."""
    rules = rules_of(PRACTICE_BOTS + 1, _PRACTICE_OPTIONS)
    if isinstance(rules, RulesRefused):
        return LineOutcome("practice", refused=RulesProblem(rules.problems))
    course = _new_table(services, uow, player, "practice", rules)
    course.row = replace(course.row, rated=False, limit=_PRACTICE_LIMIT)
    lobby.sit_down(uow, course, player, address_id)
    lobby.add_bots(uow, course, PRACTICE_BOTS)
    _begin(uow, course)
    return LineOutcome("practice", done=Done("practice", text=course.row.code))


def take_place(
    services: Services, uow: Uow, player: Player, address_id: int, code: str, name: str = ""
) -> LineOutcome:
    """Sit down at an open table whose join code one was given."""
    line = "join"
    row = table_with(uow, code)
    if row is None:
        return LineOutcome(line, refused=UnknownCode(code))
    course = open_course(services, uow, row.id)
    closed = lobby.closed(course)
    invited = _invitation_of(uow, course, player)
    if closed is None and invited is None and open_places(uow, course) < 1:
        closed = TableClosed("full")
    if closed is not None:
        return LineOutcome(line, refused=closed)
    seat = lobby.sit_down(uow, course, player, address_id, name=name)
    if not isinstance(seat, Seat):
        return LineOutcome(line, refused=seat)
    if invited is not None:
        end_invitation(uow, invited, InvitationState.ACCEPTED)
    if not _begin(uow, course):
        lobby.tell_starter(course, "joined", seat.name)
    return LineOutcome(line, done=Done("joined", text=course.row.code))


def _invitation_of(uow: Uow, course: Course, player: Player) -> Invitation | None:
    """Return the open invitation that keeps a place for this player, if there is one."""
    own = {address_key(address.email) for address in uow.players.addresses(player.id)}
    asked = open_invitations(uow, course.row.id)
    return next((one for one in asked if address_key(one.email) in own), None)


def _begin(uow: Uow, course: Course) -> bool:
    begun = lobby.start_if_full(uow, course)
    if begun:
        course.close(first=True)
    return begun


def _rules(preset: Preset, players: int, order: NewGame) -> Rules | AnyRefusal:
    if players not in preset.players and not order.options:
        return NotThisMany(players, preset.players)
    rules = rules_of(players, {**preset.options, **order.options})
    if isinstance(rules, RulesRefused):
        return RulesProblem(rules.problems, order.unread)
    return RulesProblem((), order.unread) if order.unread else rules


def _new_table(services: Services, uow: Uow, player: Player, preset: str, rules: Rules) -> Course:
    chance = services.chance
    secret = chance.secret()
    row = GameRow(
        id=0,
        code=chance.table_code(),
        join_code=chance.join_code(),
        watch_code=chance.join_code(),
        status=GameStatus.OPEN,
        preset=preset,
        rules=rules,
        starter_id=player.id,
        limit=services.policy.move_limit,
        seq=0,
        commitment=verifiable.game_commitment(secret).hex(),
        root=None,
        rated=True,
        created_at=services.clock.now(),
    )
    return Course(services, uow, uow.games.add(row, secret), None)
