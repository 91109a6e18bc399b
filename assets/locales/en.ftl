## Siwa in English. Every other language has the same messages, attributes and
## variables; a test compares them. `<@…>` and `<t:…>` are inserted by the program.

## Names

# A board and a ruleset of a game.
# $name: the game; $board: 5×5; $ruleset: see ruleset
variant = { $name } { $board } · { $ruleset }
variant-board = { $name } { $board }
# $case: the ruleset
ruleset = { $case ->
    [french] French rules
    [lugo] Lugo rules
    [modern] modern rules
    [gates] rules with gates
    [leroy] Leroy’s rules
    [cosmoludo] Cosmoludo’s rules
   *[classic] classic rules
}
# $number: of the level
level = { $number ->
    [1] 1 · Beginner
    [2] 2 · Novice
    [3] 3 · Casual
    [4] 4 · Regular
    [5] 5 · Skilled
    [6] 6 · Advanced
    [7] 7 · Expert
   *[8] 8 · Master
}
# A choice instead of a level
level-suggested = Siwa chooses
# A level with its rating
level-rated = { $level } ({ $rating })
# $days: the limit of a turn in days
time-days = { $days ->
    [one] { $days } day per turn
   *[other] { $days } days per turn
}
time-none = no time limit
# $hours: the limit of a turn in hours
time-hours = { $hours ->
    [one] { $hours } hour per turn
   *[other] { $hours } hours per turn
}
# $days: for the whole game; $hours: for each turn
time-bank = { $days } days each, plus { $hours } hours per turn
# The colours of the boards. $case: the theme
theme = { $case ->
    [night] Night
    [paper] Paper
    [contrast] High contrast
   *[classic] Classic
}
# A name as a choice: of a theme, a level, rules, a language, a place
choice = { $choice }
# The choice that resets a setting
theme-default = Default
# The choices of a command: whose theme is set
# A list: all but its last item, and the last. $before, $after: texts
list-more = { $before }, { $after }
list-and = { $before } and { $after }

## Commands: the value is the command's name, the attributes its description
## and the names and descriptions of its options. Names: lower case, no spaces.

command-challenge = challenge
    .description = Challenge someone, or leave it open to anyone
    .opponent = opponent
    .opponent-description = Who to challenge; leave empty to let anyone accept
    .game = game
    .game-description = Which game to play
    .board = board
    .board-description = The size of the board
    .rules = rules
    .rules-description = Which rules to play by
    .time = time
    .time-description = Time limit, per turn or for the whole game
    .rated = rated
    .rated-description = Whether the result counts for ratings
    .games = games
    .games-description = One game, or two with sides swapped that count as one result
    .start = start
    .start-description = Place the pieces, or have them dealt: an even arrangement, ready to move (Seega only)
    .side = side
    .side-description = Which turn you take; leave empty to leave it to chance
command-play = play
    .description = Play against Siwa: choose a game and a level
    .start = start
    .start-description = Place the pieces, or have them dealt: an even arrangement, ready to move (Seega only)
    .side = side
    .side-description = Which turn you take; leave empty to leave it to chance
command-puzzle = puzzle
    .description = Solve today’s puzzle, then as many more as you like
    .game = game
    .game-description = Which game; leave empty for today’s puzzle
    .rules = rules
    .rules-description = Which rules; leave empty for any
command-place = place
    .description = Place your pieces for this turn
    .squares = squares
    .squares-description = Where, such as a1 b2 in Seega; suggestions appear as you type
    .game = game
    .game-description = The game’s number, if you’re playing several here
command-move = move
    .description = Make your move, or place your pieces
    .move = move
    .move-description = From where to where, such as c2-c3; suggestions appear as you type
    .game = game
    .game-description = The game’s number, if you’re playing several here
command-board = board
    .description = Show a game’s board; only you’ll see it
    .game = game
    .game-description = The game’s number, if there are several here
    .text = text
    .text-description = Show the board as text instead of a picture
command-games = games
    .description = List your games in progress: whose turn it is, deadlines and links
command-draw = draw
    .description = Offer to stop here: count the pieces in Seega, a draw in Gygès
    .game = game
    .game-description = The game’s number, if you’re playing several here
command-resign = resign
    .description = Give up a game; you’ll be asked to confirm
    .game = game
    .game-description = The game’s number, if you’re playing several here
command-replay = replay
    .description = Watch a game as an animation or step through it; only you’ll see it
    .game = game
    .game-description = The game’s number; leave empty for this channel’s latest game
command-leaderboard = leaderboard
    .description = Show this server’s leaderboard
    .game = game
    .game-description = Which game; leave empty for all games together
    .against = against
    .against-description = Games between people, or games against Siwa
command-tournament = tournament
    .description = Open a tournament in this server, or show one
    .game = game
    .game-description = Which game to play
    .board = board
    .board-description = The size of the board
    .rules = rules
    .rules-description = Which rules to play by
    .time = time
    .time-description = Time limit, per turn or for the whole game
    .signup = signup
    .signup-description = How long sign-up stays open; leave empty for one day
    .players = players
    .players-description = Maximum number of players; leave empty for 32
    .name = name
    .name-description = What to call it; leave empty for a numbered name
    .show = show
    .show-description = Which tournament to show, even an old one
    .start = start
    .start-description = Place the pieces in two games each, or have them dealt and play one (Seega only)
command-profile = profile
    .description = Show a player’s ratings, results and frequent opponents; only you’ll see it
    .player = player
    .player-description = Who; leave empty for yourself
    .game = game
    .game-description = Which game; leave empty for the one played most
command-rules = rules
    .description = Read the rules in plain words, with pictures
    .game = game
    .game-description = Which game
    .rules = rules
    .rules-description = Which rules
    .clause = clause
    .clause-description = Which clause, such as S6; leave empty for an overview
command-settings = settings
    .description = Choose how you play, how you’re notified, and board colours, or pause your clocks
command-setup = setup
    .description = Check Siwa’s permissions and choose this server’s settings
command-privacy = privacy
    .description = See, download or delete what Siwa stores about you
    .show = show
    .show-description = See what Siwa stores about you; only you’ll see it
    .export = export
    .export-description = Download everything Siwa stores about you; only you’ll see it
    .delete = delete
    .delete-description = Delete everything Siwa stores about you; you’ll be asked to confirm
command-help = help
    .description = See what Siwa does and how to start

## Buttons and menus

button-hint = Hint
button-hint-move = Show the move
button-hint-play = Play it
button-hint-why = Why?
button-engine = Play Siwa
button-begin = Start
button-begin-rated = Start rated game
button-start-dealt = Deal the pieces
button-start-placed = Place the pieces
button-ladder-siwa = Against Siwa
button-ladder-people = Against people
button-ladder-month = This month
button-ladder-all-time = All time
button-accept = Accept
button-decline = Decline
button-cancel = Withdraw
button-rules = Rules
button-place = Place pieces
button-place-rest = Place the rest for me
button-move = Make a move
button-board = Board
button-more = More…
button-turned = Flip the board
# $count: the number of games in which it is the player’s turn
button-next-game = Next game ({ $count })
button-claim = Claim the count
button-offer = Offer to count
button-stop = Stop and count
button-offer-instead = Offer instead
button-draw = Offer a draw
button-resign = Resign
button-play = Play
button-open = Open
button-stay = Keep playing
button-replay = Replay
button-export = Export
# These four step through a game, turn by turn
button-first = ⏮ First
button-earlier = ◀ Back
button-later = Forward ▶
button-last = Last ⏭
button-animation = GIF
button-review = Review
# $turn: a number
button-turning-point = Turn { $turn }
button-boards = Step through
button-review-back = Back to the review
button-puzzle-again = Try again
button-puzzle-solution = Show the solution
button-puzzle-another = Another puzzle
# $rules: see ruleset
button-puzzle-alike = Another: { $rules }
button-share = Share
button-puzzle-open = Solve it
button-played = What was played
button-rematch = Rematch
button-confirm = Confirm
button-back = Start over
button-type = Type…
button-surprise = Surprise me
# $from: the square of the piece that enters the goal
button-goal = Goal! ({ $from })
button-rated = Default to rated
button-unrated = Default to unrated
button-anywhere = Allow games anywhere
button-check = Check again
choose-places = Channels where games are allowed
choose-language = Language of my public messages
choose-theme = Board colours
choose-clock = Default time limit
button-privacy-export = Export
button-privacy-delete = Delete…
button-forget = Delete everything
button-forget-not = Keep my data
button-settings-trust = Skip confirmation
button-settings-confirm = Confirm each move
button-settings-buttons = Board as buttons
button-settings-menus = Board as menus
button-settings-turns = General
button-settings-notices = Notifications
button-settings-themes = Colours
button-settings-away = Away
button-notify-here = In the channel
button-notify-direct = Direct message
button-notify-digest = Once a day
button-notify-never = Off
button-zone = Other time zone…
choose-quiet = Quiet hours
choose-hour = Time of the daily message
choose-zone = Your time zone
button-takebacks = Allow rated takebacks
button-no-takebacks = Forbid rated takebacks
button-join = Join
button-leave = Leave
button-start-now = Start now
button-cancel-tournament = Cancel the tournament
button-keep-tournament = Keep the tournament
button-my-games = My games
button-standings = Standings
button-withdraw = Withdraw
button-tournaments = Let all open tournaments
button-no-tournaments = Restrict tournaments
choose-weekends = Clocks at weekends
button-accept-thread = Accept in a thread
button-accept-here = Accept here
button-claim-time = Claim the win
button-nudge = Nudge
button-wait = Wait a day
button-give = Give 24 more hours
button-take-back = Take back
button-plan = Plan ahead
button-plan-on = Continue the plan
button-plan-other = Plan for another move
button-plan-all = All my plans
button-plan-clear = Remove all plans
choose-games-in = Use threads?
choose-reminder = Turn reminder
choose-away = Your last day away
button-previous = Previous
button-next = Next

## Challenges. $challenger, $opponent, $player: people

challenge-member = { $challenger } challenges { $opponent }.
# $level: see level
challenge-engine = { $challenger } plays { $opponent }, level { $level }.
challenge-open = { $challenger } is looking for an opponent. The first to accept plays.
# $game: the id of the previous game
challenge-rematch = { $challenger } asks { $opponent } for a rematch of game #{ $game }.
# $variant: see variant; $time: see time-days; $rated: see challenge-rated
challenge-terms = **{ $variant }** · { $time } · { $rated }
challenge-rated = rated
challenge-unrated = unrated
# $games: see pair-at-once
challenge-pair = -# Pair: { $games }, with sides swapped, counted as one result.
pair-single = one game
pair-at-once = two games at the same time
pair-in-turn = two games, one after the other
challenge-first = { $player } takes the first turn this time.
# $order: first or second
challenge-order = { $order ->
    [first] { $player } takes the first turn.
   *[second] { $player } takes the second turn.
}
# The same for a pair of games
challenge-order-pair = { $order ->
    [first] { $player } takes the first turn in the first game.
   *[second] { $player } takes the second turn in the first game.
}
# $turns: a number
start-placed = -# Placing the pieces takes { $turns } turns. With `{ command-challenge.start }: { choice-dealt }`, they are dealt and this is skipped.
start-dealt = -# The pieces are dealt: an arrangement in which both sides have about equal chances, picked at random.
choice-placed = placed
choice-dealt = dealt
# $order: random, first or second
choice-order = { $order ->
    [first] first turn
    [second] second turn
   *[random] at random
}
# $until: a time, shown as “in 3 days”
challenge-expires = -# Expires: { $until }
challenge-outside = -# I’m not a member here, so I can only reply when someone presses a button or types a command. That means no reminders, no clock and no rating. If a board goes missing, use `/{ command-board }`.
# $game: the id of the new game
challenge-accepted = { $other ->
    [none] { $player } accepted. This is game #{ $game }.
   *[other] { $player } accepted. These are games #{ $game } and #{ $other }.
}
place-no-thread = I can’t use threads here, so the game is in this channel.
place-moved = -# I can’t post in the game’s thread, so the game goes on here.
place-opens = The game has started. I’m opening a thread for it.
# On the card of a game with a thread. $side: the player’s side
place-turn = It’s { $player }’s turn ({ $side }).
# The name of a thread. $game: its number; $first, $second: the players’ names; $variant: see variant
place-name = { $first } – { $second } · { $variant } ({ $game })
challenge-declined = *The challenge was declined.*
challenge-cancelled = *The challenge was withdrawn.*
challenge-expired = *The challenge has expired.*

# The name of a command in the menu of a person
menu-challenge = Challenge
# $opponent: a mention; $variant: a title; $time: a time limit; $rated: see challenge-rated
invite-choose = Challenge { $opponent }: **{ $variant }**, { $time }, { $rated }. Change it below, or send the challenge.
invite-time = Choose a time limit…
button-challenge = Challenge

lots-drawn = { $player } takes the first turn (picked at random).

## The board of a turn

# $variant: see variant; $game: the game’s id; $rated: see challenge-rated
turn-header = **{ $variant }** · game #{ $game } · { $rated }
# A game’s number in its pair. $player: the player with the first turn
pair-place = -# Game { $number } of 2 · first turn: { $player }
# The same in a tournament. $opponent: the other player
pair-players = -# { $player } – { $opponent } · game { $number } of 2 · first turn: { $player }
pair-game = { $variant } · game { $number } of 2
# The heading of a game against the bot. $level: see level; $rated: see challenge-rated
turn-header-engine = **{ $variant }** · game #{ $game } · level { $level } · { $rated }
# $side: the player’s side; $move: the move, such as c2-c3xb3
# $count: how many pieces the move captures
turn-played = { $count ->
    [0] { $player } ({ $side }) played **{ $move }**.
    [one] { $player } ({ $side }) played **{ $move }** and captured a piece.
   *[other] { $player } ({ $side }) played **{ $move }** and captured { $count } pieces.
}
turn-rest-placed = { $player } let me place the rest of the pieces of both sides.
turn-passed = { $player } can’t move and passes.
# The moves of Siwa are before it
turn-passed-between = { $player } couldn’t move in between.
# A planned move; $count: how many pieces it captures
turn-planned = { $count ->
    [0] { $player } ({ $side }) answered **{ $move }**, as planned.
    [one] { $player } ({ $side }) answered **{ $move }**, as planned, and captured a piece.
   *[other] { $player } ({ $side }) answered **{ $move }**, as planned, and captured { $count } pieces.
}
# The act of a side in a placing turn, by game. $by: whether there is a button for it
seega-to-place = { $by ->
    [command] { $player } ({ $side }), place two pieces with `/{ command-place }`.
   *[button] { $player } ({ $side }), place two pieces: press the button or use `/{ command-place }`.
}
turn-to-move = { $by ->
    [command] { $player } ({ $side }), it’s your move. Use `/{ command-move }`.
   *[button] { $player } ({ $side }), it’s your move: press the button or use `/{ command-move }`.
}
# $player: the bot; $side: its side
turn-thinking = { $player } ({ $side }) is thinking.
# The pieces of each side, where they are counted
turn-pieces = -# Pieces: { $first-side } { $first } · { $second-side } { $second }
# $counted: whether pieces are counted then
turn-repeated = { $counted ->
    [yes] This position has come up for the second time. The third time, the game ends and the pieces are counted.
   *[no] This position has come up for the second time. The third time, the game is a draw.
}
# $turns: how many turns are left
turn-idle = { $turns ->
    [one] If nobody captures on this turn, the game ends and the pieces are counted.
   *[other] If nobody captures in the next { $turns } turns, the game ends and the pieces are counted.
}
# $until: a time, shown as “in 2 days”
turn-away = -# { $player } went away. Due back: { $until }
turn-deadline = -# Turn deadline: { $until }
turn-weekends = -# Clocks pause over the weekend.
# $player: the player who gave it
turn-given = { $player } gave their opponent another 24 hours.
# $player: the player who took it back
turn-taken-back = { $player } took back their last turn.
# $player: the player who asks; $opponent: the player who can accept
offer-takeback = { $player } would like to take back their last turn. { $opponent }, is that OK with you?
# About the time of a turn. $player: the player to move; $opponent: the waiting player; $until: the deadline
notice-soon = { $player }, it’s still your turn. Deadline: { $until }
notice-nudge = { $player }, { $opponent } is waiting for you. Your time ran out { $until }.
notice-late = { $player }’s time ran out { $until }. { $opponent }, you can claim the win or keep waiting.
notice-waiting = { $opponent } is still waiting for { $player }, whose time ran out { $until }.
# $player: the player to move
notice-turn = { $player }, it’s your turn.
# In the channel, in place of a direct message
notice-closed = -# I can’t send you direct messages. Allow them in the server’s privacy settings, or choose another way with `/{ command-settings }`.
notice-nowhere = -# I can’t post in the game’s channel, so the game goes on here, without a clock. Once your opponent hasn’t moved for 30 days, `/{ command-draw }` ends it, and it doesn’t count.
# $count: how many games
digest-head = { $count ->
    [one] **It’s your turn in one game**
   *[other] **It’s your turn in { $count } games**
}
games-waiting = { $count ->
    [one] **Waiting for your opponent in one game**
   *[other] **Waiting for your opponents in { $count } games**
}
# $count: how many games are not listed
games-more = -# … and { $count } more. Use `/{ command-games }` in each server to see them all.
# $link: a URL
notice-board = -# [Go to the board]({ $link })

## The end. $by: the reason; $first, $second: pieces left of the winner and the
## loser; in a draw both are $first

ended-won = { $by ->
    [elimination] **{ $winner } ({ $side }) wins:** { $loser } has no pieces left.
    [barrier] **{ $winner } ({ $side }) wins the count, { $first } to { $second }:** a barrier ended the game.
    [idle] **{ $winner } ({ $side }) wins the count, { $first } to { $second }:** there were no captures for a long time.
    [repetition] **{ $winner } ({ $side }) wins the count, { $first } to { $second }:** the same position came up for the third time.
    [claim] **{ $winner } ({ $side }) wins by claim, { $first } to { $second }:** { $loser } can no longer capture anything.
    [agreement] **{ $winner } ({ $side }) wins the count, { $first } to { $second }:** both players agreed to stop.
    [goal] **{ $winner } ({ $side }) wins:** a piece entered { $loser }’s goal.
    [resignation] **{ $winner } ({ $side }) wins:** { $loser } resigned.
    [absence] **{ $winner } ({ $side }) wins:** { $loser } stopped playing.
   *[time] **{ $winner } ({ $side }) wins:** { $loser } ran out of time.
}
ended-drawn = { $by ->
    [dead] **Draw:** with one piece each, no more captures are possible.
    [barrier] **Draw, { $first } pieces each:** a barrier ended the game.
    [idle] **Draw, { $first } pieces each:** there were no captures for a long time.
    [repetition] **Draw, { $first } pieces each:** the same position came up for the third time.
    [claim] **Draw, { $first } pieces each:** the count was claimed.
    [early-agreement] **Draw:** both players agreed to stop.
   *[agreement] **Draw, { $first } pieces each:** both players agreed to stop.
}
# $grade: great or small
ended-grade = { $grade ->
    [great] A great victory!
   *[small] A small victory.
}
# $before, $after: ratings
ended-rating = -# { $player }: { $before } → { $after }
# $rated: whether the game is rated
ended-void = { $rated ->
    [yes] -# It doesn’t count: it ended before both players had made two turns. Ratings stay the same.
   *[no] -# It doesn’t count: it ended before both players had made two turns.
}
ended-void-tournament = -# It counts in the tournament. Ratings stay the same: it ended before both players had made two turns.
ended-absence = -# It doesn’t count: it was lost in the same absence as another game, or in a channel where I can’t post.
pair-rated-later = -# Ratings change only when both games of the pair are over.
pair-counts-later = -# The pair will be decided when both games are over.
pair-broken = -# This pair has no second game: it counts for nobody.
# $leader: the player with $more points; $other: the player with as many or fewer, $less
pair-sum = **Pair result: { $leader } { $more }, { $other } { $less }**

## Offers. $first, $second: pieces left; $first-side, $second-side: the sides

offer-count = { $player } would like to stop here and count the pieces ({ $first-side } { $first }, { $second-side } { $second }). { $opponent }, do you agree?
offer-declined = { $offer ->
    [offer-takeback] { $player } declined the takeback. Game #{ $game } goes on.
    [offer-agree] { $player } declined the draw. Game #{ $game } goes on.
   *[other] { $player } declined to stop and count. Game #{ $game } goes on.
}
# An offer that is no longer open, above what became of it
offer-past = { $offer ->
    [offer-takeback] { $player } asked to take back their last turn.
    [offer-agree] { $player } offered a draw.
   *[other] { $player } offered to stop and count the pieces.
}

## The replay. $count: how many turns

# $first, $second: people; $first-side, $second-side: their sides
viewer-players = { $first } ({ $first-side }) – { $second } ({ $second-side })
# $turn: the number of a turn; $side: the side that played it; $move: the move
viewer-turn = Turn { $turn } of { $count } · { $side }: **{ $move }**
viewer-start = { $count ->
    [0] Starting position
   *[other] Turn 0 of { $count } · starting position
}
viewer-jump = Jump to a turn…
viewer-option = { $turn }. { $move }
viewer-option-start = Start
animation-head = { $count ->
    [one] The whole game, { $count } turn.
   *[other] The whole game, { $count } turns.
}
# The animation of a running game
animation-so-far = { $count ->
    [one] The game so far, { $count } turn.
   *[other] The game so far, { $count } turns.
}
animation-too-big = This game is too long for an animation. Step through it with the buttons below.
# The alternative text; that of the last board follows. $game: the game’s id; $result: see result-won
animation-alt = { $count ->
    [one] Animation of game #{ $game }, { $variant }, { $count } turn. { $result } The last board:
   *[other] Animation of game #{ $game }, { $variant }, { $count } turns. { $result } The last board:
}
# A game reviewed by the bot. $first, $second, $side: sides; $move, $better: moves; $turn: a number;
# $before, $after: chances in hundredths; $chances: a list of turns with chances
review-curve = -# Up is good for { $first }, down for { $second }.
review-placements = -# Placements aren’t judged.
review-no-turning-points = No single turn decided this game.
review-turning-point = **Turn { $turn }** · { $side }: { $move }. The winning chances fell from { $before }% to { $after }%.
review-alt = { $side }’s winning chances in percent, by turn: { $chances }.
review-better = **Turn { $turn }** · { $side }: { $move }. I would have played **{ $better }**.
# $reply: the opponent’s move; $why: what it does, such as hint-captures
review-allowed = -# It allowed **{ $reply }**. { $why }
# Puzzles. $grade: how hard it is, in stars; $side: the side to move; $move: a move
puzzle-of-the-day = **Puzzle of the day** · { $variant } · { $grade }
puzzle = **Puzzle** · { $variant } · { $grade }
puzzle-find = { $side } to move: one move is clearly the best. Find it.
puzzle-counts = -# Your first try changes your puzzle rating. Showing the solution counts as a miss.
puzzle-daily-solved = -# You’ve solved today’s puzzle. Here’s another one.
puzzle-wrong = **{ $move }** isn’t it. There’s a stronger move.
puzzle-right = **{ $move }** – that’s it!
puzzle-solution = The best move was **{ $move }**.
# $before, $after: ratings
puzzle-rating = -# Your puzzle rating: { $before } → { $after }
# $count: days
puzzle-streak = { $count ->
    [one] -# Daily puzzle streak: { $count } day
   *[other] -# Daily puzzle streak: { $count } days
}
puzzle-shared = { $player } solved the puzzle of the day. Can you?
export-done = The record of game #{ $game }.
export-so-far = The record of game #{ $game } so far: it’s still in progress.
export-alt = The record of game #{ $game } as a text file.
# The end of a game, without names. $side: the winner’s side; $by: the
# reason; $first, $second: pieces left of the winner and the loser
result-won = { $by ->
    [elimination] Winner: { $side }, by capturing everything.
    [barrier] Winner: { $side }, by barrier, { $first } to { $second }.
    [idle] Winner: { $side }, on count, { $first } to { $second }: no captures for a long time.
    [repetition] Winner: { $side }, on count, { $first } to { $second }: the position was repeated.
    [claim] Winner: { $side }, by claim, { $first } to { $second }.
    [agreement] Winner: { $side }, on an agreed count, { $first } to { $second }.
    [goal] Winner: { $side }, by entering the goal.
    [resignation] Winner: { $side }, by resignation.
   *[time] Winner: { $side }, on time.
}
result-drawn = { $by ->
    [dead] Draw: neither side could win.
    [barrier] Draw by barrier.
    [idle] Draw on count: no captures for a long time.
    [repetition] Draw by repetition.
    [claim] Draw by claim.
    [early-agreement] Draw by agreement.
   *[agreement] Draw by agreement.
}
result-none = The game is still in progress.

## Private messages

more = What would you like to do?
resign-sure = Do you really want to resign? Your opponent will win.
resign-sure-rated = Do you really want to resign? Your opponent will win, and your rating will fall: this game is rated.
# The count if both agree to stop, before it is offered to the bot. $own, $engine: pieces; $winner: own, engine or nobody
offer-sure = Pieces now: you { $own }, me { $engine }. { $winner ->
    [engine] If we stop here, I win the count.
    [own] If I agree to stop here, you win the count.
   *[nobody] If I agree to stop here, it’s a draw.
}
claim-not-yet = You can’t claim the count yet. That takes a barrier that can never be broken, and at least as many pieces as your opponent has (clause E6). You can offer to stop and count instead.
resign-not = OK, the game goes on.
# $move: the move
done-played = You played **{ $move }**.
done-resigned = You resigned.
done-ended = The game has ended.
done-offered = Sent. Now it’s up to your opponent.
done-asked = I’ll answer on the board.
# $channel: another channel
done-elsewhere = Done. The board is in { $channel }.
done-gave = You gave your opponent another 24 hours.
done-taken-back = You took back your last turn.
seega-panel-place = Choose two squares.
panel-move = Choose your move.
panel-narrow = -# Do the rows of buttons wrap, or do you use a screen reader? Press **{ button-settings-menus }**: menus name every square.
# $typed: the choices so far
panel-go-on = So far: **{ $typed }**. Choose what comes next.
panel-go-on-displacing = So far: **{ $typed }**. Choose an empty square, or a piece to displace.
panel-choose = Choose…
# $move: the move; $count: how many pieces it takes
panel-preview = { $count ->
    [0] Play **{ $move }**?
    [one] Play **{ $move }** and capture a piece?
   *[other] Play **{ $move }** and capture { $count } pieces?
}
# The same if there is nothing else to choose
panel-only = { $count ->
    [0] **{ $move }** is your only move.
    [one] **{ $move }** is your only move. It captures a piece.
   *[other] **{ $move }** is your only move. It captures { $count } pieces.
}
# $move: the move
panel-too-long = **{ $move }** is too long for a button. Press **{ button-type }** and type it in. You won’t be asked to confirm it.
# A menu of squares. $ranks: their ranks; $count: how many ranks, 0 if it has all squares
panel-two-squares = { $count ->
    [0] 1 or 2 squares…
    [one] Row { $ranks }: 1 or 2 squares
   *[other] Rows { $ranks }: 1 or 2 squares
}
panel-piece = { $count ->
    [0] Choose a piece
    [one] Row { $ranks }: choose a piece
   *[other] Rows { $ranks }: choose a piece
}
panel-to = { $count ->
    [0] Choose a square
    [one] Row { $ranks }: choose a square
   *[other] Rows { $ranks }: choose a square
}
panel-displace = { $count ->
    [0] Displace a piece
    [one] Row { $ranks }: displace a piece
   *[other] Rows { $ranks }: displace a piece
}
panel-pattern = Choose a common set-up
# A form with one field
form-title = Your turn
form-move = Move or squares (played when you submit)
# The form for a puzzle, where nothing is played
puzzle-form-title = Your solution
puzzle-form = Move

# Plans: the player’s answers to moves that the opponent may play. $player: the opponent
plan-theirs = What might { $player } play?
plan-own = What’s your answer?
# $move: the move that is already planned
plan-replaces = Your planned answer is **{ $move }**. A new one replaces it.
plan-move = Choose a move.
# $move: the move; $count: how many pieces it takes
plan-preview = { $count ->
    [0] Add **{ $move }** to the plan?
    [one] **{ $move }** captures a piece. Add it to the plan?
   *[other] **{ $move }** captures { $count } pieces. Add it to the plan?
}
plan-too-long = **{ $move }** is too long for a button. Press **{ button-type }** and type it in.
plan-form = Move
# A line of play, combined from these: “If a1 b2, then **c1 d2**, if a3 b4”
plan-if-first = If { $move }
plan-if = if { $move }
plan-then = then **{ $move }**
plan-added = Plan saved. If your opponent plays that, your answer follows right away; if not, the plan is dropped. Only you can see it.
plan-list = Your plans, with your own moves in **bold**. Only you can see them.
plan-none = You have no plans in this game yet.
plan-remove = Remove a plan

next-none = It’s not your turn in any other game here.

denied-share = You can’t post in this channel, so you can’t share anything here.
denied-share-running = A game in progress can only be shared in its own channel.

# Above a message that a person shares.
shared = { $player } shared this:

# A person’s settings
settings-confirms = I show you a preview of each move, and you press **{ button-confirm }** to play it.
settings-trusts = Your moves are played right away, without a preview.
settings-buttons = On 5×5, the panel shows the board as buttons. If its rows wrap on your phone, choose **{ button-settings-menus }**.
settings-menus = The panel shows every board as menus.
# When a player is reminded. $share: per cent
reminder-at = when { $share }% of the time is left
reminder-never = never
# $when: see above
settings-reminder =
    Turn reminder: **{ $when }**.
    -# In unrated games, your opponent can also nudge you once your time has run out. To get neither, turn notifications off under **{ button-settings-notices }**.
# How a player is notified of a turn. $case: the choice
notify = { $case ->
    [direct] by direct message
    [digest] once a day, in one direct message for all games
    [never] off
   *[here] in the game’s channel or thread
}
# $how: see notify
notify-how = Turn notifications: **{ $how }**.
# $hour: of the day, 0 to 23
hour = { $hour }:00
# $when: see hour
notify-hour = Time of the daily message: **{ $when }**.
# $hours: see quiet-hours
notify-quiet = Quiet hours: **{ $hours }**.
# $from, $to: hours of the day
quiet-hours = { $from }:00 to { $to }:00
quiet-never = none
# $place: the end of a time zone’s name; $name: that end with spaces
city = { $place ->
    [Los_Angeles] Los Angeles
    [Mexico_City] Mexico City
    [Bogota] Bogotá
    [New_York] New York
    [Sao_Paulo] São Paulo
    [London] London
    [Lisbon] Lisbon
    [Madrid] Madrid
    [Paris] Paris
    [Berlin] Berlin
    [Cairo] Cairo
    [Johannesburg] Johannesburg
    [Istanbul] Istanbul
    [Dubai] Dubai
    [Kolkata] Kolkata
    [Shanghai] Shanghai
    [Tokyo] Tokyo
    [Sydney] Sydney
   *[other] { $name }
}
# $zone: see city; $clock: the time there
zone = { $zone } · { $clock }
notify-zone = Time zone: **{ $zone }** (now { $clock }).
# $count: how many time zones match; $zone: the first of them, see city
notify-zones = { $count ->
    [1] **Did you mean { $zone }?** Then choose it from the menu.
   *[other] Several time zones match. **Choose yours from the menu.**
}
form-zone = Your time zone
form-city = City, country or offset
settings-server = -# Server settings are in `/{ command-setup }`.
setup-head = **Siwa in this server**
setup-unchecked = ⚠️ I couldn’t check my permissions. Please press **{ button-check }** in a moment.
# $bot: a mention of the bot
setup-unseen = ⚠️ I can’t see this private thread. Mention me here once ({ $bot }) to let me in.
# $ends: when, relative to now
setup-timed-out = ⛔ A moderator has put me in timeout, so I can’t post anything. It ends { $ends }.
# $channels: links to channels
setup-sound = ✅ { $channels }: I have all the permissions I need.
# $channels: links to channels; $permissions: a list; $count: how many permissions
setup-lacks = { $count ->
    [one] ⛔ { $channels }: I need the { $permissions } permission to post boards. No games until then.
   *[other] ⛔ { $channels }: I need the { $permissions } permissions to post boards. No games until then.
}
setup-lacks-threads = { $count ->
    [one] ⚠️ { $channels }: I need the { $permissions } permission to use threads. Until then, games are played in the channel itself.
   *[other] ⚠️ { $channels }: I need the { $permissions } permissions to use threads. Until then, games are played in the channel itself.
}
setup-lacks-history = ⚠️ { $channels }: I need the { $permissions } permission to check which boards are already there. Until then, one may appear twice after an outage.
# $channels: links to channels; $count: how many
setup-gone = { $count ->
    [one] ⛔ { $channels }: this channel no longer exists. Choose others below, or allow games anywhere.
   *[other] ⛔ { $channels }: these channels no longer exist. Choose others below, or allow games anywhere.
}
setup-anywhere = Games are allowed in: **any channel**.
setup-places = Games are allowed in: { $channels }
setup-own-language = My public messages: **in the server’s Discord language**.
# $language: see language
setup-language = My public messages: **in { $language }**.
setup-language-of-server = The server’s Discord language
# The language’s own name
language = English
# $time: a time control
setup-clock = Default time limit: **{ $time }**.
setup-rated = Default for challenges: **rated**.
setup-unrated = Default for challenges: **unrated**.
# Where games are played. $case: the choice
games-in = { $case ->
    [channel] none, games stay in the channel
    [ask] the player who accepts decides
   *[threads] one for each game
}
# $place: see games-in
settings-games-in = Threads: **{ $place }**.
# $day: from 0 for Monday
weekday = { $day ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[6] Sunday
}
# $days: how many; $first, $last: see weekday; $zone: see city
settings-weekends = { $days ->
    [1] Weekends in new games: **clocks pause on { $first }** ({ $zone } time).
   *[other] Weekends in new games: **clocks pause on { $first } and { $last }** ({ $zone } time).
}
settings-no-weekends = Weekends in new games: **clocks keep running**.
# $zone: see zone
weekends-still = Clocks pause: { $zone }
weekends-count = Clocks keep running
settings-takebacks = Takebacks in new rated games: **allowed**, if the opponent agrees.
settings-no-takebacks = Takebacks in new rated games: **not allowed**.
settings-tournaments = Who can open tournaments: **all members**.
settings-no-tournaments = Who can open tournaments: **members with the { permission-manage } permission**.

# $month: a month
month = { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}
# $day: of the month; $month: see month; $days: how many days it is until then
away-choice = { $days ->
    [one] { $month } { $day } · { $days } day
   *[other] { $month } { $day } · { $days } days
}
away-back = I’m back
# $until: a time
away-until = Due back: { $until }. Until then, your clocks are paused, except in tournaments.
away-not = You’re not away: your clocks are running. Choose a day, and they pause until it’s over, except in tournaments.
away-left = { $days ->
    [0] -# You have no away days left this year.
    [one] -# You have { $days } away day left this year.
   *[other] -# You have { $days } away days left this year.
}
games-none = No games in progress to show. Start one with `/{ command-play }` or `/{ command-challenge }`.
# $count: how many
# $link: a link to the board; $variant: see variant-board; $until: a time, or see time-none
games-line = { $link } · { $opponent } · { $variant } · { $until }
games-your-turn = your turn
games-their-turn = their turn
games-won = won
games-lost = lost
games-drawn = drawn
which-choose = Which game?
# $opponent, $first, $second: names
which-own = #{ $game } against { $opponent } · { $variant } · { $turn }
which-other = #{ $game } { $first } – { $second } · { $variant }

# $name: the game; $scope: people, month or engine (games against the bot)
leaderboard-head = { $scope ->
    [engine] **Leaderboard against me: { $name }** (won–drawn–lost)
    [month] **This month’s leaderboard: { $name }** (points · won–drawn–lost)
   *[people] **Leaderboard: { $name }** (won–drawn–lost)
}
leaderboard-all = all games
leaderboard-empty = { $scope ->
    [engine] Nobody has finished a rated game against me here yet. Start with `/{ command-play }`.
    [month] No rated game between people has ended here this month yet. Start one with `/{ command-challenge }`.
   *[people] Nobody has finished a game here yet. Start with `/{ command-challenge }`.
}
leaderboard-month-note = -# In a rated game, a win is 1 point and a draw ½. The month starts on the 1st at midnight UTC.
# $levels: a list of level-rated
leaderboard-levels = -# My levels: { $levels }.
# The choices of a command: which games are listed
leaderboard-people = people
leaderboard-siwa = Siwa
# $score: see rating; on the leaderboard of a month: points, such as 2½
leaderboard-line = { $place }. { $player } · { $score } · { $won }–{ $drawn }–{ $lost }
leaderboard-line-own = **{ $place }.** { $player } · **{ $score }** · { $won }–{ $drawn }–{ $lost } ← you
leaderboard-own = …
leaderboard-own-none = { $scope ->
    [engine] -# You’re not on it yet. Finish a rated game against me first.
    [month] -# You’re not on it yet. Finish a rated game against someone first.
   *[people] -# You’re not on it yet. Finish a game first.
}
rating = { $rating }
# A rating that a few more games may change a lot, and the meaning of its sign.
rating-provisional = { $rating }?
rating-provisional-note = -# “?” marks a rating that may still change a lot.
rating-none = unrated

## Profiles

# $player: the player; $name: the game
profile-head = **{ $player } · { $name }** (won–drawn–lost)
profile-empty = { $player } has no results in { $name } here yet.
# $rating: see rating; $place: the rank on the leaderboard
profile-people = Against people: **{ $rating }** · rank { $place } · { $won }–{ $drawn }–{ $lost }
profile-siwa = Against me: **{ $rating }** · rank { $place } · { $won }–{ $drawn }–{ $lost }
profile-rivals = Most frequent opponents:
profile-rival = - { $player } · { $won }–{ $drawn }–{ $lost }
profile-curve = -# The curve shows the rating after each rated game against people.
# $count: how many games; the others: ratings
profile-alt = Rating graph of the last { $count } rated games: from { $first } to { $last }, lowest { $low }, highest { $high }.
profile-bot = Bots have no profile. To see my levels, use `/{ command-leaderboard }` with a game and `{ command-leaderboard.against }:{ leaderboard-siwa }`.

## Tournaments. $group: see tournament-group; $points, $berger: numbers such as 2½

# $name: the name of a tournament
tournament-head = **{ $name }**
# The name of a tournament that got none. $number: a number
tournament-name = { $game } { $number }
# $start: placed or dealt
tournament-fair = { $start ->
    [dealt] Everyone plays everyone else in their group once. The pieces are dealt: an arrangement in which both sides have about equal chances. All games start at the same time.
   *[placed] Everyone plays everyone else in their group twice, with sides swapped. Both games count as one result, so neither side has an advantage. All first games start at the same time.
}
# $until: a time, shown as “in 3 days”
tournament-closes = Sign-up deadline: { $until }
tournament-nobody = Nobody has joined yet. Up to { $most } can join.
# $count: how many have joined; $most: how many can; $players: a list
tournament-players = Players: **{ $count } of { $most }**. { $players }
tournament-cancelled = *{ $player } cancelled this tournament.*
# On the card of a group
tournament-cancelled-on = *{ $player } cancelled this tournament.* Games in progress go on, but no new ones start.
tournament-too-few = *This tournament didn’t start: it needed at least three players.*
# $posted of $total boards were posted
tournament-starting = -# Boards posted: { $posted } of { $total }
# $count: how many; $players: a list
tournament-won = { $count ->
    [one] 🏆 **{ $players } won the tournament.**
   *[other] 🏆 **{ $players } share first place.**
}
tournament-no-winner = *The tournament is over. Nobody was left, so nobody won.*
# $link: a link to its card
tournament-link = Results: { $link }
# $letter: A, B …
tournament-group = Group { $letter }
tournament-final = Final
tournament-all = All players
# $decided of $total pairs have a result; $link: a link to its card
tournament-summary = **{ $group }** · results: { $decided } of { $total } · { $link }
tournament-group-head = **{ $name }** · { $group }
tournament-thread = { $name } · { $group }
# $place: the rank; $berger: the Sonneborn-Berger score; $late: games lost on time
tournament-row = { $late ->
    [0] **{ $place }.** { $player } · **{ $points }** · SB { $berger }
   *[other] **{ $place }.** { $player } · **{ $points }** · SB { $berger } · lost on time: { $late }
}
tournament-row-withdrawn = **{ $place }.** ~~{ $player }~~ · **{ $points }** (withdrawn)
tournament-alt = Crosstable: { $group }.
tournament-alt-row = { $place }. { $player }, points: { $points }; { $results }.
tournament-alt-win = beat { $player }
tournament-alt-draw = drew with { $player }
tournament-alt-loss = lost to { $player }
tournament-alt-unplayed = no result against { $player }
tournament-alt-pending = yet to play { $player }
# $start: placed or dealt
tournament-begun = { $start ->
    [dealt] The games have started. If you lose two games on time, you’re out. To list your games, press **{ button-my-games }** below the group’s table.
   *[placed] The games have started. The second game of each pair starts when the first is over. If you lose two games on time, you’re out. To list your games, press **{ button-my-games }** below the group’s table.
}
tournament-game = **#{ $game }** { $first } – { $second }
tournament-standings-group = **{ $group }**
tournament-order = -# Order: points, direct encounter, Sonneborn-Berger score (SB), fewer games lost on time.
tournament-tie = -# One player of each group plays on: of equal ones, the one with the better rating.
tournament-file = The crosstables as text
tournament-no-games = **You have no tournament games in progress.**
tournament-cancel = Cancel the tournament? Nobody wins it. Games in progress go on, but no new ones start.
tournament-cancel-early = Cancel the tournament? Sign-up closes, and it won’t start.
# $start: placed or dealt
tournament-withdraw = { $start ->
    [dealt] Withdraw from the tournament? Your games in progress go on. If your time runs out, you lose them.
   *[placed] Withdraw from the tournament? Pairs whose second game hasn’t started won’t count. Your games in progress go on. If your time runs out, you lose them.
}
tournament-withdrawn = You withdrew from the tournament. Your games in progress go on. To list them, use `/{ command-games }`.
# $days: how many
days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}

## Denials, with what to do instead

denied-not-your-turn = It’s { $player }’s turn. To choose how you hear about yours, use `/{ command-settings }`.
denied-not-your-game = You’re not playing in game #{ $game }. `/{ command-games }` shows yours.
denied-unknown-game = There’s no such game here. `/{ command-games }` shows yours.
denied-no-game-here = You have no game in progress in this channel. Start one with `/{ command-play }` or `/{ command-challenge }`. To see your other games, use `/{ command-games }`.
# $count: how many
denied-several-games = That could be any of { $count } games. Which one do you mean? (Next time you can add `{ command-place.game }:` to the command.)
denied-nothing-to-replay = No game has been played in this channel yet. Choose one from another channel with `{ command-replay.game }:`, or start one with `/{ command-play }` or `/{ command-challenge }`.
denied-game-over = Game #{ $game } is over. Press **{ button-rematch }** below its last board, or start a new game with `/{ command-play }` or `/{ command-challenge }`.
denied-use-move = All pieces are placed, so use `/{ command-move }`. It suggests legal moves as you type.
denied-moved-on = That button is out of date. Here’s game #{ $game } as it is now:
denied-already-offered = You already have an open offer. Your opponent has to answer it first.
denied-offered-before = Your last offer was declined. You can make another one after the next move.
denied-no-offer = That offer is no longer open. Play on, or make your own with `/{ command-draw }`.
denied-own-offer = That’s your own offer. Now your opponent has to answer.
denied-time-is-up = Time ran out, so game #{ $game } is over. Start another with `/{ command-challenge }`.
denied-not-over = Game #{ $game } is still in progress. Finish it first.
denied-animation-waiting = I’m still working on your last request. Please try again when it’s done.
denied-busy = Sorry, that didn’t go through. Please try again.
# $limit: the limit
denied-too-many-games = { $player } already has { $limit } games in progress here, and that’s the limit. One has to end first.
denied-own-games = You can have { $limit } games in progress here at most, and a pair counts as two. One of yours has to end first.
denied-room-for-one = { $player } has room for only one more game here (the limit is { $limit }). Choose a single game, or two games one after the other.
denied-too-many-challenges = You have { $limit } open challenges here, and that’s the limit. Withdraw one, or wait for an answer.
# $limit: the limit
denied-too-many-plans = You have { $limit } plans in this game, and that’s the limit. Remove one first.
denied-plan-too-long = A plan can be up to { $limit } moves long. You can add more once some of them have been played.
denied-challenge-open = You’ve already sent { $player } this same challenge, and it’s still open.
denied-challenge-self = You can’t play against yourself. Leave `{ command-challenge.opponent }` empty to let anyone accept.
denied-own-challenge = That’s your own challenge. Wait for someone to accept it, or play me in the meantime with `/{ command-play }`.
denied-challenge-bot = Other bots don’t play. Challenge a person or me, or leave `{ command-challenge.opponent }` empty to let anyone accept.
# $game: the game’s id
denied-hint-in-rated = Game #{ $game } is rated, so there are no hints. You can use them in unrated games.
denied-review-running = Game #{ $game } is still in progress. I’ll review it with you once it’s over.
denied-no-puzzles = There are no puzzles yet.
denied-unknown-puzzle = That puzzle is no longer available. For today’s, use `/{ command-puzzle }`.
denied-nothing-to-share = You can share once a day, after you’ve solved today’s puzzle without seeing the solution.
denied-no-deal = Only Seega can start with the pieces dealt. Leave `{ command-challenge.start }` empty.
denied-side-in-rated = In a rated game the sides are picked at random. Leave `{ command-challenge.side }` empty, set `{ command-challenge.rated }` to False, or play two games with `{ command-challenge.games }`.
denied-rated-without-limit = A rated game needs a time limit. Choose one in `{ command-challenge.time }`, or set `{ command-challenge.rated }` to False.
denied-terms-outside = I can only reply here, not send reminders, so games here have no clock, are unrated and come one at a time. Leave out `{ command-challenge.time }`, `{ command-challenge.rated }` and `{ command-challenge.games }`.
denied-unknown-challenge = That challenge no longer exists. Make a new one with `/{ command-challenge }`.
denied-not-for-you = This challenge is for { $player }. Make one of your own with `/{ command-challenge }`.
denied-not-your-challenge = Only { $player } can withdraw this challenge.
denied-nothing-to-decline = You don’t have to decline an open challenge. Just ignore it.
denied-challenge-expired = This challenge has expired. Make a new one with `/{ command-challenge }`.
denied-challenge-taken = Someone has already accepted this challenge. Make a new one with `/{ command-challenge }`.
denied-challenge-declined = This challenge was declined. Make a new one with `/{ command-challenge }`.
denied-challenge-cancelled = This challenge was withdrawn. Make a new one with `/{ command-challenge }`.
denied-rematch-begun = The rematch has already started: game #{ $game }. `/{ command-games }` shows your games.
denied-rematch-asked = You’ve already asked for a rematch. Your opponent has to answer first.
denied-opponent-gone = Your opponent in game #{ $game } has left, so there’s nobody to accept a rematch. Challenge someone else with `/{ command-challenge }`, or play me with `/{ command-play }`.
channel-closed = Everything is saved, but I can’t post the board in the game’s channel. Ask an admin to let me view that channel and send messages and files there; in a private thread, mention me there once. I’ll try again in an hour, and if that fails too, I’ll write to both of you directly.
# $bot: a mention of the bot
channel-private = Everything is saved, but I can’t see this private thread. Mention me here once ({ $bot }) to let me in, then use `/{ command-board }`.
channel-nowhere = Everything is saved. I can’t post in the game’s channel, so the game goes on in direct messages, without a clock. `/{ command-games }` shows it.
denied-outside = That only works in servers I’m a member of. Elsewhere you can play me (`/{ command-play }`) and, in chats with other people, challenge them (`/{ command-challenge }`). To see what works there, use `/{ command-help }`.
answer-unseen = Only you can see my reply: Discord hides the answers of apps here. Ask an admin for the permissions “Use External Apps”, “Send Messages” and “Attach Files”, or play in a direct message or a group chat.
denied-unseen = Only you would see my replies here, because you don’t have the “Use External Apps” permission in this server. Ask an admin for it, or play in a direct message or a group chat.
# $permissions: a list of permissions; $count: how many
denied-unheard = { $count ->
    [one] Only you would see my replies here, because you don’t have the { $permissions } permission in this channel. Ask an admin for it, or play in a direct message or a group chat.
   *[other] Only you would see my replies here, because you don’t have the { $permissions } permissions in this channel. Ask an admin for them, or play in a direct message or a group chat.
}
# $permissions: a list of permissions; $count: how many
denied-permissions = { $count ->
    [one] I can’t post boards in this channel without the { $permissions } permission. Ask an admin to grant it (`/{ command-setup }` shows them what stops me), or try another channel.
   *[other] I can’t post boards in this channel without the { $permissions } permissions. Ask an admin to grant them (`/{ command-setup }` shows them what stops me), or try another channel.
}
permission-view = “View Channel”
permission-send = “Send Messages”
permission-send-in-threads = “Send Messages in Threads”
permission-attach = “Attach Files”
permission-connect = “Connect”
permission-threads = “Create Public Threads”
permission-history = “Read Message History”
permission-manage = “Manage Server”
# $channels: links to channels
denied-place = In this server, games can only be started in: { $channels }
denied-unknown-command = I don’t know that command. `/{ command-help }` lists what I can do.
denied-unknown-button = That button no longer works. `/{ command-games }` shows your games.
denied-no-variant = I don’t know that game, or those options don’t go together. Choose from the suggestions.
denied-no-clause = These rules have no such clause. `/{ command-rules }` without a clause shows all of them.
denied-no-time = That’s not one of the time limits. Choose one from the list in `/{ command-challenge }`.
# $permission: see permission-manage
denied-settings = Only members with the { $permission } permission can change that for the server.
# $days: how many can be chosen; $most: how many an absence lasts at most
denied-away-when = { $days ->
    [0] You’ve been away { $most } days in a row. You can be away again from tomorrow.
    [one] You can be away { $most } days in a row. Choose today.
   *[other] You can be away { $most } days in a row. Choose one of the next { $days } days, including today.
}
denied-away-used-up = { $days ->
    [0] You’ve used all your away days for this year.
    [one] You have { $days } away day left this year. Choose an earlier date.
   *[other] You have { $days } away days left this year. Choose an earlier date.
}
denied-not-away = You’re not away.
# $city: the typed text
denied-zone = I can’t find a time zone for “{ $city }”. Type the name of a big city there, a country, or an offset such as “UTC-3”, or choose from the menu.
denied-own-turn = Only the player who’s waiting can do that, and it’s your turn.
denied-answer-first = Your opponent has made an offer. Answer it first.
denied-takeback-in-rated = Game #{ $game } is rated. When it started, this server didn’t allow takebacks in rated games.
denied-takeback-from-engine = Game #{ $game } is rated, and rated games against me have no takebacks.
denied-nothing-to-take-back = There’s nothing to take back: the last turn isn’t yours.
denied-no-limit = This game has no time limit.
denied-time-enough = This turn already has more than 30 days left.
# $until: a time
denied-not-late = You can only do that after the turn deadline: { $until }
denied-too-long = That’s too long. Please shorten it, or add `{ command-place.game }:` to say which game you mean.
# $incident: the error number in the log
fault = Something went wrong on my end. Check your game with `/{ command-board }`. If it happens again, give an admin this number: `{ $incident }`.
denied-hard-clock = Game #{ $game } is part of a tournament, so you can’t give more time.
denied-unknown-tournament = There’s no such tournament in this server. `/{ command-tournament } { command-tournament.show }:` lists them.
denied-no-tournament = No tournament is open or in progress here. To open one, add `{ command-tournament.game }:` to `/{ command-tournament }`; to see an old one, `{ command-tournament.show }:`.
denied-no-tournament-yet = No tournament is open or in progress here. Members with the { permission-manage } permission can open one. To see an old one, use `/{ command-tournament } { command-tournament.show }:`.
denied-tournament-by-managers = Only members with the { permission-manage } permission can open a tournament. They can change that with `/{ command-setup }`.
# $name: the name of a tournament
denied-tournament-open = **{ $name }** isn’t over yet, and a server can have only one tournament at a time. `/{ command-tournament }` shows it.
denied-tournament-name = This server has already had a tournament called **{ $name }**. Choose another `{ command-tournament.name }:`.
denied-tournament-place = A tournament needs a thread for each group. Use the command in a text channel where I can open threads.
denied-sign-up-closed = Sign-up has closed. `/{ command-tournament }` shows the tournament.
denied-already-joined = You’ve already joined. To leave, press **{ button-leave }**.
denied-not-joined = You’re not playing in this tournament. To see it, use `/{ command-tournament }`.
denied-not-organizer = Only { $player }, who opened this tournament, and members with the { permission-manage } permission can do that.
# $limit: how many
denied-too-few-players = A tournament needs at least { $limit } players. Wait for more, or press **{ button-cancel-tournament }**.

## Themes

# The chosen theme. $theme: see theme
# The present themes. $theme: see theme
theme-own = Boards only you see: **{ $theme }** (your choice, in every server).
theme-default-own = Boards only you see: **{ $theme }** (the default: each server’s own theme).
theme-now-public = Public boards in this server: **{ $theme }**.
# $permission: see permission-manage

## Data about a person

# Replaces the name of a person whose data was deleted
player-gone = someone who left
privacy-head = **What I store about you**
# $name: the person’s name
privacy-name = - Your Discord ID, the last name I saw (**{ $name }**), and your choices in `/{ command-settings }`
# $running: how many of the games are in progress
privacy-games = - { $count ->
    [one] One game, move by move
   *[other] { $count } games, move by move
} (in progress: { $running })
privacy-challenges = - { $count ->
    [one] One challenge
   *[other] { $count } challenges
}, sent by you or to you
privacy-ratings = - { $count ->
    [one] Your rating and results on one leaderboard
   *[other] Your ratings and results on { $count } leaderboards
}
privacy-puzzles = - { $count ->
    [one] Your result in one puzzle
   *[other] Your results in { $count } puzzles
}
privacy-tournaments = - { $count ->
    [one] One tournament that you joined
   *[other] { $count } tournaments that you joined
}
privacy-plans = - { $count ->
    [one] One planned line of play
   *[other] { $count } planned lines of play
}
privacy-messages = - { $count ->
    [one] A note of one direct message I sent you or am about to send, so I can keep it up to date
   *[other] A note of { $count } direct messages I sent you or am about to send, so I can keep them up to date
}
# $days: how long data is stored after the bot or the person has left a server; $years: after the person was last active
privacy-how-long = -# I use this only to run your games. You can delete it at any time. Otherwise I delete a server’s data { $days } days after it removes me, your data there within { $days } days after you leave (if you’re on its leaderboard), and everything if I don’t hear from you for { $years } years. I don’t store your messages.
privacy-nothing = I don’t store anything about you.
# $running: in how many games the person plays
privacy-sure = { $running ->
    [0] **Delete everything I store about you?** Your challenges will be withdrawn. Your name, ratings, choices, plans and puzzle results will be deleted right away, for good.
    [one] **Delete everything I store about you?** You’ll resign your game in progress, and your challenges will be withdrawn. Your name, ratings, choices, plans and puzzle results will be deleted right away, for good.
   *[other] **Delete everything I store about you?** You’ll resign your { $running } games in progress, and your challenges will be withdrawn. Your name, ratings, choices, plans and puzzle results will be deleted right away, for good.
} You’ll also leave any tournament you’re in. Your opponents keep the games, with “{ player-gone }” in your place. What I’ve already posted in channels stays there. For a copy, first use `/{ command-privacy } { command-privacy.export }`.
privacy-kept-on = Nothing was deleted.
privacy-forgotten = Done. I’ve deleted everything I stored about you. My host’s backups may still contain it for a while; if one is ever restored, please delete your data again.
privacy-export = Everything I store about you, table by table.
# If the single turns are left out
privacy-export-short = -# Your turns are left out to keep the file small enough. You’ll find them in your game records.
privacy-export-alt = Everything Siwa stores about you, as JSON
privacy-records = { $count ->
    [one] The record of your game.
   *[other] The records of your { $count } games, newest first.
}
privacy-left-out = { $count ->
    [one] One more didn’t fit. To get its record, use `/{ command-replay }` in its server and press **{ button-export }**.
   *[other] { $count } more didn’t fit. To get their records, use `/{ command-replay }` in their servers and press **{ button-export }**.
}
privacy-records-alt = The records of your games as text

## Help and rules

help =
    I run two board games for two players, **Seega** from Egypt and **Gygès** by Claude Leroy: play now, answer tomorrow.
    Seega: { seega-goal }

    1. `/{ command-play }`, or the button below, starts a game against me; `/{ command-challenge }` starts one against anyone you like.
    2. When it’s your turn, you’re mentioned: press the button below the board. Under **{ button-more }** you can make offers or resign.
    3. `/{ command-rules }` explains the rules with pictures; with `/{ command-puzzle }` you practise.

    - **Games:** `/{ command-games }`, `/{ command-board }` (as text: `{ command-board.text }:true`), `/{ command-replay }`
    - **Tournaments and results:** `/{ command-leaderboard }`, `/{ command-tournament }`, `/{ command-profile }`
    - **Settings:** `/{ command-settings }`

    If your time runs out, you lose; in unrated games between people, your opponent can claim the win or wait. Type / to see all commands.
# In user installs
help-outside =
    I run two board games for two players, **Seega** from Egypt and **Gygès** by Claude Leroy: play now, answer tomorrow. Here I can only reply, so there’s less than in the servers I’m a member of.
    Seega: { seega-goal }

    1. `/{ command-play }`, or the button below, starts a game against me; in conversations with other people, `/{ command-challenge }` starts one between you.
    2. Press the button below the board. If it’s missing, `/{ command-board }` shows it (as text: `{ command-board.text }:true`).
    3. `/{ command-rules }` explains the rules with pictures.

    - **Games:** `/{ command-games }`, `/{ command-draw }`, `/{ command-resign }`
    - **Settings:** `/{ command-settings }`

    Games here are unrated and wait forever. In servers I’m a member of, there are also time limits, ratings, leaderboards, puzzles and replays.
# In a conversation with the bot alone
help-direct =
    I run two board games for two players, **Seega** from Egypt and **Gygès** by Claude Leroy: play now, answer tomorrow.
    Seega: { seega-goal }

    1. `/{ command-play }`, or the button below, starts a game against me. Your games in every server go on here, too.
    2. When it’s your turn, press the button below the board. Under **{ button-more }** you can make offers or resign.
    3. `/{ command-rules }` explains the rules with pictures.

    - **Games:** `/{ command-games }`, `/{ command-board }` (as text: `{ command-board.text }:true`), `/{ command-draw }`, `/{ command-resign }`
    - **Settings:** `/{ command-settings }`

    In a rated game you lose if your time runs out. In servers I’m a member of, there are also challenges, tournaments, leaderboards, puzzles and replays.
# Below the help
help-privacy = -# See what I store about you: `/{ command-privacy } { command-privacy.show }`
# $address: a URL
help-page = -# [Privacy]({ $address })
# $address: a URL
help-terms = -# [Terms]({ $address })
# A hint. $square: the start of the move
hint-square = Look at **{ $square }**.
# $digit: the first digit of a set-up
hint-digit = Start with **{ $digit }**.
# $move: the move
hint-move = Play **{ $move }**.
hint-wins = Wins the game.
# $count: how many pieces the move captures, saves or threatens
hint-captures = { $count ->
    [one] Captures a piece.
   *[other] Captures { $count } pieces.
}
hint-parries = Stops the opponent from winning next turn.
hint-threatens-win = Threatens to win next turn.
hint-blocks = Leaves the opponent without a move, so they pass.
hint-wall = Makes a barrier that can never be broken.
hint-defends = { $count ->
    [one] Defends: a piece that could be captured no longer can.
   *[other] Defends: { $count } pieces that could be captured no longer can.
}
hint-threatens = { $count ->
    [one] Threatens to capture a piece.
   *[other] Threatens to capture { $count } pieces.
}
hint-makes-way = Makes way, so that the opponent can move again.
hint-frees = Frees your pieces: only one could move.
hint-opens-gate = Opens the way to a gate of the opponent’s goal.
hint-shuts-gates = Blocks the opponent’s way to every gate of your goal.
# $moves: moves of both sides in turn, separated by commas
hint-line = The best line I found: { $moves }.
hint-compared = The best of the possibilities that I compared.
# Setting up a game against the bot. $variant: see variant; $level: see level
engine-choose = **{ $variant }**, level { $level }. Change it below, or start. { $order ->
    [first] You take the first turn.
    [second] I take the first turn.
   *[random] The first turn is decided at random.
}
# $games: how many games the person has finished against the bot
engine-suggested = { $games ->
    [0] -# A level to start with. Once you’ve finished games against me, I choose one at which you win about half of them.
   *[other] -# I chose this level so that you win about half of your games against me.
}
engine-rated = -# **{ button-begin }**: unrated, no time limit, with hints. **{ button-begin-rated }**: { $time }, no hints, and it counts for your rating against me.
# The same in a conversation with the bot alone
engine-rated-direct = -# **{ button-begin }**: unrated, no time limit, with hints. **{ button-begin-rated }**: { $time }, no hints, and it counts for your rating against me in this conversation; no leaderboard shows that rating.
# If the person has chosen their turn
engine-unrated = -# **{ button-begin }**: unrated, no time limit, with hints. A rated game decides the first turn at random.
# If a challenge of the bot had more options
engine-options = -# Against me, `{ command-challenge.time }`, `{ command-challenge.rated }` and `{ command-challenge.games }` don’t apply: choose here.
engine-outside = -# I can only reply here when you press or type something, so there’s no clock and the game is unrated. If a board goes missing, use `/{ command-board }`.
engine-variant = Choose a game…
engine-level = Choose a level…
engine-begun = Game #{ $game } has started.
# $variant: see variant
rules-head = ## { $variant }
# A clause of the rules. $clause: such as S6; $title: its title
rules-clause = ### { $clause } · { $title }
# A clause in a menu
rules-choice = { $clause } · { $title }
rules-overview = Overview
rules-choose = Choose a clause…
# $variant: see variant; $page, $pages: numbers
rules-page = -# { $variant } · { $page } of { $pages }
# The balance of a variant. $games: how many games; $first, $second: sides; $won, $lost: percentages of wins
rules-tally = -# In { $games } games I played against myself, { $first } won { $won }% and { $second } { $lost }%. For a fair result, play two games with sides swapped.
# The caption of a clause’s picture. $side: a side; $move: the move; $count: how many pieces it captures
lesson-played = { $count ->
    [0] In the picture, { $side } has just played **{ $move }**.
    [one] In the picture, { $side } has just played **{ $move }** and captured a piece.
   *[other] In the picture, { $side } has just played **{ $move }** and captured { $count } pieces.
}
lesson-proposed = { $count ->
    [0] The picture shows what **{ $move }** would do.
    [one] The picture shows what **{ $move }** would do: it captures a piece.
   *[other] The picture shows what **{ $move }** would do: it captures { $count } pieces.
}
lesson-claimed = In the picture, { $side } claims the count.
# $moves: one or more moves, separated by commas
lesson-refused = Not allowed here: **{ $moves }**.
# Of a clause that is the same on every board. $board: 5×5
lesson-board = Shown on the { $board } board.
# $side: the winner; $first, $second: pieces left of the winner and the loser
lesson-won = { $side } wins.
lesson-won-count = { $side } wins the count, { $first } to { $second }.
lesson-drawn = It’s a draw.
lesson-drawn-count = It’s a draw, { $first } pieces each.
rules-seega = **{ seega-goal }**
    Two sides, Light (□, square) and Dark (○, round), on a square board.
    - **Placing.** Players take turns placing two pieces on any empty squares except the centre, until only the centre is left. No captures yet. Placing can be skipped: the pieces are then dealt in an arrangement in which both sides have about equal chances.
    - **Moving.** The side that placed last (Dark) moves first, into the centre. On your turn, move one piece one square up, down, left or right, to an empty square.
    - **Capturing.** Move next to an enemy piece that has another of yours right behind it, in a straight line, and you capture it. One step can capture up to three. A piece on the centre can’t be captured but can help to capture. Moving between two enemies is safe.
    - **Blocked.** A side that can’t move passes, and the other side moves again.
    - **The end.** If you have no pieces left, you lose. One piece each is a draw. The game also ends when nothing has been captured for a long time, when a position comes up for the third time, when both players agree, or when a player with at least as many pieces claims the count from behind a barrier that can never be broken. Then the pieces are counted, and the side with more of them wins.
rules-seega-classic = **Classic rules** (Portuguese rule sheets): capturing is optional, and a turn is a single step. While your opponent is blocked, you can make any move that brings back no position of these turns. If none is left, the game ends and the pieces are counted. When both sides are behind safe barriers, the game ends and the pieces are counted.
rules-seega-french = **French rules** (a French rule sheet): like classic, but when your opponent has to pass, you must make way for them if you can.
rules-seega-lugo = **Lugo rules** (Arde Lucus festival): you must capture if you can, and keep capturing with the same piece as long as it can. When your opponent has to pass, you must make way. A full row or column of one side, not on the edge, ends the game immediately if there are only that side’s pieces and some empty space behind it. Then pieces are counted. Capturing everything is a great victory, winning the count a small one.
rules-seega-modern = **Modern rules** (common in English-language sources): after a capture, the same piece can keep moving as long as it captures again. When your opponent has to pass, you must make way. When both sides are behind safe barriers, the game ends and the pieces are counted.
rules-seega-example = -# In the picture, c2-c3 has just captured three pieces in one step.

## The clauses of Seega, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

# $pieces: how many pieces a side has
lesson-seega-s1 = Players take turns placing two pieces on any empty squares except the centre, until each has placed { $pieces }. Light places first. No captures yet.
    .title = Placing
lesson-seega-s2 = When only the centre is empty, moving starts. Dark placed last, so Dark moves first.
    .title = From placing to moving
lesson-seega-s3 = On your turn, move one piece one square up, down, left or right, to an empty square. You can use the centre now. You can’t pass if you can move. Here the piece on b3 can go to a3, b2 or c3.
    .title = Moving
lesson-seega-s4 = At first only the centre is empty, so the very first move always goes there.
    .title = The first move
lesson-seega-s5 = Move next to an enemy piece that has another of yours right behind it, in a straight line, and you capture it. One step can capture up to three.
    .title = Capturing
lesson-seega-s6 = Exactly one enemy piece must be between two of yours. Two in a row are safe: here nothing is captured.
    .title = Two in a row
lesson-seega-s7 = Only pieces capture; edges, corners and the empty centre never help. So a piece in a corner is always safe, and one on an edge can only be captured along that edge. Here nothing is captured.
    .title = Edges, corners, empty centre
lesson-seega-s8 = A piece on the centre can’t be captured, but it can help to capture. Here Dark moved to d3, but c3 is safe between two enemies. Then c3 helped Light capture b3.
    .title = A piece on the centre
lesson-seega-s9 = Moving between two enemy pieces is safe. Your piece is captured only if an enemy piece then moves next to it.
    .title = Between two enemies
lesson-seega-s10-none = A turn is a single step, even if the same piece could capture again.
    .title = One step per turn
lesson-seega-s10-optional = After a capture, the same piece can move again if that captures too, and so on. You can stop at any time, but every further step must capture.
    .title = Capturing again
lesson-seega-s10-mandatory = After a capture, the same piece must keep going as long as it can capture. Every further step must capture.
    .title = Capturing again
lesson-seega-s11-optional = You never have to capture. Here Light could capture a piece, but can just as well do something else.
    .title = Capturing is optional
lesson-seega-s11-mandatory = If you can capture, you must. If there are several ways, the choice is yours.
    .title = You must capture
lesson-seega-s12 = A side that can’t move passes automatically, and the other side gets an extra turn. Here Dark is shut in, so it’s Light’s turn again.
    .title = Passing
lesson-seega-s13-skip = On an extra turn you can make any move that doesn’t bring back an earlier position of these extra turns. You keep getting extra turns until the blocked side can move; if you have no such move left, the pieces are counted. Here Dark is still shut in, so Light moves yet again.
    .title = The extra turn
lesson-seega-s13-open = On an extra turn you must make way: only moves that let the blocked side move are allowed. If there are none, any move is allowed, and you keep getting extra turns until the blocked side can move.
    .title = The extra turn
lesson-seega-e1 = If you have no pieces left, you lose.
    .title = No pieces left
lesson-seega-e1-graded = If you have no pieces left, you lose. For the other side, that’s a great victory.
    .title = No pieces left
lesson-seega-e2 = With one piece each the game is a draw, because it takes two to capture.
    .title = One piece each
lesson-seega-e3-mutual = A safe barrier is a wall that can never be broken, with room behind it to keep moving forever. When both sides are behind one, the game ends and the pieces are counted. The side with more pieces wins; equal numbers are a draw.
    .title = Barriers
lesson-seega-e3-row = A full row or column of one side, not on the edge, ends the game immediately if there are only that side’s pieces and some empty space behind it. The pieces are counted, and the side with more pieces wins, no matter who made the row; equal numbers are a draw. A win on count is a small victory.
    .title = A full row
# $turns: how many turns, of both sides together
lesson-seega-e4 = After { $turns } turns of moving without a capture (both sides together, extra turns not included), the game ends and the pieces are counted. The side with more pieces wins; equal numbers are a draw.
    .title = A long time without captures
lesson-seega-e4-open = After { $turns } turns of moving without a capture (both sides together, extra turns included), the game ends and the pieces are counted. The side with more pieces wins; equal numbers are a draw.
    .title = A long time without captures
lesson-seega-e5 = When the same position comes up for the third time with the same side to move, the game ends and the pieces are counted. The side with more pieces wins; equal numbers are a draw. Positions on extra turns don’t count. Here both sides have moved back and forth twice.
    .title = The same position again
lesson-seega-e5-open = When the same position comes up for the third time with the same side to move, the game ends and the pieces are counted. The side with more pieces wins; equal numbers are a draw. Here both sides have moved back and forth twice.
    .title = The same position again
lesson-seega-e6 = If both players agree, the game ends and the pieces are counted; while they are being placed, it’s a draw. From behind a safe barrier, with at least as many pieces as your opponent, you can claim the count without asking. `/{ command-draw }` does both.
    .title = Agreeing and claiming
lesson-seega-e6-open = If both players agree, the game ends and the pieces are counted; while they are being placed, it’s a draw. From behind a safe barrier, with at least as many pieces as your opponent and while they can still move, you can claim the count without asking. `/{ command-draw }` does both.
    .title = Agreeing and claiming

## Command line. $problem: another message, or one of the system

cli-error = siwa: { $problem }
cli-token-missing = DISCORD_TOKEN is not set. Put the bot’s token into .env, or try `siwa playground`, which needs none.
cli-token-refused = The token in DISCORD_TOKEN is not valid. Reset it in the Discord developer portal (Bot → Reset Token) and copy the new one.
cli-public-key-missing = DISCORD_PUBLIC_KEY is not set. Copy the application’s public key from the Discord developer portal into .env.
cli-public-key-refused = DISCORD_PUBLIC_KEY and DISCORD_TOKEN belong to different applications. Copy both from the same one in the Discord developer portal.
# $address: the address to listen on; $problem: the operating system’s message
cli-listen = Cannot listen at “{ $address }”: { $problem }. --listen needs an address and a free port, such as `127.0.0.1:8080`.
# $range: the value of SHARD_RANGE
cli-shard-range = SHARD_RANGE “{ $range }” does not fit SHARDS: SHARDS must be a number, and shards are counted from 0. See docs/SETTINGS.md.
# $name: a setting
cli-setting-invalid = { $name } has a value that is not possible. See docs/SETTINGS.md for the values it takes.
cli-setting-unreadable = { $name } is not valid UTF-8.
# $line: a number
cli-env-line = Line { $line } of .env is not a setting. Write NAME=value, with quotation marks around a value that has spaces, and close each of them.
# $name: a setting
cli-env-dollar = In .env, the value of { $name } has a dollar sign, which begins the name of a variable there. Put the value in single quotes: { $name }='…'
# $url: the address of the database
cli-database-address = The database address “{ $url }” is not valid. It must be an SQLite file, such as sqlite://siwa.db, or a PostgreSQL server, such as postgres://host/siwa, and its parameters must be valid. In its password, write # as %23, $ as %24, % as %25, / as %2F and @ as %40.
cli-database-file = Cannot open the database { $url } for writing: { $problem }
cli-database-refused = The PostgreSQL server rejected the user or password for { $url }. Correct them in the database address.
cli-database-absent = The database { $url } does not exist. Create it on the server, or correct its name in the database address.
cli-database-hosts = The database address names several servers. Name one: the bot doesn’t look for the one that can be written.
cli-database-certificate = Cannot read { $file }, which the database address names: { $problem }. Correct the path; it is relative to the working directory, and ~ means nothing.
cli-database-pooler = Between the bot and the database { $url } is a connection pooler, such as pgbouncer, that is not in session mode or has too few connections. Name the PostgreSQL server itself in the address, or set the pooler to session mode, with eleven connections for each process of the bot.
cli-database-away = Cannot reach the database server for { $url } at the moment: { $problem }
cli-database-server = Cannot use the database { $url }: { $problem }
cli-database-copying = A copy into the database { $url } is unfinished. Run the same `siwa copy` again to continue where it stopped.
cli-database-used = The database { $url } is not empty, and it is not an unfinished copy of the same database. Copy into an empty one.
# $problem: a parameter, an encoding, a number, tables or the server’s words
cli-database-scheme = The database address must begin with sqlite://, as in sqlite://siwa.db, or with postgres://, as in postgres://user:password@host/siwa.
cli-database-port = In the database address, a port must follow the colon after the host: a number from 1 to 65535. In its password, write # as %23, $ as %24, % as %25, / as %2F and @ as %40.
cli-database-parameter = In the database address, the value of { $problem } is not possible. See PostgreSQL’s documentation for the values it takes.
cli-database-encoding = The encoding of the database { $url } is { $problem }, which cannot hold every name. Create it with UTF8: createdb --encoding=UTF8 --template=template0.
cli-database-connections = The PostgreSQL server allows only { $problem } connections to { $url }, but each process of the bot needs eleven. Raise the connection limit of the user and the database, or max_connections.
cli-database-rights = The user in the database address lacks rights in { $url }: { $problem }. Make that user the owner of the schema and of its tables.
cli-database-busy = Another program has locked the database { $url } for more than five seconds. End that program, or start again later.
# $lock: the file that is locked
cli-database-in-use = Another Siwa process is using { $url } (lock file { $lock }). Stop that process, or use another file.
cli-database-linked = The file of the database { $url } has several names (hard links), through which two bots could use it at the same time. Remove all of them but one; `ls -i` shows the same number for each.
cli-database-foreign = The database { $url } has tables that this version of Siwa does not know, so it was not changed. Use the version that created them, or an empty database.
cli-database-older = The database { $url } was written by an older version of Siwa. Start the bot once to upgrade it.
cli-database-migration = Cannot upgrade the database { $url }: { $problem }
cli-painter = Cannot draw the boards: { $problem }
cli-runtime = Cannot start the program: { $problem }
cli-output = Cannot write the output: { $problem }
# $count: how many games
cli-doctor-good = { $count ->
    [0] The database is fine. There are no games yet. Nothing was changed.
    [one] The database is fine, and the one stored game follows its rules. Nothing was changed.
   *[other] The database is fine, and all { $count } stored games follow their rules. Nothing was changed.
}
# $game: the game’s id
cli-doctor-bad = Game #{ $game } does not follow its rules: { $problem }
cli-doctor-failed = Cannot read the database: { $problem }
cli-doctor-none = There is no database at { $url } yet. `siwa run` creates one.
cli-doctor-file = The database file is damaged: { $problem }
# $table, $parent: tables; $count: how many rows
cli-doctor-reference = { $count ->
    [one] The database is damaged: a row of { $table } refers to a row of { $parent } that does not exist.
   *[other] The database is damaged: { $count } rows of { $table } refer to rows of { $parent } that do not exist.
}
cli-doctor-schema = The database is damaged: { $name } is not what this version of Siwa creates.
# $table: a table; $key: the key of a row; $column: a column; $found, $expected: its value and the expected one
cli-doctor-row = The database is damaged: { $column } of { $table } ({ $key }) is { $found }, but according to the games it should be { $expected }.
# $what: a table, a column, a row, and the value
cli-doctor-value = The database is damaged. Impossible value: { $what }
cli-doctor-more = { $count ->
    [one] There is one more problem.
   *[other] There are { $count } more problems.
}
cli-doctor-no-token = DISCORD_TOKEN is not set yet. `siwa run` needs it, `siwa playground` does not.
cli-copy-done = { $count ->
    [0] Copied { $rows } rows to { $to } and compared them. There are no games yet. The original is unchanged.
    [one] Copied { $rows } rows to { $to } and compared them. The one game follows its rules. The original is unchanged.
   *[other] Copied { $rows } rows to { $to } and compared them. All { $count } games follow their rules. The original is unchanged.
}
# $table: a table
cli-copy-differs = The copy in { $to } does not match { $from }: { $table } differs, probably because someone played in the meantime. Stop every Siwa process that uses the original, empty the copy, and copy again.
cli-copy-failed = Cannot copy the database: { $problem }
cli-forget-done = Deleted everything stored about that person.
cli-forget-nothing = Nothing is stored about that person.
cli-forget-failed = Could not delete everything. Try again. { $problem }
cli-forget-self = That is the bot’s own ID, and other people’s games need it. Give a person’s ID.
# $url: the address of the page; $api, $token, $key: settings for a bot
cli-playground-ready = The playground is open: { $url } (Ctrl-C stops it)
cli-playground-alone = The simulated Discord is running without a bot: { $url } (start a bot with DISCORD_API_URL={ $api } DISCORD_TOKEN={ $token } DISCORD_PUBLIC_KEY={ $key })
# $url: the address of a bot
cli-playground-endpoint = Interactions go to { $url }.
cli-playground-endpoint-refused = { $url } does not accept interactions: { $problem }
# $address: its expected address
cli-playground-taken = Cannot open the playground at { $address }: { $problem }. Try another port with --port, or 0 for any free one.
# $file: a file
cli-playground-history = Cannot read the messages of an earlier playground in { $file }: { $problem }. Use --fresh to delete them and the games.
cli-playground-fresh = Cannot delete the old games: { $problem }
# $address: the address to listen on
cli-metrics-taken = Cannot serve metrics at { $address }: { $problem }. Set METRICS_LISTEN to another address, or leave it empty.
cli-health-nowhere = Set METRICS_LISTEN, or give the bot’s address: `siwa health ADDRESS:PORT`.
cli-health-unwell = The bot at { $address } is not ready: { $problem }
# $file: a file; $url: the address of the database
cli-backup-done = Saved the whole database to { $file }.
cli-backup-exists = { $file } already exists. Choose another name, or replace the file with --force. A database in use is never replaced.
cli-backup-unlike = { $file } is no backup, or its name is that of a database’s file, so nothing was written there. Choose another file.
cli-backup-postgres = To back up or restore a PostgreSQL database, use pg_dump and pg_restore. See docs/HOSTING.md.
cli-backup-foreign = { $file } is not a Siwa database.
cli-backup-damaged = { $file } is damaged, so it was not copied: { $problem }
cli-backup-failed = Cannot copy { $file }: { $problem }
cli-backup-stopped = Stopped by a signal. Nothing was changed.
cli-restore-exists = There is already a database at { $url }. Use --force to replace it with the backup; the old one is kept under another name.
cli-restore-missing = There is no backup at { $file }.
cli-restore-done = Restored { $file } to { $url }. Run `siwa doctor` to check every game in it.
cli-restore-kept = The previous database is now { $file }. It holds personal data, so delete it when you no longer need it.
cli-playground-served = --fresh does not empty the database { $url }, because other processes may be using it. Leave out --fresh, or empty the database on the server.
# $file: a file
cli-file-read = Cannot read { $file }: { $problem }
cli-file-written = Cannot write { $file }: { $problem }
cli-record = { $file }: { $problem }
# $variant: see variant; $count: how many turns; $result: see result-won
cli-check-good = { $count ->
    [one] Valid: { $variant }, { $count } turn. { $result }
   *[other] Valid: { $variant }, { $count } turns. { $result }
}
# $count: how many boards; $size: kilobytes
cli-replay-done = { $count ->
    [one] { $file }: { $count } board, { $size } KB
   *[other] { $file }: { $count } boards, { $size } KB
}

## Errors in game records. $line: the number of the line

# $limit: the limit in kilobytes
record-too-long = That is too long for a game record. The limit is { $limit } KB.
record-not-text = That is not UTF-8 text, so it cannot be a game record.
# $limit: the limit
record-too-many = That is too long for a game record. The limit is { $limit } turns.
record-tag = Line { $line } is not a tag. Write it like [Variant "seega-5-classic"].
# $tag: the tag
record-tag-twice = Line { $line }: the tag { $tag } appears twice.
record-second-game = Line { $line }: another game starts here. Put each game into a file of its own.
record-comment = Line { $line }: the comment that starts here has no end. Close it with a brace.
record-after-end = Line { $line }: the result must come last.
record-no-variant = The record does not say which game was played. Add a line like [Variant "seega-5-classic"]. For a list, run `siwa rules variants`.
# $variant: the written text
record-unknown-variant = Unknown variant “{ $variant }”. `siwa rules variants` lists them all.
# $date: the written text
record-date = “{ $date }” is not a date. Write it like 2026.11.21.
# $problem: another message
record-position = That is not a valid position for this variant: { $problem }
# $turn: the number of a turn; $number: the written text
record-number = Turn { $turn } is numbered { $number }.
# $turn: the number of a turn; $move: the written text; $problem: another message
record-turn = Turn { $turn }, { $move }: { $problem }
record-no-move = Turn { $turn } has a number but no move.
record-over = The game was over before this turn.
# $result: the written text
record-result = “{ $result }” is not a result. Write first, second, draw or *.
# $result, $closing: the written texts
record-results = The tag gives the result as { $result }, but the last line says { $closing }.
# $termination: the written text
record-termination = “{ $termination }” cannot end a game. Write resignation, time, agreement, early-agreement or claim, or leave it out.
# $result, $termination: the ones that follow from the moves
record-result-otherwise = The result does not match the moves. According to them it is { $result }, by { $termination }.
# $result: the written text
record-result-open = The moves do not end the game, so the result { $result } needs a reason. Add a line like [Termination "resignation"].
# $result, $termination: the written texts
record-result-impossible = After these moves the game cannot end with the result { $result } by { $termination }.

## The board as alternative text (crates/boards/src/alt.rs).
## Together with every list of squares it must stay under 1,024 characters:
## keep each sentence short.

# $files, $ranks: how many squares across and up.
alt-board = { $files } × { $ranks } board, a1 at the bottom left.
# The board, seen from the other side
alt-board-turned = { $files } × { $ranks } board, a1 at the top right.
# $side: a side's name; $count: how many pieces; $squares: "a1, b2".
alt-pieces = { $side } ({ $count }): { $squares }.
alt-no-pieces = { $side }: no pieces.
# Pieces that belong to nobody.
alt-unowned = Nobody’s ({ $count }): { $squares }.
alt-placed = Just placed: { $squares }.
alt-would-place = Proposed, not placed yet: { $squares }.
# $what: one of these two; a proposed move can still be changed.
alt-last = Last move
alt-proposed = Proposed, not played yet
alt-moved = { $what }: { $from } to { $to }.
alt-moved-through = { $what }: { $from } through { $path } to { $to }.
# A move being entered, without an end yet.
alt-move-part = Chosen so far: { $squares }.
alt-captured = Captured from { $side } ({ $count }): { $squares }.
alt-would-take = Would be captured from { $side } ({ $count }): { $squares }.
# Squares where no piece can be put at present.
alt-closed = Closed for now: { $squares }.
# The squares where one can be put, if they are fewer
alt-open = Open for now: { $squares }.
# A square with a special rule (Seega’s centre).
alt-special = Special square: { $squares }.
# Possible continuations of the move being entered.
alt-target = Can go to: { $squares }.
# After a barrier has ended the game. $side: the side of the wall.
alt-wall = Wall of { $side }’s barrier: { $squares }.
# The pieces and squares that won the game.
alt-decisive = Decided by: { $squares }.
# The squares that an illegal move names.
alt-refused = In the refused move: { $squares }.

## Every game: why a text is not a legal move, or not a position

refused-over = The game is over ({ $clause }). Start a new one to play on.
# $wanted: the size of the board
position-ranks = The board needs { $wanted } rows, separated by slashes.
# $rank: the number of the rank; $wanted: the size of the board
position-length = Row { $rank } needs { $wanted } squares.

## Seega: names

# The label of a choice in the panel. $count: how many pieces the move takes
seega-hint-takes = { $count ->
    [one] captures a piece
   *[other] captures { $count } pieces
}

# What to do, in one sentence, for newcomers.
seega-goal = Capture enemy pieces by closing them in between two of yours: capture them all, or have more left at the end, and you win.
# The characters of a board as text
# $closed: whether a square is closed
seega-legend = { $closed ->
    [yes] x: Light. o: Dark. A dot: empty. #: closed while pieces are placed.
   *[no] x: Light. o: Dark. A dot: empty.
}
seega-name = Seega
# A side of the board.
# $case: first (places first) or second
seega-side = { $case ->
    [first] Light
   *[second] Dark
}

## Seega: why a text is not a legal move
## Every message has $clause, the clause of the rules (S1), and $legal, some
## legal moves separated by commas.

seega-refused-unreadable-placement = I can’t read that as two squares. Type the two empty squares for your pieces, such as { $legal } ({ $clause }).
seega-refused-unreadable-movement = I can’t read that as a move. Type where a piece is and where it goes, such as { $legal } ({ $clause }).
seega-refused-too-long-placement = That’s far too long for a placement. Type two empty squares, such as { $legal } ({ $clause }).
seega-refused-too-long-movement = That’s far too long for a move. Type where a piece is and where it goes, such as { $legal } ({ $clause }).
# $square: the typed text; $corner: the square in the upper right corner
seega-refused-unknown-square = There’s no square { $square } on this board, which goes from a1 to { $corner } ({ $clause }). Try { $legal }.
seega-refused-still-placing = You can’t move until all pieces are placed ({ $clause }). Choose two empty squares, such as { $legal }.
seega-refused-already-moving = All pieces are placed, so now you move ({ $clause }). Type where a piece is and where it goes, such as { $legal }.
# $square: the only square given
seega-refused-one-to-place = You place two pieces per turn, and { $square } is only one square ({ $clause }). Add another, such as { $legal }.
# $given: how many squares were given
seega-refused-many-to-place = You place two pieces per turn, not { $given } ({ $clause }). Choose two empty squares, such as { $legal }.
seega-refused-twice = You named { $square } twice, but the two pieces need two different squares ({ $clause }). Try { $legal }.
seega-refused-closed = { $square } is the centre, where you can’t place pieces ({ $clause }). Choose two other empty squares, such as { $legal }.
seega-refused-taken = { $square } is occupied ({ $clause }). Choose two empty squares, such as { $legal }.
seega-refused-blocked = The piece on { $square } can’t move: no square beside it is empty ({ $clause }). Move another one, such as { $legal }.
seega-refused-no-target = Where should the piece on { $square } go? Type both squares, such as { $legal } ({ $clause }).
seega-refused-no-piece = There’s no piece on { $square } ({ $clause }). Move one of yours, such as { $legal }.
# $owner: the opponent's side
seega-refused-not-yours = The piece on { $square } belongs to { $owner } ({ $clause }). Move one of yours, such as { $legal }.
seega-refused-no-step = The piece can’t stay on { $square }; it has to move one square ({ $clause }). Try { $legal }.
seega-refused-diagonal = From { $from } to { $to } is diagonal, but pieces only move straight ({ $clause }). Try { $legal }.
seega-refused-far = From { $from } to { $to } is too far: a piece moves one square, straight ({ $clause }). Try { $legal }.
seega-refused-occupied = { $square } is occupied, but pieces move to empty squares ({ $clause }). Try { $legal }.
seega-refused-one-step = Under these rules, a turn is a single step ({ $clause }). Try { $legal }.
seega-refused-quiet = The step from { $from } to { $to } captures nothing. In a turn with several steps, each one must capture ({ $clause }). Try { $legal }.
# $square: the square of the piece after the typed steps
seega-refused-must-go-on = The piece can capture again from { $square }, so it must go on ({ $clause }). Type the whole turn: { $legal }.
seega-refused-must-capture = You can capture, so you must ({ $clause }). Choose a capturing turn: { $legal }.
# $blocked: the opponent's side
seega-refused-must-open = { $blocked } can’t move, so your extra turn must let them move ({ $clause }). Choose a turn that does: { $legal }.
seega-refused-recurs = During extra turns, no position may come up again ({ $clause }). Choose another move, such as { $legal }.

## Seega: why a text is not a position

seega-invalid-fields = A position has four parts, separated by spaces: the board, the side to move, the phase, and the number of turns since the last capture.
# $rank: the number of the rank
seega-invalid-piece = Row { $rank } contains something other than x, o and dots.
seega-invalid-turn = The side to move must be x or o.
seega-invalid-phase = The phase must be p (placement), m (movement) or e (extra turn).
seega-invalid-idle = The number of turns since the last capture must be a whole number.
# $square: the centre
seega-invalid-centre = { $square } is the centre, which stays empty during placement.
seega-invalid-uneven = With two pieces placed per turn, these numbers of pieces are impossible with this side to move.
seega-invalid-placed = All pieces are placed, so the phase cannot be placement.
seega-invalid-counted = Turns are not counted during placement, so the number must be 0.
# $side: a side; $most: how many pieces it places
seega-invalid-too-many = { $side } has more than { $most } pieces.
seega-invalid-bare = There are no pieces on the board.

## siwa rules: errors

# $variant: the typed text
cli-rules-unknown-variant = Unknown variant { $variant }. `siwa rules variants` lists them all.
# $line: the number of the line; $problem: another message
cli-rules-line = Line { $line }: { $problem }
# $number: the number of the move; $problem: another message
cli-rules-move = Move { $number }: { $problem }
cli-rules-over = The game is over, so no move is possible.
# $variant: the variant's id
cli-rules-no-fortress = { $variant } has no fortresses.
# $option: an option of `siwa render`; $problem: another message
cli-render-move = { $option }: { $problem }

## siwa engine

# $line: the typed line
cli-engine-unknown = Not understood: { $line }
# $word: the typed word
cli-engine-number = Expected a whole number, not “{ $word }”.
cli-engine-position = Set a position first: position VARIANT startpos, or position VARIANT "POSITION".
cli-level = The level must be a number from 1 to 8.
# $side: a side
cli-play-begin = You play { $side }. Type a move, “?” to list the legal moves (after the start of a move, those that begin with it), or q to quit.
# $move: a move
cli-play-you = You played { $move }.
cli-play-siwa = Siwa played { $move }.
cli-play-nothing = No legal move starts like that.
cli-play-left = You left the game.

## The playground's page
page-speak-as = Speak as
page-skip-to-writing = Skip to the message box
page-channels = Channels
page-messages = Messages
page-message = Message
page-write = Message or /command
page-commands = Commands
page-send = Send
page-cancel = Cancel
page-close = Close
page-done = Done
page-submit = Submit
page-choose = Choose
page-yes = Yes
page-no = No
page-bot = Bot
page-used = used
page-edited = (edited)
page-thinking = { $name } is thinking…
page-only-you = Only you can see this
page-dismiss = Dismiss message
page-picture = a picture
page-open-picture = Open picture
page-spoiler = Show hidden text
page-archived = archived
page-outside = Without { $bot }
page-other-server = { $channel } of another server
page-open-thread = Open thread
page-newest = Newest messages ↓
page-calls = New mentions: { $count }
page-searching = One moment…
page-no-command = There is no such command. Type / to see them all.
page-no-choice = Nothing to choose from
page-no-suggestions = The bot sent no suggestions. Just type.
page-missing = Please fill in “{ $name }”.
page-no-such-choice = “{ $name }” must be one of the choices.
page-no-such-person = “{ $name }” must be someone here.
# $min, $max: numbers
page-no-such-number = “{ $name }” must be a number from { $min } to { $max }.
page-not-possible = That’s not possible here: { $detail }.
page-failed = This interaction failed.
page-away = { $name } is offline. Nothing will answer until it’s back.
page-lost = Connection lost. Trying again…
page-let-time-pass = Let time pass
page-one-hour = 1 hour
page-one-day = 1 day
page-ahead = Clock: { $hours } h ahead
page-faults = Faults of Discord
page-set-faults = Let requests fail like this
page-how-to = How to play here
page-welcome = Welcome to the { $name }!
page-welcome-text = This is your own simulated Discord. Nobody else is here, nothing leaves this computer, and you can speak as anyone. { $bot } behaves exactly as it does on Discord.
page-goal = Seega: { seega-goal }
page-empty = Nothing has been said in { $channel } yet
page-step-command = You’re speaking as { $name }. Type /{ command-play } to play { $bot }, /{ command-challenge } to challenge someone, or just / to see all commands.
page-step-answer = At the top, switch to the person you challenged and accept. A red number shows who has been mentioned.
page-step-play = Make your moves with the buttons below the board, or by typing a command.
page-step-private = Some replies are visible to one person only.
page-play-now = Play now
# $bot: the bot's name
page-hint-start = 1 of 3. Press { button-begin }. Your pieces to move appear below the board, for you alone.
page-hint-move = 2 of 3. Choose one of your coloured pieces, then a square next to it, and confirm. { $bot } answers on the same board.
page-hint-capture = 3 of 3. You capture a piece by closing it in between two of yours. Squares that capture are green.
page-hint-done = Got it
page-two-tabs = To be two people at the same time, open this page in two tabs and choose a different person in each.
page-key-slash = list the commands
page-key-tab = accept the suggestion and go to the next option
page-key-enter = accept the suggestion, or send
page-key-escape = cancel


## Gygès: names

# The label of a choice in the panel. $level: how many rings the piece has
gyges-hint-piece = { $level ->
    [1] one ring
    [2] two rings
   *[3] three rings
}
# A set-up. $pieces: its pieces, from left to right; an arrow marks those on the second row
gyges-set-up = { $pieces }
gyges-hint-swap = takes the place of the { $level }
gyges-hint-goal = into the goal

# What to do, in one sentence, for newcomers.
gyges-goal = Get a piece into your opponent’s goal and you win.
# The characters of a board as text
gyges-legend = 1, 2, 3: a piece with that many rings. A dot: empty. S, N: the goals.
gyges-name = Gygès
# A side of the board.
# $case: first (South, below row 1, takes the first turn) or second (North)
gyges-side = { $case ->
    [first] South
   *[second] North
}
# Asks a side to set up. $player: the player; $side: the player’s side
gyges-to-place = { $by ->
    [command] { $player } ({ $side }), set up your six pieces with `/{ command-place }`.
   *[button] { $player } ({ $side }), set up your six pieces: press the button or use `/{ command-place }`.
}
# $rules: the ruleset
gyges-panel-place = { $rules ->
    [cosmoludo] Choose a set-up, and look at it before you confirm. Digits are rings, from left to right; ↑ marks a piece on your second row.
   *[leroy] Choose a set-up, and look at it before you confirm. Digits are rings: here from left to right, typed from column a to column f.
}

## Gygès: the rules

rules-gyges =
    South (below row 1) and North (above row 6) share twelve pieces of one, two and three rings. **{ gyges-goal }**
    - **What you can move.** Only pieces in the occupied row nearest to you. If none of them can move, those in the next occupied row.
    - **Moving.** A piece takes exactly as many steps as it has rings, never diagonally, and can turn after each one. Only the last square can be occupied.
    - **Landing on a piece?** *Bounce:* take as many more steps as that piece has rings, as often as you like. Or *take its place:* put that piece on any empty square that isn’t beyond the occupied row nearest to your opponent.
    - **The goal.** Enter it with the last step of a move. Your own goal is closed to you.
    - A move must change the board: you can’t end where you started or swap two pieces of the same kind.
    - **Typing a move.** `a1-b3`, `a1-goal`, or `a1-b3=d4` to take the place of b3, whose piece goes to d4. You don’t have to type the bounces.
rules-gyges-gates = **Rules with gates** (the sheet in the box): each side’s first row starts as 3 2 1 1 2 3. You can enter a goal only from c or d in the last row. A move can’t cross the same border between two squares twice. If a position comes up for the third time with the same side to move, the game is a draw.
rules-gyges-leroy = **Leroy’s rules** (the author, translated by Zago): South, then North, places two pieces of each kind on their first row, typed from column a to column f: `231123`. You can enter a goal from anywhere in the last row. A move can’t cross the same border between two squares twice. A move can’t bring back an earlier position.
rules-gyges-cosmoludo = **Cosmoludo’s rules** (the publisher’s page): South, then North, places two pieces of each kind on any six squares of their first two rows: `a1=3 b1=1 c2=2 d1=1 e1=2 f1=3`, or `312123` for the first row. You can enter a goal from anywhere in the last row. A move can’t visit the same square twice. If a position comes up for the third time with the same side to move, the game is a draw.
rules-gyges-example = -# In the picture, North has picked up the 1 from d6, bounced off the 3 on e6 and taken the place of the 2 on d4, which went to d3.

## The clauses of Gygès, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

lesson-gyges-g1 = The board is six by six, with a goal beyond each end. The twelve pieces belong to nobody: four each with one, two and three rings. South, below row 1, takes the first turn; North is above row 6.
    .title = Board and pieces
lesson-gyges-g2-fixed = Each side’s first row starts as 3 2 1 1 2 3.
    .title = Setting up
lesson-gyges-g2-row = South, then North, places two pieces of each kind on their first row, in any order. Type them from column a to column f.
    .title = Setting up
lesson-gyges-g2-two-rows = South, then North, places two pieces of each kind on any six squares of their first two rows. Type every square with its piece, or just six digits for the first row.
    .title = Setting up
lesson-gyges-g3 = You can only move pieces from one row: the occupied row nearest to you.
    .title = What you can move
lesson-gyges-g4 = If no piece in that row can move, you move from the next occupied row, and so on. Here the threes in row 1 are stuck, so row 2 can move.
    .title = A stuck row
lesson-gyges-g5 = A piece takes exactly as many steps as it has rings, never diagonally, and can turn after each one. Every square before the last must be empty; the starting square counts as empty.
    .title = Steps
lesson-gyges-g6 = If a piece lands on an empty square, the move ends.
    .title = On an empty square
lesson-gyges-g7 = If it lands on another piece, you choose. It can bounce: take exactly as many more steps as that piece has rings, as often as you like. Or it can take that piece’s place (G9). Here the 2 has bounced off the 3.
    .title = On another piece
lesson-gyges-g8-border = A move can’t cross the same border between two squares twice, in either direction. It can visit a square again: here it passes over d2 once more.
    .title = No border twice
lesson-gyges-g8-square = A move can’t visit the same square twice, or return to its first one. Here the 2 came to b3 via b2, so it can bounce on to c1 but not back to b2.
    .title = No square twice
lesson-gyges-g9 = Put the piece you displace on any empty square, even the one your piece came from. It can’t go beyond the occupied row nearest to your opponent, or into a goal. Here the 1 from a1 takes the place of the 2 on a2, which can’t go to rows 5 and 6.
    .title = Taking a piece’s place
lesson-gyges-g10 = Enter your opponent’s goal with the last step of a move; bounces may come before it. You can’t move through a goal, and your own is closed to you.
    .title = Into the goal
lesson-gyges-g11-middle = You can enter a goal only from the two middle squares of the last row, in columns c and d.
    .title = The gates
lesson-gyges-g11-row = You can enter a goal from any square of the last row.
    .title = The whole last row
lesson-gyges-g12 = Get a piece into your opponent’s goal and you win immediately.
    .title = Winning
lesson-gyges-g13 = A move must change the board. A piece can’t end where it started, and two pieces of the same kind can’t swap places. Here the 1 from d1 can’t go to c1.
    .title = Every move changes the board
lesson-gyges-g14-threefold = When the same position comes up for the third time with the same side to move, the game is a draw. Here both sides have moved back and forth twice.
    .title = The same position again
lesson-gyges-g14-superko = A move can’t bring back an earlier position, no matter whose turn it was then. If you have no other move, the game is a draw. Here North came from d5 to d6 and can’t go back, because the board would be the same as before.
    .title = No repeated positions

## Gygès: why a text is not a legal move
## Every message has $clause, the clause of the rules (G1), and $legal, some
## legal moves separated by commas. Where a text says $from or $to, it may be a
## square or “goal”; $level: the rings of a piece, 1 to 3.

gyges-refused-unreadable-placement = I can’t read that as a set-up. Type two pieces of each kind, such as { $legal } ({ $clause }).
gyges-refused-unreadable-movement = I can’t read that as a move. Type where a piece is and where it ends, such as { $legal } ({ $clause }).
gyges-refused-too-long-placement = That’s far too long for a set-up. Type six pieces, such as { $legal } ({ $clause }).
gyges-refused-too-long-movement = That’s far too long for a move. Type where a piece is and where it ends, such as { $legal } ({ $clause }).
# $square: the typed text
gyges-refused-unknown-square = There’s no square { $square } on this board, which goes from a1 to f6 ({ $clause }). Try { $legal }.
gyges-refused-still-placing = You can’t move until both sides have set up ({ $clause }). Type your set-up, such as { $legal }.
gyges-refused-already-moving = All pieces are on the board, so now you move ({ $clause }). Type where a piece is and where it ends, such as { $legal }.
# $given: how many pieces
gyges-refused-not-six = A set-up has six pieces; you gave { $given } ({ $clause }). Try { $legal }.
# $ones, $twos, $threes: how many pieces of one, two and three rings
gyges-refused-not-two-each = A set-up has two pieces of each kind; you gave { $ones } with one ring, { $twos } with two and { $threes } with three ({ $clause }). Try { $legal }.
# $level: the typed text
gyges-refused-no-level = Pieces have 1, 2 or 3 rings, not { $level } ({ $clause }). Try { $legal }.
gyges-refused-twice = You named { $square } twice, but six pieces need six squares ({ $clause }). Try { $legal }.
# $rows: numbers of rows, separated by commas
gyges-refused-not-own-row = You set up on your own side (rows: { $rows }), and { $square } isn’t there ({ $clause }). Try { $legal }.
gyges-refused-no-target = Where should the { $level } on { $square } end? Type both squares, such as { $legal } ({ $clause }).
gyges-refused-no-piece = There’s no piece on { $square } ({ $clause }). Move one from your nearest row, such as { $legal }.
# $row: the number of the row that can move
gyges-refused-far-row = You can only move from row { $row }, the occupied row nearest to you; { $square } is farther away ({ $clause }). Try { $legal }.
gyges-refused-far-row-stuck = You can only move from row { $row }: no nearer piece can move, and { $square } is farther away ({ $clause }). Try { $legal }.
gyges-refused-stuck-row = You can only move from row { $row }: no nearer piece can move, not even the one on { $square } ({ $clause }). Try { $legal }.
# $distance: the number of steps in between, along rows and columns
gyges-refused-steps = { $level ->
    [one] The 1 on { $from } moves exactly one step, but { $to } is { $distance } away ({ $clause }). Try { $legal }.
   *[other] The { $level } on { $from } moves exactly { $level } steps, but { $to } is { $distance } away ({ $clause }). Try { $legal }.
}
gyges-refused-goal-steps = The { $level } on { $from } can’t enter the goal: its last step, number { $level }, must lead into it ({ $clause }). Try { $legal }.
# $gates: squares, separated by commas
gyges-refused-not-gate = You can’t enter the goal from { $from }: under these rules it’s open only from { $gates } ({ $clause }). Try { $legal }.
# $squares: the pieces in the way, separated by commas
gyges-refused-blocked = The { $level } on { $from } can’t reach { $to }: there are pieces in the way on { $squares } ({ $clause }). Try { $legal }.
gyges-refused-goal-blocked = The { $level } on { $from } can’t reach the goal: there are pieces in the way on { $squares } ({ $clause }). Try { $legal }.
# $border: the two squares on its sides, such as a3|b3
gyges-refused-crossed = This move has already crossed the border `{ $border }` ({ $clause }). Try { $legal }.
gyges-refused-visited = This move has already visited { $square } ({ $clause }). Try { $legal }.
gyges-refused-only-crossing = Every way from { $from } { $to ->
        [goal] into the goal
       *[other] to { $to }
    } crosses a border twice ({ $clause }). Try { $legal }.
gyges-refused-only-visiting = Every way from { $from } { $to ->
        [goal] into the goal
       *[other] to { $to }
    } visits a square twice ({ $clause }). Try { $legal }.
gyges-refused-no-bounce = { $square } is empty, so the move ends there ({ $clause }). Try { $legal }.
gyges-refused-no-change = A move must change the board, and returning to { $square } doesn’t ({ $clause }). Try { $legal }.
gyges-refused-equal-swap = A move must change the board, and swapping the two { $level }s on { $from } and { $to } doesn’t ({ $clause }). Try { $legal }.
gyges-refused-no-drop = There’s a { $level } on { $square }. To take its place, say where it goes, such as { $legal } ({ $clause }).
gyges-refused-nothing-to-drop = { $square ->
    [goal] There’s no piece to displace in the goal ({ $clause }). Try { $legal }.
   *[other] { $square } is empty, so there’s no piece to displace ({ $clause }). Try { $legal }.
}
gyges-refused-occupied = { $square } is occupied, but a displaced piece goes to an empty square ({ $clause }). Try { $legal }.
# $side: the opponent; $row: the number of a row
gyges-refused-beyond = { $square } is too far: a displaced piece can’t go beyond row { $row }, the occupied row nearest to { $side } ({ $clause }). Try { $legal }.
gyges-refused-drop-in-goal = A displaced piece can’t go into a goal ({ $clause }). Try { $legal }.
# $side: the side to move
gyges-refused-own-goal = That’s your own goal, { $side }, and it’s closed to you ({ $clause }). Try { $legal }.
gyges-refused-past-goal = A move ends in the goal, so you can’t go through it ({ $clause }). Try { $legal }.
gyges-refused-recurs = That would bring back an earlier position, which these rules don’t allow ({ $clause }). Try { $legal }.

## Gygès: why a text is not a position

gyges-invalid-fields = A position has three parts, separated by spaces: the board, the side to move, and what is in a goal.
# $rank: the number of the rank
gyges-invalid-piece = Row { $rank } contains something other than 1, 2, 3 and dots.
gyges-invalid-turn = The side to move must be S or N.
gyges-invalid-goal = The last part must be -, or the letter of a goal and the piece in it, such as N2.
# $level: the rings of a piece; $most: how many pieces of that kind there are
gyges-invalid-too-many = There are more than { $most } pieces with { $level } rings.

# $winner, $loser: people; $side: the winner’s side
ended-won-plain = { $by ->
    [goal] **{ $winner } ({ $side }) wins:** a piece entered { $loser }’s goal.
    [repetition] **{ $winner } ({ $side }) wins:** a position was repeated against the rules.
    [resignation] **{ $winner } ({ $side }) wins:** { $loser } resigned.
    [absence] **{ $winner } ({ $side }) wins:** { $loser } stopped playing.
   *[time] **{ $winner } ({ $side }) wins:** { $loser } ran out of time.
}
ended-drawn-plain = { $by ->
    [repetition] **Draw by repetition.**
    [dead] **Draw:** neither side can win.
   *[agreement] **Draw:** both players agreed.
}
# For games without counting
offer-agree = { $player } offers a draw. { $opponent }, do you agree?

# Pieces with rings. $count: how many; $squares: "a1, b2".
alt-ones = Ones ({ $count }): { $squares }.
alt-twos = Twos ({ $count }): { $squares }.
alt-threes = Threes ({ $count }): { $squares }.
alt-empty = No pieces on the board.
# A goal beyond the edge of the board. $side: its side; $squares: the squares from which
# it is entered.
alt-goal = { $side }’s goal: entered from { $squares }.
alt-goal-shut = { $side }’s goal: no way in.
# $piece: "2" for a piece with two rings.
alt-goal-inside = In { $side }’s goal: { $piece }.
# The same piece has ended the game.
alt-goal-decisive = Decided by: the piece in { $side }’s goal.
# The last move ended in a goal. $path: the squares where it bounced, in order.
alt-moved-goal = { $what }: { $from } into { $side }’s goal.
alt-moved-through-goal = { $what }: { $from } through { $path } into { $side }’s goal.
# Every square that the last move touched, in order: "a5 b5 b4".
alt-way = Step by step: { $squares }.
# A displaced piece. $to: the square where it was put.
alt-flight = Displaced: { $from } to { $to }.
alt-would-displace = Would be displaced: { $from } to { $to }.
# The pieces that can move at present.
alt-ready = Can move: { $squares }.
