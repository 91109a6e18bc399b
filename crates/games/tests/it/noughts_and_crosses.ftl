noughts-name = Noughts and crosses
noughts-side = { $case ->
    [first] Crosses
   *[second] Noughts
}
noughts-goal = Put three marks in a row and you win.
noughts-legend = x: Crosses. o: Noughts.
noughts-to-place = { $player } ({ $side }), put your mark on an empty square.
noughts-panel-place = Where does your mark go?
noughts-ended-won = { $by ->
    [three] **{ $winner } ({ $side }) wins:** three in a row.
   *[resignation] **{ $winner } ({ $side }) wins:** { $loser } gave up.
}
noughts-ended-drawn = { $by ->
    [full] **Draw:** the board is full.
   *[agreement] **Draw:** the players agreed to stop.
}
noughts-result-won = { $side }, by three in a row.
noughts-result-drawn = { $by ->
    [full] A full board.
   *[agreement] The players agreed to stop.
}
noughts-refused = { $legal } can still be marked ({ $clause }).
noughts-invalid = That is no board of three by three.
rules-noughts = Three in a row win.
