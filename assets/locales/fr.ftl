## Siwa in French. The messages, attributes and variables are those of
## English; a test compares them. `<@…>` and `<t:…>` are inserted by the program.

## Names

# A board and a ruleset of a game.
# $name: the game; $board: 5×5; $ruleset: see ruleset
variant = { $name } { $board } · { $ruleset }
variant-board = { $name } { $board }
# $case: the ruleset
ruleset = { $case ->
    [french] règles françaises
    [lugo] règles de Lugo
    [modern] règles modernes
    [gates] règles avec portes
    [leroy] règles de Leroy
    [cosmoludo] règles de Cosmoludo
   *[classic] règles classiques
}
# $number: of the level
level = { $number ->
    [1] 1 · Débutant
    [2] 2 · Novice
    [3] 3 · Amateur
    [4] 4 · Habitué
    [5] 5 · Confirmé
    [6] 6 · Avancé
    [7] 7 · Expert
   *[8] 8 · Maître
}
# A choice instead of a level
level-suggested = Siwa choisit
# A level with its rating
level-rated = { $level } ({ $rating })
# $days: the limit of a turn in days
time-days = { $days ->
    [one] { $days } jour par tour
   *[other] { $days } jours par tour
}
time-none = sans limite de temps
# $hours: the limit of a turn in hours
time-hours = { $hours ->
    [one] { $hours } heure par tour
   *[other] { $hours } heures par tour
}
# $days: for the whole game; $hours: for each turn
time-bank = { $days } jours par personne, et { $hours } heures de plus à chaque tour
# The colours of the boards. $case: the theme
theme = { $case ->
    [night] Nuit
    [paper] Papier
    [contrast] Contraste élevé
   *[classic] Classique
}
# A name as a choice: of a theme, a level, rules, a language, a place
choice = { $choice }
# The choice that resets a setting
theme-default = Par défaut
# The choices of a command: whose theme is set
# A list: all but its last item, and the last. $before, $after: texts
list-more = { $before }, { $after }
list-and = { $before } et { $after }

## Commands: the value is the command's name, the attributes its description
## and the names and descriptions of its options. Names: lower case, no spaces.

command-challenge = défier
    .description = Défie quelqu’un, ou lance un défi ouvert à tout le monde
    .opponent = adversaire
    .opponent-description = Qui défier ; laisse vide pour que n’importe qui puisse accepter
    .game = jeu
    .game-description = À quel jeu jouer
    .board = plateau
    .board-description = La taille du plateau
    .rules = règles
    .rules-description = Avec quelles règles jouer
    .time = temps
    .time-description = La limite de temps, par tour ou pour toute la partie
    .rated = classée
    .rated-description = Si la partie compte pour la cote
    .games = parties
    .games-description = Une partie, ou un aller-retour : deux parties à camps inversés, un seul résultat
    .start = début
    .start-description = Placer les pions, ou recevoir une position équilibrée, prête à jouer (Seega seulement)
    .side = camp
    .side-description = Quel tour tu joues ; laisse vide pour un tirage au sort
command-play = jouer
    .description = Joue contre moi : choisis un jeu et un niveau
    .start = début
    .start-description = Placer les pions, ou recevoir une position équilibrée, prête à jouer (Seega seulement)
    .side = camp
    .side-description = Quel tour tu joues ; laisse vide pour un tirage au sort
command-puzzle = problème
    .description = Le problème du jour, et d’autres tant que tu veux
    .game = jeu
    .game-description = Quel jeu ; laisse vide pour le problème du jour
    .rules = règles
    .rules-description = Quelles règles ; laisse vide pour toutes
command-place = placer
    .description = Place les pions de ton tour
    .squares = cases
    .squares-description = Où, par exemple a1 b2 au Seega ; les choix possibles s’affichent pendant que tu tapes
    .game = partie
    .game-description = Le numéro de la partie, si tu en joues plusieurs ici
command-move = déplacer
    .description = Joue ton coup, ou place tes pions
    .move = coup
    .move-description = D’où à où, par exemple c2-c3 ; les choix possibles s’affichent pendant que tu tapes
    .game = partie
    .game-description = Le numéro de la partie, si tu en joues plusieurs ici
command-board = plateau
    .description = Affiche un plateau, rien que pour toi
    .game = partie
    .game-description = Le numéro de la partie, s’il y en a plusieurs ici
    .text = texte
    .text-description = Le plateau en texte plutôt qu’en image
command-games = parties
    .description = Tes parties en cours : à qui de jouer, jusqu’à quand, et où
command-draw = nulle
    .description = Propose d’arrêter ici : compter les pions au Seega, partie nulle à Gygès
    .game = partie
    .game-description = Le numéro de la partie, si tu en joues plusieurs ici
command-resign = abandonner
    .description = Abandonne une partie ; je demande d’abord confirmation
    .game = partie
    .game-description = Le numéro de la partie, si tu en joues plusieurs ici
command-replay = revoir
    .description = Toute la partie en animation, ou coup par coup, rien que pour toi
    .game = partie
    .game-description = Le numéro de la partie ; laisse vide pour la dernière de ce salon
command-leaderboard = classement
    .description = Le classement de ce serveur
    .game = jeu
    .game-description = Quel jeu ; laisse vide pour tous les jeux ensemble
    .against = contre
    .against-description = Les parties entre membres, ou les parties contre moi
command-tournament = tournoi
    .description = Ouvre un tournoi sur ce serveur, ou affiches-en un
    .game = jeu
    .game-description = À quel jeu jouer
    .board = plateau
    .board-description = La taille du plateau
    .rules = règles
    .rules-description = Avec quelles règles jouer
    .time = temps
    .time-description = La limite de temps, par tour ou pour toute la partie
    .signup = inscriptions
    .signup-description = Combien de temps on peut s’inscrire ; laisse vide pour un jour
    .players = places
    .players-description = Nombre maximal de personnes ; laisse vide pour 32
    .name = nom
    .name-description = Le nom du tournoi ; laisse vide pour un nom numéroté
    .show = voir
    .show-description = Quel tournoi afficher, même ancien
    .start = début
    .start-description = Placer les pions, en aller-retour, ou les recevoir distribués, en une partie (au Seega)
command-profile = profil
    .description = Comment quelqu’un joue ici : cote, résultats, adversaires fréquents, rien que pour toi
    .player = membre
    .player-description = Le profil de qui ; laisse vide pour voir le tien
    .game = jeu
    .game-description = Quel jeu ; laisse vide pour le plus joué
command-rules = règles
    .description = Lis les règles en mots simples, avec des images
    .game = jeu
    .game-description = Quel jeu
    .rules = règles
    .rules-description = Quelles règles
    .clause = article
    .clause-description = Quel article, comme S6 ; laisse vide pour une vue d’ensemble
command-settings = réglages
    .description = Ta façon de jouer, tes notifications, les couleurs des plateaux et tes absences
command-setup = configuration
    .description = Ce qui me manque sur ce serveur, et comment on y joue
command-privacy = confidentialité
    .description = Tes données : vois ce que je garde, prends-en une copie, efface tout
    .show = voir
    .show-description = Ce que je garde sur toi ; rien que pour toi
    .export = exporter
    .export-description = Tout ce que je garde sur toi, en fichiers ; rien que pour toi
    .delete = effacer
    .delete-description = Efface tout ce que je garde sur toi ; je demande d’abord confirmation
command-help = aide
    .description = Découvre ce que fait Siwa et comment commencer

## Buttons and menus

button-hint = Indice
button-hint-move = Voir le coup
button-hint-play = Jouer ce coup
button-hint-why = Pourquoi ?
button-engine = Jouer contre Siwa
button-begin = Commencer
button-begin-rated = Jouer une partie classée
button-start-dealt = Distribuer les pions
button-start-placed = Placer les pions
button-ladder-siwa = Contre Siwa
button-ladder-people = Entre membres
button-ladder-month = Ce mois-ci
button-ladder-all-time = Depuis le début
button-accept = Accepter
button-decline = Refuser
button-cancel = Annuler le défi
button-rules = Règles
button-place = Placer des pions
button-place-rest = Placer le reste pour moi
button-move = Jouer un coup
button-board = Plateau
button-more = Plus…
button-turned = Tourner le plateau
# $count: the number of games in which it is the player’s turn
button-next-game = Partie suivante ({ $count })
button-claim = Réclamer le décompte
button-offer = Proposer de compter
button-stop = Arrêter et compter
button-offer-instead = Proposer plutôt
button-draw = Proposer la nulle
button-resign = Abandonner
button-play = Jouer
button-open = Ouvrir
button-stay = Continuer à jouer
button-replay = Revoir
button-export = Exporter
# These four step through a game, turn by turn
button-first = ⏮ Début
button-earlier = ◀ Reculer
button-later = Avancer ▶
button-last = Fin ⏭
button-animation = GIF
button-review = Analyse
# $turn: a number
button-turning-point = Tour { $turn }
button-boards = Parcourir la partie
button-review-back = Retour à l’analyse
button-puzzle-again = Réessayer
button-puzzle-solution = Voir la solution
button-puzzle-another = Autre problème
# $rules: see ruleset
button-puzzle-alike = Un autre : { $rules }
button-share = Partager
button-puzzle-open = Résoudre
button-played = Voir le coup joué
button-rematch = Revanche
button-confirm = Confirmer
button-back = Recommencer
button-type = Écrire…
button-surprise = Surprends-moi
# $from: the square of the piece that enters the goal
button-goal = But ! ({ $from })
button-rated = Passer aux défis classés
button-unrated = Passer aux défis amicaux
button-anywhere = Permettre partout
button-check = Vérifier de nouveau
choose-places = Salons où l’on peut jouer
choose-language = Langue de mes messages
choose-theme = Couleurs des plateaux
choose-clock = Temps de jeu par défaut
button-privacy-export = Exporter
button-privacy-delete = Effacer…
button-forget = Tout effacer
button-forget-not = Tout garder
button-settings-trust = Jouer sans confirmer
button-settings-confirm = Demander confirmation
button-settings-buttons = Plateau en boutons
button-settings-menus = Plateau en menus
button-settings-turns = Général
button-settings-notices = Notifications
button-settings-themes = Couleurs
button-settings-away = Absence
button-notify-here = Dans le salon
button-notify-direct = Message privé
button-notify-digest = Une fois par jour
button-notify-never = Désactiver
button-zone = Autre fuseau horaire…
choose-quiet = Heures calmes
choose-hour = Heure du message quotidien
choose-zone = Ton fuseau horaire
button-takebacks = Permettre de reprendre
button-no-takebacks = Interdire de reprendre
button-join = Participer
button-leave = Quitter
button-start-now = Commencer maintenant
button-cancel-tournament = Annuler le tournoi
button-keep-tournament = Garder le tournoi
button-my-games = Mes parties
button-standings = Classement
button-withdraw = Quitter le tournoi
button-tournaments = Tournois : tout le monde
button-no-tournaments = Restreindre les tournois
choose-weekends = Temps de jeu le week-end
button-accept-thread = Accepter dans un fil
button-accept-here = Accepter dans ce salon
button-claim-time = Réclamer la victoire
button-nudge = Relancer
button-wait = Attendre un jour
button-give = Accorder 24 h de plus
button-take-back = Reprendre mon coup
button-plan = Prévoir la suite
button-plan-on = Continuer ce plan
button-plan-other = Prévoir un autre cas
button-plan-all = Tous mes plans
button-plan-clear = Supprimer tous les plans
choose-games-in = Parties : en fil ou dans le salon
choose-reminder = Rappel de ton tour
choose-away = Dernier jour d’absence
button-previous = Précédent
button-next = Suivant

## Challenges. $challenger, $opponent, $player: people

challenge-member = { $challenger } défie { $opponent }.
# $level: see level
challenge-engine = { $challenger } joue contre { $opponent }, niveau { $level }.
challenge-open = { $challenger } voudrait jouer. La première personne qui accepte joue la partie.
# $game: the id of the previous game
challenge-rematch = { $challenger } demande à { $opponent } la revanche de la partie #{ $game }.
# $variant: see variant; $time: see time-days; $rated: see challenge-rated
challenge-terms = **{ $variant }** · { $time } · { $rated }
challenge-rated = partie classée
challenge-unrated = partie amicale
challenge-pair = -# Deux parties à camps inversés, un seul résultat ({ $games }).
pair-single = une partie
pair-at-once = aller-retour, en même temps
pair-in-turn = aller-retour, une partie après l’autre
challenge-first = Cette fois, { $player } joue le premier tour.
# $order: first or second
challenge-order = { $order ->
    [first] { $player } joue le premier tour.
   *[second] { $player } joue le deuxième tour.
}
challenge-order-pair = { $order ->
    [first] { $player } joue le premier tour de la partie aller.
   *[second] { $player } joue le deuxième tour de la partie aller.
}
# $turns: a number
start-placed = -# Placer les pions prend { $turns } tours. Avec `{ command-challenge.start } : { choice-dealt }`, ils sont distribués et cette phase est sautée.
start-dealt = -# Les pions sont distribués : une position tirée au sort, où les deux camps ont à peu près les mêmes chances.
choice-placed = placés
choice-dealt = distribués
# $order: random, first or second
choice-order = { $order ->
    [first] premier tour
    [second] deuxième tour
   *[random] tirage au sort
}
# $until: a time, shown as “in 3 days”
challenge-expires = -# Fin du délai pour accepter : { $until }.
challenge-outside = -# Je ne fais pas partie de cette conversation : je n’y montre un plateau qu’en réponse à un bouton ou à une commande, et je n’envoie pas de rappels. La partie est donc amicale et sans limite de temps. S’il manque un plateau, `/{ command-board }` le montre.
# $game: the id of the new game
challenge-accepted = { $other ->
    [none] { $player } a accepté : partie #{ $game }.
   *[other] { $player } a accepté : parties #{ $game } et #{ $other }.
}
place-no-thread = Je ne peux pas écrire dans un fil ici : la partie se joue dans ce salon.
place-moved = -# Je ne peux pas écrire dans le fil de la partie : elle continue donc ici.
place-opens = C’est parti : j’ouvre un fil pour la partie.
# On the card of a game with a thread. $side: the player’s side
place-turn = C’est à { $player } ({ $side }) de jouer.
# The name of a thread. $game: its number; $first, $second: the players’ names; $variant: see variant
place-name = { $first } – { $second } · { $variant } ({ $game })
challenge-declined = *Le défi a été refusé.*
challenge-cancelled = *Le défi a été annulé.*
challenge-expired = *Le défi a expiré.*

# The name of a command in the menu of a person
menu-challenge = Défier
# $opponent: a mention; $variant: a title; $time: a time limit; $rated: see challenge-rated
invite-choose = Défie { $opponent } : **{ $variant }**, { $time }, { $rated }. Change ci-dessous, ou envoie le défi.
invite-time = Choisis une limite de temps…
button-challenge = Défier

lots-drawn = Tirage au sort : { $player } joue le premier tour.

## The board of a turn

# $variant: see variant; $game: the game’s id
turn-header = **{ $variant }** · partie #{ $game } · { $rated }
pair-place = -# Partie { $number } sur 2 · premier tour : { $player }
# The same in a tournament. $opponent: the other player
pair-players = -# { $player } – { $opponent } · partie { $number } sur 2 · premier tour : { $player }
pair-game = { $variant } · partie { $number } sur 2
# The heading of a game against the bot. $level: see level
turn-header-engine = **{ $variant }** · partie #{ $game } · niveau { $level } · { $rated }
# $side: the player’s side; $move: the move, such as c2-c3xb3
# $count: how many pieces the move takes
turn-played = { $count ->
    [0] { $player } ({ $side }) a joué **{ $move }**.
    [one] { $player } ({ $side }) a joué **{ $move }** et a pris un pion.
   *[other] { $player } ({ $side }) a joué **{ $move }** et a pris { $count } pions.
}
turn-rest-placed = { $player } m’a laissé placer le reste des pions des deux camps.
turn-passed = { $player } ne peut rien jouer et passe son tour.
# The moves of Siwa are before it
turn-passed-between = Entre-temps, { $player } ne pouvait rien jouer.
# A planned move; $count: how many pieces it captures
turn-planned = { $count ->
    [0] { $player } ({ $side }) a répondu par **{ $move }**, comme prévu.
    [one] { $player } ({ $side }) a répondu par **{ $move }**, comme prévu, et a pris un pion.
   *[other] { $player } ({ $side }) a répondu par **{ $move }**, comme prévu, et a pris { $count } pions.
}
seega-to-place = { $by ->
    [command] { $player } ({ $side }), place deux pions avec `/{ command-place }`.
   *[button] { $player } ({ $side }), place deux pions : appuie sur le bouton ou utilise `/{ command-place }`.
}
turn-to-move = { $by ->
    [command] { $player } ({ $side }), à toi de jouer avec `/{ command-move }`.
   *[button] { $player } ({ $side }), à toi de jouer : appuie sur le bouton ou utilise `/{ command-move }`.
}
# $player: the bot; $side: its side
turn-thinking = { $player } ({ $side }) réfléchit.
# $until: a time, shown as “in 2 days”
turn-pieces = -# Pions : { $first-side } { $first } · { $second-side } { $second }
turn-repeated = { $counted ->
    [yes] Cette position apparaît pour la deuxième fois. À la troisième, la partie s’arrête et on compte les pions.
   *[no] Cette position apparaît pour la deuxième fois. À la troisième, la partie est nulle.
}
turn-idle = { $turns ->
    [one] Si personne ne fait de prise à ce tour, la partie s’arrête et on compte les pions.
   *[other] Si personne ne fait de prise pendant les { $turns } prochains tours, la partie s’arrête et on compte les pions.
}
turn-away = -# Absence de { $player } · retour : { $until }.
turn-deadline = -# Fin de ce tour : { $until }.
turn-weekends = -# Le temps de jeu s’arrête le week-end.
# $player: the player who gave it
turn-given = { $player } a accordé 24 heures de plus à son adversaire.
# $player: the player who took it back
turn-taken-back = { $player } a repris son dernier coup.
# $player: the player who asks; $opponent: the player who can accept
offer-takeback = { $player } aimerait reprendre son dernier coup. { $opponent }, ça te va ?
# About the time of a turn. $player: the player to move; $opponent: the waiting player; $until: the deadline
notice-soon = { $player }, c’est à toi de jouer. Fin du tour : { $until }.
notice-nudge = { $player }, { $opponent } t’attend. Ton temps s’est écoulé { $until }.
notice-late = Le temps de { $player } s’est écoulé { $until }. { $opponent }, tu peux réclamer la victoire ou continuer à attendre.
notice-waiting = { $opponent } attend encore { $player }, dont le temps s’est écoulé { $until }.
# $player: the player to move
notice-turn = { $player }, c’est ton tour.
# In the channel, in place of a direct message
notice-closed = -# Je ne peux pas t’envoyer de messages privés. Autorise-les dans les paramètres de confidentialité du serveur, ou choisis un autre moyen avec `/{ command-settings }`.
notice-nowhere = -# Je ne peux pas écrire dans le salon de la partie : elle continue donc ici, sans pendule. Si ton adversaire ne joue pas pendant 30 jours, `/{ command-draw }` y met fin, et elle ne compte pas.
# $count: how many games
digest-head = { $count ->
    [one] **C’est ton tour dans une partie**
   *[other] **C’est ton tour dans { $count } parties**
}
games-waiting = { $count ->
    [one] **C’est le tour de l’adversaire dans une partie**
   *[other] **C’est le tour de l’adversaire dans { $count } parties**
}
# $count: how many games are not listed
games-more = -# … et { $count } de plus : sur chaque serveur, `/{ command-games }` affiche les siennes.
# $link: a URL
notice-board = -# [Aller au plateau]({ $link })

## The end. $by: the reason; $first, $second: pieces left of the winner and the
## loser; in a draw both are $first

ended-won = { $by ->
    [elimination] **{ $winner } ({ $side }) gagne :** { $loser } n’a plus de pions.
    [barrier] **{ $winner } ({ $side }) gagne au décompte, { $first } à { $second } :** une barrière a mis fin à la partie.
    [idle] **{ $winner } ({ $side }) gagne au décompte, { $first } à { $second } :** rien n’a été pris pendant longtemps.
    [repetition] **{ $winner } ({ $side }) gagne au décompte, { $first } à { $second } :** la même position est apparue pour la troisième fois.
    [claim] **{ $winner } ({ $side }) gagne au décompte réclamé, { $first } à { $second } :** { $loser } ne peut plus rien prendre.
    [agreement] **{ $winner } ({ $side }) gagne au décompte, { $first } à { $second } :** les deux camps ont convenu d’arrêter.
    [goal] **{ $winner } ({ $side }) gagne :** un pion est entré dans le but de { $loser }.
    [resignation] **{ $winner } ({ $side }) gagne :** { $loser } a abandonné.
    [absence] **{ $winner } ({ $side }) gagne :** { $loser } ne joue plus.
   *[time] **{ $winner } ({ $side }) gagne :** { $loser } a épuisé son temps.
}
ended-drawn = { $by ->
    [dead] **Partie nulle :** avec un pion de chaque côté, plus rien ne peut être pris.
    [barrier] **Partie nulle au décompte, { $first } partout :** une barrière a mis fin à la partie.
    [idle] **Partie nulle au décompte, { $first } partout :** rien n’a été pris pendant longtemps.
    [repetition] **Partie nulle au décompte, { $first } partout :** la même position est apparue pour la troisième fois.
    [claim] **Partie nulle, { $first } partout :** le décompte a été réclamé.
    [early-agreement] **Partie nulle :** les deux camps ont convenu d’arrêter.
   *[agreement] **Partie nulle au décompte, { $first } partout :** les deux camps ont convenu d’arrêter.
}
# $grade: great or small
ended-grade = { $grade ->
    [great] Une grande victoire !
   *[small] Une petite victoire.
}
# $before, $after: ratings
ended-rating = -# { $player } : { $before } → { $after }
ended-void = { $rated ->
    [yes] -# Elle ne compte pas : elle s’est arrêtée avant que chacun ait joué deux tours. Les cotes ne changent pas.
   *[no] -# Elle ne compte pas : elle s’est arrêtée avant que chacun ait joué deux tours.
}
ended-void-tournament = -# Elle compte dans le tournoi. Les cotes ne changent pas : elle s’est arrêtée avant que chacun ait joué deux tours.
ended-absence = -# Elle ne compte pas : elle a été perdue pendant la même absence qu’une autre partie, ou dans un salon où je ne peux pas écrire.
pair-rated-later = -# Aller-retour : la cote ne change qu’à la fin des deux parties.
pair-counts-later = -# Aller-retour : le résultat tombe à la fin des deux parties.
pair-broken = -# Cet aller-retour n’aura pas de match retour : il ne compte pour personne.
pair-sum = **Au total : { $leader } { $more }, { $other } { $less }**

## Offers. $first, $second: pieces left; $first-side, $second-side: the sides

offer-count = { $player } propose d’arrêter ici et de compter les pions ({ $first-side } { $first }, { $second-side } { $second }). { $opponent }, ça te va ?
offer-declined = { $offer ->
    [offer-takeback] { $player } a refusé de laisser reprendre le coup. La partie #{ $game } continue.
    [offer-agree] { $player } a refusé la partie nulle. La partie #{ $game } continue.
   *[other] { $player } a refusé d’arrêter ici et de compter les pions. La partie #{ $game } continue.
}
offer-past = { $offer ->
    [offer-takeback] { $player } a demandé à reprendre son dernier coup.
    [offer-agree] { $player } a proposé la partie nulle.
   *[other] { $player } a proposé d’arrêter et de compter les pions.
}

## The replay. $count: how many turns

# $first, $second: people; $first-side, $second-side: their sides
viewer-players = { $first } ({ $first-side }) – { $second } ({ $second-side })
# $turn: the number of a turn; $side: the side that played it; $move: the move
viewer-turn = Tour { $turn } sur { $count } · { $side } : **{ $move }**
viewer-start = { $count ->
    [0] Avant le premier tour
   *[other] Avant le premier tour (sur { $count })
}
viewer-jump = Aller à un tour…
viewer-option = { $turn }. { $move }
viewer-option-start = Début
animation-head = { $count ->
    [one] Toute la partie, { $count } tour.
   *[other] Toute la partie, { $count } tours.
}
# The animation of a running game
animation-so-far = { $count ->
    [one] La partie jusqu’ici, { $count } tour.
   *[other] La partie jusqu’ici, { $count } tours.
}
animation-too-big = Cette partie est trop longue pour une animation. Parcours-la avec les boutons ci-dessous.
# The alternative text; that of the last board follows. $game: the game’s id; $result: see result-won
animation-alt = { $count ->
    [one] Animation de la partie #{ $game }, { $variant }, { $count } tour. { $result } Voici le dernier plateau.
   *[other] Animation de la partie #{ $game }, { $variant }, { $count } tours. { $result } Voici le dernier plateau.
}
# A game reviewed by the bot. $first, $second, $side: sides; $move, $better: moves; $turn: a number;
# $before, $after: chances in hundredths; $chances: a list of turns with chances
review-curve = -# En haut, avantage : { $first } ; en bas : { $second }.
review-placements = -# Les placements ne sont pas évalués.
review-no-turning-points = Aucun coup n’a décidé à lui seul de cette partie.
review-turning-point = **Tour { $turn }** · { $side } : { $move }. Les chances de gagner sont passées de { $before } % à { $after } %.
review-alt = Chances de gagner ({ $side }), en pourcentage, par tour : { $chances }.
review-better = **Tour { $turn }** · { $side } : { $move }. J’aurais joué **{ $better }**.
# $reply: the opponent’s move; $why: what it does, such as hint-captures
review-allowed = -# Cela permettait **{ $reply }**. { $why }
# Puzzles. $grade: how hard it is, in stars; $side: the side to move; $move: a move
puzzle-of-the-day = **Problème du jour** · { $variant } · { $grade }
puzzle = **Problème** · { $variant } · { $grade }
puzzle-find = Ton camp : { $side }. Un seul coup est nettement le meilleur : trouve-le.
puzzle-counts = -# Le premier essai change ta cote de problèmes. Voir la solution compte comme un échec.
puzzle-daily-solved = -# Tu as déjà résolu le problème du jour. En voici un autre.
puzzle-wrong = **{ $move }**, ce n’est pas ça. Regarde encore : il y a un coup plus fort.
puzzle-right = **{ $move }**, c’est ça !
puzzle-solution = Le meilleur coup était **{ $move }**.
# $before, $after: ratings
puzzle-rating = -# Ta cote de problèmes : { $before } → { $after }
# $count: days
puzzle-streak = { $count ->
    [one] -# Série de problèmes du jour : { $count } jour
   *[other] -# Série de problèmes du jour : { $count } jours
}
puzzle-shared = { $player } a résolu le problème du jour. Et toi ?
export-done = La feuille de la partie #{ $game }.
export-so-far = La feuille de la partie #{ $game } jusqu’ici : elle est encore en cours.
export-alt = La feuille de la partie #{ $game } en fichier texte.
# The end of a game, without names. $side: the winner’s side; $by: the
# reason; $first, $second: pieces left of the winner and the loser
result-won = { $by ->
    [elimination] Victoire : { $side }, en prenant tout.
    [barrier] Victoire : { $side }, par barrière, { $first } à { $second }.
    [idle] Victoire : { $side }, au décompte, { $first } à { $second } : rien n’a été pris pendant longtemps.
    [repetition] Victoire : { $side }, au décompte, { $first } à { $second } : une position est apparue pour la troisième fois.
    [claim] Victoire : { $side }, au décompte réclamé, { $first } à { $second }.
    [agreement] Victoire : { $side }, au décompte convenu, { $first } à { $second }.
    [goal] Victoire : { $side }, en entrant dans le but.
    [resignation] Victoire : { $side }, par abandon.
   *[time] Victoire : { $side }, au temps.
}
result-drawn = { $by ->
    [dead] Partie nulle : aucun camp ne pouvait plus gagner.
    [barrier] Partie nulle par barrière.
    [idle] Partie nulle au décompte : rien n’a été pris pendant longtemps.
    [repetition] Partie nulle par répétition.
    [claim] Partie nulle au décompte réclamé.
    [early-agreement] Partie nulle d’un commun accord.
   *[agreement] Partie nulle d’un commun accord.
}
result-none = La partie est en cours.

## Private messages

more = Que veux-tu faire ?
resign-sure = Veux-tu vraiment abandonner ? Ton adversaire gagnera la partie.
resign-sure-rated = Veux-tu vraiment abandonner ? Ton adversaire gagnera, et ta cote baissera : cette partie est classée.
# The count if both agree to stop, before it is offered to the bot. $own, $engine: pieces; $winner: own, engine or nobody
offer-sure = Pions en ce moment : toi { $own }, moi { $engine }. { $winner ->
    [engine] Si on s’arrête ici, je gagne au décompte.
    [own] Si j’accepte d’arrêter ici, tu gagnes au décompte.
   *[nobody] Si j’accepte d’arrêter ici, la partie est nulle.
}
claim-not-yet = Tu ne peux pas encore réclamer le décompte. Il faut pour cela une barrière que rien ne peut plus ouvrir, et au moins autant de pions que ton adversaire (article E6). Tu peux plutôt proposer d’arrêter et de compter.
resign-not = D’accord, la partie continue.
# $move: the move
done-played = Tu as joué **{ $move }**.
done-resigned = Tu as abandonné.
done-ended = La partie est terminée.
done-offered = C’est envoyé. À ton adversaire de répondre.
done-asked = Je réponds sur le plateau.
# $channel: another channel
done-elsewhere = C’est fait. Le plateau est dans { $channel }.
done-gave = Tu as accordé 24 heures de plus à ton adversaire.
done-taken-back = Coup repris.
seega-panel-place = Choisis deux cases vides.
panel-move = Choisis ton coup.
panel-narrow = -# Les rangées de boutons se coupent, ou tu utilises un lecteur d’écran ? Appuie sur **{ button-settings-menus }** : les menus nomment chaque case.
# $typed: the choices so far
panel-go-on = Jusqu’ici : **{ $typed }**. Choisis la suite.
panel-go-on-displacing = Jusqu’ici : **{ $typed }**. Choisis une case vide, ou un pion pour prendre sa place.
panel-choose = Choisis…
# $move: the move; $count: how many pieces it takes
panel-preview = { $count ->
    [0] **{ $move }**. C’est bien ton coup ?
    [one] **{ $move }** prend un pion. C’est bien ton coup ?
   *[other] **{ $move }** prend { $count } pions. C’est bien ton coup ?
}
# The same if there is nothing else to choose
panel-only = { $count ->
    [0] **{ $move }** est ton seul coup.
    [one] **{ $move }** est ton seul coup. Il prend un pion.
   *[other] **{ $move }** est ton seul coup. Il prend { $count } pions.
}
# $move: the move
panel-too-long = **{ $move }** est trop long pour un bouton. Appuie sur **{ button-type }** et écris le coup : il compte aussitôt.
# A menu of squares. $ranks: their ranks; $count: how many ranks, 0 if it has all squares
panel-two-squares = { $count ->
    [0] 1 ou 2 cases…
    [one] Rangée { $ranks } : 1 ou 2 cases
   *[other] Rangées { $ranks } : 1 ou 2 cases
}
panel-piece = { $count ->
    [0] Choisis un pion
    [one] Rangée { $ranks } : choisis un pion
   *[other] Rangées { $ranks } : choisis un pion
}
panel-to = { $count ->
    [0] Choisis une case
    [one] Rangée { $ranks } : choisis une case
   *[other] Rangées { $ranks } : choisis une case
}
panel-displace = { $count ->
    [0] Prends la place d’un pion
    [one] Rangée { $ranks } : prends la place d’un pion
   *[other] Rangées { $ranks } : prends la place d’un pion
}
panel-pattern = Choisis une mise en place courante
# A form with one field
form-title = À toi de jouer
form-move = Le coup (compte dès l’envoi)
# The form for a puzzle, where nothing is played
puzzle-form-title = Ta solution
puzzle-form = Le coup

# Plans: the player’s answers to moves that the opponent may play. $player: the opponent
plan-theirs = Que pourrait jouer { $player } ?
plan-own = Quelle est ta réponse ?
# $move: the move that is already planned
plan-replaces = Pour l’instant, ta réponse est **{ $move }**. Une autre la remplace.
plan-move = Choisis un coup.
# $move: the move; $count: how many pieces it takes
plan-preview = { $count ->
    [0] **{ $move }**. Prévoir ce coup ?
    [one] **{ $move }** prend un pion. Prévoir ce coup ?
   *[other] **{ $move }** prend { $count } pions. Prévoir ce coup ?
}
plan-too-long = **{ $move }** est trop long pour un bouton. Appuie sur **{ button-type }** et écris le coup.
plan-form = Le coup
# A line of play, combined from these: “If a1 b2, then **c1 d2**, if a3 b4”
plan-if-first = Si { $move }
plan-if = si { $move }
plan-then = alors **{ $move }**
plan-added = C’est prévu. Si le cas se présente, je joue aussitôt pour toi ; sinon, j’oublie ce plan. Personne d’autre ne le voit.
plan-list = Tes plans, avec tes coups en **gras**. Personne d’autre ne les voit.
plan-none = Tu n’as encore rien prévu dans cette partie.
plan-remove = Supprimer un plan

next-none = Ce n’est ton tour dans aucune autre partie ici.

denied-share = Tu ne peux pas écrire dans ce salon : je n’y montre donc rien non plus.
denied-share-running = Une partie en cours ne se partage que dans son propre salon.

# Above a message that a person shares.
shared = { $player } a partagé ceci :

# A person’s settings
settings-confirms = Avant de jouer ton coup, je t’en montre l’image et j’attends que tu appuies sur **{ button-confirm }**.
settings-trusts = Ton coup est joué dès qu’il n’y a plus rien à choisir.
settings-buttons = En 5×5, le panneau montre le plateau en boutons. Si les rangées se coupent sur ton téléphone, choisis **{ button-settings-menus }**.
settings-menus = Le panneau montre tous les plateaux en menus.
# When a player is reminded. $share: per cent
reminder-at = quand il reste { $share } % du temps
reminder-never = jamais
# $when: see above
settings-reminder =
    Rappel de ton tour : **{ $when }**.
    -# Dans une partie amicale, l’adversaire peut aussi te relancer après la fin de ton tour. Pour ne recevoir ni l’un ni l’autre, choisis « { button-notify-never } » dans **{ button-settings-notices }**.
# How a player is notified of a turn. $case: the choice
notify = { $case ->
    [direct] par message privé
    [digest] une fois par jour, dans un message privé avec toutes les parties
    [never] désactivée
   *[here] dans le salon ou le fil de la partie
}
# $how: see notify
notify-how = Notification de ton tour : **{ $how }**.
# $hour: of the day, 0 to 23
hour = { $hour } h
# $when: see hour
notify-hour = Heure du message quotidien : **{ $when }**.
# $hours: see quiet-hours
notify-quiet = Heures calmes : **{ $hours }**.
# $from, $to: hours of the day
quiet-hours = de { $from } h à { $to } h
quiet-never = aucune
# $place: the end of a time zone’s name; $name: that end with spaces
city = { $place ->
    [Los_Angeles] Los Angeles
    [Mexico_City] Mexico
    [Bogota] Bogota
    [New_York] New York
    [Sao_Paulo] São Paulo
    [London] Londres
    [Lisbon] Lisbonne
    [Madrid] Madrid
    [Paris] Paris
    [Berlin] Berlin
    [Cairo] Le Caire
    [Johannesburg] Johannesburg
    [Istanbul] Istanbul
    [Dubai] Dubaï
    [Kolkata] Calcutta
    [Shanghai] Shanghai
    [Tokyo] Tokyo
    [Sydney] Sydney
   *[other] { $name }
}
# $zone: see city; $clock: the time there
zone = { $zone } · { $clock }
notify-zone = Ton fuseau horaire : **{ $zone }** (heure locale : { $clock }).
# $count: how many time zones match; $zone: the first of them, see city
notify-zones = { $count ->
    [1] **Veux-tu dire { $zone } ?** Alors choisis-le dans le menu.
   *[other] Plusieurs fuseaux horaires sont possibles. **Choisis le tien dans le menu.**
}
form-zone = Ton fuseau horaire
form-city = Ville, pays ou décalage
settings-server = -# Les réglages du serveur sont dans `/{ command-setup }`.
setup-head = **Siwa sur ce serveur**
setup-unchecked = ⚠️ Je n’ai pas pu vérifier mes permissions. Appuie sur **{ button-check }** dans un instant, s’il te plaît.
setup-unseen = ⚠️ Je ne vois pas ce fil privé. Mentionne-moi ici une fois ({ $bot }) pour me faire entrer.
setup-timed-out = ⛔ La modération m’a exclu temporairement : je ne peux rien publier. L’exclusion prend fin { $ends }.
# $channels: links to channels
setup-sound = ✅ { $channels } : j’ai toutes les permissions nécessaires.
# $channels: links to channels; $permissions: a list; $count: how many permissions
setup-lacks = { $count ->
    [one] ⛔ { $channels } : sans la permission { $permissions }, je ne peux pas afficher de plateau, et personne ne peut jouer.
   *[other] ⛔ { $channels } : sans les permissions { $permissions }, je ne peux pas afficher de plateau, et personne ne peut jouer.
}
setup-lacks-threads = { $count ->
    [one] ⚠️ { $channels } : sans la permission { $permissions }, je ne peux pas utiliser de fil ; les parties se jouent dans le salon même.
   *[other] ⚠️ { $channels } : sans les permissions { $permissions }, je ne peux pas utiliser de fil ; les parties se jouent dans le salon même.
}
setup-lacks-history = ⚠️ { $channels } : sans la permission { $permissions }, je ne vois pas si un plateau y est déjà. Après un incident de Discord, il peut apparaître deux fois.
setup-gone = { $count ->
    [one] ⛔ { $channels } : ce salon n’existe plus. Choisis-en d’autres ci-dessous, ou permets les parties partout.
   *[other] ⛔ { $channels } : ces salons n’existent plus. Choisis-en d’autres ci-dessous, ou permets les parties partout.
}
setup-anywhere = Salons où l’on peut jouer : **tous**.
setup-places = Salons où l’on peut jouer : { $channels }
setup-own-language = Langue de mes messages publics : **celle du serveur sur Discord**.
# $language: see language
setup-language = Langue de mes messages publics : **{ $language }**.
setup-language-of-server = La langue du serveur sur Discord
# The language’s own name
language = Français
# $time: a time control
setup-clock = Temps de jeu des défis, par défaut : **{ $time }**.
setup-rated = Défis, par défaut : **classés**.
setup-unrated = Défis, par défaut : **amicaux**.
# Where games are played. $case: the choice
games-in = { $case ->
    [channel] dans le salon du défi
    [ask] au choix de la personne qui accepte
   *[threads] dans son propre fil
}
# $place: see games-in
settings-games-in = Chaque partie : **{ $place }**.
# $day: from 0 for Monday
weekday = { $day ->
    [0] lundi
    [1] mardi
    [2] mercredi
    [3] jeudi
    [4] vendredi
    [5] samedi
   *[6] dimanche
}
# $days: how many; $first, $last: see weekday; $zone: see city
settings-weekends = { $days ->
    [1] Week-ends des nouvelles parties : **le temps s’arrête ({ $first })**, fuseau horaire : { $zone }.
   *[other] Week-ends des nouvelles parties : **le temps s’arrête ({ $first } et { $last })**, fuseau horaire : { $zone }.
}
settings-no-weekends = Week-ends des nouvelles parties : **le temps ne s’arrête pas**.
# $zone: see zone
weekends-still = Le temps s’arrête : { $zone }
weekends-count = Le temps ne s’arrête pas
settings-takebacks = Reprise des coups dans les nouvelles parties classées : **permise**, si l’adversaire est d’accord.
settings-no-takebacks = Reprise des coups dans les nouvelles parties classées : **interdite**.
settings-tournaments = Qui peut ouvrir des tournois : **tous les membres**.
settings-no-tournaments = Qui peut ouvrir des tournois : **les membres qui ont la permission { permission-manage }**.

# $month: a month
month = { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
}
# $day: of the month; $month: see month; $days: how many days it is until then
away-choice = { $days ->
    [one] { $day ->
        [1] 1er
       *[other] { $day }
    } { $month } · { $days } jour
   *[other] { $day ->
        [1] 1er
       *[other] { $day }
    } { $month } · { $days } jours
}
away-back = De retour
# $until: a time
away-until = Fin de ton absence : { $until }. D’ici là, ton temps de jeu est en pause, sauf en tournoi.
away-not = Aucune absence en cours : ton horloge tourne. Choisis un jour, et elle s’arrête jusqu’à la fin de celui-ci, sauf en tournoi.
away-left = { $days ->
    [0] -# Il ne te reste plus de jours d’absence cette année.
    [one] -# Il te reste { $days } jour d’absence cette année.
   *[other] -# Il te reste { $days } jours d’absence cette année.
}
games-none = Tu n’as aucune partie en cours à afficher. Commences-en une avec `/{ command-play }` ou `/{ command-challenge }`.
# $count: how many
# $link: a link to the board; $variant: see variant-board; $until: a time, or see time-none
games-line = { $link } · { $opponent } · { $variant } · { $until }
games-your-turn = à toi de jouer
games-their-turn = tour adverse
games-won = gagnée
games-lost = perdue
games-drawn = nulle
which-choose = Quelle partie ?
# $opponent, $first, $second: names
which-own = #{ $game } contre { $opponent } · { $variant } · { $turn }
which-other = #{ $game } { $first } – { $second } · { $variant }

# $name: the game; $scope: people, month or engine (games against the bot)
leaderboard-head = { $scope ->
    [engine] **Classement contre moi : { $name }** (victoires–nulles–défaites)
    [month] **Classement du mois : { $name }** (points · victoires–nulles–défaites)
   *[people] **Classement : { $name }** (victoires–nulles–défaites)
}
leaderboard-all = tous les jeux
leaderboard-empty = { $scope ->
    [engine] Personne n’a encore terminé ici de partie classée contre moi. Commence avec `/{ command-play }`.
    [month] Aucune partie classée entre membres ne s’est encore terminée ici ce mois-ci. Commence avec `/{ command-challenge }`.
   *[people] Personne n’a encore terminé de partie ici. Commence avec `/{ command-challenge }`.
}
leaderboard-month-note = -# En partie classée, une victoire vaut 1 point et une nulle ½. Le mois commence le 1er à minuit UTC.
# $levels: a list of level-rated
leaderboard-levels = -# Mes niveaux : { $levels }.
# The choices of a command: which games are listed
leaderboard-people = membres
leaderboard-siwa = Siwa
# $score: see rating; on the leaderboard of a month: points, such as 2½
leaderboard-line = { $place }. { $player } · { $score } · { $won }–{ $drawn }–{ $lost }
leaderboard-line-own = **{ $place }.** { $player } · **{ $score }** · { $won }–{ $drawn }–{ $lost } ← toi
leaderboard-own = …
leaderboard-own-none = { $scope ->
    [engine] -# Tu n’y figures pas encore : termine d’abord une partie classée contre moi.
    [month] -# Tu n’y figures pas encore : termine d’abord une partie classée contre un membre.
   *[people] -# Tu n’y figures pas encore : termine d’abord une partie.
}
rating = { $rating }
# A rating that a few more games may change a lot, and the meaning of its sign.
rating-provisional = { $rating } ?
rating-provisional-note = -# « ? » marque une cote qui peut encore beaucoup changer.
rating-none = sans cote

## Profiles

# $player: the player; $name: the game
profile-head = **{ $player } · { $name }** (victoires–nulles–défaites)
profile-empty = { $player } n’a pas encore de résultats dans le jeu { $name } ici.
# $rating: see rating; $place: the rank on the leaderboard
profile-people = Contre des membres : **{ $rating }** · rang { $place } · { $won }–{ $drawn }–{ $lost }
profile-siwa = Contre moi : **{ $rating }** · rang { $place } · { $won }–{ $drawn }–{ $lost }
profile-rivals = Adversaires les plus fréquents :
profile-rival = - { $player } · { $won }–{ $drawn }–{ $lost }
profile-curve = -# La courbe montre la cote après chaque partie classée contre des membres.
# $count: how many games; the others: ratings
profile-alt = La cote après chacune des { $count } dernières parties classées, de { $first } à { $last } ; au plus bas { $low }, au plus haut { $high }.
profile-bot = Les bots n’ont pas de profil. Pour voir mes niveaux, utilise `/{ command-leaderboard }` avec un jeu et `{ command-leaderboard.against }:{ leaderboard-siwa }`.

## Tournaments. $group: see tournament-group; $points, $berger: numbers such as 2½

# $name: the name of a tournament
tournament-head = **{ $name }**
# The name of a tournament that got none. $number: a number
tournament-name = { $game } { $number }
# $start: placed or dealt
tournament-fair = { $start ->
    [dealt] Dans son groupe, on rencontre chaque adversaire une fois. Les pions sont distribués : une position où les deux camps ont à peu près les mêmes chances. Toutes les parties commencent en même temps.
   *[placed] Dans son groupe, on rencontre chaque adversaire en aller-retour, à camps inversés. Les deux parties comptent pour un seul résultat : aucun camp n’a d’avantage. Toutes les parties aller commencent en même temps.
}
# $until: a time, shown as “in 3 days”
tournament-closes = Fin des inscriptions : { $until }
tournament-nobody = Pas encore d’inscription. Il y a { $most } places.
# $count: how many have joined; $most: how many can; $players: a list
tournament-players = Inscriptions : **{ $count } sur { $most }**. { $players }
tournament-cancelled = *{ $player } a annulé ce tournoi.*
tournament-cancelled-on = *{ $player } a annulé ce tournoi.* Les parties en cours continuent, mais aucune nouvelle ne commence.
tournament-too-few = *Ce tournoi n’a pas commencé : il fallait être au moins trois.*
# $posted of $total boards were posted
tournament-starting = -# Plateaux affichés : { $posted } sur { $total }
# $count: how many; $players: a list
tournament-won = { $count ->
    [one] 🏆 **{ $players } a gagné le tournoi.**
   *[other] 🏆 **{ $players } se partagent la première place.**
}
tournament-no-winner = *Le tournoi est terminé. Plus personne ne jouait : il n’y a pas de gagnant.*
# $link: a link to its card
tournament-link = Résultats : { $link }
# $letter: A, B …
tournament-group = Groupe { $letter }
tournament-final = Finale
tournament-all = Groupe unique
# $decided of $total pairs have a result; $link: a link to its card
tournament-summary = **{ $group }** · résultats : { $decided } sur { $total } · { $link }
tournament-group-head = **{ $name }** · { $group }
tournament-thread = { $name } · { $group }
# $place: the rank; $berger: the Sonneborn-Berger score; $late: games lost on time
tournament-row = { $late ->
    [0] **{ $place }.** { $player } · **{ $points }** · SB { $berger }
   *[other] **{ $place }.** { $player } · **{ $points }** · SB { $berger } · défaites au temps : { $late }
}
tournament-row-withdrawn = **{ $place }.** ~~{ $player }~~ · **{ $points }** (hors tournoi)
tournament-alt = { $group } : tableau des résultats.
tournament-alt-row = { $place }. { $player }, points : { $points } ; { $results }.
tournament-alt-win = victoire contre { $player }
tournament-alt-draw = nulle contre { $player }
tournament-alt-loss = défaite contre { $player }
tournament-alt-unplayed = pas de résultat contre { $player }
tournament-alt-pending = encore à jouer contre { $player }
# $start: placed or dealt
tournament-begun = { $start ->
    [dealt] Les parties ont commencé. Avec deux défaites au temps, tu quittes le tournoi. Pour voir tes parties, appuie sur **{ button-my-games }** sous le tableau du groupe.
   *[placed] Les parties ont commencé. Le retour commence quand l’aller est terminé. Avec deux défaites au temps, tu quittes le tournoi. Pour voir tes parties, appuie sur **{ button-my-games }** sous le tableau du groupe.
}
tournament-game = **#{ $game }** { $first } – { $second }
tournament-standings-group = **{ $group }**
tournament-order = -# Ordre : points, confrontation directe, Sonneborn-Berger (SB), moins de défaites au temps.
tournament-tie = -# Une seule personne par groupe continue : en cas d’égalité, celle qui a la meilleure cote.
tournament-file = Les tableaux des résultats en texte
tournament-no-games = **Tu n’as pas de partie du tournoi en cours.**
tournament-cancel = Annuler le tournoi ? Personne ne gagne. Les parties en cours continuent, mais aucune nouvelle ne commence.
tournament-cancel-early = Annuler le tournoi ? Les inscriptions s’arrêtent, et il ne commencera pas.
tournament-withdraw = { $start ->
    [dealt] Quitter le tournoi ? Tes parties en cours continuent : si ton temps s’écoule, tu les perds.
   *[placed] Quitter le tournoi ? Les rencontres dont le retour n’a pas commencé ne compteront pas. Tes parties en cours continuent : si ton temps s’écoule, tu les perds.
}
tournament-withdrawn = Tu as quitté le tournoi. Tes parties en cours continuent. Pour les voir, utilise `/{ command-games }`.
# $days: how many
days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
}

## Denials, with what to do instead

denied-not-your-turn = C’est à { $player } de jouer. Avec `/{ command-settings }`, tu choisis comment savoir que c’est à toi.
denied-not-your-game = Tu ne joues pas dans la partie #{ $game }. `/{ command-games }` affiche les tiennes.
denied-unknown-game = Cette partie n’existe pas ici. `/{ command-games }` affiche les tiennes.
denied-no-game-here = Tu n’as aucune partie en cours ici. Commences-en une avec `/{ command-play }` ou `/{ command-challenge }`, ou retrouve celles d’ailleurs avec `/{ command-games }`.
# $count: how many
denied-several-games = Il y a { $count } parties possibles. De laquelle s’agit-il ? (La prochaine fois, tu peux ajouter `{ command-place.game }:` à la commande.)
denied-nothing-to-replay = Aucune partie n’a encore été jouée dans ce salon. Indique une partie d’un autre salon avec `{ command-replay.game }:`, ou commences-en une avec `/{ command-play }` ou `/{ command-challenge }`.
denied-game-over = La partie #{ $game } est terminée. Appuie sur **{ button-rematch }** sous son dernier plateau, ou commence une autre partie avec `/{ command-play }` ou `/{ command-challenge }`.
denied-use-move = Tous les pions sont placés : utilise `/{ command-move }`. Les choix possibles s’affichent pendant que tu tapes.
denied-moved-on = Ce bouton est périmé. Voici où en est la partie #{ $game } :
denied-already-offered = Tu as déjà une proposition en attente. C’est à ton adversaire d’y répondre.
denied-offered-before = Ta dernière proposition a été refusée. Tu pourras en faire une autre après le prochain coup.
denied-no-offer = Cette proposition n’attend plus de réponse. Continue à jouer, ou fais-en une avec `/{ command-draw }`.
denied-own-offer = C’est ta propre proposition. C’est à ton adversaire de répondre.
denied-time-is-up = Le temps est écoulé : la partie #{ $game } est terminée. Commences-en une autre avec `/{ command-challenge }`.
denied-not-over = La partie #{ $game } est encore en cours. Termine-la d’abord.
denied-animation-waiting = Je travaille encore à ta dernière demande. Réessaie quand elle sera prête.
denied-busy = Ça n’a pas marché cette fois. Réessaie, s’il te plaît.
# $limit: the limit
denied-too-many-games = { $player } a { $limit } parties en cours ici, et c’est le maximum. Il faut d’abord en terminer une.
denied-own-games = Tu peux avoir au plus { $limit } parties en cours ici, et un aller-retour compte pour deux. Il faut d’abord en terminer une.
denied-room-for-one = { $player } n’a plus de place que pour une partie ici : le maximum est de { $limit }. Choisis une seule partie, ou un aller-retour, une partie après l’autre.
denied-too-many-challenges = Tu as { $limit } défis en attente ici, et c’est le maximum. Annules-en un, ou attends une réponse.
# $limit: the limit
denied-too-many-plans = Tu as { $limit } plans dans cette partie, et c’est le maximum. Supprimes-en un d’abord.
denied-plan-too-long = Un plan compte au plus { $limit } coups. Prévois le reste quand quelques-uns auront été joués.
denied-challenge-open = Tu as déjà lancé exactement ce défi à { $player }, et il attend toujours une réponse.
denied-challenge-self = Tu ne peux pas jouer contre toi-même. Laisse `{ command-challenge.opponent }` vide pour que n’importe qui puisse accepter.
denied-own-challenge = C’est ton propre défi. Attends que quelqu’un l’accepte ou, d’ici là, joue contre moi avec `/{ command-play }`.
denied-challenge-bot = Les autres bots ne jouent pas. Défie une vraie personne, ou moi, ou laisse `{ command-challenge.opponent }` vide pour que n’importe qui puisse accepter.
# $game: the game’s id
denied-hint-in-rated = La partie #{ $game } est classée, et une cote se gagne sans aide. Il y a des indices dans les parties amicales.
denied-review-running = La partie #{ $game } est encore en cours. Je l’analyserai avec toi quand elle sera finie.
denied-no-puzzles = Il n’y a pas encore de problèmes.
denied-unknown-puzzle = Ce problème n’existe plus. Pour celui du jour, utilise `/{ command-puzzle }`.
denied-nothing-to-share = Tu peux annoncer ta réussite au salon une fois par jour, après avoir résolu le problème du jour sans voir la solution.
denied-no-deal = Seul le Seega peut commencer avec des pions distribués. Laisse `{ command-challenge.start }` vide.
denied-side-in-rated = Dans une partie classée, les camps sont tirés au sort. Laisse `{ command-challenge.side }` vide, désactive l’option `{ command-challenge.rated }`, ou joue un aller-retour avec `{ command-challenge.games }`.
denied-rated-without-limit = Une partie classée a besoin d’une limite de temps. Choisis-en une dans `{ command-challenge.time }`, ou désactive l’option `{ command-challenge.rated }`.
denied-terms-outside = Là où je ne suis pas, je ne peux pas envoyer de rappels : les parties y sont amicales, sans limite de temps, et se jouent une à la fois. Laisse `{ command-challenge.time }`, `{ command-challenge.rated }` et `{ command-challenge.games }` vides.
denied-unknown-challenge = Ce défi n’existe plus. Lances-en un nouveau avec `/{ command-challenge }`.
denied-not-for-you = Ce défi s’adresse à { $player }. Lance le tien avec `/{ command-challenge }`.
denied-not-your-challenge = Il n’y a que { $player } qui puisse annuler ce défi.
denied-nothing-to-decline = Un défi ouvert n’attend pas de réponse de ta part. Tu peux l’ignorer.
denied-challenge-expired = Ce défi a expiré. Lances-en un nouveau avec `/{ command-challenge }`.
denied-challenge-taken = Quelqu’un a déjà accepté ce défi. Lances-en un nouveau avec `/{ command-challenge }`.
denied-challenge-declined = Ce défi a été refusé. Lances-en un nouveau avec `/{ command-challenge }`.
denied-challenge-cancelled = Ce défi a été annulé. Lances-en un nouveau avec `/{ command-challenge }`.
denied-rematch-begun = La revanche a déjà commencé : partie #{ $game }. `/{ command-games }` affiche tes parties.
denied-rematch-asked = Tu as déjà demandé la revanche. C’est à ton adversaire de répondre.
denied-opponent-gone = Ton adversaire de la partie #{ $game } n’est plus là : personne ne peut accepter de revanche. Défie quelqu’un d’autre avec `/{ command-challenge }`, ou joue contre moi avec `/{ command-play }`.
channel-closed = Tout est enregistré, mais je ne peux pas publier le plateau dans le salon de la partie. Demande à l’administration du serveur de me laisser voir ce salon et y envoyer des messages et des fichiers ; dans un fil privé, mentionne-moi une fois. Je réessaierai dans une heure et, si cela échoue, je vous écrirai directement à tous les deux.
# $bot: a mention of the bot
channel-private = Tout est enregistré, mais je ne vois pas ce fil privé. Mentionne-moi ici une fois ({ $bot }) pour me faire entrer, puis utilise `/{ command-board }`.
channel-nowhere = Tout est enregistré. Je ne peux pas écrire dans le salon de la partie : elle continue donc en messages privés, sans pendule. `/{ command-games }` la montre.
denied-outside = Cela ne fonctionne que sur les serveurs où je suis. Ailleurs, tu peux jouer contre moi (`/{ command-play }`) et, dans une conversation avec d’autres personnes, les défier (`/{ command-challenge }`). Pour le reste : `/{ command-help }`.
answer-unseen = Toi seul vois ma réponse : Discord cache ici les réponses des applications. Demande à l’administration les permissions « Utiliser des applications externes », « Envoyer des messages » et « Joindre des fichiers », ou joue en message privé ou dans un groupe.
denied-unseen = Ici, tu serais la seule personne à voir mes réponses : tu n’as pas la permission « Utiliser des applications externes » sur ce serveur. Demande-la à l’administration, ou joue en message privé ou dans un groupe.
# $permissions: a list of permissions; $count: how many
denied-unheard = { $count ->
    [one] Ici, tu serais la seule personne à voir mes réponses : tu n’as pas la permission { $permissions } dans ce salon. Demande-la à l’administration, ou joue en message privé ou dans un groupe.
   *[other] Ici, tu serais la seule personne à voir mes réponses : tu n’as pas les permissions { $permissions } dans ce salon. Demande-les à l’administration, ou joue en message privé ou dans un groupe.
}
# $permissions: a list of permissions; $count: how many
denied-permissions = { $count ->
    [one] Je ne peux pas afficher de plateau dans ce salon : il me manque la permission { $permissions }. Demande-la à l’administration (`/{ command-setup }` lui montre ce qui m’en empêche), ou essaie un autre salon.
   *[other] Je ne peux pas afficher de plateau dans ce salon : il me manque les permissions { $permissions }. Demande-les à l’administration (`/{ command-setup }` lui montre ce qui m’en empêche), ou essaie un autre salon.
}
permission-view = « Voir le salon »
permission-send = « Envoyer des messages »
permission-send-in-threads = « Envoyer des messages dans les fils »
permission-attach = « Joindre des fichiers »
permission-connect = « Se connecter »
permission-threads = « Créer des fils publics »
permission-history = « Voir les anciens messages »
permission-manage = « Gérer le serveur »
# $channels: links to channels
denied-place = Sur ce serveur, une partie ne peut commencer que dans : { $channels }
denied-unknown-command = Je ne connais pas cette commande. `/{ command-help }` dit ce que je sais faire.
denied-unknown-button = Ce bouton ne fonctionne plus. `/{ command-games }` affiche tes parties.
denied-no-variant = Je ne connais pas ce jeu, ou ces options ne vont pas ensemble. Choisis parmi les propositions.
denied-no-clause = Ces règles n’ont pas cet article. Utilise `/{ command-rules }` sans article pour les voir tous.
denied-no-time = Ce temps n’est pas proposé. Choisis parmi ceux de `/{ command-challenge }`.
# $permission: see permission-manage
denied-settings = Il faut la permission { $permission } pour changer cela sur le serveur.
# $days: how many can be chosen; $most: how many an absence lasts at most
denied-away-when = { $days ->
    [0] Ton absence a duré { $most } jours de suite. Tu pourras t’absenter de nouveau à partir de demain.
    [one] Une absence dure au plus { $most } jours de suite. Choisis aujourd’hui.
   *[other] Une absence dure au plus { $most } jours de suite. Choisis un des { $days } prochains jours, aujourd’hui compris.
}
denied-away-used-up = { $days ->
    [0] Il ne te reste plus de jours d’absence cette année.
    [one] Il te reste { $days } jour d’absence cette année. Choisis un jour plus proche.
   *[other] Il te reste { $days } jours d’absence cette année. Choisis un jour plus proche.
}
denied-not-away = Tu n’as pas d’absence en cours.
# $city: the typed text
denied-zone = Je ne trouve pas de fuseau horaire pour « { $city } ». Écris le nom d’une grande ville de ton fuseau horaire ou d’un pays, ou un décalage comme « UTC-3 », ou choisis dans le menu.
denied-own-turn = Seule la personne qui attend peut le faire, et c’est ton tour.
denied-answer-first = Ton adversaire a fait une proposition. Réponds-y d’abord.
denied-takeback-in-rated = La partie #{ $game } est classée. Quand elle a commencé, ce serveur ne permettait pas de reprendre un coup dans les parties classées.
denied-takeback-from-engine = La partie #{ $game } est classée, et dans une partie classée contre moi, on ne reprend pas de coup.
denied-nothing-to-take-back = Il n’y a rien à reprendre : le dernier coup n’est pas le tien.
denied-no-limit = Cette partie n’a pas de limite de temps.
denied-time-enough = Il reste déjà plus de 30 jours pour ce tour.
# $until: a time
denied-not-late = Ce n’est possible qu’après la fin de ce tour : { $until }.
denied-too-long = C’est trop long. Raccourcis, s’il te plaît, ou ajoute `{ command-place.game }:` pour indiquer la partie.
# $incident: the error number in the log
fault = Quelque chose s’est mal passé de mon côté. `/{ command-board }` montre où en est ta partie. Si cela se reproduit, donne ce numéro à l’administration : `{ $incident }`.
denied-hard-clock = La partie #{ $game } fait partie d’un tournoi : pas de temps supplémentaire.
denied-unknown-tournament = Ce tournoi n’existe pas sur ce serveur. Choisis-en un avec `/{ command-tournament } { command-tournament.show }:`.
denied-no-tournament = Aucun tournoi n’est ouvert ou en cours ici. Pour en ouvrir un, ajoute `{ command-tournament.game }:` à `/{ command-tournament }` ; pour en voir un ancien, `{ command-tournament.show }:`.
denied-no-tournament-yet = Aucun tournoi n’est ouvert ou en cours ici. Les membres qui ont la permission { permission-manage } peuvent en ouvrir un. Pour en voir un ancien, utilise `/{ command-tournament } { command-tournament.show }:`.
denied-tournament-by-managers = Seuls les membres qui ont la permission { permission-manage } peuvent ouvrir un tournoi, et changer cette règle avec `/{ command-setup }`.
# $name: the name of a tournament
denied-tournament-open = **{ $name }** n’est pas terminé, et un serveur ne peut avoir qu’un tournoi à la fois. Avec `/{ command-tournament }`, tu le vois.
denied-tournament-name = Ce serveur a déjà eu un tournoi nommé **{ $name }**. Choisis un autre `{ command-tournament.name }:`.
denied-tournament-place = Pour un tournoi, il faut un fil par groupe. Tape la commande dans un salon textuel où je peux ouvrir des fils.
denied-sign-up-closed = Les inscriptions sont closes. Avec `/{ command-tournament }`, tu vois le tournoi.
denied-already-joined = Tu participes déjà. Pour te désinscrire, appuie sur **{ button-leave }**.
denied-not-joined = Tu ne participes pas à ce tournoi. Avec `/{ command-tournament }`, tu le vois.
denied-not-organizer = C’est réservé à { $player }, qui a ouvert ce tournoi, et aux membres qui ont la permission { permission-manage }.
# $limit: how many
denied-too-few-players = Pour un tournoi, il faut être au moins { $limit }. Attends encore, ou appuie sur **{ button-cancel-tournament }**.

## Themes

# The chosen theme. $theme: see theme
# The present themes. $theme: see theme
theme-own = Plateaux affichés rien que pour toi : **{ $theme }** (ton choix, sur tous les serveurs).
theme-default-own = Plateaux affichés rien que pour toi : **{ $theme }** (par défaut, le thème de chaque serveur).
theme-now-public = Plateaux publics de ce serveur : **{ $theme }**.
# $permission: see permission-manage

## Data about a person

# Replaces the name of a person whose data was deleted
player-gone = quelqu’un qui est parti
privacy-head = **Ce que je garde sur toi**
# $name: the person’s name
privacy-name = - Ton identifiant Discord, le dernier nom que j’ai vu (**{ $name }**) et tes choix dans `/{ command-settings }`
# $running: how many of the games are in progress
privacy-games = - { $count ->
    [one] Une partie, coup par coup
   *[other] { $count } parties, coup par coup
} (en cours : { $running })
privacy-challenges = - { $count ->
    [one] Un défi
   *[other] { $count } défis
}, de toi ou pour toi
privacy-ratings = - { $count ->
    [one] Ta cote et tes résultats dans un classement
   *[other] Tes cotes et tes résultats dans { $count } classements
}
privacy-puzzles = - { $count ->
    [one] Ton résultat à un problème
   *[other] Tes résultats à { $count } problèmes
}
privacy-tournaments = - { $count ->
    [one] Ton inscription à un tournoi
   *[other] Tes inscriptions à { $count } tournois
}
privacy-plans = - { $count ->
    [one] Un plan de tes réponses
   *[other] { $count } plans de tes réponses
}
privacy-messages = - { $count ->
    [one] La trace d’un message privé que je t’ai envoyé, ou vais t’envoyer, pour le tenir à jour
   *[other] Les traces de { $count } messages privés que je t’ai envoyés, ou vais t’envoyer, pour les tenir à jour
}
# $days: how long data is stored after the bot or the person has left a server; $years: after the person was last active
privacy-how-long = -# J’en ai besoin pour que tu puisses jouer, et pour rien d’autre. Tu peux tout effacer quand tu veux. Sinon, ce qui est lié à un serveur disparaît { $days } jours après qu’il m’a retiré ; ce qui t’y concerne, { $days } jours au plus après ton départ (si tu figures à son classement) ; et tout, après { $years } ans sans nouvelles de toi. Je ne garde aucun de tes messages.
privacy-nothing = Je ne garde rien sur toi.
# $running: in how many games the person plays
privacy-sure = { $running ->
    [0] **Effacer tout ce que je garde sur toi ?** Tes défis sont annulés. Ton nom, tes cotes, tes choix, tes plans et tes résultats aux problèmes disparaissent tout de suite et pour toujours.
    [one] **Effacer tout ce que je garde sur toi ?** Tu abandonnes ta partie en cours, et tes défis sont annulés. Ton nom, tes cotes, tes choix, tes plans et tes résultats aux problèmes disparaissent tout de suite et pour toujours.
   *[other] **Effacer tout ce que je garde sur toi ?** Tu abandonnes tes { $running } parties en cours, et tes défis sont annulés. Ton nom, tes cotes, tes choix, tes plans et tes résultats aux problèmes disparaissent tout de suite et pour toujours.
} Tu quittes aussi les tournois où tu joues. Tes adversaires gardent les parties, avec « { player-gone } » à ta place. Ce que j’ai déjà écrit dans les salons y reste. Pour une copie, utilise d’abord `/{ command-privacy } { command-privacy.export }`.
privacy-kept-on = Rien n’a été effacé.
privacy-forgotten = C’est fait : j’ai effacé tout ce que je gardais sur toi. Les sauvegardes de la personne qui m’héberge peuvent encore le contenir quelque temps ; si l’une d’elles est un jour restaurée, efface de nouveau, s’il te plaît.
privacy-export = Tout ce que je garde sur toi, table par table.
privacy-export-short = -# Avec tes coups, le fichier serait trop lourd ; ils sont dans les feuilles de tes parties.
privacy-export-alt = Tout ce qui est gardé sur toi, en JSON
privacy-records = { $count ->
    [one] La feuille de ta partie.
   *[other] Les feuilles de tes { $count } parties, les plus récentes d’abord.
}
privacy-left-out = { $count ->
    [one] Une de plus ne tenait pas dans le fichier ; sur son serveur, utilise `/{ command-replay }` et appuie sur **{ button-export }**.
   *[other] { $count } de plus ne tenaient pas dans le fichier ; sur leurs serveurs, utilise `/{ command-replay }` et appuie sur **{ button-export }**.
}
privacy-records-alt = Les feuilles de tes parties en texte

## Help and rules

help =
    Le **Seega**, venu d’Égypte, et **Gygès**, de Claude Leroy, se jouent à deux : joue maintenant, on te répondra demain.
    Seega : { seega-goal }

    1. `/{ command-play }` lance une partie contre moi ; `/{ command-challenge }`, contre qui tu veux.
    2. Quand c’est ton tour, tu reçois une mention : appuie sur le bouton sous le plateau. Avec **{ button-more }**, tu peux proposer d’arrêter, ou abandonner.
    3. `/{ command-rules }` explique les jeux en images ; `/{ command-puzzle }` te permet de t’entraîner.

    - **Parties :** `/{ command-games }`, `/{ command-board }` (en texte : option `{ command-board.text }`), `/{ command-replay }`
    - **Tournois et résultats :** `/{ command-leaderboard }`, `/{ command-tournament }`, `/{ command-profile }`
    - **Réglages :** `/{ command-settings }`

    Si ton temps s’écoule, tu perds ; dans une amicale entre membres, ton adversaire peut réclamer la victoire ou attendre. Tape / pour voir toutes les commandes.
help-outside =
    Le **Seega**, venu d’Égypte, et **Gygès**, de Claude Leroy : joue maintenant, on te répondra demain. Ici, je ne fais que répondre : il y a moins de choses que sur les serveurs où je suis.
    Seega : { seega-goal }

    1. `/{ command-play }` lance une partie contre moi ; dans une conversation avec d’autres personnes, `/{ command-challenge }` en lance une entre vous.
    2. Appuie sur le bouton sous le plateau. S’il manque, `/{ command-board }` le montre (en texte : option `{ command-board.text }`).
    3. `/{ command-rules }` explique les jeux en images.

    - **Parties :** `/{ command-games }`, `/{ command-draw }`, `/{ command-resign }`
    - **Réglages :** `/{ command-settings }`

    Les parties d’ici sont amicales et attendent indéfiniment. Sur les serveurs, il y a aussi des limites de temps, des cotes, des classements, des problèmes et des animations.
help-direct =
    Le **Seega**, venu d’Égypte, et **Gygès**, de Claude Leroy, se jouent à deux : joue maintenant, on te répondra demain.
    Seega : { seega-goal }

    1. `/{ command-play }` lance une partie contre moi. Tes parties de tous les serveurs continuent aussi ici.
    2. Quand c’est ton tour, appuie sur le bouton sous le plateau. Avec **{ button-more }**, tu peux proposer d’arrêter, ou abandonner.
    3. `/{ command-rules }` explique les jeux en images.

    - **Parties :** `/{ command-games }`, `/{ command-board }` (en texte : option `{ command-board.text }`), `/{ command-draw }`, `/{ command-resign }`
    - **Réglages :** `/{ command-settings }`

    Dans une partie classée, tu perds si ton temps s’écoule. Sur les serveurs où je suis, il y a aussi des défis, des tournois, des classements, des problèmes et des animations.
# Below the help
help-privacy = -# Ce que je garde sur toi : `/{ command-privacy } { command-privacy.show }`
# $address: a URL
help-page = -# [Confidentialité]({ $address })
# $address: a URL
help-terms = -# [Conditions]({ $address })
# A hint. $square: the start of the move
hint-square = Regarde **{ $square }**.
# $digit: the first digit of a set-up
hint-digit = Commence par **{ $digit }**.
# $move: the move
hint-move = Joue **{ $move }**.
hint-wins = Ce coup gagne.
# $count: how many pieces the move captures, saves or threatens
hint-captures = { $count ->
    [one] Ce coup prend un pion.
   *[other] Ce coup prend { $count } pions.
}
hint-parries = Ce coup empêche l’autre camp de gagner au tour suivant.
hint-threatens-win = Ce coup menace de gagner au tour suivant, si rien ne s’y oppose.
hint-blocks = Ce coup laisse l’autre camp sans coup possible : il passe.
hint-wall = Ce coup forme une barrière que rien ne pourra rompre.
hint-defends = { $count ->
    [one] Ce coup défend un pion qui pouvait être pris.
   *[other] Ce coup défend { $count } pions qui pouvaient être pris.
}
hint-threatens = { $count ->
    [one] Ce coup menace de prendre un pion.
   *[other] Ce coup menace de prendre { $count } pions.
}
hint-makes-way = Ce coup ouvre un passage pour que l’autre camp puisse rejouer.
hint-frees = Ce coup libère tes pions : un seul pouvait bouger.
hint-opens-gate = Ce coup ouvre un chemin vers une porte du but adverse.
hint-shuts-gates = Ce coup barre à l’autre camp le chemin de toutes les portes de ton but.
# $moves: moves of both sides in turn, separated by commas
hint-line = La meilleure suite que j’ai trouvée : { $moves }.
hint-compared = La meilleure des possibilités que j’ai comparées.
# Setting up a game against the bot. $variant: see variant; $level: see level
engine-choose = **{ $variant }**, niveau { $level }. Choisis autre chose, ou commence. { $order ->
    [first] Tu joues le premier tour.
    [second] Je joue le premier tour.
   *[random] Un tirage au sort décide qui joue le premier tour.
}
# $games: how many games the person has finished against the bot
engine-suggested = { $games ->
    [0] -# Un niveau pour commencer. Après tes premières parties contre moi, j’en choisis un où tu gagnes environ une fois sur deux.
   *[other] -# J’ai choisi ce niveau pour que tu gagnes environ la moitié de tes parties contre moi.
}
engine-rated = -# **{ button-begin }** : amicale, sans limite de temps, avec indices. **{ button-begin-rated }** : { $time }, sans indices, et compte pour ta cote contre moi.
engine-rated-direct = -# **{ button-begin }** : amicale, sans limite de temps, avec indices. **{ button-begin-rated }** : { $time }, sans indices, et compte pour ta cote contre moi dans cette conversation ; aucun classement ne montre cette cote.
# If the person has chosen their turn
engine-unrated = -# **{ button-begin }** : amicale, sans limite de temps, avec indices. Dans une classée, le premier tour est tiré au sort.
# If a challenge of the bot had more options
engine-options = -# Contre moi, `{ command-challenge.time }`, `{ command-challenge.rated }` et `{ command-challenge.games }` ne comptent pas : choisis ici.
engine-outside = -# Ici, je ne montre un plateau qu’en réponse à un bouton ou à une commande. La partie est donc amicale et sans limite de temps. S’il manque un plateau, `/{ command-board }` le montre.
engine-variant = Choisis un jeu…
engine-level = Choisis un niveau…
engine-begun = La partie #{ $game } a commencé.
# $variant: see variant
rules-head = ## { $variant }
# A clause of the rules. $clause: such as S6; $title: its title
rules-clause = ### { $clause } · { $title }
# A clause in a menu
rules-choice = { $clause } · { $title }
rules-overview = Vue d’ensemble
rules-choose = Choisis un article…
# $variant: see variant; $page, $pages: numbers
rules-page = -# { $variant } · { $page } sur { $pages }
# The balance of a variant. $games: how many games; $first, $second: sides; $won, $lost: percentages of wins
rules-tally = -# Sur { $games } parties que j’ai jouées contre moi-même, les victoires : { $first } { $won } %, { $second } { $lost } %. Le plus juste est de jouer deux parties à camps inversés.
# The caption of a clause’s picture. $side: a side; $move: the move; $count: how many pieces it takes
lesson-played = { $count ->
    [0] Sur l’image, le dernier coup est **{ $move }** ({ $side }).
    [one] Sur l’image, le dernier coup est **{ $move }** ({ $side }) : il prend un pion.
   *[other] Sur l’image, le dernier coup est **{ $move }** ({ $side }) : il prend { $count } pions.
}
lesson-proposed = { $count ->
    [0] L’image montre ce que ferait **{ $move }**.
    [one] L’image montre ce que ferait **{ $move }** : prendre un pion.
   *[other] L’image montre ce que ferait **{ $move }** : prendre { $count } pions.
}
lesson-claimed = Sur l’image, les { $side } réclament le décompte.
# $moves: one or more moves, separated by commas
lesson-refused = Interdit ici : **{ $moves }**.
# Of a clause that is the same on every board. $board: 5×5
lesson-board = L’image montre le plateau { $board }.
# $side: the winner; $first, $second: pieces left of the winner and the loser
lesson-won = Résultat : victoire ({ $side }).
lesson-won-count = Résultat : victoire ({ $side }), { $first } à { $second } au décompte.
lesson-drawn = Résultat : partie nulle.
lesson-drawn-count = Résultat : partie nulle, { $first } partout au décompte.
rules-seega = **{ seega-goal }**
    Deux camps, les Clairs (□, carrés) et les Sombres (○, ronds), sur un plateau carré.
    - **Placement.** Chaque camp, à son tour, place deux pions sur des cases vides (jamais au centre), jusqu’à ce que seul le centre reste libre. On ne prend encore rien. On peut sauter le placement : les pions sont alors distribués dans une position où les deux camps ont à peu près les mêmes chances.
    - **Déplacement.** Les Sombres, qui ont placé en dernier, jouent le premier coup, en entrant au centre. À ton tour, déplace un de tes pions d’une case, vers le haut, le bas, la gauche ou la droite, sur une case vide.
    - **Prise.** Viens à côté d’un pion ennemi qui a un autre de tes pions juste derrière lui, sur la même ligne, et tu le prends. Tu peux en prendre jusqu’à trois d’un coup. Au centre, un pion est à l’abri, mais il aide à prendre. Se glisser entre deux ennemis est sans danger.
    - **Blocage.** Un camp qui ne peut pas jouer passe, et l’autre rejoue.
    - **Fin.** Si tu n’as plus de pions, tu perds. Un pion partout : partie nulle. Sinon, on compte les pions, et le camp qui en a le plus gagne : quand rien n’a été pris pendant longtemps, quand une position apparaît pour la troisième fois, d’un commun accord, ou quand un camp réclame le décompte derrière une barrière que rien ne pourra rompre, avec au moins autant de pions que l’autre.
rules-seega-classic = **Règles classiques** (feuillets de règles portugais) : la prise est facultative, et un tour ne compte qu’un seul pas. Tant que l’autre camp est bloqué, tu peux jouer tout coup qui ne ramène aucune position de ces tours. S’il n’en reste pas, la partie s’arrête et on compte les pions. Quand les deux camps sont derrière des barrières sûres, la partie s’arrête et on compte les pions.
rules-seega-french = **Règles françaises** (un feuillet de règles français) : comme les classiques, mais quand l’autre camp a passé, il faut lui ouvrir un passage, si c’est possible.
rules-seega-lugo = **Règles de Lugo** (festival Arde Lucus) : la prise est obligatoire, et le même pion continue tant qu’il peut prendre. Quand l’autre camp a passé, il faut lui ouvrir un passage. Une rangée ou colonne entière d’un camp, hors du bord, met aussitôt fin à la partie s’il n’y a derrière elle que des pions de ce camp et un peu d’espace : on compte alors les pions. Tout prendre est une grande victoire, gagner au décompte une petite.
rules-seega-modern = **Règles modernes** (répandues dans les sources en anglais) : après une prise, le même pion peut continuer tant qu’il prend encore. Quand l’autre camp a passé, il faut lui ouvrir un passage. Quand les deux camps sont derrière des barrières sûres, la partie s’arrête et on compte les pions.
rules-seega-example = -# Sur l’image, c2-c3 vient de prendre trois pions d’un coup.

## The clauses of Seega, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

# $pieces: how many pieces a side has
lesson-seega-s1 = Chaque camp, à son tour, place deux pions sur des cases vides (jamais au centre), jusqu’à en avoir placé { $pieces }. Les Clairs commencent. On ne prend encore rien.
    .title = Placement
lesson-seega-s2 = Quand seul le centre est vide, les déplacements commencent. Les Sombres, qui ont placé en dernier, jouent le premier coup.
    .title = Du placement au déplacement
lesson-seega-s3 = À ton tour, déplace un de tes pions d’une case, vers le haut, le bas, la gauche ou la droite, sur une case vide. Tu peux maintenant aller au centre. Tu ne peux pas passer tant que tu peux jouer. Ici, le pion de b3 peut aller en a3, b2 ou c3.
    .title = Déplacement
lesson-seega-s4 = Au début, seul le centre est vide : le tout premier coup y va donc toujours.
    .title = Le premier coup
lesson-seega-s5 = Viens à côté d’un pion ennemi qui a un autre de tes pions juste derrière lui, sur la même ligne, et tu le prends. Tu peux en prendre jusqu’à trois d’un coup.
    .title = Prise
lesson-seega-s6 = Il faut exactement un pion ennemi entre deux des tiens. Deux à la suite sont à l’abri : ici, rien n’est pris.
    .title = Deux à la suite
lesson-seega-s7 = Seuls les pions prennent ; les bords, les coins et le centre vide n’aident jamais. Un pion dans un coin est donc toujours à l’abri, et un pion au bord ne peut être pris que le long de ce bord. Ici, rien n’est pris.
    .title = Bords, coins, centre vide
lesson-seega-s8 = Au centre, un pion ne peut pas être pris, mais il aide à prendre. Ici, les Sombres sont venus en d3, mais c3 est à l’abri entre deux ennemis. Ensuite, c3 a aidé les Clairs à prendre b3.
    .title = Un pion au centre
lesson-seega-s9 = Se glisser entre deux pions ennemis est sans danger. Ton pion n’est pris que si un pion ennemi vient ensuite à côté de lui.
    .title = Entre deux ennemis
lesson-seega-s10-none = Un tour ne compte qu’un seul pas, même si le même pion pouvait prendre encore.
    .title = Un pas par tour
lesson-seega-s10-optional = Après un pas qui prend, le même pion peut continuer si son pas suivant prend aussi, et ainsi de suite. Tu peux t’arrêter quand tu veux. Chaque pas suivant doit prendre.
    .title = Continuer à prendre
lesson-seega-s10-mandatory = Après un pas qui prend, le même pion doit continuer tant qu’il peut prendre. Chaque pas suivant doit prendre.
    .title = Continuer à prendre
lesson-seega-s11-optional = Rien n’oblige à prendre. Ici, les Clairs pourraient prendre un pion, mais peuvent aussi bien jouer autre chose.
    .title = La prise est facultative
lesson-seega-s11-mandatory = Si tu peux prendre, tu dois le faire. Entre les coups qui prennent, le choix est libre.
    .title = La prise est obligatoire
lesson-seega-s12 = Un camp qui ne peut pas jouer passe, et l’autre a un tour supplémentaire. C’est automatique. Ici, les Sombres sont enfermés : c’est encore aux Clairs de jouer.
    .title = Passer
lesson-seega-s13-skip = Pendant un tour supplémentaire, tous les coups sont permis, sauf ceux qui feraient revenir une position antérieure de cette série. Les tours supplémentaires se suivent jusqu’à ce que le camp bloqué puisse jouer ; s’il ne reste aucun coup permis, on compte les pions. Ici, les Sombres restent enfermés, et c’est encore aux Clairs.
    .title = Le tour supplémentaire
lesson-seega-s13-open = Pendant un tour supplémentaire, il faut ouvrir un passage : seuls sont permis les coups qui laissent jouer le camp bloqué. S’il n’y en a pas, tous les coups sont permis, et les tours supplémentaires se suivent jusqu’à ce que ce camp puisse jouer.
    .title = Le tour supplémentaire
lesson-seega-e1 = Si tu n’as plus de pions, tu perds.
    .title = Plus de pions
lesson-seega-e1-graded = Si tu n’as plus de pions, tu perds. Pour l’autre camp, c’est une grande victoire.
    .title = Plus de pions
lesson-seega-e2 = Un pion partout : la partie est nulle, car il en faut deux pour prendre.
    .title = Un pion partout
lesson-seega-e3-mutual = Une barrière sûre est un mur que rien ne pourra rompre, avec derrière lui assez de place pour jouer sans fin. Quand les deux camps sont derrière une telle barrière, la partie s’arrête et on compte les pions : le camp qui en a le plus gagne ; à égalité, la partie est nulle.
    .title = Barrières
lesson-seega-e3-row = Une rangée ou colonne entière d’un camp, hors du bord, met aussitôt fin à la partie s’il n’y a derrière elle que des pions de ce camp et un peu d’espace. On compte les pions : le camp qui en a le plus gagne, quel que soit celui qui a fait la rangée ; à égalité, la partie est nulle. Gagner au décompte est une petite victoire.
    .title = Une rangée entière
# $turns: how many turns, of both sides together
lesson-seega-e4 = Après { $turns } tours de déplacement sans prise, les deux camps ensemble, sans compter les tours supplémentaires, la partie s’arrête. On compte les pions : le camp qui en a le plus gagne ; à égalité, la partie est nulle.
    .title = Longtemps sans prise
lesson-seega-e4-open = Après { $turns } tours de déplacement sans prise, les deux camps ensemble et tours supplémentaires compris, la partie s’arrête. On compte les pions : le camp qui en a le plus gagne ; à égalité, la partie est nulle.
    .title = Longtemps sans prise
lesson-seega-e5 = Quand la même position apparaît pour la troisième fois et que c’est au même camp de jouer, la partie s’arrête. On compte les pions : le camp qui en a le plus gagne ; à égalité, la partie est nulle. Les positions des tours supplémentaires ne comptent pas. Ici, les deux camps ont fait deux allers-retours.
    .title = Encore la même position
lesson-seega-e5-open = Quand la même position apparaît pour la troisième fois et que c’est au même camp de jouer, la partie s’arrête. On compte les pions : le camp qui en a le plus gagne ; à égalité, la partie est nulle. Ici, les deux camps ont fait deux allers-retours.
    .title = Encore la même position
lesson-seega-e6 = D’un commun accord, la partie s’arrête et on compte les pions ; tant qu’on les place, elle est nulle. Derrière une barrière sûre, et avec au moins autant de pions que l’autre camp, tu peux réclamer le décompte sans son accord. `/{ command-draw }` sert aux deux.
    .title = Accord et décompte réclamé
lesson-seega-e6-open = D’un commun accord, la partie s’arrête et on compte les pions ; tant qu’on les place, elle est nulle. Derrière une barrière sûre, avec au moins autant de pions que l’autre camp et tant que celui-ci peut jouer, tu peux réclamer le décompte sans son accord. `/{ command-draw }` sert aux deux.
    .title = Accord et décompte réclamé

## Command line. $problem: another message, or one of the system

cli-error = siwa: { $problem }
cli-token-missing = DISCORD_TOKEN n’est pas défini. Mets le jeton du bot dans .env, ou essaie `siwa playground`, qui n’en a pas besoin.
cli-token-refused = Le jeton dans DISCORD_TOKEN n’est pas valide. Réinitialise-le dans le portail des développeurs de Discord (Bot → Reset Token) et copie le nouveau.
cli-public-key-missing = DISCORD_PUBLIC_KEY n’est pas défini. Copie la clé publique de l’application depuis le portail des développeurs de Discord dans .env.
cli-public-key-refused = DISCORD_PUBLIC_KEY et DISCORD_TOKEN appartiennent à des applications différentes. Copie les deux depuis la même, dans le portail des développeurs de Discord.
# $address: the address to listen on; $problem: the operating system’s message
cli-listen = Impossible d’écouter à « { $address } » : { $problem }. --listen demande une adresse et un port libre, comme `127.0.0.1:8080`.
# $range: the value of SHARD_RANGE
cli-shard-range = SHARD_RANGE « { $range } » n’est pas valide : SHARDS doit être un nombre, et les shards se comptent à partir de 0. Voir docs/SETTINGS.md.
# $name: a setting
cli-setting-invalid = { $name } a une valeur impossible ; voir docs/SETTINGS.md pour les valeurs possibles.
cli-setting-unreadable = { $name } n’est pas un texte en UTF-8.
# $line: a number
cli-env-line = La ligne { $line } de .env n’est pas un réglage. Écris NOM=valeur, avec des guillemets droits autour d’une valeur qui contient des espaces, et ferme chacun d’eux.
# $name: a setting
cli-env-dollar = Dans .env, la valeur de { $name } contient un dollar, qui y commence le nom d’une variable. Écris la valeur entre apostrophes : { $name }='…'
# $url: the address of the database
cli-database-address = DATABASE_URL « { $url } » n’est ni l’adresse d’un fichier SQLite, comme sqlite://siwa.db, ni celle d’un serveur PostgreSQL, comme postgres://host/siwa, ou l’un de ses paramètres n’est pas valide. Dans son mot de passe, écris # comme %23, $ comme %24, % comme %25, / comme %2F et @ comme %40.
cli-database-file = Impossible d’ouvrir la base de données { $url } en écriture : { $problem }
cli-database-refused = Le serveur de la base de données { $url } refuse l’utilisateur ou le mot de passe. Corrige-les dans DATABASE_URL.
cli-database-absent = La base de données { $url } n’existe pas. Crée-la sur le serveur ou corrige son nom dans DATABASE_URL.
cli-database-hosts = L’adresse de la base de données nomme plusieurs serveurs. Indiques-en un seul : le bot ne cherche pas celui qui accepte l’écriture.
cli-database-certificate = Impossible de lire { $file }, que nomme l’adresse de la base de données : { $problem }. Corrige le chemin ; il est relatif au répertoire de travail, et ~ n’y a pas de sens.
cli-database-pooler = Entre le bot et la base de données { $url } se trouve un gestionnaire de connexions, comme pgbouncer, qui n’est pas en mode session ou a trop peu de connexions. Indique dans l’adresse le serveur PostgreSQL lui-même, ou mets le gestionnaire en mode session, avec onze connexions pour chaque processus du bot.
cli-database-away = Le serveur de la base de données { $url } est injoignable pour le moment : { $problem }
cli-database-server = Impossible d’utiliser la base de données { $url } : { $problem }
cli-database-copying = Une copie dans la base de données { $url } est inachevée. Relance le même `siwa copy` : il reprend là où il s’est arrêté.
cli-database-used = La base de données { $url } n’est pas vide, et son contenu n’est pas une copie inachevée de cette base. Copie dans une base vide.
# $problem: a parameter, an encoding, a number, tables or the server’s words
cli-database-scheme = L’adresse de la base de données doit commencer par sqlite://, comme sqlite://siwa.db, ou par postgres://, comme postgres://hôte/siwa.
cli-database-port = Dans l’adresse de la base de données, les deux-points après l’hôte doivent être suivis d’un port : un nombre de 1 à 65535. Dans son mot de passe, écris # comme %23, $ comme %24, % comme %25, / comme %2F et @ comme %40.
cli-database-parameter = Dans l’adresse de la base de données, la valeur de { $problem } n’est pas possible. La documentation de PostgreSQL dit lesquelles le sont.
cli-database-encoding = L’encodage de la base de données { $url } est { $problem }, qui n’admet pas tous les noms. Crée-la avec UTF8 : createdb --encoding=UTF8 --template=template0.
cli-database-connections = Le serveur PostgreSQL n’autorise que { $problem } connexions à { $url }, mais chaque processus du bot en demande onze. Augmente la limite de connexions de l’utilisateur et de la base de données, ou max_connections.
cli-database-rights = L’utilisateur de l’adresse de la base de données n’a pas assez de droits dans { $url } : { $problem }. Fais-en le propriétaire du schéma et de ses tables.
cli-database-busy = Un autre programme verrouille la base de données { $url } depuis plus de cinq secondes. Arrête ce programme, ou recommence plus tard.
# $lock: the file that is locked
cli-database-in-use = La base de données { $url } est utilisée par un autre processus de Siwa, qui verrouille { $lock }. Arrête ce processus ou utilise un autre fichier.
cli-database-linked = Le fichier de la base de données { $url } a plusieurs noms (liens physiques), par lesquels deux bots pourraient l’utiliser en même temps. Supprime-les tous sauf un ; `ls -i` montre le même numéro pour chacun.
cli-database-foreign = La base de données { $url } contient des tables que cette version de Siwa ne connaît pas ; elles n’ont pas été modifiées. Utilise la version qui les a créées, ou une base de données vide.
cli-database-older = La base de données { $url } a été écrite par une version plus ancienne de Siwa. Démarre le bot une fois : elle est alors mise à jour.
cli-database-migration = Impossible de mettre à jour la base de données { $url } : { $problem }
cli-painter = Impossible de dessiner les plateaux : { $problem }
cli-runtime = Impossible de démarrer le programme : { $problem }
cli-output = Impossible d’écrire la sortie : { $problem }
# $count: how many games
cli-doctor-good = { $count ->
    [0] La base de données est en ordre. Il n’y a pas encore de parties. Rien n’a été modifié.
    [one] La base de données est en ordre, et la seule partie enregistrée suit ses règles. Rien n’a été modifié.
   *[other] La base de données est en ordre, et les { $count } parties enregistrées suivent toutes leurs règles. Rien n’a été modifié.
}
# $game: the game’s id
cli-doctor-bad = La partie #{ $game } ne suit pas ses règles : { $problem }
cli-doctor-failed = Impossible de lire les parties : { $problem }
cli-doctor-none = Il n’y a pas encore de base de données à { $url } : `siwa run` en crée une.
cli-doctor-file = Le fichier de la base de données est endommagé : { $problem }
# $table, $parent: tables; $count: how many rows
cli-doctor-reference = { $count ->
    [one] La base de données est endommagée : une ligne de { $table } renvoie à une ligne de { $parent } qui n’existe pas.
   *[other] La base de données est endommagée : { $count } lignes de { $table } renvoient à des lignes de { $parent } qui n’existent pas.
}
cli-doctor-schema = La base de données est endommagée : { $name } n’est pas tel que cette version de Siwa le crée.
# $table: a table; $key: the key of a row; $column: a column; $found, $expected: its value and the expected one
cli-doctor-row = La base de données est endommagée : { $column } de { $table } ({ $key }) vaut { $found }, mais devrait valoir { $expected } d’après les parties jouées.
# $what: a table, a column, a row, and the value
cli-doctor-value = La base de données est endommagée : cette valeur est impossible : { $what }
cli-doctor-more = { $count ->
    [one] Il y a encore un problème.
   *[other] Il y a encore { $count } problèmes.
}
cli-doctor-no-token = Il n’y a pas encore de DISCORD_TOKEN : `siwa run` en a besoin, `siwa playground` non.
cli-copy-done = { $count ->
    [0] { $rows } lignes ont été copiées dans { $to } et comparées ; il n’y a pas encore de partie. L’original est inchangé.
    [one] { $rows } lignes ont été copiées dans { $to } et comparées ; la seule partie suit ses règles. L’original est inchangé.
   *[other] { $rows } lignes ont été copiées dans { $to } et comparées ; les { $count } parties suivent leurs règles. L’original est inchangé.
}
# $table: a table
cli-copy-differs = La copie dans { $to } n’est pas conforme à { $from } : { $table } diffère, sans doute parce qu’on a joué entre-temps. Arrête tous les processus de Siwa qui utilisent l’original, vide la copie, puis recommence.
cli-copy-failed = La copie a échoué : { $problem }
cli-forget-done = Tout ce qui était gardé sur cette personne est effacé.
cli-forget-nothing = Rien n’est gardé sur cette personne.
cli-forget-failed = Tout n’a pas pu être effacé ; réessaie. { $problem }
cli-forget-self = C’est l’identifiant du bot lui-même, dont les parties d’autres personnes ont besoin. Donne l’identifiant d’une personne.
# $url: the address of the page; $api, $token, $key: settings for a bot
cli-playground-ready = Le playground est ouvert : { $url }
cli-playground-alone = Le Discord simulé est ouvert, sans bot : { $url } (pour un bot : DISCORD_API_URL={ $api } DISCORD_TOKEN={ $token } DISCORD_PUBLIC_KEY={ $key })
# $url: the address of a bot
cli-playground-endpoint = Les interactions sont envoyées à { $url }.
cli-playground-endpoint-refused = { $url } n’accepte pas les interactions : { $problem }
# $address: its expected address
cli-playground-taken = Impossible d’ouvrir le playground à l’adresse { $address } : { $problem }. Essaie un autre port avec --port, ou 0 pour n’importe lequel.
# $file: a file
cli-playground-history = Impossible de lire les messages d’un playground antérieur. { $file } : { $problem }. --fresh les supprime, et les parties aussi.
cli-playground-fresh = Impossible de supprimer les anciennes parties : { $problem }
# $address: the address to listen on
cli-metrics-taken = Impossible de publier les mesures à l’adresse { $address } : { $problem }. Donne une autre adresse à METRICS_LISTEN, ou laisse-le vide.
cli-health-nowhere = Indique où le bot écoute : `siwa health ADDRESS:PORT`, ou définis METRICS_LISTEN.
cli-health-unwell = Le bot à l’adresse { $address } n’est pas prêt : { $problem }
# $file: a file; $url: the address of the database
cli-backup-done = Toute la base de données est sauvegardée dans { $file }.
cli-backup-exists = { $file } existe déjà. Choisis un autre nom, ou remplace le fichier avec --force ; une base de données en service n’est jamais remplacée.
cli-backup-unlike = { $file } n’est pas une sauvegarde, ou porte le nom d’un fichier de base de données ; rien n’y a été écrit. Choisis un autre fichier.
cli-backup-postgres = Pour sauvegarder ou restaurer une base de données PostgreSQL, utilise pg_dump et pg_restore. Voir docs/HOSTING.md.
cli-backup-foreign = { $file } n’est pas une base de données de Siwa.
cli-backup-damaged = { $file } est endommagé, aucune copie n’en a donc été gardée : { $problem }
cli-backup-failed = Impossible de copier { $file } : { $problem }
cli-backup-stopped = Arrêté par un signal. Rien n’a changé.
cli-restore-exists = Il y a déjà une base de données à { $url }. Avec --force, la sauvegarde la remplace, et l’ancienne est gardée sous un autre nom.
cli-restore-missing = Il n’y a pas de sauvegarde à { $file }.
cli-restore-done = { $file } est restauré dans { $url }. Lance `siwa doctor` pour vérifier toutes les parties jouées.
cli-restore-kept = La base de données précédente est maintenant { $file }. Elle contient des données personnelles : efface-la quand tu n’en as plus besoin.
cli-playground-served = --fresh ne vide pas la base de données { $url }, car d’autres processus peuvent l’utiliser. Retire cette option, ou vide la base sur le serveur.
# $file: a file
cli-file-read = Impossible de lire { $file } : { $problem }
cli-file-written = Impossible d’écrire { $file } : { $problem }
cli-record = { $file } : { $problem }
# $variant: see variant; $count: how many turns; $result: see result-won
cli-check-good = { $count ->
    [one] { $variant }, { $count } tour. { $result }
   *[other] { $variant }, { $count } tours. { $result }
}
# $count: how many boards; $size: kilobytes
cli-replay-done = { $count ->
    [one] { $file } : { $count } plateau, { $size } ko
   *[other] { $file } : { $count } plateaux, { $size } ko
}

## Errors in game records. $line: the number of the line

# $limit: the limit in kilobytes
record-too-long = C’est trop long pour la feuille d’une partie : { $limit } ko au plus.
record-not-text = Ce n’est pas du texte en UTF-8, donc pas la feuille d’une partie.
# $limit: the limit
record-too-many = C’est trop long pour la feuille d’une partie : { $limit } tours au plus.
record-tag = La ligne { $line } n’est pas une étiquette. Écris-la comme [Variant "seega-5-classic"].
# $tag: the tag
record-tag-twice = Ligne { $line } : l’étiquette { $tag } y figure deux fois.
record-second-game = Ligne { $line } : une autre partie commence ici. Mets chaque partie dans son propre fichier.
record-comment = Ligne { $line } : le commentaire qui commence ici n’a pas de fin. Ferme-le par une accolade.
record-after-end = Ligne { $line } : le résultat doit venir en dernier.
record-no-variant = La feuille ne dit pas ce qui a été joué. Ajoute une ligne comme [Variant "seega-5-classic"] ; `siwa rules variants` donne la liste.
# $variant: the written text
record-unknown-variant = La variante « { $variant } » n’existe pas. `siwa rules variants` donne la liste.
# $date: the written text
record-date = « { $date } » n’est pas une date. Écris-la comme 2026.11.21.
# $problem: another message
record-position = Ce n’est pas une position de cette variante : { $problem }
# $turn: the number of a turn; $number: the written text
record-number = le tour { $turn } porte le numéro { $number }.
# $turn: the number of a turn; $move: the written text; $problem: another message
record-turn = tour { $turn }, { $move } : { $problem }
record-no-move = Le tour { $turn } a un numéro, mais pas de coup.
record-over = La partie était déjà terminée avant ce tour.
# $result: the written text
record-result = « { $result } » n’est pas un résultat. Écris first, second, draw ou *.
# $result, $closing: the written texts
record-results = L’étiquette donne le résultat { $result }, mais la dernière ligne { $closing }.
# $termination: the written text
record-termination = « { $termination } » ne peut pas terminer une partie. Écris resignation, time, agreement, early-agreement ou claim, ou n’écris rien.
# $result, $termination: the ones that follow from the moves
record-result-otherwise = Le résultat ne correspond pas aux coups. D’après eux, c’est { $result }, par { $termination }.
# $result: the written text
record-result-open = Les coups ne terminent pas la partie : il faut donner la raison du résultat { $result }. Ajoute une ligne comme [Termination "resignation"].
# $result, $termination: the written texts
record-result-impossible = Après ces coups, la partie ne peut pas se terminer par le résultat { $result } par { $termination }.

## The board as alternative text (crates/boards/src/alt.rs).
## Together with every list of squares it must stay under 1,024 characters:
## keep each sentence short.

# $files, $ranks: how many squares across and up.
alt-board = Plateau de { $files } × { $ranks } cases, a1 en bas à gauche.
# The board, seen from the other side
alt-board-turned = Plateau de { $files } × { $ranks } cases, a1 en haut à droite.
# $side: a side's name; $count: how many pieces; $squares: "a1, b2".
alt-pieces = { $side } ({ $count }) : { $squares }.
alt-no-pieces = { $side } : aucun pion.
# Pieces that belong to nobody.
alt-unowned = À personne ({ $count }) : { $squares }.
alt-placed = Placés : { $squares }.
alt-would-place = Proposés, pas encore placés : { $squares }.
alt-last = Dernier coup
alt-proposed = Proposé, pas encore joué
alt-moved = { $what } : de { $from } vers { $to }.
alt-moved-through = { $what } : de { $from } par { $path } vers { $to }.
# A move being entered, without an end yet.
alt-move-part = Choisi jusqu’ici : { $squares }.
alt-captured = Pris aux { $side } ({ $count }) : { $squares }.
alt-would-take = Seraient pris aux { $side } ({ $count }) : { $squares }.
# Squares where no piece can be put at present.
alt-closed = Fermées pour l’instant : { $squares }.
# The squares where one can be put, if they are fewer
alt-open = Ouvertes pour l’instant : { $squares }.
# A square with a special rule (Seega’s centre).
alt-special = Case spéciale : { $squares }.
alt-target = Peut aller en : { $squares }.
alt-wall = Mur de la barrière des { $side } : { $squares }.
alt-decisive = Partie décidée par : { $squares }.
# The squares that an illegal move names.
alt-refused = Dans le coup refusé : { $squares }.

## Every game: why a text is not a legal move, or not a position

refused-over = La partie est terminée ({ $clause }). Commences-en une autre pour continuer à jouer.
# $wanted: the size of the board
position-ranks = Le plateau doit avoir { $wanted } rangées, séparées par des barres obliques.
# $rank: the number of the rank; $wanted: the size of the board
position-length = La rangée { $rank } doit avoir { $wanted } cases.

## Seega: names

# The label of a choice in the panel. $count: how many pieces the move takes
seega-hint-takes = { $count ->
    [one] prend un pion
   *[other] prend { $count } pions
}

# What to do, in one sentence, for newcomers.
seega-goal = Prends les pions adverses en enfermant chacun entre deux des tiens : si tu les prends tous, ou s’il t’en reste plus à la fin, tu gagnes.
# The characters of a board as text
seega-legend = { $closed ->
    [yes] x : Clairs. o : Sombres. Point : case vide. # : case fermée pendant le placement.
   *[no] x : Clairs. o : Sombres. Point : case vide.
}
seega-name = Seega
# A side of the board.
# $case: first (places first) or second
seega-side = { $case ->
    [first] Clairs
   *[second] Sombres
}

## Seega: why a text is not a legal move
## Every message has $clause, the clause of the rules (S1), and $legal, some
## legal moves separated by commas.

seega-refused-unreadable-placement = Je n’y vois pas deux cases. Écris les deux cases vides pour tes pions, par exemple { $legal } ({ $clause }).
seega-refused-unreadable-movement = Je n’y vois pas de coup. Écris où se trouve un pion et où il va, par exemple { $legal } ({ $clause }).
seega-refused-too-long-placement = C’est beaucoup trop long pour un placement. Écris deux cases vides, par exemple { $legal } ({ $clause }).
seega-refused-too-long-movement = C’est beaucoup trop long pour un coup. Écris où se trouve un pion et où il va, par exemple { $legal } ({ $clause }).
# $square: the typed text; $corner: the square in the upper right corner
seega-refused-unknown-square = Il n’y a pas de case { $square } sur ce plateau ; il va de a1 à { $corner } ({ $clause }). Essaie { $legal }.
seega-refused-still-placing = Les pions ne bougent pas avant d’être tous placés ({ $clause }). Choisis deux cases vides, par exemple { $legal }.
seega-refused-already-moving = Tous les pions sont placés ; maintenant, déplace-les ({ $clause }). Écris où se trouve un pion et où il va, par exemple { $legal }.
# $square: the only square given
seega-refused-one-to-place = À chaque tour, on place deux pions, et { $square } ne fait qu’une case ({ $clause }). Ajoutes-en une autre, par exemple { $legal }.
# $given: how many squares were given
seega-refused-many-to-place = À chaque tour, on place deux pions, pas { $given } ({ $clause }). Choisis deux cases vides, par exemple { $legal }.
seega-refused-twice = Tu as indiqué { $square } deux fois ; il faut deux cases différentes pour les deux pions ({ $clause }). Essaie { $legal }.
seega-refused-closed = { $square } est la case centrale, où l’on ne place pas de pions ({ $clause }). Choisis deux autres cases vides, par exemple { $legal }.
seega-refused-taken = La case { $square } est occupée ({ $clause }). Choisis deux cases vides, par exemple { $legal }.
seega-refused-blocked = Le pion en { $square } ne peut pas bouger : aucune case voisine n’est vide ({ $clause }). Déplace un autre pion, par exemple { $legal }.
seega-refused-no-target = Où doit aller le pion de { $square } ? Écris les deux cases, par exemple { $legal } ({ $clause }).
seega-refused-no-piece = Il n’y a pas de pion en { $square } ({ $clause }). Déplace un des tiens, par exemple { $legal }.
# $owner: the opponent's side
seega-refused-not-yours = Le pion en { $square } appartient aux { $owner } ({ $clause }). Déplace un des tiens, par exemple { $legal }.
seega-refused-no-step = Un pion ne peut pas rester en { $square } ; il doit se déplacer d’une case ({ $clause }). Essaie { $legal }.
seega-refused-diagonal = De { $from } à { $to }, c’est en diagonale, et les pions ne vont qu’en ligne droite ({ $clause }). Essaie { $legal }.
seega-refused-far = De { $from } à { $to }, c’est trop loin : un pion ne se déplace que d’une case ({ $clause }). Essaie { $legal }.
seega-refused-occupied = La case { $square } est occupée, et un pion ne va que sur une case vide ({ $clause }). Essaie { $legal }.
seega-refused-one-step = Avec ces règles, un tour ne compte qu’un seul pas ({ $clause }). Essaie { $legal }.
seega-refused-quiet = Le pas de { $from } à { $to } ne prend rien. Dans un tour de plusieurs pas, chacun doit prendre ({ $clause }). Essaie { $legal }.
# $square: the square of the piece after the typed steps
seega-refused-must-go-on = De { $square }, le pion peut encore prendre, il doit donc continuer ({ $clause }). Écris le tour entier : { $legal }.
seega-refused-must-capture = Tu peux prendre, donc tu dois le faire ({ $clause }). Choisis un coup qui prend : { $legal }.
# $blocked: the opponent's side
seega-refused-must-open = Les { $blocked } ne peuvent pas jouer : ton tour supplémentaire doit leur ouvrir un passage ({ $clause }). Choisis un coup qui le fait : { $legal }.
seega-refused-recurs = Pendant des tours supplémentaires, aucune position ne peut revenir ({ $clause }). Choisis un autre coup, par exemple { $legal }.

## Seega: why a text is not a position

seega-invalid-fields = Une position a quatre parties, séparées par des espaces : le plateau, le camp qui doit jouer, la phase et le nombre de tours depuis la dernière prise.
# $rank: the number of the rank
seega-invalid-piece = La rangée { $rank } contient autre chose que x, o et des points.
seega-invalid-turn = Le camp qui doit jouer est x ou o.
seega-invalid-phase = La phase est p (placement), m (déplacement) ou e (tour supplémentaire).
seega-invalid-idle = Le nombre de tours depuis la dernière prise est un nombre entier.
# $square: the centre
seega-invalid-centre = { $square } est la case centrale, qui reste vide pendant le placement.
seega-invalid-uneven = Quand on place deux pions par tour, ces nombres de pions sont impossibles avec ce camp à jouer.
seega-invalid-placed = Tous les pions sont placés, la phase ne peut donc pas être le placement.
seega-invalid-counted = Les tours ne sont pas comptés pendant le placement : le nombre doit être 0.
# $side: a side; $most: how many pieces it places
seega-invalid-too-many = Les { $side } ont plus de { $most } pions.
seega-invalid-bare = Il n’y a pas de pions sur le plateau.

## siwa rules: errors

# $variant: the typed text
cli-rules-unknown-variant = La variante { $variant } n’existe pas. `siwa rules variants` en donne la liste.
# $line: the number of the line; $problem: another message
cli-rules-line = Ligne { $line } : { $problem }
# $number: the number of the move; $problem: another message
cli-rules-move = Coup { $number } : { $problem }
cli-rules-over = La partie est terminée, on ne peut donc plus rien jouer.
# $variant: the variant's id
cli-rules-no-fortress = { $variant } n’a pas de forteresses.
# $option: an option of `siwa render`; $problem: another message
cli-render-move = { $option } : { $problem }

## siwa engine

# $line: the typed line
cli-engine-unknown = Commande inconnue : { $line }
# $word: the typed word
cli-engine-number = Il faut un nombre entier, pas « { $word } ».
cli-engine-position = Donne d’abord une position : position VARIANTE "POSITION", ou position VARIANTE startpos.
cli-level = Le niveau est un nombre de 1 à 8.
# $side: a side
cli-play-begin = Ton camp : { $side }. Tape un coup ; « ? », ou le début d’un coup suivi de « ? », montre les coups permis ; q met fin à la partie.
# $move: a move
cli-play-you = Tu as joué { $move }.
cli-play-siwa = Siwa a joué { $move }.
cli-play-nothing = Aucun coup permis ne commence ainsi.
cli-play-left = Tu as quitté la partie.

## The playground's page
page-speak-as = Parler en tant que
page-skip-to-writing = Aller à la saisie
page-channels = Salons
page-messages = Messages
page-message = Message
page-write = Message ou /commande
page-commands = Commandes
page-send = Envoyer
page-cancel = Annuler
page-close = Fermer
page-done = Terminé
page-submit = Envoyer
page-choose = Choisir
page-yes = Oui
page-no = Non
page-bot = Bot
page-used = a utilisé
page-edited = (modifié)
page-thinking = { $name } réfléchit…
page-only-you = Personne d’autre que toi ne voit ceci
page-dismiss = Masquer le message
page-picture = une image
page-open-picture = Ouvrir l’image
page-spoiler = Afficher le texte masqué
page-archived = archivé
page-outside = Sans { $bot }
page-other-server = { $channel } d’un autre serveur
page-open-thread = Ouvrir le fil
page-newest = Derniers messages ↓
page-calls = Nouvelles mentions : { $count }
page-searching = Un instant…
page-no-command = Cette commande n’existe pas. Tape / pour les voir toutes.
page-no-choice = Rien à choisir
page-no-suggestions = Le bot n’a rien proposé. Tape simplement ta réponse.
page-missing = Remplis « { $name } », s’il te plaît.
page-no-such-choice = « { $name } » doit être l’un des choix proposés.
page-no-such-person = « { $name } » doit être quelqu’un d’ici.
# $min, $max: numbers
page-no-such-number = « { $name } » doit être un nombre de { $min } à { $max }.
page-not-possible = Ce n’est pas possible ici : { $detail }.
page-failed = Cette interaction a échoué.
page-away = { $name } n’est pas en ligne. Rien ne répondra avant son retour.
page-lost = La connexion est perdue. Nouvel essai…
page-let-time-pass = Laisser passer le temps
page-one-hour = 1 heure
page-one-day = 1 jour
page-ahead = L’horloge avance de { $hours } h.
page-faults = Pannes de Discord
page-set-faults = Faire échouer ainsi les requêtes
page-how-to = Comment jouer ici
page-welcome = Bienvenue sur le serveur { $name } !
page-welcome-text = Voici un Discord rien qu’à toi. Il n’y a personne d’autre ici, rien ne quitte cet ordinateur, et tu peux parler au nom de n’importe qui. { $bot } se comporte exactement comme sur Discord.
page-goal = Seega : { seega-goal }
page-empty = Rien n’a encore été dit dans { $channel }
page-step-command = Tu parles en tant que { $name }. Tape /{ command-play } pour jouer contre { $bot }, /{ command-challenge } pour défier quelqu’un, ou juste / pour voir toutes les commandes.
page-step-answer = En haut, choisis la personne que tu as défiée, et accepte. Un nombre rouge montre qui a reçu une mention.
page-step-play = Joue tes coups avec les boutons sous le plateau, ou en tapant une commande.
page-step-private = Certaines réponses ne sont visibles que pour une personne.
page-play-now = Jouer maintenant
# $bot: the bot's name
page-hint-start = 1 sur 3. Appuie sur { button-begin }. Les pions que tu peux jouer apparaissent sous le plateau, pour toi seulement.
page-hint-move = 2 sur 3. Choisis un de tes pions colorés, puis une case voisine, et confirme. { $bot } répond sur le même plateau.
page-hint-capture = 3 sur 3. Tu captures un pion en l’enfermant entre deux des tiens. Les cases qui capturent sont vertes.
page-hint-done = Compris
page-two-tabs = Pour être deux personnes à la fois, ouvre cette page dans deux onglets et choisis une personne différente dans chacun.
page-key-slash = afficher les commandes
page-key-tab = accepter la suggestion et passer à l’option suivante
page-key-enter = accepter la suggestion, ou envoyer
page-key-escape = annuler

# $winner, $loser: people; $side: the winner’s side
ended-won-plain = { $by ->
    [goal] **{ $winner } ({ $side }) gagne :** un pion est entré dans le but de { $loser }.
    [repetition] **{ $winner } ({ $side }) gagne :** une position s’est répétée, contre les règles.
    [resignation] **{ $winner } ({ $side }) gagne :** { $loser } a abandonné.
    [absence] **{ $winner } ({ $side }) gagne :** { $loser } ne joue plus.
   *[time] **{ $winner } ({ $side }) gagne :** { $loser } a épuisé son temps.
}
ended-drawn-plain = { $by ->
    [repetition] **Partie nulle par répétition.**
    [dead] **Partie nulle :** plus personne ne peut gagner.
   *[agreement] **Partie nulle :** les deux camps en ont convenu.
}
gyges-to-place = { $by ->
    [command] { $player } ({ $side }), place tes six pions avec `/{ command-place }`.
   *[button] { $player } ({ $side }), place tes six pions : appuie sur le bouton ou utilise `/{ command-place }`.
}
gyges-panel-place = { $rules ->
    [cosmoludo] Choisis ta mise en place et regarde-la avant de confirmer. Les chiffres sont les anneaux, de gauche à droite ; ↑ signale un pion sur ta deuxième rangée.
   *[leroy] Choisis ta mise en place et regarde-la avant de confirmer. Les chiffres sont les anneaux : ici de gauche à droite, à la saisie de la colonne a à la colonne f.
}
# For games without counting
offer-agree = { $player } propose la partie nulle. { $opponent }, ça te va ?

## Gygès: names

# The label of a choice in the panel. $level: how many rings the piece has
gyges-hint-piece = { $level ->
    [1] un anneau
    [2] deux anneaux
   *[3] trois anneaux
}
# A set-up. $pieces: its pieces, from left to right; an arrow marks those on the second row
gyges-set-up = { $pieces }
gyges-hint-swap = prend la place du { $level }
gyges-hint-goal = dans le but

# What to do, in one sentence, for newcomers.
gyges-goal = Amène un pion dans le but adverse, et tu gagnes.
# The characters of a board as text
gyges-legend = 1, 2, 3 : un pion avec autant d’anneaux. Point : case vide. S, N : les buts.
gyges-name = Gygès
# A side of the board.
# $case: first (South, below rank 1, takes the first turn) or second (North)
gyges-side = { $case ->
    [first] Sud
   *[second] Nord
}

## Gygès: the rules

rules-gyges =
    Sud (sous la rangée 1) et Nord (au-dessus de la rangée 6) jouent avec les mêmes douze pions, d’un, deux et trois anneaux. **{ gyges-goal }**
    - **Quels pions.** Seulement ceux de la rangée occupée la plus proche de toi ; si aucun ne peut bouger, ceux de la suivante.
    - **Déplacement.** Un pion fait exactement autant de pas qu’il a d’anneaux, jamais en diagonale, en tournant à volonté. Seule sa dernière case peut être occupée.
    - **Sur un pion ?** *Rebond :* continue d’autant de pas que ce pion a d’anneaux, autant de fois que tu veux. Ou *prends sa place :* ce pion va sur une case vide, mais pas au-delà de la rangée occupée la plus proche de l’autre camp.
    - **Le but.** On n’y entre qu’avec le dernier pas d’un coup. Le tien t’est fermé.
    - Un coup doit changer le plateau : ni retour au départ, ni échange de pions identiques.
    - **Écriture.** `a1-b3`, `a1-goal` ou `a1-b3=d4` : prendre la place de b3, dont le pion va en d4. Inutile d’écrire les rebonds.
rules-gyges-gates = **Règles avec portes** (le feuillet de la boîte) : au départ, la première rangée de chaque camp est 3 2 1 1 2 3. On n’entre dans un but que depuis c ou d de la dernière rangée. Un coup ne franchit pas deux fois une même frontière entre deux cases. La même position pour la troisième fois, avec le même camp à jouer : partie nulle.
rules-gyges-leroy = **Règles de Leroy** (de l’auteur, traduites par Zago) : Sud, puis Nord, placent deux pions de chaque sorte sur leur première rangée, écrits de la colonne a à la colonne f : `231123`. On entre dans un but depuis toute la dernière rangée. Un coup ne franchit pas deux fois une même frontière entre deux cases. Aucun coup ne peut faire revenir une position antérieure.
rules-gyges-cosmoludo = **Règles de Cosmoludo** (la page de l’éditeur) : Sud, puis Nord, placent deux pions de chaque sorte sur six cases de leurs deux premières rangées : `a1=3 b1=1 c2=2 d1=1 e1=2 f1=3`, ou `312123` pour la première rangée. On entre dans un but depuis toute la dernière rangée. Un coup ne passe pas deux fois par une même case. La même position pour la troisième fois, avec le même camp à jouer : partie nulle.
rules-gyges-example = -# Sur l’image, Nord a levé le 1 de d6, rebondi sur le 3 de e6 et pris la place du 2 de d4, qui est allé en d3.

## The clauses of Gygès, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

lesson-gyges-g1 = Le plateau a six cases sur six et un but à chaque bout. Les douze pions n’appartiennent à personne : quatre d’un anneau, quatre de deux et quatre de trois. Sud, sous la rangée 1, joue le premier tour ; Nord est au-dessus de la rangée 6.
    .title = Plateau et pions
lesson-gyges-g2-fixed = Au départ, la première rangée de chaque camp est 3 2 1 1 2 3.
    .title = Mise en place
lesson-gyges-g2-row = Sud, puis Nord, placent deux pions de chaque sorte sur leur première rangée, dans n’importe quel ordre. Écris-les de la colonne a à la colonne f.
    .title = Mise en place
lesson-gyges-g2-two-rows = Sud, puis Nord, placent deux pions de chaque sorte sur six cases de leurs deux premières rangées. Écris chaque case avec son pion, ou seulement six chiffres pour la première rangée.
    .title = Mise en place
lesson-gyges-g3 = Tu ne peux déplacer que les pions d’une seule rangée : la rangée occupée la plus proche de toi.
    .title = Quels pions
lesson-gyges-g4 = Si aucun pion de cette rangée ne peut bouger, tu joues avec la rangée occupée suivante, et ainsi de suite. Ici, les 3 de la rangée 1 sont coincés : c’est donc la rangée 2 qui joue.
    .title = Une rangée coincée
lesson-gyges-g5 = Un pion fait exactement autant de pas qu’il a d’anneaux, jamais en diagonale, et peut tourner après chacun. Toutes les cases avant la dernière doivent être vides ; celle d’où il part compte comme vide.
    .title = Pas
lesson-gyges-g6 = Quand un pion arrive sur une case vide, le coup se termine.
    .title = Sur une case vide
lesson-gyges-g7 = Quand il arrive sur un pion, tu as le choix. Ou il rebondit : il continue d’exactement autant de pas que ce pion a d’anneaux, autant de fois que tu veux. Ou il prend la place de ce pion (G9). Ici, le 2 a rebondi sur le 3.
    .title = Sur un autre pion
lesson-gyges-g8-border = Un coup ne franchit pas deux fois une même frontière entre deux cases, dans aucun sens. Mais on peut repasser par une case : ici, le chemin repasse par d2.
    .title = Aucune frontière deux fois
lesson-gyges-g8-square = Un coup ne passe pas deux fois par une même case et ne revient pas sur la première. Ici, le 2 est arrivé en b3 en passant par b2 : il peut rebondir jusqu’en c1, mais pas revenir en b2.
    .title = Aucune case deux fois
lesson-gyges-g9 = Le pion dont tu prends la place va sur n’importe quelle case vide, même celle d’où vient le tien. Mais jamais au-delà de la rangée occupée la plus proche de l’autre camp, ni dans un but. Ici, le 1 de a1 prend la place du 2 de a2, qui ne peut pas aller sur les rangées 5 et 6.
    .title = Prendre la place
lesson-gyges-g10 = On n’entre dans le but adverse qu’avec le dernier pas d’un coup, même après des rebonds. Rien ne le traverse, et ton propre but t’est fermé.
    .title = Entrer dans le but
lesson-gyges-g11-middle = On n’entre dans un but que depuis les deux cases du milieu de la dernière rangée, celles des colonnes c et d.
    .title = Les portes
lesson-gyges-g11-row = On entre dans un but depuis toutes les cases de la dernière rangée.
    .title = Toute la dernière rangée
lesson-gyges-g12 = Amène un pion dans le but adverse, et tu gagnes aussitôt.
    .title = Victoire
lesson-gyges-g13 = Un coup doit changer le plateau. Aucun pion ne finit là d’où il est parti, et deux pions identiques n’échangent pas leurs places : ici, le 1 de d1 ne peut pas aller en c1.
    .title = Pas de coup sans changement
lesson-gyges-g14-threefold = Quand la même position apparaît pour la troisième fois et que c’est au même camp de jouer, la partie est nulle. Ici, les deux camps ont fait deux allers-retours.
    .title = Encore la même position
lesson-gyges-g14-superko = Aucun coup ne peut faire revenir une position antérieure de la partie, quel que soit le camp qui devait alors jouer. Si un camp n’a pas d’autre coup, la partie est nulle. Ici, Nord est allé de d5 en d6 et ne peut pas revenir, car le plateau redeviendrait ce qu’il était.
    .title = Aucune position ne revient

## Gygès: why a text is not a legal move
## Every message has $clause, the clause of the rules (G1), and $legal, some
## legal moves separated by commas. Where a text says $from or $to, it may be a
## square or “goal”; $level: the rings of a piece, 1 to 3.

gyges-refused-unreadable-placement = Je n’y vois pas de mise en place. Écris deux pions de chaque sorte, par exemple { $legal } ({ $clause }).
gyges-refused-unreadable-movement = Je n’y vois pas de coup. Écris où se trouve un pion et où il finit, par exemple { $legal } ({ $clause }).
gyges-refused-too-long-placement = C’est beaucoup trop long pour une mise en place. Écris six pions, par exemple { $legal } ({ $clause }).
gyges-refused-too-long-movement = C’est beaucoup trop long pour un coup. Écris où se trouve un pion et où il finit, par exemple { $legal } ({ $clause }).
# $square: the typed text
gyges-refused-unknown-square = Il n’y a pas de case { $square } sur ce plateau ; il va de a1 à f6 ({ $clause }). Essaie { $legal }.
gyges-refused-still-placing = Les pions ne bougent pas avant que les deux camps aient placé les leurs ({ $clause }). Écris ta mise en place, par exemple { $legal }.
gyges-refused-already-moving = Tous les pions sont sur le plateau ; maintenant, déplace-les ({ $clause }). Écris où se trouve un pion et où il finit, par exemple { $legal }.
# $given: how many pieces
gyges-refused-not-six = Une mise en place compte six pions ; tu en as indiqué { $given } ({ $clause }). Essaie { $legal }.
# $ones, $twos, $threes: how many pieces of one, two and three rings
gyges-refused-not-two-each = Une mise en place compte deux pions de chaque sorte ; tu en as indiqué { $ones } d’un anneau, { $twos } de deux et { $threes } de trois ({ $clause }). Essaie { $legal }.
# $level: the typed text
gyges-refused-no-level = Les pions ont 1, 2 ou 3 anneaux, pas { $level } ({ $clause }). Essaie { $legal }.
gyges-refused-twice = Tu as indiqué { $square } deux fois ; il faut six cases pour six pions ({ $clause }). Essaie { $legal }.
# $rows: numbers of rows, separated by commas
gyges-refused-not-own-row = Tes pions commencent de ton côté (rangées : { $rows }) ; { $square } n’y est pas ({ $clause }). Essaie { $legal }.
gyges-refused-no-target = Où doit finir le pion { $level } de { $square } ? Écris les deux cases, par exemple { $legal } ({ $clause }).
gyges-refused-no-piece = Il n’y a pas de pion en { $square } ({ $clause }). Déplace un pion de la rangée la plus proche de toi, par exemple { $legal }.
# $row: the number of the row that can move
gyges-refused-far-row = Tu ne peux jouer qu’avec la rangée { $row }, la rangée occupée la plus proche de toi ; { $square } est plus loin ({ $clause }). Essaie { $legal }.
gyges-refused-far-row-stuck = Tu ne peux jouer qu’avec la rangée { $row } : aucun pion plus proche ne peut bouger, et { $square } est plus loin ({ $clause }). Essaie { $legal }.
gyges-refused-stuck-row = Tu ne peux jouer qu’avec la rangée { $row } : aucun pion plus proche ne peut bouger, pas même celui de { $square } ({ $clause }). Essaie { $legal }.
# $distance: the number of steps in between, along ranks and files
gyges-refused-steps = { $level ->
    [one] Le pion 1 de { $from } doit faire exactement un pas ; { $to } est à { $distance } pas ({ $clause }). Essaie { $legal }.
   *[other] Le pion { $level } de { $from } doit faire exactement { $level } pas ; { $to } est à { $distance } pas ({ $clause }). Essaie { $legal }.
}
gyges-refused-goal-steps = Le pion { $level } de { $from } n’entre pas ainsi dans le but : le dernier de ses pas ({ $level } en tout) doit y mener ({ $clause }). Essaie { $legal }.
# $gates: squares, separated by commas
gyges-refused-not-gate = De { $from }, on n’entre pas dans le but : avec ces règles, on n’y entre que par { $gates } ({ $clause }). Essaie { $legal }.
# $squares: the pieces in the way, separated by commas
gyges-refused-blocked = Le pion { $level } de { $from } ne peut pas aller jusqu’à { $to } : des pions barrent le chemin en { $squares } ({ $clause }). Essaie { $legal }.
gyges-refused-goal-blocked = Le pion { $level } de { $from } ne peut pas aller jusqu’au but : des pions barrent le chemin en { $squares } ({ $clause }). Essaie { $legal }.
# $border: the two squares on its sides, such as a3|b3
gyges-refused-crossed = Ce coup a déjà franchi la frontière `{ $border }` ({ $clause }). Essaie { $legal }.
gyges-refused-visited = Ce coup est déjà passé par la case { $square } ({ $clause }). Essaie { $legal }.
gyges-refused-only-crossing = De { $from } { $to ->
        [goal] au but
       *[other] à { $to }
    }, tout chemin franchit deux fois une même frontière ({ $clause }). Essaie { $legal }.
gyges-refused-only-visiting = De { $from } { $to ->
        [goal] au but
       *[other] à { $to }
    }, tout chemin passe deux fois par une même case ({ $clause }). Essaie { $legal }.
gyges-refused-no-bounce = La case { $square } est vide : le coup s’y termine ({ $clause }). Essaie { $legal }.
gyges-refused-no-change = Un coup doit changer le plateau, et revenir en { $square } n’y change rien ({ $clause }). Essaie { $legal }.
gyges-refused-equal-swap = Un coup doit changer le plateau, et échanger les deux pions { $level } de { $from } et { $to } n’y change rien ({ $clause }). Essaie { $legal }.
gyges-refused-no-drop = Il y a un pion { $level } en { $square }. Pour prendre sa place, indique où il va, par exemple { $legal } ({ $clause }).
gyges-refused-nothing-to-drop = { $square ->
    [goal] Il n’y a pas de pion à déloger dans le but ({ $clause }). Essaie { $legal }.
   *[other] La case { $square } est vide : il n’y a pas de pion à déloger ({ $clause }). Essaie { $legal }.
}
gyges-refused-occupied = La case { $square } est occupée, et un pion délogé va sur une case vide ({ $clause }). Essaie { $legal }.
# $side: the opponent; $row: the number of a row
gyges-refused-beyond = { $square } est trop loin : un pion délogé ne va pas au-delà de la rangée { $row }, rangée occupée la plus proche de { $side } ({ $clause }). Essaie { $legal }.
gyges-refused-drop-in-goal = Un pion délogé ne va jamais dans un but ({ $clause }). Essaie { $legal }.
# $side: the side to move
gyges-refused-own-goal = C’est ton propre but, { $side }, et il t’est fermé ({ $clause }). Essaie { $legal }.
gyges-refused-past-goal = Un pion dans le but est arrivé : rien ne traverse le but ({ $clause }). Essaie { $legal }.
gyges-refused-recurs = Ce coup ferait revenir une position antérieure, ce que ces règles interdisent ({ $clause }). Essaie { $legal }.

## Gygès: why a text is not a position

gyges-invalid-fields = Une position a trois parties, séparées par des espaces : le plateau, le camp qui doit jouer et ce qui se trouve dans un but.
# $rank: the number of the rank
gyges-invalid-piece = La rangée { $rank } contient autre chose que 1, 2, 3 et des points.
gyges-invalid-turn = Le camp qui doit jouer est S ou N.
gyges-invalid-goal = La dernière partie est -, ou la lettre d’un but et le pion qui s’y trouve, par exemple N2.
# $level: the rings of a piece; $most: how many pieces of that kind there are
gyges-invalid-too-many = Il y a plus de { $most } pions de niveau { $level }.

alt-ones = Un anneau ({ $count }) : { $squares }.
alt-twos = Deux anneaux ({ $count }) : { $squares }.
alt-threes = Trois anneaux ({ $count }) : { $squares }.
alt-empty = Aucun pion sur le plateau.
alt-goal = But de { $side } : on y entre par { $squares }.
alt-goal-shut = But de { $side } : aucune entrée.
alt-goal-inside = Dans le but de { $side } : { $piece }.
alt-goal-decisive = Partie décidée par : le pion dans le but de { $side }.
alt-moved-goal = { $what } : de { $from } vers le but de { $side }.
alt-moved-through-goal = { $what } : de { $from } par { $path } vers le but de { $side }.
alt-way = Pas à pas : { $squares }.
alt-flight = Délogé : de { $from } vers { $to }.
alt-would-displace = Serait délogé : de { $from } vers { $to }.
alt-ready = Peuvent bouger : { $squares }.
