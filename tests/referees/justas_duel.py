"""Challenge, bets, duel, tournament, the disciplines of the Final Duel, and the cards for after a duel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.referees.justas_cards import DISCIPLINES, Gap, is_active, is_improver, is_weapon, strength
from tests.referees.justas_table import POT, TREASURY, Bet, Contest, Table

FIGHTING = ("duel", "tournament", "final-discipline")
TOURNAMENT_STAKE = 2
DISCIPLINES_TO_WIN = 2


class Duels(Table):
    # Facts

    @property
    def stake(self) -> int | None:
        """What each of the two has put in, while a duel is being fought or arranged."""
        live = self._stage in ("accepted", "betting", "duel")
        return max(self.contest.stakes.values()) if live else None

    def total(self, player: int) -> int | None:
        """Strength in the current duel or tournament, or in the latest one."""
        contest = self.contest
        if contest is None or player not in contest.order:
            return None
        if contest.totals is not None:
            return contest.totals[player]
        return strength(contest.discipline, contest.played[player], self._active(player))

    def _active(self, player: int) -> list[str]:
        return [card for card in self.equipped[player] if is_active(card, self.contest.discipline)]

    def free_coins(self, player: int) -> int:
        """Held and neither staked nor bet."""
        bound = self.contest.stakes.get(player, 0)
        for bet in self.contest.bets:
            bound += bet.amount * (player in (bet.bettor, bet.answered_by))
        return self.coins[player] - bound

    # Challenge, answer, last chance to step back

    def _against_duel_phase(self, player: int) -> Iterator[str]:
        if player != self.turn:
            yield "it is not this player's turn"
        elif self.duel_phase == "challenge":
            yield "one challenge a turn"
        elif self.duel_phase == "tournament":
            yield "a tournament was called this turn"
        elif self.duel_phase == "declined":
            yield "the player has chosen not to challenge"

    def _against_challenge(self, player: int, discipline: str, target: int) -> Iterator[str]:
        yield from self._against_duel_phase(player)
        if discipline not in DISCIPLINES:
            yield "there is no such discipline"
        if target == player or target not in self.knights():
            yield "the target must be another knight"

    def _do_challenge(self, player: int, discipline: str, target: int) -> None:
        self.duel_phase = "challenge"
        self.contest = Contest("duel", discipline, [player, target])
        self._stage = "challenged"

    def _against_challenged(self, player: int) -> Iterator[str]:
        if player != self.contest.order[1]:
            yield "it is for the challenged knight to answer"

    def _against_challenger(self, player: int) -> Iterator[str]:
        if player != self.contest.order[0]:
            yield "only the challenger may say this"

    def _against_refuse(self, player: int) -> Iterator[str]:
        yield from self._against_challenged(player)

    def _do_refuse(self, player: int) -> None:
        self._pay(player, self.contest.order[0], 1)
        self._call_off()

    def _against_accept(self, player: int, stake: int) -> Iterator[str]:
        yield from self._against_challenged(player)
        if not 1 <= stake <= min(self.coins[p] for p in self.contest.order):
            yield "the stake is at least 1 and at most what the poorer of the two holds"

    def _do_accept(self, _: int, stake: int) -> None:
        self.contest.stakes = dict.fromkeys(self.contest.order, stake)
        self._stage = "accepted"

    def _against_withdraw(self, player: int) -> Iterator[str]:
        yield from self._against_challenger(player)

    def _do_withdraw(self, player: int) -> None:
        self._pay(player, self.contest.order[1], 1)
        self._call_off()

    def _call_off(self) -> None:
        self.contest = None
        self._test_coins()

    def _against_stand(self, player: int) -> Iterator[str]:
        yield from self._against_challenger(player)

    def _do_stand(self, _: int) -> None:
        self._stage = "betting"

    # Bets

    def _against_bettor(self, player: int, more: int) -> Iterator[str]:
        if self.status[player] not in ("knight", "debtor"):
            yield "a spectator does not bet"
        elif more > self.free_coins(player):
            yield "the player has not that many coins left"

    def _against_bet(self, player: int, amount: int, fighter: int) -> Iterator[str]:
        if fighter not in self.contest.order:
            yield "a bet is on one of the two combatants"
        if player in self.contest.order:
            yield "a combatant only answers the bets of others"
        if amount < 1:
            yield "a bet is at least 1 coin"
        yield from self._against_bettor(player, amount)

    def _do_bet(self, player: int, amount: int, fighter: int) -> None:
        self.contest.bets.append(Bet(player, amount, fighter))

    def _open_bets(self, bettor: int) -> list[Bet]:
        """Not answered, the latest first."""
        return [bet for bet in reversed(self.contest.bets) if bet.bettor == bettor and bet.answered_by is None]

    def _bets_to_answer(self, player: int, bettor: int, amount: int) -> list[Bet]:
        return [bet for bet in self._open_bets(bettor) if bet.amount == amount and bet.on != player]

    def _against_counter(self, player: int, bettor: int, amount: int) -> Iterator[str]:
        if player == bettor:
            yield "nobody answers their own bet"
        elif not any(bet.amount == amount for bet in self._open_bets(bettor)):
            yield "there is no unanswered bet of that amount"
        elif not self._bets_to_answer(player, bettor, amount):
            yield "a combatant may not bet against themselves"
        yield from self._against_bettor(player, amount)

    def _do_counter(self, player: int, bettor: int, amount: int) -> None:
        self._bets_to_answer(player, bettor, amount)[0].answered_by = player

    def _bets_to_raise(self, player: int, amount: int) -> list[Bet]:
        return [bet for bet in self._open_bets(player) if bet.amount < amount]

    def _against_raise(self, player: int, amount: int) -> Iterator[str]:
        own = [bet for bet in self.contest.bets if bet.bettor == player]
        raised = self._bets_to_raise(player, amount)
        if raised:
            yield from self._against_bettor(player, amount - raised[0].amount)
        elif any(bet.amount < amount for bet in own):
            raise Gap("raise-after-answer")
        else:
            yield "a bet can only be raised" if own else "the player has no bet"

    def _do_raise(self, player: int, amount: int) -> None:
        self._bets_to_raise(player, amount)[0].amount = amount

    def _against_begin_duel(self, _: None) -> Iterator[str]:
        yield from ()

    def _do_begin_duel(self, _: None) -> None:
        self._stage = "duel"

    # A tournament

    def _against_call_tournament(self, player: int, discipline: str) -> Iterator[str]:
        yield from self._against_duel_phase(player)
        if discipline not in DISCIPLINES:
            yield "there is no such discipline"
        if "TORNEO" not in self.hands[player]:
            yield "the card is not in hand"

    def _do_call_tournament(self, player: int, discipline: str) -> None:
        self._discard_from(self.hands[player], ["TORNEO"])
        self.duel_phase = "tournament"
        order = [p for p in self.clockwise(player) if self.status[p] == "knight"]
        stakes = {p: min(TOURNAMENT_STAKE, self.coins[p]) for p in order}
        self.contest = Contest("tournament", discipline, order, stakes)
        self._stage = "tournament"

    # Cards are played

    def _against_combatant(self, player: int) -> Iterator[str]:
        if player not in self.contest.order:
            yield "the player takes no part"

    def _must_open(self, player: int) -> bool:
        """The first card is this player's to play, and no face-up card does it."""
        opener = player == self.contest.go and not self.contest.opened
        return opener and not self._active(player)

    def _reaches(self, player: int, cards: tuple[str, ...] = ()) -> bool:
        """Level with the strongest of the others, or above."""
        contest = self.contest
        total = strength(contest.discipline, [*contest.played[player], *cards], self._active(player))
        return all(total >= self.total(other) for other in contest.order)

    def _against_rely_on(self, player: int, card: str) -> Iterator[str]:
        yield from self._against_combatant(player)
        if player != self.contest.go or self.contest.opened:
            yield "only whoever opens relies on equipment"
        elif card not in self._active(player):
            yield "no such card is equipped and worth a point here"

    def _do_rely_on(self, player: int, _: str) -> None:
        self._move_on(player)

    def _against_play(self, player: int, cards: tuple[str, ...]) -> Iterator[str]:
        contest = self.contest
        yield from self._against_combatant(player)
        if not cards:
            yield "no card is named"
        if Counter(cards) - Counter(self.hands[player]):
            yield "not all of these cards are in hand"
        weapons = [card for card in cards if is_weapon(card, contest.discipline)]
        improvers = [card for card in cards if is_improver(card, contest.discipline)]
        if len(weapons) + len(improvers) < len(cards):
            yield "a card has no effect on this duel, or only when it was equipped before"
        if player not in contest.order:
            return
        if player != contest.go:
            if weapons:
                yield "it is not this player's go"
        elif self._must_open(player):
            if not weapons:
                yield "the first card is a weapon"
        elif contest.opened and weapons and not self._reaches(player, cards):
            yield "what is played must bring the total level or above"

    def _do_play(self, player: int, cards: tuple[str, ...]) -> None:
        contest = self.contest
        for card in cards:
            self.hands[player].remove(card)
            contest.played[player].append(card)
        contest.passes = 0
        with_weapon = any(is_weapon(card, contest.discipline) for card in cards)
        if player == contest.go and (with_weapon or self._reaches(player)):
            self._move_on(player)

    def _move_on(self, player: int) -> None:
        self.contest.opened = True
        self.contest.go = self.contest.after(player)

    def _against_pass(self, player: int) -> Iterator[str]:
        yield from self._against_combatant(player)
        if player != self.contest.go:
            yield "it is not this player's go"
        elif self._must_open(player) and any(is_weapon(card, self.contest.discipline) for card in self.hands[player]):
            yield "whoever opens must play the first card"

    def _do_pass(self, player: int) -> None:
        self.contest.passes += 1
        self._move_on(player)
        if self.contest.passes == len(self.contest.order):
            self._settle_contest()

    # Settlement

    def _settle_contest(self) -> None:
        contest = self.contest
        totals = {p: self.total(p) for p in contest.order}
        leaders = [p for p in contest.order if totals[p] == max(totals.values())]
        winner = leaders[0] if len(leaders) == 1 else None
        contest.totals, contest.winner = totals, winner
        kind = "tournament" if contest.kind == "tournament" else "duel"
        self.result = (kind, winner)
        self.effects.append(("tied", kind) if winner is None else ("wins", winner, kind))
        if winner is not None:
            self.last_winner = winner
            if contest.kind != "final":
                self._pay_winner(winner)
        self._discard_used()
        if contest.kind == "final":
            self._count_discipline(winner)
        else:
            self._draw_two_each()
            self._stage = "after-duel"

    def _pay_winner(self, winner: int) -> None:
        contest = self.contest
        challenged = contest.order[1]
        extra = contest.kind == "duel" and winner != challenged and self.coins[challenged] == 1
        for p in contest.order:
            if p != winner:
                self._pay(p, winner, contest.stakes[p])
        if extra:
            self._pay(TREASURY, winner, min(1, self.treasury))
        self._pay(POT, winner, self.pot)
        for bet in contest.bets:
            self._pay_bet(bet, winner)

    def _pay_bet(self, bet: Bet, winner: int) -> None:
        """Without an answer it is 1 coin against 1 of the king, if he has it; what is not matched stays."""
        other = TREASURY if bet.answered_by is None else bet.answered_by
        amount = min(1, self.treasury) if bet.answered_by is None else bet.amount
        self._pay(*((other, bet.bettor) if bet.on == winner else (bet.bettor, other)), amount)

    def _discard_used(self) -> None:
        contest = self.contest
        for p in contest.order:
            contest.used += [card for card in contest.played[p] if is_weapon(card, contest.discipline)]
            self._discard_from(self.equipped[p], self._active(p))
            self._discard_from(contest.played[p], contest.played[p])

    def _draw_two_each(self) -> None:
        for p in self.contest.order:
            self._draw(p, 2)

    def _count_discipline(self, winner: int | None) -> None:
        self.fought.append(self.contest.discipline)
        if winner is not None:
            self.wins[winner] += 1
        ahead, behind = sorted(self.finalists, key=lambda p: -self.wins[p])
        last = len(self.fought) == len(DISCIPLINES)
        if self.wins[ahead] == DISCIPLINES_TO_WIN or (last and self.wins[ahead] > self.wins[behind]):
            self._crown(ahead)
            return
        self._draw_two_each()
        self.undecided, self._stage = last, "over" if last else "final-duel"

    # After a duel

    def _against_after_duel_card(self, player: int, card: str) -> Iterator[str]:
        if self.status[player] != "knight":
            yield "only a knight uses cards"
        if card not in self.hands[player]:
            yield "the card is not in hand"

    def _against_use_ladron(self, player: int) -> Iterator[str]:
        yield from self._against_after_duel_card(player, "LADRÓN")
        if self.contest.kind == "tournament":
            yield "not valid in tournaments"
        elif self.contest.winner is None:
            yield "the duel was tied"

    def _do_use_ladron(self, player: int) -> None:
        self._discard_from(self.hands[player], ["LADRÓN"])
        winner = self.contest.winner
        if player != winner:
            self._pay(winner, player, min(sum(self.contest.stakes.values()) // 3, self._spare(winner)))

    def _against_use_picaro(self, player: int, card: str) -> Iterator[str]:
        yield from self._against_after_duel_card(player, "PÍCARO")
        if card not in self.contest.used:
            yield "no such weapon was used, or it is gone"

    def _do_use_picaro(self, player: int, card: str) -> None:
        self._discard_from(self.hands[player], ["PÍCARO"])
        self.contest.used.remove(card)
        self.discard.remove(card)
        self.hands[player].append(card)

    def _against_settle(self, _: None) -> Iterator[str]:
        yield from ()

    def _do_settle(self, _: None) -> None:
        self._test_coins()
