"""What `rulespal explain CODE` says: for each diagnostic code what it means, an example, and the way out."""

from __future__ import annotations

from typing import NamedTuple


class Explanation(NamedTuple):
    """A short text, lines of a record or rulebook that give the diagnostic, and what to do about it."""

    text: str
    example: str
    way_out: str


ALIASES = {"E-NUMBER": "W-NUMBER"}  # older names of codes

EXPLANATIONS: dict[str, Explanation] = {
    # game records
    "E-SYNTAX": Explanation(
        "The line begins with a sign of the record format (a brace, a bracket, an arrow, a word like "
        "`takeback`) and does not go on as such a line has to. The line is kept out of the game; all others "
        "are judged as usual.",
        "{Ana has the tray; the current colour is red",
        "Complete the line on the same line: a brace or bracket is closed where it was opened, a quote too. "
        "If an event was meant, begin it with who did it.",
    ),
    "E-VERB": Explanation(
        "The line has the form of an event, fact or effect, and none of the sentences that this rulebook "
        "declares fits it. Nothing is guessed: an event that cannot be read is numbered and not carried out.",
        "Ben shuffles the deck",
        "Say it in one of the rulebook's sentences: the hint names the nearest ones, `rulespal legal FILE:N` "
        'lists what may be done there. What is only a remark belongs into `note "..."`.',
    ),
    "E-HEADER": Explanation(
        "A record needs to say which rulebook it follows and who plays, clockwise, before its first line. One "
        "of these headers is missing, empty, given twice, stands too late, or does not fit the rulebook (too "
        "many players).",
        '[players "Ana, Ben, Cai"]    # and no line that names the rulebook',
        'Begin each game with [rulebook "NAME"] and [players "Ana, Ben, Cai"]. `rulespal books` lists the '
        "names and how many may play.",
    ),
    "E-NAME": Explanation(
        "The sentence is understood, but for a name in it: no rulebook, player, card, reading or option is called so.",
        "Ana plays bleu 7",
        "Correct the name. The hint offers near ones; `rulespal readings BOOK` lists readings and their options.",
    ),
    "E-FACTS": Explanation(
        "Two facts about the start say different things about the same thing, a card is in two places, amounts "
        "do not add up to what the rulebook says is always so, or a fact stands where none may stand. The game is "
        "unreadable, because it has no one beginning.",
        "given the current colour is blue\ngiven the current colour is red",
        "Keep the fact that is true. Facts stand before the first event or directly after `...`; what is "
        "learned later is written `reveal FACT`.",
    ),
    "E-TURN": Explanation(
        "The move exists, and it is not this player's to make, or not now. The report cites where the "
        "rulebook says whose moment it is, and where it says when that move may be made.",
        "Ana calls out Ben\nCai plays blue 3    # Ben has to answer first",
        "If an event was left out before this line, add it. If the table played on like this, write `@stands` "
        "behind it.",
    ),
    "E-ILLEGAL": Explanation(
        "It was the right moment, and a requirement of the move is not met. The event changes nothing, unless "
        "the rules lay a penalty on it; what follows is judged from the position before it.",
        "given Ana holds blue 4, blue 7\nAna plays blue 4    # the higher card had to be played",
        "Compare the record with the rule that is cited and with the moves that were allowed. If the table "
        "let it stand, write `@stands` behind it; if it was taken back, write `takeback` on the next line.",
    ),
    "E-HIDDEN": Explanation(
        "The cards that nobody recorded would have to be such as no deal of this pack gives, even if no claim "
        "of any player is believed: what was seen contradicts itself.",
        "given Ben holds ?, ?\nreveal Ben holds blue 3, red 6    # Ana played that blue 3 before",
        "One of the cards that were seen is written down wrong. Look for the card in the earlier lines.",
    ),
    "E-REFUTED": Explanation(
        "When the event was made nobody could check it. A later line shows that it was not legal: a player "
        "said to have no card of a colour and plays one that was in the hand all along. It stays carried out, "
        "and what follows is judged from there.",
        "Ben can't\nreveal Ben holds blue 4, red 6, red 7    # and blue was asked for",
        "Either the claim was false, or one of the two lines is written down wrong. With `takeback to N` the "
        "table can go back to where it happened.",
    ),
    "E-EFFECT": Explanation(
        "An effect is written behind `->`, and the rules do not give it for the event above (or give it only once).",
        "Cai can't\n-> Cai is knocked out\n-> the meeple moves to red    # it moves to white",
        "The report shows the effects that the rules give. Effects may be left out, and their order does not matter.",
    ),
    "E-ASSERT": Explanation(
        "A fact between braces does not hold at that point. The report says what was found, and which line "
        "changed it last.",
        "{the current colour is red}",
        "Go to the line that changed it last: either an event is missing since then, or the fact was written "
        "from memory.",
    ),
    "E-RESULT": Explanation(
        "The result that the record claims is not what the rules give for the events that were played.",
        "result Cai wins the round    # Ben was the last one left",
        "Correct the result, or add the events that lead to it.",
    ),
    "E-AFTER-END": Explanation(
        "Something is done after the rules have ended the game, or a line stands between `end` and the next game.",
        "-> Ana wins the game\nBen plays red 3",
        "Begin a new game with its headers, or move the line to where it belongs.",
    ),
    "E-LIMIT": Explanation(
        "So that one game cannot stop the judging of many, its lines and events are counted and the time that "
        "judging takes is measured. This game went over a limit; it is counted as unreadable, and the others go on.",
        "Ana plays blue 7    # and 20,000 more events in the same game",
        'Cut the game in two with `[start "mid"]`, or give it more: `rulespal validate --max-events N --max-seconds S`.',
    ),
    "E-FAULT": Explanation(
        "While this game was judged, RulesPal ran into a mistake of its own. Nothing is said about the game, and "
        "all others are judged as usual.",
        "Ana plays blue 7    # and RulesPal stumbles over it",
        "Report it, with the record: that is how such mistakes are mended.",
    ),
    "W-NUMBER": Explanation(
        "Events may be numbered, and the number is not one more than the one before. Every line is judged all "
        "the same, and the verdict does not change. `E-NUMBER` is another name of this warning.",
        "1. Ana plays blue 7\n3. Ben plays blue 6",
        "If a line is missing, add it; else correct the numbers or leave them all out.",
    ),
    "W-EDITION": Explanation(
        "The headers of the record name an edition or a text of the rulebook that is not the present one. The record "
        "is judged by the present one all the same.",
        '[hash "sha256:0123456789abcdef"]',
        "If something is found that was right then, look whether a rule has changed. Once the record is to follow the "
        "present text, take the header out; `rulespal format` writes the present one in its place.",
    ),
    "W-SUITS": Explanation(
        "The record is written in one language, and the short names of its cards are read as those of another, since no "
        "header says otherwise. A card may be another one than was meant.",
        'given Ana tiene 7C    # and no [suits "es"] above',
        'Say which letters are meant: `[suits "es"]` among the headers, or the letters of the first language.',
    ),
    "N-READ": Explanation(
        "The line is not written in the strict form and could be read in one way only. The note shows the "
        "full sentence that was understood.",
        "b plays bg5    # read as: Ben plays green/blue 5",
        "Nothing has to be done. `rulespal format` writes the strict form.",
    ),
    # rulebooks
    "R-DOCUMENT": Explanation(
        "The Markdown file lacks something that every rulebook has, or something stands where it cannot be "
        "used: the lines between `---` at the top are missing or malformed, or a rule block stands inside a "
        "list.",
        "---\ntitle: My Game\nplayers: many\n---",
        "Write `title:` and `players: 2 to 4` at the top, one key a line, and keep rule blocks at the left margin.",
    ),
    "R-SYNTAX": Explanation(
        "A rule block cannot be read as the rule language at that place.",
        "state score of player number = 0",
        "Compare with the language reference: here a colon is missing before `number`. The mark under the "
        "line shows how far it could be read.",
    ),
    "R-NAME": Explanation(
        "A rule uses a name that is declared nowhere in this rulebook, or a paragraph is said to be encoded "
        "by a rule that does not exist.",
        "define in_game(p: player) = not knockd_out(p)",
        "Correct the name, or declare the state, zone, definition, move or reading that is meant.",
    ),
    "R-TWICE": Explanation(
        "Two things of this rulebook have the same name, so nobody could say which one a rule means.",
        "state round: number = 1\nzone round: open",
        "Rename one of them. The report also shows the other place.",
    ),
    "R-TYPE": Explanation(
        "An expression gives one kind of value and its place asks for another: a card where a player is "
        "needed, a number where yes or no is needed.",
        'require count of hand(actor) "nothing is left in your hand"',
        "Write the comparison that is meant: `count of hand(actor) > 0`.",
    ),
    "R-SENTENCE": Explanation(
        "A sentence pattern cannot be used: its braces do not match, it speaks another language than the "
        "rulebook lists, or a sentence that is needed is missing (how a move is announced, why it is "
        "refused).",
        "move pass\n  do go to turn    # and no `says`",
        'Add the sentence, for example `says "{actor} passes"`; each slot is one name or expression in braces.',
    ),
    "R-LIMIT": Explanation(
        "So that a stranger's rulebook cannot tie up a computer, the size of rules, packs and numbers is "
        "limited, and no rule may call itself.",
        "to settle\n  settle",
        "Split the rule, or say the same with `some`, `count` or a loop over a collection.",
    ),
    "R-SECTION": Explanation(
        "A rule cites another section with `§anchor`, and no heading of the rulebook has that anchor; or a file beside "
        "the rulebook, its prose in another language or its rulings, names a section or paragraph that it does not have.",
        'require in_round(target) "{target} is out" §knocked-owt',
        "Correct the anchor, or give the heading one: `## Knocked Out {#knocked-out}`.",
    ),
    "R-UNUSED": Explanation(
        "Something is declared, and no rule and no sentence speaks of it. Often a rule was changed and this "
        "was left over; sometimes the rule that needs it is missing.",
        "define is_rich(p: player) = coins(p) > 9   # no rule asks",
        "Use it or remove it.",
    ),
    "R-UNCITED": Explanation(
        "The rulebook's prose says something that no rule encodes, and nothing says that it need not be "
        "encoded. An answer could overlook it. While a rulebook is being written that is no fault but the work "
        "that is left: only `rulespal check --strict` takes it for one.",
        "The youngest player begins.",
        "Write the rule under the sentence, or end the paragraph with {encoded by RULE} or {not executable: WHY}.",
    ),
    "R-UNREACHED": Explanation(
        "No stage offers this move to anybody, or nothing leads to this stage: the rule can never be used.",
        "stage auction    # and no `go to auction`",
        "Add what leads there (`SOMEBODY may MOVE`, `go to STAGE`), or remove it.",
    ),
    "R-AMBIGUOUS": Explanation(
        "One and the same text fits two sentences of the same kind, so a record could be read in two ways.",
        'says "{actor} takes {card}"    # of one move\nsays "{actor} takes {other}"    # of another',
        "Say one of them in other words.",
    ),
    "R-CONFLICT": Explanation(
        "In the position that is told, a move is forbidden by one rule and allowed by another. Nobody could say which "
        "of them counts, so the move is judged neither legal nor illegal.",
        'forbid in_frost: pick\n  when weather = frost\n  "nobody picks in frost"\n\n'
        "allow with_gloves: pick\n  when gloves(actor)",
        "Say which one goes first, as the printed rules have it: `allow with_gloves over in_frost: pick`, or "
        "`forbid in_frost over with_gloves: pick`.",
    ),
    "R-PRIORITY": Explanation(
        "A prohibition and a permission speak of the same move, and nothing says which of them goes first. No random "
        "game came to a position in which both hold, but there may be one.",
        'forbid in_frost: pick\n  when weather = frost\n  "nobody picks in frost"\n\n'
        "allow with_gloves: pick\n  when gloves(actor)",
        "Say which one goes first: `allow with_gloves over in_frost: pick`. If they can never meet, either will do.",
    ),
    "R-INVARIANT": Explanation(
        "Something that the rulebook declares to be always true is not true.",
        'invariant count of cards = 52 "the pack has 52 cards"',
        "Either the invariant is wrong, or a rule (or the pack) is: `rulespal simulate BOOK` finds games in "
        "which it breaks.",
    ),
    "R-RULING": Explanation(
        "An example or ruling in the rulebook does not come out as it says when the rules are carried out.",
        "{the round is 2}    # in an example, and it is the first round",
        "Trust neither: read the printed rule again, then correct the example or the rule.",
    ),
    "R-RUN": Explanation(
        "The rules lead to something that cannot be carried out: a table without the row that is asked for, "
        "no member that meets a condition, a game in which nobody has a legal move.",
        "table hand_size by count of player\n  3: 10    # and four may play",
        "Add the missing case. `rulespal simulate BOOK` shows how often it happens, and from which seed.",
    ),
}
