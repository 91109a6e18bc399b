## Siwa in Spanish. The messages, attributes and variables are those of
## English; a test compares them. `<@…>` and `<t:…>` are inserted by the program.

## Names

# A board and a ruleset of a game.
# $name: the game; $board: 5×5; $ruleset: see ruleset
variant = { $name } { $board } · { $ruleset }
variant-board = { $name } { $board }
# $case: the ruleset
ruleset = { $case ->
    [french] reglas francesas
    [lugo] reglas de Lugo
    [modern] reglas modernas
    [gates] reglas con puertas
    [leroy] reglas de Leroy
    [cosmoludo] reglas de Cosmoludo
   *[classic] reglas clásicas
}
# $number: of the level
level = { $number ->
    [1] 1 · Principiante
    [2] 2 · Novato
    [3] 3 · Ocasional
    [4] 4 · Habitual
    [5] 5 · Hábil
    [6] 6 · Avanzado
    [7] 7 · Experto
   *[8] 8 · Maestro
}
# A choice instead of a level
level-suggested = Siwa elige
# A level with its rating
level-rated = { $level } ({ $rating })
# $days: the limit of a turn in days
time-days = { $days ->
    [one] { $days } día por turno
   *[other] { $days } días por turno
}
time-none = sin límite de tiempo
# $hours: the limit of a turn in hours
time-hours = { $hours ->
    [one] { $hours } hora por turno
   *[other] { $hours } horas por turno
}
# $days: for the whole game; $hours: for each turn
time-bank = { $days } días por persona, y { $hours } horas más por turno
# The colours of the boards. $case: the theme
theme = { $case ->
    [night] Noche
    [paper] Papel
    [contrast] Alto contraste
   *[classic] Clásico
}
# A name as a choice: of a theme, a level, rules, a language, a place
choice = { $choice }
# The choice that resets a setting
theme-default = Predeterminado
# The choices of a command: whose theme is set
# A list: all but its last item, and the last. $before, $after: texts
list-more = { $before }, { $after }
list-and = { $before } y { $after }

## Commands: the value is the command's name, the attributes its description
## and the names and descriptions of its options. Names: lower case, no spaces.

command-challenge = desafiar
    .description = Desafía a alguien o deja el desafío abierto
    .opponent = rival
    .opponent-description = A quién desafiar; déjalo vacío para que acepte cualquier persona
    .game = juego
    .game-description = A qué juego jugar
    .board = tablero
    .board-description = El tamaño del tablero
    .rules = reglas
    .rules-description = Con qué reglas jugar
    .time = tiempo
    .time-description = El límite de tiempo, por turno o para toda la partida
    .rated = clasificatoria
    .rated-description = Si la partida cuenta para la puntuación
    .games = partidas
    .games-description = Una partida, o ida y vuelta: dos con los bandos cambiados y un solo resultado
    .start = inicio
    .start-description = Colocar las fichas o recibir una posición equilibrada, lista para mover (solo en Seega)
    .side = bando
    .side-description = Qué turno te toca; déjalo vacío para un sorteo
command-play = jugar
    .description = Juega contra mí: elige un juego y un nivel
    .start = inicio
    .start-description = Colocar las fichas o recibir una posición equilibrada, lista para mover (solo en Seega)
    .side = bando
    .side-description = Qué turno te toca; déjalo vacío para un sorteo
command-puzzle = problema
    .description = El problema del día, y cuantos más quieras
    .game = juego
    .game-description = Qué juego; déjalo vacío para el problema del día
    .rules = reglas
    .rules-description = Qué reglas; déjalo vacío para todas
command-place = colocar
    .description = Coloca las fichas de tu turno
    .squares = casillas
    .squares-description = Dónde, por ejemplo a1 b2 en Seega; al escribir aparecen sugerencias
    .game = partida
    .game-description = El número de la partida, si juegas varias aquí
command-move = mover
    .description = Haz tu jugada o coloca tus fichas
    .move = jugada
    .move-description = De dónde a dónde, por ejemplo c2-c3; al escribir aparecen sugerencias
    .game = partida
    .game-description = El número de la partida, si juegas varias aquí
command-board = tablero
    .description = Mira un tablero, solo para ti
    .game = partida
    .game-description = El número de la partida, si hay varias aquí
    .text = texto
    .text-description = El tablero en texto en lugar de una imagen
command-games = partidas
    .description = Tus partidas en curso: a quién le toca, fin del plazo y enlace
command-draw = acuerdo
    .description = Propón parar aquí: contar las fichas en Seega, empate en Gygès
    .game = partida
    .game-description = El número de la partida, si juegas varias aquí
command-resign = abandonar
    .description = Abandona una partida; tendrás que confirmarlo
    .game = partida
    .game-description = El número de la partida, si juegas varias aquí
command-replay = ver-partida
    .description = La partida jugada, en animación o turno a turno; solo la ves tú
    .game = partida
    .game-description = El número de la partida; déjalo vacío para la última de este canal
command-leaderboard = clasificación
    .description = La clasificación de este servidor
    .game = juego
    .game-description = Qué juego; déjalo vacío para verlos todos juntos
    .against = contra
    .against-description = Las partidas entre personas o las partidas contra mí
command-tournament = torneo
    .description = Abre un torneo en este servidor o mira uno
    .game = juego
    .game-description = A qué juego jugar
    .board = tablero
    .board-description = El tamaño del tablero
    .rules = reglas
    .rules-description = Con qué reglas jugar
    .time = tiempo
    .time-description = El límite de tiempo, por turno o para toda la partida
    .signup = inscripción
    .signup-description = Cuánto tiempo hay para inscribirse; déjalo vacío para un día
    .players = plazas
    .players-description = Número máximo de personas; déjalo vacío para 32
    .name = nombre
    .name-description = El nombre del torneo; déjalo vacío para un nombre con número
    .show = ver
    .show-description = Qué torneo ver, incluso uno antiguo
    .start = inicio
    .start-description = Colocar las fichas, en ida y vuelta, o recibirlas repartidas, en una sola partida (en Seega)
command-profile = perfil
    .description = Cómo juega alguien aquí: puntuación, resultados y rivales frecuentes; solo lo ves tú
    .player = persona
    .player-description = Quién; déjalo vacío para ver el tuyo
    .game = juego
    .game-description = Qué juego; déjalo vacío para el más jugado
command-rules = reglas
    .description = Lee las reglas en palabras sencillas, con imágenes
    .game = juego
    .game-description = Qué juego
    .rules = reglas
    .rules-description = Qué reglas
    .clause = apartado
    .clause-description = Qué apartado, como S6; déjalo vacío para un resumen
command-settings = ajustes
    .description = Cómo juegas, avisos, colores de los tableros y tus ausencias
command-setup = configurar
    .description = Lo que me falta en este servidor, y cómo se juega en él
command-privacy = privacidad
    .description = Tus datos: mira lo que guardo, llévate una copia, bórralo todo
    .show = ver
    .show-description = Lo que guardo sobre ti; solo lo ves tú
    .export = exportar
    .export-description = Todo lo que guardo sobre ti, en archivos; solo los ves tú
    .delete = borrar
    .delete-description = Borra todo lo que guardo sobre ti; antes te pido que confirmes
command-help = ayuda
    .description = Mira qué hace Siwa y cómo empezar

## Buttons and menus

button-hint = Pista
button-hint-move = Ver la jugada
button-hint-play = Jugar esta
button-hint-why = ¿Por qué?
button-engine = Jugar contra Siwa
button-begin = Empezar
button-begin-rated = Empezar clasificatoria
button-start-dealt = Repartir las fichas
button-start-placed = Colocar las fichas
button-ladder-siwa = Contra Siwa
button-ladder-people = Entre personas
button-ladder-month = Este mes
button-ladder-all-time = Desde el inicio
button-accept = Aceptar
button-decline = Rechazar
button-cancel = Cancelar desafío
button-rules = Reglas
button-place = Colocar fichas
button-place-rest = Colocar el resto por mí
button-move = Hacer una jugada
button-board = Tablero
button-more = Más…
button-turned = Girar el tablero
# $count: the number of games in which it is the player’s turn
button-next-game = Siguiente partida ({ $count })
button-claim = Reclamar recuento
button-offer = Proponer recuento
button-stop = Parar y contar
button-offer-instead = Solo proponer
button-draw = Proponer empate
button-resign = Abandonar
button-play = Jugar
button-open = Abrir
button-stay = Seguir jugando
button-replay = Ver la partida
button-export = Exportar
# These four step through a game, turn by turn
button-first = ⏮ Inicio
button-earlier = ◀ Atrás
button-later = Adelante ▶
button-last = Final ⏭
button-animation = GIF
button-review = Análisis
# $turn: a number
button-turning-point = Turno { $turn }
button-boards = Ver turno a turno
button-review-back = Volver al análisis
button-puzzle-again = Intentar otra vez
button-puzzle-solution = Ver la solución
button-puzzle-another = Otro problema
# $rules: see ruleset
button-puzzle-alike = Otro: { $rules }
button-share = Compartir
button-puzzle-open = Resolver
button-played = Ver la jugada hecha
button-rematch = Revancha
button-confirm = Confirmar
button-back = Empezar de nuevo
button-type = Escribir…
button-surprise = Sorpréndeme
# $from: the square of the piece that enters the goal
button-goal = ¡Meta! ({ $from })
button-rated = Pasar a clasificatorios
button-unrated = Pasar a amistosos
button-anywhere = En todos los canales
button-check = Verificar de nuevo
choose-places = Canales en los que se puede jugar
choose-language = Idioma de mis mensajes
choose-theme = Colores de los tableros
choose-clock = Tiempo de los desafíos
button-privacy-export = Exportar
button-privacy-delete = Borrar…
button-forget = Borrar todo
button-forget-not = Conservar todo
button-settings-trust = Jugar sin confirmar
button-settings-confirm = Pedir confirmación
button-settings-buttons = Tablero en botones
button-settings-menus = Tablero en menús
button-settings-turns = General
button-settings-notices = Avisos
button-settings-themes = Colores
button-settings-away = Ausencia
button-notify-here = Junto al tablero
button-notify-direct = Mensaje directo
button-notify-digest = Una vez al día
button-notify-never = Nunca
button-zone = Otra zona horaria…
choose-quiet = Horario de silencio
choose-hour = Hora del resumen diario
choose-zone = Tu zona horaria
button-takebacks = Permitir deshacer
button-no-takebacks = Prohibir deshacer
button-join = Participar
button-leave = Salir
button-start-now = Empezar ya
button-cancel-tournament = Cancelar el torneo
button-keep-tournament = Mantener el torneo
button-my-games = Mis partidas
button-standings = Clasificación
button-withdraw = Dejar el torneo
button-tournaments = Torneos: todo el mundo
button-no-tournaments = Restringir torneos
choose-weekends = Reloj en los fines de semana
button-accept-thread = Aceptar en un hilo
button-accept-here = Aceptar en este canal
button-claim-time = Reclamar la victoria
button-nudge = Avisar
button-wait = Esperar un día
button-give = Dar 24 horas más
button-take-back = Deshacer jugada
button-plan = Planear jugadas
button-plan-on = Seguir el plan
button-plan-other = Planear otro caso
button-plan-all = Todos mis planes
button-plan-clear = Quitar todos los planes
choose-games-in = Partidas: en un hilo o en el canal
choose-reminder = Recordatorio de turno
choose-away = Último día de ausencia
button-previous = Anterior
button-next = Siguiente

## Challenges. $challenger, $opponent, $player: people

challenge-member = { $challenger } desafía a { $opponent }.
# $level: see level
challenge-engine = { $challenger } juega contra { $opponent }, nivel { $level }.
challenge-open = { $challenger } quiere jugar. Juega quien acepte primero.
# $game: the id of the previous game
challenge-rematch = { $challenger } le pide a { $opponent } la revancha de la partida #{ $game }.
# $variant: see variant; $time: see time-days; $rated: see challenge-rated
challenge-terms = **{ $variant }** · { $time } · { $rated }
challenge-rated = clasificatoria
challenge-unrated = amistosa
challenge-pair = -# Dos partidas con los bandos cambiados y un solo resultado ({ $games }).
pair-single = una partida
pair-at-once = ida y vuelta, a la vez
pair-in-turn = ida y vuelta, una tras otra
challenge-first = Esta vez, el primer turno es de { $player }.
# $order: first or second
challenge-order = { $order ->
    [first] El primer turno es de { $player }.
   *[second] El segundo turno es de { $player }.
}
challenge-order-pair = { $order ->
    [first] En la ida, el primer turno es de { $player }.
   *[second] En la ida, el segundo turno es de { $player }.
}
# $turns: a number
start-placed = -# Colocar las fichas lleva { $turns } turnos. Con `{ command-challenge.start }: { choice-dealt }`, se reparten y esa parte se omite.
start-dealt = -# Las fichas están repartidas: una posición sorteada en la que los dos bandos tienen casi las mismas posibilidades.
choice-placed = colocadas
choice-dealt = repartidas
# $order: random, first or second
choice-order = { $order ->
    [first] primer turno
    [second] segundo turno
   *[random] por sorteo
}
# $until: a time, shown as “in 3 days”
challenge-expires = -# Fin del plazo para aceptar: { $until }.
challenge-outside = -# Yo no estoy en esta conversación: solo muestro tableros en respuesta a un botón o un comando, y no mando recordatorios. Por eso la partida es amistosa y sin límite de tiempo. Si falta un tablero, `/{ command-board }` lo muestra.
# $game: the id of the new game
challenge-accepted = { $other ->
    [none] { $player } aceptó: partida #{ $game }.
   *[other] { $player } aceptó: partidas #{ $game } y #{ $other }.
}
place-no-thread = Aquí no puedo usar hilos, así que la partida se juega en este canal.
place-moved = -# No puedo escribir en el hilo de la partida, así que sigue aquí.
place-opens = La partida empezó. Abro un hilo para ella.
# On the card of a game with a thread. $side: the player’s side
place-turn = Le toca a { $player } ({ $side }).
# The name of a thread. $game: its number; $first, $second: the players’ names; $variant: see variant
place-name = { $first } – { $second } · { $variant } ({ $game })
challenge-declined = *El desafío fue rechazado.*
challenge-cancelled = *El desafío fue cancelado.*
challenge-expired = *El desafío expiró.*

# The name of a command in the menu of a person
menu-challenge = Desafiar
# $opponent: a mention; $variant: a title; $time: a time limit; $rated: see challenge-rated
invite-choose = Desafía a { $opponent }: **{ $variant }**, { $time }, { $rated }. Cámbialo abajo o envía el desafío.
invite-time = Elige un límite de tiempo…
button-challenge = Desafiar

lots-drawn = Sorteo: el primer turno es de { $player }.

## The board of a turn

# $variant: see variant; $game: the game’s id
turn-header = **{ $variant }** · partida #{ $game } · { $rated }
pair-place = -# Partida { $number } de 2 · primer turno: { $player }
# The same in a tournament. $opponent: the other player
pair-players = -# { $player } – { $opponent } · partida { $number } de 2 · primer turno: { $player }
pair-game = { $variant } · partida { $number } de 2
# The heading of a game against the bot. $level: see level
turn-header-engine = **{ $variant }** · partida #{ $game } · nivel { $level } · { $rated }
# $side: the player’s side; $move: the move, such as c2-c3xb3
# $count: how many pieces the move takes
turn-played = { $count ->
    [0] { $player } ({ $side }) jugó **{ $move }**.
    [one] { $player } ({ $side }) jugó **{ $move }** y capturó una ficha.
   *[other] { $player } ({ $side }) jugó **{ $move }** y capturó { $count } fichas.
}
turn-rest-placed = { $player } me dejó colocar el resto de las fichas de ambos bandos.
turn-passed = { $player } no puede mover y pasa.
# The moves of Siwa are before it
turn-passed-between = Entretanto, { $player } no podía mover.
# A planned move; $count: how many pieces it captures
turn-planned = { $count ->
    [0] { $player } ({ $side }) respondió con **{ $move }**, según lo planeado.
    [one] { $player } ({ $side }) respondió con **{ $move }**, según lo planeado, y capturó una ficha.
   *[other] { $player } ({ $side }) respondió con **{ $move }**, según lo planeado, y capturó { $count } fichas.
}
seega-to-place = { $by ->
    [command] { $player } ({ $side }), coloca dos fichas con `/{ command-place }`.
   *[button] { $player } ({ $side }), coloca dos fichas: presiona el botón o usa `/{ command-place }`.
}
turn-to-move = { $by ->
    [command] { $player } ({ $side }), te toca. Usa `/{ command-move }`.
   *[button] { $player } ({ $side }), te toca: presiona el botón o usa `/{ command-move }`.
}
# $player: the bot; $side: its side
turn-thinking = { $player } ({ $side }) está pensando.
# $until: a time, shown as “in 2 days”
turn-pieces = -# Fichas: { $first-side } { $first } · { $second-side } { $second }
turn-repeated = { $counted ->
    [yes] Esta posición aparece por segunda vez. A la tercera, la partida termina y se cuentan las fichas.
   *[no] Esta posición aparece por segunda vez. A la tercera, la partida queda en empate.
}
turn-idle = { $turns ->
    [one] Si nadie captura en este turno, la partida termina y se cuentan las fichas.
   *[other] Si nadie captura en los próximos { $turns } turnos, la partida termina y se cuentan las fichas.
}
turn-away = -# Ausencia de { $player } · regreso: { $until }.
turn-deadline = -# Fin de este turno: { $until }.
turn-weekends = -# El reloj se detiene los fines de semana.
# $player: the player who gave it
turn-given = { $player } le dio 24 horas más a su rival.
# $player: the player who took it back
turn-taken-back = { $player } deshizo una jugada.
# $player: the player who asks; $opponent: the player who can accept
offer-takeback = { $player } quiere deshacer su última jugada. { $opponent }, ¿te parece bien?
# About the time of a turn. $player: the player to move; $opponent: the waiting player; $until: the deadline
notice-soon = { $player }, te toca. Fin del plazo: { $until }.
notice-nudge = { $player }, { $opponent } te espera: tu tiempo acabó { $until }.
notice-late = El tiempo de { $player } acabó { $until }. { $opponent }, puedes reclamar la victoria o esperar.
notice-waiting = { $opponent } sigue esperando a { $player }, cuyo tiempo acabó { $until }.
# $player: the player to move
notice-turn = { $player }, es tu turno.
# In the channel, in place of a direct message
notice-closed = -# No puedo enviarte mensajes directos. Permítelos en la configuración de privacidad del servidor, o elige otro aviso con `/{ command-settings }`.
notice-nowhere = -# No puedo escribir en el canal de la partida, así que sigue aquí, sin reloj. Si tu rival pasa 30 días sin jugar, `/{ command-draw }` la termina, y no cuenta.
# $count: how many games
digest-head = { $count ->
    [one] **Es tu turno en una partida**
   *[other] **Es tu turno en { $count } partidas**
}
games-waiting = { $count ->
    [one] **Le toca a tu rival en una partida**
   *[other] **Le toca a tu rival en { $count } partidas**
}
# $count: how many games are not listed
games-more = -# … y { $count } más: en cada servidor, `/{ command-games }` muestra las de allí.
# $link: a URL
notice-board = -# [Ir al tablero]({ $link })

## The end. $by: the reason; $first, $second: pieces left of the winner and the
## loser; in a draw both are $first

ended-won = { $by ->
    [elimination] **Gana { $winner } ({ $side }):** a { $loser } no le quedan fichas.
    [barrier] **Gana { $winner } ({ $side }) en el recuento, { $first } a { $second }:** una barrera puso fin a la partida.
    [idle] **Gana { $winner } ({ $side }) en el recuento, { $first } a { $second }:** no se capturó nada durante mucho tiempo.
    [repetition] **Gana { $winner } ({ $side }) en el recuento, { $first } a { $second }:** la misma posición apareció por tercera vez.
    [claim] **Gana { $winner } ({ $side }) al reclamar el recuento, { $first } a { $second }:** { $loser } ya no puede capturar nada.
    [agreement] **Gana { $winner } ({ $side }) en el recuento, { $first } a { $second }:** ambos bandos acordaron parar.
    [goal] **Gana { $winner } ({ $side }):** una ficha entró en la meta de { $loser }.
    [resignation] **Gana { $winner } ({ $side }):** { $loser } abandonó.
    [absence] **Gana { $winner } ({ $side }):** { $loser } dejó de jugar.
   *[time] **Gana { $winner } ({ $side }):** a { $loser } se le acabó el tiempo.
}
ended-drawn = { $by ->
    [dead] **Empate:** con una ficha por bando, ya no se puede capturar nada.
    [barrier] **Empate en el recuento, { $first } a { $first }:** una barrera puso fin a la partida.
    [idle] **Empate en el recuento, { $first } a { $first }:** no se capturó nada durante mucho tiempo.
    [repetition] **Empate en el recuento, { $first } a { $first }:** la misma posición apareció por tercera vez.
    [claim] **Empate en el recuento reclamado, { $first } a { $first }.**
    [early-agreement] **Empate:** ambos bandos acordaron parar.
   *[agreement] **Empate en el recuento, { $first } a { $first }:** ambos bandos acordaron parar.
}
# $grade: great or small
ended-grade = { $grade ->
    [great] ¡Una gran victoria!
   *[small] Una pequeña victoria.
}
# $before, $after: ratings
ended-rating = -# { $player }: { $before } → { $after }
ended-void = { $rated ->
    [yes] -# No cuenta: terminó antes de que ambos jugaran dos turnos. Las puntuaciones no cambian.
   *[no] -# No cuenta: terminó antes de que ambos jugaran dos turnos.
}
ended-void-tournament = -# Cuenta en el torneo. Las puntuaciones no cambian: terminó antes de que ambos jugaran dos turnos.
ended-absence = -# No cuenta: se perdió en la misma ausencia que otra partida, o en un canal donde no puedo escribir.
pair-rated-later = -# Ida y vuelta: la puntuación solo cambia al final de las dos partidas.
pair-counts-later = -# Ida y vuelta: el resultado se sabe al final de las dos partidas.
pair-broken = -# No habrá partida de vuelta: no cuenta para nadie.
pair-sum = **En total: { $leader } { $more }, { $other } { $less }**

## Offers. $first, $second: pieces left; $first-side, $second-side: the sides

offer-count = { $player } propone parar aquí y contar las fichas ({ $first-side } { $first }, { $second-side } { $second }). { $opponent }, ¿te parece bien?
offer-declined = { $offer ->
    [offer-takeback] { $player } no aceptó deshacer la jugada. La partida #{ $game } continúa.
    [offer-agree] { $player } rechazó el empate. La partida #{ $game } continúa.
   *[other] { $player } no quiso parar y contar las fichas. La partida #{ $game } continúa.
}
offer-past = { $offer ->
    [offer-takeback] { $player } pidió deshacer su última jugada.
    [offer-agree] { $player } propuso empate.
   *[other] { $player } propuso parar y contar las fichas.
}

## The replay. $count: how many turns

# $first, $second: people; $first-side, $second-side: their sides
viewer-players = { $first } ({ $first-side }) – { $second } ({ $second-side })
# $turn: the number of a turn; $side: the side that played it; $move: the move
viewer-turn = Turno { $turn } de { $count } · { $side }: **{ $move }**
viewer-start = { $count ->
    [0] Antes del primer turno
   *[other] Antes del primer turno (de { $count })
}
viewer-jump = Ir a un turno…
viewer-option = { $turn }. { $move }
viewer-option-start = Inicio
animation-head = { $count ->
    [one] La partida entera, { $count } turno.
   *[other] La partida entera, { $count } turnos.
}
# The animation of a running game
animation-so-far = { $count ->
    [one] La partida hasta ahora, { $count } turno.
   *[other] La partida hasta ahora, { $count } turnos.
}
animation-too-big = Esta partida es demasiado larga para una animación. Recórrela con los botones de abajo.
# The alternative text; that of the last board follows. $game: the game’s id; $result: see result-won
animation-alt = { $count ->
    [one] Animación de la partida #{ $game }, { $variant }, { $count } turno. { $result } A continuación, el último tablero.
   *[other] Animación de la partida #{ $game }, { $variant }, { $count } turnos. { $result } A continuación, el último tablero.
}
# A game reviewed by the bot. $first, $second, $side: sides; $move, $better: moves; $turn: a number;
# $before, $after: chances in hundredths; $chances: a list of turns with chances
review-curve = -# Arriba, ventaja: { $first }; abajo: { $second }.
review-placements = -# Las colocaciones no se evalúan.
review-no-turning-points = Ninguna jugada decidió por sí sola esta partida.
review-turning-point = **Turno { $turn }** · { $side }: { $move }. Las posibilidades de ganar bajaron del { $before } % al { $after } %.
review-alt = Posibilidades de ganar ({ $side }), en porcentaje y por turno: { $chances }.
review-better = **Turno { $turn }** · { $side }: { $move }. Yo habría jugado **{ $better }**.
# $reply: the opponent’s move; $why: what it does, such as hint-captures
review-allowed = -# Eso permitió **{ $reply }**. { $why }
# Puzzles. $grade: how hard it is, in stars; $side: the side to move; $move: a move
puzzle-of-the-day = **Problema del día** · { $variant } · { $grade }
puzzle = **Problema** · { $variant } · { $grade }
puzzle-find = Tu bando: { $side }. Una jugada es claramente la mejor. Encuéntrala.
puzzle-counts = -# El primer intento cambia tu puntuación de problemas. Ver la solución cuenta como fallo.
puzzle-daily-solved = -# Ya resolviste el problema del día. Aquí tienes otro.
puzzle-wrong = **{ $move }** no es la jugada. Mira otra vez: hay algo más fuerte.
puzzle-right = **{ $move }**: ¡eso es!
puzzle-solution = La mejor jugada era **{ $move }**.
# $before, $after: ratings
puzzle-rating = -# Tu puntuación de problemas: { $before } → { $after }
# $count: days
puzzle-streak = { $count ->
    [one] -# Racha: { $count } día
   *[other] -# Racha: { $count } días
}
puzzle-shared = { $player } resolvió el problema del día. ¿Y tú?
export-done = El registro de la partida #{ $game }.
export-so-far = El registro de la partida #{ $game } hasta ahora: sigue en curso.
export-alt = El registro de la partida #{ $game } en un archivo de texto.
# The end of a game, without names. $side: the winner’s side; $by: the
# reason; $first, $second: pieces left of the winner and the loser
result-won = { $by ->
    [elimination] Victoria: { $side }, por capturarlo todo.
    [barrier] Victoria: { $side }, por barrera, { $first } a { $second }.
    [idle] Victoria: { $side }, en el recuento, { $first } a { $second }: no se capturó nada durante mucho tiempo.
    [repetition] Victoria: { $side }, en el recuento, { $first } a { $second }: una posición se repitió.
    [claim] Victoria: { $side }, en un recuento reclamado, { $first } a { $second }.
    [agreement] Victoria: { $side }, en un recuento acordado, { $first } a { $second }.
    [goal] Victoria: { $side }, por entrar en la meta.
    [resignation] Victoria: { $side }, por abandono.
   *[time] Victoria: { $side }, por tiempo.
}
result-drawn = { $by ->
    [dead] Empate: ya nadie podía ganar.
    [barrier] Empate por barrera.
    [idle] Empate en el recuento: no se capturó nada durante mucho tiempo.
    [repetition] Empate por repetición.
    [claim] Empate en el recuento reclamado.
    [early-agreement] Empate por acuerdo.
   *[agreement] Empate por acuerdo.
}
result-none = La partida sigue en curso.

## Private messages

more = ¿Qué quieres hacer?
resign-sure = ¿Seguro que quieres abandonar? La victoria será para tu rival.
resign-sure-rated = ¿Seguro que quieres abandonar? La victoria será para tu rival y tu puntuación bajará: esta partida es clasificatoria.
# The count if both agree to stop, before it is offered to the bot. $own, $engine: pieces; $winner: own, engine or nobody
offer-sure = Fichas ahora: tú { $own }, yo { $engine }. { $winner ->
    [engine] Si paramos aquí, gano yo en el recuento.
    [own] Si acepto parar aquí, ganas tú en el recuento.
   *[nobody] Si acepto parar aquí, es empate.
}
claim-not-yet = Aún no puedes reclamar el recuento. Hace falta una barrera que nunca se pueda romper, y al menos tantas fichas como tu rival (apartado E6). En su lugar, puedes proponer parar y contar.
resign-not = Bien, la partida continúa.
# $move: the move
done-played = Jugaste **{ $move }**.
done-resigned = Abandonaste la partida.
done-ended = La partida terminó.
done-offered = Propuesta enviada. Ahora le toca responder a tu rival.
done-asked = Respondo en el tablero.
# $channel: another channel
done-elsewhere = Hecho. El tablero está en { $channel }.
done-gave = Le diste 24 horas más a tu rival.
done-taken-back = Jugada deshecha.
seega-panel-place = Elige dos casillas vacías.
panel-move = Elige tu jugada.
panel-narrow = -# ¿Se cortan las filas de botones, o usas un lector de pantalla? Presiona **{ button-settings-menus }**: los menús nombran cada casilla.
# $typed: the choices so far
panel-go-on = Hasta ahora: **{ $typed }**. Elige cómo sigue.
panel-go-on-displacing = Hasta ahora: **{ $typed }**. Elige una casilla vacía, o una ficha para tomar su lugar.
panel-choose = Elige…
# $move: the move; $count: how many pieces it takes
panel-preview = { $count ->
    [0] **{ $move }**. ¿Es esta tu jugada?
    [one] **{ $move }** captura una ficha. ¿Es esta tu jugada?
   *[other] **{ $move }** captura { $count } fichas. ¿Es esta tu jugada?
}
# The same if there is nothing else to choose
panel-only = { $count ->
    [0] **{ $move }** es tu única jugada.
    [one] **{ $move }** es tu única jugada. Captura una ficha.
   *[other] **{ $move }** es tu única jugada. Captura { $count } fichas.
}
# $move: the move
panel-too-long = **{ $move }** es demasiado larga para un botón. Presiona **{ button-type }** y escríbela: vale al instante.
# A menu of squares. $ranks: their ranks; $count: how many ranks, 0 if it has all squares
panel-two-squares = { $count ->
    [0] 1 o 2 casillas…
    [one] Fila { $ranks }: 1 o 2 casillas
   *[other] Filas { $ranks }: 1 o 2 casillas
}
panel-piece = { $count ->
    [0] Elige una ficha
    [one] Fila { $ranks }: elige una ficha
   *[other] Filas { $ranks }: elige una ficha
}
panel-to = { $count ->
    [0] Elige una casilla
    [one] Fila { $ranks }: elige una casilla
   *[other] Filas { $ranks }: elige una casilla
}
panel-displace = { $count ->
    [0] Elige una ficha para tomar su lugar
    [one] Fila { $ranks }: toma el lugar de una ficha
   *[other] Filas { $ranks }: toma el lugar de una ficha
}
panel-pattern = Elige una formación habitual
# A form with one field
form-title = Tu jugada
form-move = La jugada (vale al enviarla)
# The form for a puzzle, where nothing is played
puzzle-form-title = Tu solución
puzzle-form = La jugada

# Plans: the player’s answers to moves that the opponent may play. $player: the opponent
plan-theirs = ¿Qué podría jugar { $player }?
plan-own = ¿Cuál es tu respuesta?
# $move: the move that is already planned
plan-replaces = Por ahora, tu respuesta es **{ $move }**. Otra la reemplaza.
plan-move = Elige una jugada.
# $move: the move; $count: how many pieces it takes
plan-preview = { $count ->
    [0] **{ $move }**. ¿Planear esta jugada?
    [one] **{ $move }** captura una ficha. ¿Planear esta jugada?
   *[other] **{ $move }** captura { $count } fichas. ¿Planear esta jugada?
}
plan-too-long = **{ $move }** es demasiado larga para un botón. Presiona **{ button-type }** y escríbela.
plan-form = La jugada
# A line of play, combined from these: “If a1 b2, then **c1 d2**, if a3 b4”
plan-if-first = Si { $move }
plan-if = si { $move }
plan-then = entonces **{ $move }**
plan-added = Planeado. Si se da el caso, lo juego por ti al instante; si no, descarto el plan. Solo lo ves tú.
plan-list = Tus planes, con tus jugadas en **negrita**. Solo los ves tú.
plan-none = Todavía no tienes planes en esta partida.
plan-remove = Quitar un plan

next-none = No es tu turno en ninguna otra partida aquí.

denied-share = No puedes escribir en este canal, así que tampoco puedes compartir nada aquí.
denied-share-running = Una partida en curso solo se puede compartir en su propio canal.

# Above a message that a person shares.
shared = { $player } compartió esto:

# A person’s settings
settings-confirms = Antes de hacer tu jugada, te muestro cómo queda y espero a que presiones **{ button-confirm }**.
settings-trusts = Tu jugada vale en cuanto no queda nada por elegir.
settings-buttons = En 5×5, el panel muestra el tablero en botones. Si las filas se cortan en tu teléfono, elige **{ button-settings-menus }**.
settings-menus = El panel muestra todos los tableros en menús.
# When a player is reminded. $share: per cent
reminder-at = cuando queda el { $share } % del tiempo
reminder-never = nunca
# $when: see above
settings-reminder =
    Recordatorio de tu turno: **{ $when }**.
    -# En partidas amistosas, tu rival también puede avisarte después del fin del plazo. Para no recibir ni lo uno ni lo otro, elige «{ button-notify-never }» en **{ button-settings-notices }**.
# How a player is notified of a turn. $case: the choice
notify = { $case ->
    [direct] por mensaje directo
    [digest] una vez al día, en un mensaje directo con todas las partidas
    [never] nunca
   *[here] junto al tablero
}
# $how: see notify
notify-how = Aviso de tu turno: **{ $how }**.
# $hour: of the day, 0 to 23
hour = { $hour }:00
# $when: see hour
notify-hour = Hora del resumen diario: **{ $when }**.
# $hours: see quiet-hours
notify-quiet = Horario de silencio: **{ $hours }**.
# $from, $to: hours of the day
quiet-hours = de { $from }:00 a { $to }:00
quiet-never = ninguno
# $place: the end of a time zone’s name; $name: that end with spaces
city = { $place ->
    [Los_Angeles] Los Ángeles
    [Mexico_City] Ciudad de México
    [Bogota] Bogotá
    [New_York] Nueva York
    [Sao_Paulo] São Paulo
    [London] Londres
    [Lisbon] Lisboa
    [Madrid] Madrid
    [Paris] París
    [Berlin] Berlín
    [Cairo] El Cairo
    [Johannesburg] Johannesburgo
    [Istanbul] Estambul
    [Dubai] Dubái
    [Kolkata] Calcuta
    [Shanghai] Shanghái
    [Tokyo] Tokio
    [Sydney] Sídney
   *[other] { $name }
}
# $zone: see city; $clock: the time there
zone = { $zone } · { $clock }
notify-zone = Tu zona horaria: **{ $zone }** (ahora: { $clock }).
# $count: how many time zones match; $zone: the first of them, see city
notify-zones = { $count ->
    [1] **¿Querías decir { $zone }?** Entonces elígela en el menú.
   *[other] Hay varias zonas horarias posibles. **Elige la tuya en el menú.**
}
form-zone = Tu zona horaria
form-city = Ciudad, país o diferencia horaria
settings-server = -# Los ajustes del servidor están en `/{ command-setup }`.
setup-head = **Siwa en este servidor**
setup-unchecked = ⚠️ No pude ver qué permisos tengo. Presiona **{ button-check }** dentro de un momento, por favor.
setup-unseen = ⚠️ No puedo ver este hilo privado. Mencióname aquí una vez ({ $bot }) para que pueda entrar.
setup-timed-out = ⛔ La moderación me ha aislado temporalmente y no puedo publicar nada. El aislamiento termina { $ends }.
# $channels: links to channels
setup-sound = ✅ { $channels }: tengo todos los permisos que necesito.
# $channels: links to channels; $permissions: a list; $count: how many permissions
setup-lacks = { $count ->
    [one] ⛔ { $channels }: me falta el permiso { $permissions } para mostrar tableros. Sin él no puede haber partidas.
   *[other] ⛔ { $channels }: me faltan los permisos { $permissions } para mostrar tableros. Sin ellos no puede haber partidas.
}
setup-lacks-threads = { $count ->
    [one] ⚠️ { $channels }: me falta el permiso { $permissions } para usar hilos. Sin él, las partidas se juegan en el propio canal.
   *[other] ⚠️ { $channels }: me faltan los permisos { $permissions } para usar hilos. Sin ellos, las partidas se juegan en el propio canal.
}
setup-lacks-history = ⚠️ { $channels }: me falta el permiso { $permissions } para ver si un tablero ya está allí. Sin él, tras problemas con Discord, un tablero puede aparecer dos veces.
setup-gone = { $count ->
    [one] ⛔ { $channels }: este canal ya no existe. Elige otros abajo o presiona **{ button-anywhere }**.
   *[other] ⛔ { $channels }: estos { $count } canales ya no existen. Elige otros abajo o presiona **{ button-anywhere }**.
}
setup-anywhere = Canales en los que se puede jugar: **todos**.
setup-places = Canales en los que se puede jugar: { $channels }
setup-own-language = Idioma de mis mensajes públicos: **el del servidor en Discord**.
# $language: see language
setup-language = Idioma de mis mensajes públicos: **{ $language }**.
setup-language-of-server = El idioma del servidor en Discord
# The language’s own name
language = Español
# $time: a time control
setup-clock = Tiempo por defecto de los desafíos: **{ $time }**.
setup-rated = Desafíos, por defecto: **clasificatorios**.
setup-unrated = Desafíos, por defecto: **amistosos**.
# Where games are played. $case: the choice
games-in = { $case ->
    [channel] en el canal del desafío
    [ask] donde elija quien acepte
   *[threads] en un hilo propio
}
# $place: see games-in
settings-games-in = Cada partida: **{ $place }**.
# $day: from 0 for Monday
weekday = { $day ->
    [0] lunes
    [1] martes
    [2] miércoles
    [3] jueves
    [4] viernes
    [5] sábado
   *[6] domingo
}
# $days: how many; $first, $last: see weekday; $zone: see city
settings-weekends = { $days ->
    [1] Fines de semana en partidas nuevas: **el reloj se detiene ({ $first })**, hora de { $zone }.
   *[other] Fines de semana en partidas nuevas: **el reloj se detiene ({ $first } y { $last })**, hora de { $zone }.
}
settings-no-weekends = Fines de semana en partidas nuevas: **el reloj no se detiene**.
# $zone: see zone
weekends-still = El reloj se detiene: { $zone }
weekends-count = El reloj no se detiene
settings-takebacks = Jugadas de partidas clasificatorias nuevas: **se pueden deshacer**, si la otra persona está de acuerdo.
settings-no-takebacks = Jugadas de partidas clasificatorias nuevas: **no se pueden deshacer**.
settings-tournaments = Quién puede abrir torneos: **cualquier miembro**.
settings-no-tournaments = Quién puede abrir torneos: **quien tiene el permiso { permission-manage }**.

# $month: a month
month = { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[12] diciembre
}
# $day: of the month; $month: see month; $days: how many days it is until then
away-choice = { $days ->
    [one] { $day } de { $month } · { $days } día
   *[other] { $day } de { $month } · { $days } días
}
away-back = Ya volví
# $until: a time
away-until = Fin de tu ausencia: { $until }. Hasta entonces, tus relojes están parados, salvo en torneos.
away-not = No estás ausente: tus relojes corren. Elige un día, y se paran hasta que acabe, salvo en torneos.
away-left = { $days ->
    [0] -# No te quedan días de ausencia este año.
    [one] -# Te queda { $days } día de ausencia este año.
   *[other] -# Te quedan { $days } días de ausencia este año.
}
games-none = No hay partidas tuyas en curso que mostrar. Empieza una con `/{ command-play }` o `/{ command-challenge }`.
# $count: how many
# $link: a link to the board; $variant: see variant-board; $until: a time, or see time-none
games-line = { $link } · { $opponent } · { $variant } · { $until }
games-your-turn = te toca
games-their-turn = le toca a tu rival
games-won = ganada
games-lost = perdida
games-drawn = empatada
which-choose = ¿Qué partida?
# $opponent, $first, $second: names
which-own = #{ $game } contra { $opponent } · { $variant } · { $turn }
which-other = #{ $game } { $first } – { $second } · { $variant }

# $name: the game; $scope: people, month or engine (games against the bot)
leaderboard-head = { $scope ->
    [engine] **Clasificación contra mí: { $name }** (victorias–empates–derrotas)
    [month] **Clasificación del mes: { $name }** (puntos · victorias–empates–derrotas)
   *[people] **Clasificación: { $name }** (victorias–empates–derrotas)
}
leaderboard-all = todos los juegos
leaderboard-empty = { $scope ->
    [engine] Aquí todavía no terminó ninguna partida clasificatoria contra mí. Empieza con `/{ command-play }`.
    [month] Este mes todavía no terminó aquí ninguna partida clasificatoria entre personas. Empieza con `/{ command-challenge }`.
   *[people] Aquí todavía no terminó ninguna partida. Empieza con `/{ command-challenge }`.
}
leaderboard-month-note = -# En partidas clasificatorias, una victoria vale 1 punto y un empate, ½. El mes empieza el día 1 a medianoche UTC.
# $levels: a list of level-rated
leaderboard-levels = -# Mis niveles: { $levels }.
# The choices of a command: which games are listed
leaderboard-people = personas
leaderboard-siwa = Siwa
# $score: see rating; on the leaderboard of a month: points, such as 2½
leaderboard-line = { $place }. { $player } · { $score } · { $won }–{ $drawn }–{ $lost }
leaderboard-line-own = **{ $place }.** { $player } · **{ $score }** · { $won }–{ $drawn }–{ $lost } ← tú
leaderboard-own = …
leaderboard-own-none = { $scope ->
    [engine] -# Todavía no apareces aquí: primero termina una partida clasificatoria contra mí.
    [month] -# Todavía no apareces aquí: primero termina una partida clasificatoria contra alguien.
   *[people] -# Todavía no apareces aquí: primero termina una partida.
}
rating = { $rating }
# A rating that a few more games may change a lot, and the meaning of its sign.
rating-provisional = { $rating }?
rating-provisional-note = -# «?» marca una puntuación que todavía puede cambiar mucho.
rating-none = sin puntuación

## Profiles

# $player: the player; $name: the game
profile-head = **{ $player } · { $name }** (victorias–empates–derrotas)
profile-empty = { $player } todavía no tiene resultados de { $name } aquí.
# $rating: see rating; $place: the rank on the leaderboard
profile-people = Contra personas: **{ $rating }** · puesto { $place } · { $won }–{ $drawn }–{ $lost }
profile-siwa = Contra mí: **{ $rating }** · puesto { $place } · { $won }–{ $drawn }–{ $lost }
profile-rivals = Rivales más frecuentes:
profile-rival = - { $player } · { $won }–{ $drawn }–{ $lost }
profile-curve = -# La curva muestra la puntuación tras cada partida clasificatoria contra personas.
# $count: how many games; the others: ratings
profile-alt = Curva de la puntuación en las últimas { $count } partidas clasificatorias: de { $first } a { $last }, mínimo { $low }, máximo { $high }.
profile-bot = Los bots no tienen perfil. Para ver mis niveles, usa `/{ command-leaderboard }` con un juego y `{ command-leaderboard.against }:{ leaderboard-siwa }`.

## Tournaments. $group: see tournament-group; $points, $berger: numbers such as 2½

# $name: the name of a tournament
tournament-head = **{ $name }**
# The name of a tournament that got none. $number: a number
tournament-name = { $game } { $number }
# $start: placed or dealt
tournament-fair = { $start ->
    [dealt] En cada grupo todo el mundo juega una vez contra todo el mundo. Las fichas están repartidas: una posición en la que los dos bandos tienen casi las mismas posibilidades. Todas las partidas empiezan a la vez.
   *[placed] En cada grupo todo el mundo juega contra todo el mundo, ida y vuelta, con los bandos cambiados. Las dos partidas dan un solo resultado, así que ningún bando tiene ventaja. Todas las partidas de ida empiezan a la vez.
}
# $until: a time, shown as “in 3 days”
tournament-closes = Fin de la inscripción: { $until }
tournament-nobody = Todavía no se inscribió nadie. Hay { $most } plazas.
# $count: how many have joined; $most: how many can; $players: a list
tournament-players = Inscripciones: **{ $count } de { $most }**. { $players }
tournament-cancelled = *{ $player } canceló este torneo.*
tournament-cancelled-on = *{ $player } canceló este torneo.* Las partidas en curso siguen, pero no empieza ninguna nueva.
tournament-too-few = *Este torneo no empezó: hacían falta al menos tres personas.*
# $posted of $total boards were posted
tournament-starting = -# Tableros publicados: { $posted } de { $total }
# $count: how many; $players: a list
tournament-won = { $count ->
    [one] 🏆 **{ $players } ganó el torneo.**
   *[other] 🏆 **{ $players } comparten el primer puesto.**
}
tournament-no-winner = *El torneo terminó. No quedó nadie, así que no ganó nadie.*
# $link: a link to its card
tournament-link = Resultados: { $link }
# $letter: A, B …
tournament-group = Grupo { $letter }
tournament-final = Final
tournament-all = Participantes
# $decided of $total pairs have a result; $link: a link to its card
tournament-summary = **{ $group }** · resultados: { $decided } de { $total } · { $link }
tournament-group-head = **{ $name }** · { $group }
tournament-thread = { $name } · { $group }
# $place: the rank; $berger: the Sonneborn-Berger score; $late: games lost on time
tournament-row = { $late ->
    [0] **{ $place }.** { $player } · **{ $points }** · SB { $berger }
   *[other] **{ $place }.** { $player } · **{ $points }** · SB { $berger } · derrotas por tiempo: { $late }
}
tournament-row-withdrawn = **{ $place }.** ~~{ $player }~~ · **{ $points }** (fuera del torneo)
tournament-alt = { $group }: tabla de resultados.
tournament-alt-row = { $place }. { $player }, puntos: { $points }; { $results }.
tournament-alt-win = ganó a { $player }
tournament-alt-draw = empató con { $player }
tournament-alt-loss = perdió con { $player }
tournament-alt-unplayed = sin resultado con { $player }
tournament-alt-pending = falta jugar con { $player }
# $start: placed or dealt
tournament-begun = { $start ->
    [dealt] Las partidas empezaron. Con dos derrotas por tiempo, quedas fuera del torneo. Para ver tus partidas, presiona **{ button-my-games }** debajo de la tabla del grupo.
   *[placed] Las partidas empezaron. La vuelta empieza cuando termina la ida. Con dos derrotas por tiempo, quedas fuera del torneo. Para ver tus partidas, presiona **{ button-my-games }** debajo de la tabla del grupo.
}
tournament-game = **#{ $game }** { $first } – { $second }
tournament-standings-group = **{ $group }**
tournament-order = -# Orden: puntos, resultado particular, Sonneborn-Berger (SB), menos derrotas por tiempo.
tournament-tie = -# De cada grupo pasa una sola persona: en caso de empate, la de mejor puntuación.
tournament-file = Las tablas de resultados en texto
tournament-no-games = **No tienes partidas del torneo en curso.**
tournament-cancel = ¿Cancelar el torneo? No gana nadie. Las partidas en curso siguen, pero no empieza ninguna nueva.
tournament-cancel-early = ¿Cancelar el torneo? Las inscripciones se cierran y no empieza.
tournament-withdraw = { $start ->
    [dealt] ¿Dejar el torneo? Tus partidas en curso siguen: si se te acaba el tiempo, las pierdes.
   *[placed] ¿Dejar el torneo? No contarán los cruces cuya vuelta no empezó. Tus partidas en curso siguen: si se te acaba el tiempo, las pierdes.
}
tournament-withdrawn = Dejaste el torneo. Tus partidas en curso siguen. Para verlas, usa `/{ command-games }`.
# $days: how many
days = { $days ->
    [one] { $days } día
   *[other] { $days } días
}

## Denials, with what to do instead

denied-not-your-turn = Le toca a { $player }. Con `/{ command-settings }` eliges cómo saber cuándo te toca a ti.
denied-not-your-game = No juegas en la partida #{ $game }. Con `/{ command-games }` ves las tuyas.
denied-unknown-game = Esa partida no existe aquí. Con `/{ command-games }` ves las tuyas.
denied-no-game-here = No tienes ninguna partida en curso aquí. Empieza una con `/{ command-play }` o `/{ command-challenge }`, o mira con `/{ command-games }` las de otros lugares.
# $count: how many
denied-several-games = Puede ser cualquiera de { $count } partidas. ¿Cuál es? (La próxima vez puedes indicarla en el comando con `{ command-place.game }:`.)
denied-nothing-to-replay = Todavía no se jugó ninguna partida en este canal. Indica una de otro canal con `{ command-replay.game }:` o empieza una con `/{ command-play }` o `/{ command-challenge }`.
denied-game-over = La partida #{ $game } terminó. Presiona **{ button-rematch }** debajo de su último tablero, o empieza otra con `/{ command-play }` o `/{ command-challenge }`.
denied-use-move = Todas las fichas están colocadas: usa `/{ command-move }`. Al escribir aparecen sugerencias.
denied-moved-on = Ese botón quedó desactualizado. La partida #{ $game } está ahora así:
denied-already-offered = Ya hay una propuesta tuya sin respuesta. Le toca responder a tu rival.
denied-offered-before = Tu última propuesta fue rechazada. Podrás hacer otra después de la próxima jugada.
denied-no-offer = Esa propuesta ya no está abierta. Sigue jugando o haz una con `/{ command-draw }`.
denied-own-offer = Esa propuesta es tuya. Le toca responder a tu rival.
denied-time-is-up = Se acabó el tiempo, así que la partida #{ $game } terminó. Empieza otra con `/{ command-challenge }`.
denied-not-over = La partida #{ $game } sigue en curso. Termínala primero.
denied-animation-waiting = Todavía estoy con lo último que pediste. Inténtalo de nuevo cuando esté listo, por favor.
denied-busy = Esta vez no funcionó. Inténtalo de nuevo, por favor.
# $limit: the limit
denied-too-many-games = { $player } tiene { $limit } partidas en curso aquí, y ese es el límite. Primero tiene que terminar una.
denied-own-games = Puedes tener como máximo { $limit } partidas en curso aquí, y una ida y vuelta cuenta como dos. Primero tienes que terminar una.
denied-room-for-one = { $player } solo puede tener una partida más aquí (el límite es { $limit }). Elige «{ pair-single }» o «{ pair-in-turn }».
denied-too-many-challenges = Tienes { $limit } desafíos abiertos aquí, y ese es el límite. Cancela uno o espera una respuesta.
# $limit: the limit
denied-too-many-plans = Tienes { $limit } planes en esta partida, y ese es el límite. Quita uno primero.
denied-plan-too-long = Un plan puede tener hasta { $limit } jugadas. Podrás agregar más cuando se hayan jugado algunas.
denied-challenge-open = Ya desafiaste a { $player } exactamente a eso, y el desafío sigue abierto.
denied-challenge-self = No puedes desafiarte. Deja `{ command-challenge.opponent }` vacío para que pueda aceptar cualquier persona.
denied-own-challenge = Ese desafío es tuyo. Espera a que alguien lo acepte o, mientras tanto, juega contra mí con `/{ command-play }`.
denied-challenge-bot = Los demás bots no juegan. Desafía a una persona o a mí, o deja `{ command-challenge.opponent }` vacío para que pueda aceptar cualquier persona.
# $game: the game’s id
denied-hint-in-rated = La partida #{ $game } es clasificatoria, y la puntuación se gana sin ayuda. Hay pistas en las partidas amistosas.
denied-review-running = La partida #{ $game } sigue en curso. La analizaré contigo cuando termine.
denied-no-puzzles = Todavía no hay problemas.
denied-unknown-puzzle = Ese problema ya no está disponible. El de hoy está en `/{ command-puzzle }`.
denied-nothing-to-share = Puedes compartirlo con el canal una vez al día, después de resolver el problema de hoy sin ver la solución.
denied-no-deal = Solo en Seega la partida puede empezar con las fichas repartidas. Deja vacío `{ command-challenge.start }`.
denied-side-in-rated = En una partida clasificatoria, un sorteo decide los bandos. Deja vacío `{ command-challenge.side }`, desactiva la opción `{ command-challenge.rated }` o juega ida y vuelta con `{ command-challenge.games }`.
denied-rated-without-limit = Una partida clasificatoria necesita un límite de tiempo. Elige uno en `{ command-challenge.time }` o desactiva la opción `{ command-challenge.rated }`.
denied-terms-outside = Yo no estoy en esta conversación, así que no puedo mandar recordatorios. Aquí las partidas son amistosas, sin límite de tiempo y de una en una. Deja vacíos `{ command-challenge.time }`, `{ command-challenge.rated }` y `{ command-challenge.games }`.
denied-unknown-challenge = Ese desafío ya no existe. Haz uno nuevo con `/{ command-challenge }`.
denied-not-for-you = Este desafío es para { $player }. Haz el tuyo con `/{ command-challenge }`.
denied-not-your-challenge = Solo { $player } puede cancelar este desafío.
denied-nothing-to-decline = No hace falta rechazar un desafío abierto. Puedes ignorarlo.
denied-challenge-expired = Este desafío expiró. Haz uno nuevo con `/{ command-challenge }`.
denied-challenge-taken = Alguien ya aceptó este desafío. Haz uno nuevo con `/{ command-challenge }`.
denied-challenge-declined = Este desafío fue rechazado. Haz uno nuevo con `/{ command-challenge }`.
denied-challenge-cancelled = Este desafío fue cancelado. Haz uno nuevo con `/{ command-challenge }`.
denied-rematch-begun = La revancha ya empezó: partida #{ $game }. Con `/{ command-games }` ves las tuyas.
denied-rematch-asked = Ya pediste la revancha. Le toca responder a tu rival.
denied-opponent-gone = Tu rival en la partida #{ $game } se fue, así que nadie puede aceptar la revancha. Desafía a otra persona con `/{ command-challenge }` o juega contra mí con `/{ command-play }`.
channel-closed = Todo está guardado, pero no puedo publicar el tablero en el canal de la partida. Pide a la administración del servidor que me deje ver ese canal y enviar mensajes y archivos en él; si es un hilo privado, mencióname allí una vez. Lo intentaré otra vez dentro de una hora y, si tampoco puedo, os escribiré directamente a los dos.
# $bot: a mention of the bot
channel-private = Todo está guardado, pero no puedo ver este hilo privado. Mencióname aquí una vez ({ $bot }) para que pueda entrar y después usa `/{ command-board }`.
channel-nowhere = Todo está guardado. No puedo escribir en el canal de la partida, así que sigue por mensajes directos, sin reloj. `/{ command-games }` la muestra.
denied-outside = Eso solo funciona en servidores en los que estoy yo. Fuera de ellos puedes jugar contra mí (`/{ command-play }`) y, en conversaciones con otras personas, desafiarlas (`/{ command-challenge }`). Lo demás está en `/{ command-help }`.
answer-unseen = Solo tú ves mi respuesta: Discord oculta aquí las respuestas de las aplicaciones. Pide a la administración los permisos «Usar aplicaciones externas», «Enviar mensajes» y «Adjuntar archivos», o juega por mensaje directo o en un grupo.
denied-unseen = Aquí solo tú verías lo que digo: no tienes el permiso «Usar aplicaciones externas» en este servidor. Pídelo a la administración, o juega por mensaje directo o en un grupo.
# $permissions: a list of permissions; $count: how many
denied-unheard = { $count ->
    [one] Aquí solo tú verías lo que digo: no tienes el permiso { $permissions } en este canal. Pídelo a la administración, o juega por mensaje directo o en un grupo.
   *[other] Aquí solo tú verías lo que digo: no tienes los permisos { $permissions } en este canal. Pídelos a la administración, o juega por mensaje directo o en un grupo.
}
# $permissions: a list of permissions; $count: how many
denied-permissions = { $count ->
    [one] No puedo mostrar tableros en este canal: me falta el permiso { $permissions }. Pídelo a la administración (`/{ command-setup }` le muestra qué me lo impide) o prueba en otro canal.
   *[other] No puedo mostrar tableros en este canal: me faltan los permisos { $permissions }. Pídelos a la administración (`/{ command-setup }` le muestra qué me lo impide) o prueba en otro canal.
}
permission-view = «Ver canal»
permission-send = «Enviar mensajes»
permission-send-in-threads = «Enviar mensajes en hilos»
permission-attach = «Adjuntar archivos»
permission-connect = «Conectar»
permission-threads = «Crear hilos públicos»
permission-history = «Leer el historial de mensajes»
permission-manage = «Gestionar servidor»
# $channels: links to channels
denied-place = En este servidor, las partidas solo pueden empezar aquí: { $channels }
denied-unknown-command = No conozco ese comando. En `/{ command-help }` ves lo que hago.
denied-unknown-button = Ese botón ya no funciona. Con `/{ command-games }` ves tus partidas.
denied-no-variant = No conozco ese juego, o esas opciones no van juntas. Elige entre las sugerencias.
denied-no-clause = Esas reglas no tienen ese apartado. `/{ command-rules }` sin apartado los muestra todos.
denied-no-time = Ese tiempo no es una de las opciones. Elige entre las de `/{ command-challenge }`.
# $permission: see permission-manage
denied-settings = Solo quien tiene el permiso { $permission } puede cambiar eso para el servidor.
# $days: how many can be chosen; $most: how many an absence lasts at most
denied-away-when = { $days ->
    [0] Llevas { $most } días seguidos de ausencia. Podrás ausentarte de nuevo a partir de mañana.
    [one] Puedes ausentarte { $most } días seguidos. Elige hoy.
   *[other] Puedes ausentarte { $most } días seguidos. Elige uno de los próximos { $days } días, contando hoy.
}
denied-away-used-up = { $days ->
    [0] Ya usaste todos tus días de ausencia de este año.
    [one] Te queda { $days } día de ausencia este año. Elige un día más cercano.
   *[other] Te quedan { $days } días de ausencia este año. Elige un día más cercano.
}
denied-not-away = No estás ausente.
# $city: the typed text
denied-zone = No encuentro ninguna zona horaria con «{ $city }». Escribe el nombre de una ciudad grande de tu zona horaria, un país o una diferencia como «UTC-3», o elige del menú.
denied-own-turn = Eso solo lo puede hacer quien espera, y es tu turno.
denied-answer-first = Tu rival hizo una propuesta. Respóndela primero.
denied-takeback-in-rated = La partida #{ $game } es clasificatoria. Cuando empezó, este servidor no permitía deshacer jugadas en partidas clasificatorias.
denied-takeback-from-engine = La partida #{ $game } es clasificatoria, y en las clasificatorias contra mí no se deshacen jugadas.
denied-nothing-to-take-back = No hay nada que deshacer: la última jugada no es tuya.
denied-no-limit = Esta partida no tiene límite de tiempo.
denied-time-enough = A este turno le quedan más de 30 días.
# $until: a time
denied-not-late = Eso solo vale después del fin de este turno: { $until }.
denied-too-long = Eso es demasiado largo. Acórtalo, por favor, o indica la partida con `{ command-place.game }:`.
# $incident: the error number in the log
fault = Algo falló de mi lado. Con `/{ command-board }` ves cómo está tu partida. Si vuelve a ocurrir, pasa este número a la administración: `{ $incident }`.
denied-hard-clock = La partida #{ $game } es de un torneo: no puedes dar más tiempo.
denied-unknown-tournament = No hay ningún torneo así en este servidor. Elige uno con `/{ command-tournament } { command-tournament.show }:`.
denied-no-tournament = Aquí no hay ningún torneo abierto ni en curso. Para abrir uno, agrega `{ command-tournament.game }:` a `/{ command-tournament }`; para ver uno antiguo, `{ command-tournament.show }:`.
denied-no-tournament-yet = Aquí no hay ningún torneo abierto ni en curso. Quien tiene el permiso { permission-manage } puede abrir uno. Para ver uno antiguo, usa `/{ command-tournament } { command-tournament.show }:`.
denied-tournament-by-managers = Solo quien tiene el permiso { permission-manage } puede abrir un torneo, y cambiar esta regla con `/{ command-setup }`.
# $name: the name of a tournament
denied-tournament-open = **{ $name }** sigue en curso, y cada servidor solo puede tener un torneo a la vez. Míralo con `/{ command-tournament }`.
denied-tournament-name = Este servidor ya tuvo un torneo llamado **{ $name }**. Elige otro `{ command-tournament.name }:`.
denied-tournament-place = Un torneo necesita un hilo para cada grupo. Usa el comando en un canal de texto donde yo pueda abrir hilos.
denied-sign-up-closed = La inscripción terminó. Mira el torneo con `/{ command-tournament }`.
denied-already-joined = Ya participas. Para salir, presiona **{ button-leave }**.
denied-not-joined = No juegas en este torneo. Míralo con `/{ command-tournament }`.
denied-not-organizer = Solo { $player }, que abrió este torneo, y quien tiene el permiso { permission-manage } pueden hacer eso.
# $limit: how many
denied-too-few-players = Un torneo necesita al menos { $limit } personas. Espera a más gente o presiona **{ button-cancel-tournament }**.

## Themes

# The chosen theme. $theme: see theme
# The present themes. $theme: see theme
theme-own = Tableros que solo ves tú: **{ $theme }** (tu elección, en todos los servidores).
theme-default-own = Tableros que solo ves tú: **{ $theme }** (lo predeterminado: el tema de cada servidor).
theme-now-public = Tableros públicos de este servidor: **{ $theme }**.
# $permission: see permission-manage

## Data about a person

# Replaces the name of a person whose data was deleted
player-gone = alguien que se fue
privacy-head = **Lo que guardo sobre ti**
# $name: the person’s name
privacy-name = - Tu ID de Discord, el último nombre que vi (**{ $name }**) y lo que elegiste en `/{ command-settings }`
# $running: how many of the games are in progress
privacy-games = - { $count ->
    [one] Una partida, jugada a jugada
   *[other] { $count } partidas, jugada a jugada
} (en curso: { $running })
privacy-challenges = - { $count ->
    [one] Un desafío
   *[other] { $count } desafíos
}, tuyos o para ti
privacy-ratings = - { $count ->
    [one] Tu puntuación y tus resultados en una clasificación
   *[other] Tus puntuaciones y tus resultados en { $count } clasificaciones
}
privacy-puzzles = - { $count ->
    [one] Tu resultado en un problema
   *[other] Tus resultados en { $count } problemas
}
privacy-tournaments = - { $count ->
    [one] Un torneo en el que te inscribiste
   *[other] { $count } torneos en los que te inscribiste
}
privacy-plans = - { $count ->
    [one] Un plan de respuesta tuyo
   *[other] { $count } planes de respuesta tuyos
}
privacy-messages = - { $count ->
    [one] Una referencia al mensaje directo que te envié o te voy a enviar, para mantenerlo actualizado
   *[other] Referencias a los { $count } mensajes directos que te envié o te voy a enviar, para mantenerlos actualizados
}
# $days: how long data is stored after the bot or the person has left a server; $years: after the person was last active
privacy-how-long = -# Lo necesito para que puedas jugar, y para nada más. Puedes borrarlo cuando quieras. Si no, borro lo que es de un servidor { $days } días después de que este me quite; lo tuyo en un servidor, a más tardar { $days } días después de que salgas de él (si estás en su clasificación); y todo, tras { $years } años sin saber de ti. No guardo ninguno de tus mensajes.
privacy-nothing = No guardo nada sobre ti.
# $running: in how many games the person plays
privacy-sure = { $running ->
    [0] **¿Borrar todo lo que guardo sobre ti?** Tus desafíos se cancelan. Tu nombre, tus puntuaciones, lo que elegiste, tus planes y tus resultados en problemas desaparecen al instante y para siempre.
    [one] **¿Borrar todo lo que guardo sobre ti?** Abandonas tu partida en curso y tus desafíos se cancelan. Tu nombre, tus puntuaciones, lo que elegiste, tus planes y tus resultados en problemas desaparecen al instante y para siempre.
   *[other] **¿Borrar todo lo que guardo sobre ti?** Abandonas tus { $running } partidas en curso y tus desafíos se cancelan. Tu nombre, tus puntuaciones, lo que elegiste, tus planes y tus resultados en problemas desaparecen al instante y para siempre.
} También dejas los torneos en los que juegas. Tus rivales conservan las partidas, con «{ player-gone }» en tu lugar. Lo que ya escribí en los canales se queda allí. Si quieres una copia, usa antes `/{ command-privacy } { command-privacy.export }`.
privacy-kept-on = No se borró nada.
privacy-forgotten = Listo: borré todo lo que guardaba sobre ti. Las copias de seguridad de quien me aloja pueden conservarlo un tiempo; si alguna vez se restaura una, bórralo de nuevo, por favor.
privacy-export = Todo lo que guardo sobre ti, tabla por tabla.
privacy-export-short = -# Con tus jugadas, el archivo sería demasiado grande; están en los registros de tus partidas.
privacy-export-alt = Todo lo que se guarda sobre ti, en JSON
privacy-records = { $count ->
    [one] El registro de tu partida.
   *[other] Los registros de tus { $count } partidas, primero las más recientes.
}
privacy-left-out = { $count ->
    [one] Una más no cupo. En su servidor, usa `/{ command-replay }` y presiona **{ button-export }**.
   *[other] { $count } más no cupieron. En sus servidores, usa `/{ command-replay }` y presiona **{ button-export }**.
}
privacy-records-alt = Los registros de tus partidas en texto

## Help and rules

help =
    El **Seega**, de Egipto, y **Gygès**, de Claude Leroy, son juegos de mesa para dos: juega ahora, responde mañana.
    Seega: { seega-goal }

    1. `/{ command-play }` o el botón de abajo empieza una partida contra mí; `/{ command-challenge }`, contra quien quieras.
    2. Cuando te toca, recibes una mención: presiona el botón debajo del tablero. En **{ button-more }** puedes hacer propuestas o abandonar.
    3. `/{ command-rules }` explica las reglas con imágenes; con `/{ command-puzzle }` practicas.

    - **Partidas:** `/{ command-games }`, `/{ command-replay }`, `/{ command-board }` (con `{ command-board.text }`, como texto)
    - **Torneos y resultados:** `/{ command-leaderboard }`, `/{ command-tournament }`, `/{ command-profile }`
    - **Ajustes:** `/{ command-settings }`

    Si se te acaba el tiempo, pierdes; en una amistosa entre personas, la otra puede reclamar la victoria o esperar. Escribe / para ver todos los comandos.
help-outside =
    El **Seega**, de Egipto, y **Gygès**, de Claude Leroy, son juegos de mesa para dos: juega ahora, responde mañana. Aquí solo puedo responder, así que hay menos opciones que en los servidores en los que estoy.
    Seega: { seega-goal }

    1. `/{ command-play }` o el botón de abajo empieza una partida contra mí; en conversaciones con otras personas, con `/{ command-challenge }` juegas contra ellas.
    2. Presiona el botón debajo del tablero. Si no aparece, `/{ command-board }` lo muestra (con `{ command-board.text }`, como texto).
    3. `/{ command-rules }` explica las reglas con imágenes.

    - **Partidas:** `/{ command-games }`, `/{ command-draw }`, `/{ command-resign }`
    - **Ajustes:** `/{ command-settings }`

    Las partidas de aquí son amistosas y esperan para siempre. En los servidores en los que estoy hay también límites de tiempo, puntuaciones, clasificaciones, problemas y animaciones.
help-direct =
    El **Seega**, de Egipto, y **Gygès**, de Claude Leroy, son juegos de mesa para dos: juega ahora, responde mañana.
    Seega: { seega-goal }

    1. `/{ command-play }` o el botón de abajo empieza una partida contra mí. Tus partidas de todos los servidores también siguen aquí.
    2. Cuando te toca, presiona el botón debajo del tablero. En **{ button-more }** puedes hacer propuestas o abandonar.
    3. `/{ command-rules }` explica las reglas con imágenes.

    - **Partidas:** `/{ command-games }`, `/{ command-board }` (con `{ command-board.text }`, como texto), `/{ command-draw }`, `/{ command-resign }`
    - **Ajustes:** `/{ command-settings }`

    En una clasificatoria pierdes si se te acaba el tiempo. En los servidores en los que estoy hay también desafíos, torneos, clasificaciones, problemas y animaciones.
# Below the help
help-privacy = -# `/{ command-privacy } { command-privacy.show }` dice lo que guardo sobre ti.
# $address: a URL
help-page = -# [Privacidad]({ $address })
# $address: a URL
help-terms = -# [Condiciones]({ $address })
# A hint. $square: the start of the move
hint-square = Mira **{ $square }**.
# $digit: the first digit of a set-up
hint-digit = Empieza por **{ $digit }**.
# $move: the move
hint-move = Juega **{ $move }**.
hint-wins = Esa jugada gana.
# $count: how many pieces the move captures, saves or threatens
hint-captures = { $count ->
    [one] Captura una ficha.
   *[other] Captura { $count } fichas.
}
hint-parries = Impide que el otro bando gane en el turno siguiente.
hint-threatens-win = Amenaza con ganar en el turno siguiente, si nada lo impide.
hint-blocks = Deja al otro bando sin jugada, y pasa.
hint-wall = Forma una barrera que nunca se podrá romper.
hint-defends = { $count ->
    [one] Defiende una ficha que podía ser capturada.
   *[other] Defiende { $count } fichas que podían ser capturadas.
}
hint-threatens = { $count ->
    [one] Amenaza con capturar una ficha.
   *[other] Amenaza con capturar { $count } fichas.
}
hint-makes-way = Abre paso para que el otro bando pueda mover de nuevo.
hint-frees = Libera tus fichas: solo una podía moverse.
hint-opens-gate = Abre el camino a una puerta de la meta rival.
hint-shuts-gates = Bloquea el camino del rival a todas las puertas de tu meta.
# $moves: moves of both sides in turn, separated by commas
hint-line = La mejor secuencia que encontré: { $moves }.
hint-compared = La mejor de las posibilidades que comparé.
# Setting up a game against the bot. $variant: see variant; $level: see level
engine-choose = **{ $variant }**, nivel { $level }. Elige otra cosa o empieza. { $order ->
    [first] El primer turno es tuyo.
    [second] El primer turno es mío.
   *[random] Un sorteo decide de quién es el primer turno.
}
# $games: how many games the person has finished against the bot
engine-suggested = { $games ->
    [0] -# Un nivel para empezar. Tras tus primeras partidas contra mí, elijo uno en el que ganes más o menos la mitad.
   *[other] -# Elegí este nivel para que ganes cerca de la mitad de tus partidas contra mí.
}
engine-rated = -# **{ button-begin }**: amistosa, sin límite de tiempo, con pistas. **{ button-begin-rated }**: { $time }, sin pistas, y cuenta para tu puntuación contra mí.
engine-rated-direct = -# **{ button-begin }**: amistosa, sin límite de tiempo, con pistas. **{ button-begin-rated }**: { $time }, sin pistas, y cuenta para tu puntuación contra mí en esta conversación; ninguna clasificación muestra esa puntuación.
# If the person has chosen their turn
engine-unrated = -# **{ button-begin }**: amistosa, sin límite de tiempo, con pistas. En una clasificatoria, el primer turno se sortea.
# If a challenge of the bot had more options
engine-options = -# Contra mí no valen `{ command-challenge.time }`, `{ command-challenge.rated }` ni `{ command-challenge.games }`: elige aquí.
engine-outside = -# Aquí solo muestro tableros en respuesta a un botón o un comando. Por eso la partida es amistosa y sin límite de tiempo. Si falta un tablero, `/{ command-board }` lo muestra.
engine-variant = Elige un juego…
engine-level = Elige un nivel…
engine-begun = La partida #{ $game } empezó.
# $variant: see variant
rules-head = ## { $variant }
# A clause of the rules. $clause: such as S6; $title: its title
rules-clause = ### { $clause } · { $title }
# A clause in a menu
rules-choice = { $clause } · { $title }
rules-overview = Resumen
rules-choose = Elige un apartado…
# $variant: see variant; $page, $pages: numbers
rules-page = -# { $variant } · { $page } de { $pages }
# The balance of a variant. $games: how many games; $first, $second: sides; $won, $lost: percentages of wins
rules-tally = -# En { $games } partidas que jugué contra mí mismo, las victorias: { $first } { $won } %, { $second } { $lost } %. Para que sea justo, lo mejor es jugar ida y vuelta.
# The caption of a clause’s picture. $side: a side; $move: the move; $count: how many pieces it takes
lesson-played = { $count ->
    [0] En la imagen, la última jugada es **{ $move }** ({ $side }).
    [one] En la imagen, la última jugada es **{ $move }** ({ $side }) y captura una ficha.
   *[other] En la imagen, la última jugada es **{ $move }** ({ $side }) y captura { $count } fichas.
}
lesson-proposed = { $count ->
    [0] La imagen muestra lo que haría **{ $move }**.
    [one] La imagen muestra lo que haría **{ $move }**: captura una ficha.
   *[other] La imagen muestra lo que haría **{ $move }**: captura { $count } fichas.
}
lesson-claimed = En la imagen se reclama el recuento ({ $side }).
# $moves: one or more moves, separated by commas
lesson-refused = Aquí no vale: **{ $moves }**.
# Of a clause that is the same on every board. $board: 5×5
lesson-board = La imagen muestra el tablero { $board }.
# $side: the winner; $first, $second: pieces left of the winner and the loser
lesson-won = Resultado: victoria ({ $side }).
lesson-won-count = Resultado: victoria ({ $side }), { $first } a { $second } en el recuento.
lesson-drawn = Resultado: empate.
lesson-drawn-count = Resultado: empate, { $first } a { $first } en el recuento.
rules-seega = **{ seega-goal }**
    Dos bandos, Claras (□, cuadradas) y Oscuras (○, redondas), en un tablero cuadrado.
    - **Colocar.** Por turnos, cada bando pone dos fichas en casillas vacías (nunca en el centro), hasta que solo el centro quede vacío. Todavía no se captura nada. La colocación puede omitirse: las fichas se reparten entonces en una posición en la que los dos bandos tienen casi las mismas posibilidades.
    - **Mover.** El bando que colocó por último (las Oscuras) mueve primero, entrando en el centro. En tu turno, mueve una ficha una casilla hacia arriba, hacia abajo o hacia un lado, hasta una casilla vacía.
    - **Capturar.** Cuando tu ficha llega junto a una enemiga que tiene otra tuya justo detrás, en línea recta, capturas la enemiga. Un paso puede capturar hasta tres. Una ficha en el centro no puede ser capturada, pero ayuda a capturar. Meterse entre dos enemigas no tiene peligro.
    - **Bloqueo.** Un bando que no puede mover pasa, y el otro mueve de nuevo.
    - **Final.** Si te quedas sin fichas, pierdes. Una ficha por bando es empate. En los demás casos se cuentan las fichas, y gana el bando que tenga más: cuando no se captura nada durante mucho tiempo, cuando una posición aparece por tercera vez, cuando ambos bandos están de acuerdo, o cuando alguien reclama el recuento tras una barrera que nunca se podrá romper y con al menos tantas fichas como el otro bando.
rules-seega-classic = **Reglas clásicas** (hojas de reglas portuguesas): capturar es opcional y un turno es un solo paso. Mientras tu rival esté bloqueado, vale cualquier jugada que no repita una posición de esos turnos. Si no queda ninguna, la partida termina y se cuentan las fichas. Cuando ambos bandos están tras barreras seguras, la partida termina y se cuentan las fichas.
rules-seega-french = **Reglas francesas** (una hoja de reglas francesa): como las clásicas, pero si tu rival tiene que pasar, debes abrirle paso, si es posible.
rules-seega-lugo = **Reglas de Lugo** (fiesta Arde Lucus): si puedes capturar, debes hacerlo, y seguir con la misma ficha mientras esta pueda. Si tu rival tiene que pasar, debes abrirle paso. Una fila o columna completa de un bando, fuera del borde, pone fin a la partida al instante si detrás solo hay fichas suyas y algo de espacio. Entonces se cuentan las fichas. Capturarlo todo es una gran victoria; ganar en el recuento, una pequeña.
rules-seega-modern = **Reglas modernas** (habituales en fuentes en inglés): tras una captura, la misma ficha puede seguir mientras capture de nuevo. Si tu rival tiene que pasar, debes abrirle paso. Cuando ambos bandos están tras barreras seguras, la partida termina y se cuentan las fichas.
rules-seega-example = -# En la imagen, c2-c3 acaba de capturar tres fichas en un solo paso.

## The clauses of Seega, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

# $pieces: how many pieces a side has
lesson-seega-s1 = Por turnos, cada bando pone dos fichas en casillas vacías (nunca en el centro), hasta haber puesto { $pieces }. Las Claras colocan primero. Todavía no se captura nada.
    .title = Colocar
lesson-seega-s2 = Cuando solo el centro está vacío, las fichas empiezan a moverse. Las Oscuras colocaron por último, así que mueven primero.
    .title = De colocar a mover
lesson-seega-s3 = En tu turno, mueve una ficha una casilla hacia arriba, hacia abajo o hacia un lado, hasta una casilla vacía. Ahora el centro es una casilla como las demás. No puedes pasar mientras puedas mover. Aquí la ficha de b3 puede ir a las casillas a3, b2 o c3.
    .title = Mover
lesson-seega-s4 = Al principio solo el centro está vacío, así que la primera jugada de todas va siempre ahí.
    .title = La primera jugada
lesson-seega-s5 = Cuando tu ficha llega junto a una enemiga que tiene otra tuya justo detrás, en línea recta, capturas la enemiga. Un paso puede capturar hasta tres.
    .title = Capturar
lesson-seega-s6 = Tiene que haber exactamente una ficha enemiga entre dos tuyas. Dos seguidas están a salvo: aquí no se captura nada.
    .title = Dos seguidas
lesson-seega-s7 = Solo capturan las fichas; los bordes, las esquinas y el centro vacío nunca ayudan. Por eso una ficha en una esquina está siempre a salvo, y una en el borde solo puede ser capturada a lo largo de ese borde. Aquí no se captura nada.
    .title = Bordes, esquinas, centro vacío
lesson-seega-s8 = Una ficha en el centro no puede ser capturada, pero ayuda a capturar. Aquí las Oscuras fueron a d3, pero c3 está a salvo entre dos enemigas. Después, c3 ayudó a las Claras a capturar b3.
    .title = Una ficha en el centro
lesson-seega-s9 = Meterse entre dos fichas enemigas no tiene peligro. Tu ficha solo es capturada si después una enemiga llega junto a ella.
    .title = Entre dos enemigas
lesson-seega-s10-none = Un turno es un solo paso, aunque la misma ficha pudiera capturar de nuevo.
    .title = Un paso por turno
lesson-seega-s10-optional = Tras un paso que captura, la misma ficha puede seguir si su paso siguiente también captura, y así sucesivamente. Puedes parar cuando quieras, pero cada paso siguiente tiene que capturar.
    .title = Seguir capturando
lesson-seega-s10-mandatory = Tras un paso que captura, la misma ficha tiene que seguir mientras pueda capturar. Cada paso siguiente tiene que capturar.
    .title = Seguir capturando
lesson-seega-s11-optional = Capturar nunca es obligatorio. Aquí las Claras podrían capturar una ficha, pero también pueden hacer otra cosa.
    .title = Capturar es opcional
lesson-seega-s11-mandatory = Si puedes capturar, debes hacerlo. Si hay varias maneras, eliges tú.
    .title = Capturar es obligatorio
lesson-seega-s12 = Un bando que no puede mover pasa, y el otro tiene un turno extra. El pase es automático. Aquí las Oscuras están encerradas, así que vuelven a mover las Claras.
    .title = Pasar
lesson-seega-s13-skip = En un turno extra vale cualquier jugada que no repita una posición anterior de esa serie. Los turnos extra se suceden hasta que el bando bloqueado pueda mover; si no queda ninguna jugada así, se cuentan las fichas. Aquí las Oscuras siguen encerradas, así que vuelven a mover las Claras.
    .title = El turno extra
lesson-seega-s13-open = En un turno extra hay que abrir paso: solo valen las jugadas que dejan mover al bando bloqueado. Si no hay ninguna, vale cualquiera, y los turnos extra se suceden hasta que el bando bloqueado pueda mover.
    .title = El turno extra
lesson-seega-e1 = Si te quedas sin fichas, pierdes.
    .title = Sin fichas
lesson-seega-e1-graded = Si te quedas sin fichas, pierdes. Para el otro bando es una gran victoria.
    .title = Sin fichas
lesson-seega-e2 = Una ficha por bando es empate, porque hacen falta dos para capturar.
    .title = Una ficha por bando
lesson-seega-e3-mutual = Una barrera segura es un muro que nunca se podrá romper, con espacio detrás para mover sin fin. Cuando ambos bandos están tras una, la partida termina y se cuentan las fichas: gana el bando que tenga más; con igual número, es empate.
    .title = Barreras
lesson-seega-e3-row = Una fila o columna completa de un bando, fuera del borde, pone fin a la partida al instante si detrás solo hay fichas suyas y algo de espacio. Se cuentan las fichas: gana el bando que tenga más, sin importar quién hizo la fila; con igual número, es empate. Ganar en el recuento es una pequeña victoria.
    .title = Una fila completa
# $turns: how many turns, of both sides together
lesson-seega-e4 = Tras { $turns } turnos de movimiento sin captura, sumando los dos bandos, sin contar los turnos extra, la partida termina. Se cuentan las fichas: gana el bando que tenga más; con igual número, es empate.
    .title = Mucho tiempo sin captura
lesson-seega-e4-open = Tras { $turns } turnos de movimiento sin captura, sumando los dos bandos y los turnos extra, la partida termina. Se cuentan las fichas: gana el bando que tenga más; con igual número, es empate.
    .title = Mucho tiempo sin captura
lesson-seega-e5 = Cuando la misma posición aparece por tercera vez y le toca al mismo bando, la partida termina. Se cuentan las fichas: gana el bando que tenga más; con igual número, es empate. Las posiciones de los turnos extra no cuentan. Aquí ambos bandos fueron y volvieron dos veces.
    .title = Otra vez la misma posición
lesson-seega-e5-open = Cuando la misma posición aparece por tercera vez y le toca al mismo bando, la partida termina. Se cuentan las fichas: gana el bando que tenga más; con igual número, es empate. Aquí ambos bandos fueron y volvieron dos veces.
    .title = Otra vez la misma posición
lesson-seega-e6 = Cuando ambos bandos están de acuerdo, la partida termina y se cuentan las fichas; mientras se colocan, es empate. Tras una barrera segura, y con al menos tantas fichas como el otro bando, puedes reclamar el recuento sin preguntar. `/{ command-draw }` sirve para ambas cosas.
    .title = Acordar y reclamar
lesson-seega-e6-open = Cuando ambos bandos están de acuerdo, la partida termina y se cuentan las fichas; mientras se colocan, es empate. Tras una barrera segura, con al menos tantas fichas como el otro bando y mientras este pueda mover, puedes reclamar el recuento sin preguntar. `/{ command-draw }` sirve para ambas cosas.
    .title = Acordar y reclamar

## Command line. $problem: another message, or one of the system

cli-error = siwa: { $problem }
cli-token-missing = DISCORD_TOKEN no está definido. Pon el token del bot en .env o prueba `siwa playground`, que no lo necesita.
cli-token-refused = El token en DISCORD_TOKEN no es válido. Restablécelo en el portal de desarrolladores de Discord (Bot → Reset Token) y copia el nuevo.
cli-public-key-missing = DISCORD_PUBLIC_KEY no está definido. Copia la clave pública de la aplicación desde el portal de desarrolladores de Discord en .env.
cli-public-key-refused = DISCORD_PUBLIC_KEY y DISCORD_TOKEN son de aplicaciones distintas. Copia de nuevo la clave pública desde el portal de desarrolladores de Discord.
# $address: the address to listen on; $problem: the operating system’s message
cli-listen = No se puede escuchar en «{ $address }»: { $problem }. --listen necesita una dirección y un puerto libre, como `127.0.0.1:8080`.
# $range: the value of SHARD_RANGE
cli-shard-range = SHARD_RANGE «{ $range }» no es válido: SHARDS tiene que ser un número, y los shards se cuentan desde 0. Consulta docs/SETTINGS.md.
# $name: a setting
cli-setting-invalid = { $name } tiene un valor que no es posible. Consulta en docs/SETTINGS.md los valores posibles.
cli-setting-unreadable = { $name } no es texto UTF-8 válido.
# $line: a number
cli-env-line = La línea { $line } de .env no es un ajuste. Escribe NOMBRE=valor, con comillas alrededor de un valor que tiene espacios, y cierra todas.
# $name: a setting
cli-env-dollar = En .env, el valor de { $name } tiene un signo de dólar, que allí inicia el nombre de una variable. Escribe el valor entre comillas simples: { $name }='…'
# $url: the address of the database
cli-database-address = DATABASE_URL «{ $url }» no es la dirección de un archivo SQLite, como sqlite://siwa.db, ni la de un servidor PostgreSQL, como postgres://host/siwa; o uno de sus parámetros no es válido. En su contraseña, escribe # como %23, $ como %24, % como %25, / como %2F y @ como %40.
cli-database-file = No se pudo abrir la base de datos { $url } para escritura: { $problem }
cli-database-refused = El servidor de la base de datos { $url } rechazó el usuario o la contraseña. Corrígelos en DATABASE_URL.
cli-database-absent = La base de datos { $url } no existe. Créala en el servidor o corrige su nombre en DATABASE_URL.
cli-database-hosts = La dirección de la base de datos nombra varios servidores. Indica uno: el bot no busca el que admite escritura.
cli-database-certificate = No se puede leer { $file }, que nombra la dirección de la base de datos: { $problem }. Corrige la ruta; es relativa al directorio de trabajo, y ~ no significa nada.
cli-database-pooler = Entre el bot y la base de datos { $url } hay un gestor de conexiones, como pgbouncer, que no está en modo sesión o tiene muy pocas conexiones. Indica en la dirección el propio servidor PostgreSQL, o pon el gestor en modo sesión, con once conexiones para cada proceso del bot.
cli-database-away = Por el momento no se puede contactar con el servidor de la base de datos { $url }: { $problem }
cli-database-server = No se puede usar la base de datos { $url }: { $problem }
cli-database-copying = En la base de datos { $url } hay una copia sin terminar. Ejecuta otra vez el mismo `siwa copy`: sigue donde se detuvo.
cli-database-used = La base de datos { $url } no está vacía ni tiene una copia sin terminar de esa misma base. Copia en una vacía.
# $problem: a parameter, an encoding, a number, tables or the server’s words
cli-database-scheme = La dirección de la base de datos debe empezar por sqlite://, como sqlite://siwa.db, o por postgres://, como postgres://usuario:clave@host/siwa.
cli-database-port = En la dirección de la base de datos, tras los dos puntos que siguen al host debe ir un puerto: un número del 1 al 65535. En su contraseña, escribe # como %23, $ como %24, % como %25, / como %2F y @ como %40.
cli-database-parameter = En la dirección de la base de datos, el valor de { $problem } no es posible. La documentación de PostgreSQL dice cuáles lo son.
cli-database-encoding = La codificación de la base de datos { $url } es { $problem }, que no admite todos los nombres. Créala con UTF8: createdb --encoding=UTF8 --template=template0.
cli-database-connections = El servidor PostgreSQL solo permite { $problem } conexiones con { $url }, pero cada proceso del bot necesita once. Aumenta el límite de conexiones del usuario y de la base de datos, o max_connections.
cli-database-rights = El usuario de la dirección de la base de datos no tiene derechos suficientes en { $url }: { $problem }. Hazlo propietario del esquema y de sus tablas.
cli-database-busy = Otro programa bloquea la base de datos { $url } desde hace más de cinco segundos. Termina ese programa o vuelve a empezar más tarde.
# $lock: the file that is locked
cli-database-in-use = Otro proceso de Siwa está usando la base de datos { $url } (archivo de bloqueo: { $lock }). Detén ese proceso o usa otro archivo.
cli-database-linked = El archivo de la base de datos { $url } tiene varios nombres (enlaces físicos), por los que dos bots podrían usarlo a la vez. Borra todos menos uno; `ls -i` muestra el mismo número para cada uno.
cli-database-foreign = La base de datos { $url } tiene tablas que esta versión de Siwa no conoce; no se modificaron. Usa la versión que las creó o una base de datos vacía.
cli-database-older = La base de datos { $url } fue escrita por una versión más antigua de Siwa. Inicia el bot una vez y se actualiza.
cli-database-migration = No se pudo actualizar la base de datos { $url }: { $problem }
cli-painter = No se pudieron dibujar los tableros: { $problem }
cli-runtime = No se pudo iniciar el programa: { $problem }
cli-output = No se pudo escribir la salida: { $problem }
# $count: how many games
cli-doctor-good = { $count ->
    [0] La base de datos está en orden. Todavía no hay partidas. No se modificó nada.
    [one] La base de datos está en orden, y la única partida guardada cumple sus reglas. No se modificó nada.
   *[other] La base de datos está en orden, y las { $count } partidas guardadas cumplen sus reglas. No se modificó nada.
}
# $game: the game’s id
cli-doctor-bad = La partida #{ $game } no cumple sus reglas: { $problem }
cli-doctor-failed = No se pudieron leer las partidas: { $problem }
cli-doctor-none = Todavía no hay base de datos en { $url }: `siwa run` la crea.
cli-doctor-file = El archivo de la base de datos está dañado: { $problem }
# $table, $parent: tables; $count: how many rows
cli-doctor-reference = { $count ->
    [one] La base de datos está dañada: una fila de { $table } remite a una fila de { $parent } que no existe.
   *[other] La base de datos está dañada: { $count } filas de { $table } remiten a filas de { $parent } que no existen.
}
cli-doctor-schema = La base de datos está dañada: { $name } no es lo que crea esta versión de Siwa.
# $table: a table; $key: the key of a row; $column: a column; $found, $expected: its value and the expected one
cli-doctor-row = La base de datos está dañada: { $column } de { $table } ({ $key }) es { $found }, pero según las partidas debería ser { $expected }.
# $what: a table, a column, a row, and the value
cli-doctor-value = La base de datos está dañada: contiene un valor imposible: { $what }
cli-doctor-more = { $count ->
    [one] Hay un problema más.
   *[other] Hay { $count } problemas más.
}
cli-doctor-no-token = Todavía no hay DISCORD_TOKEN: `siwa run` necesita uno; `siwa playground`, no.
cli-copy-done = { $count ->
    [0] Se copiaron y compararon { $rows } filas en { $to }. Todavía no hay partidas. El original quedó como estaba.
    [one] Se copiaron y compararon { $rows } filas en { $to }. La única partida cumple sus reglas. El original quedó como estaba.
   *[other] Se copiaron y compararon { $rows } filas en { $to }. Las { $count } partidas cumplen sus reglas. El original quedó como estaba.
}
# $table: a table
cli-copy-differs = La copia en { $to } no es igual a { $from }: { $table } difiere, probablemente porque se jugó mientras tanto. Detén todos los procesos de Siwa que usan el original, vacía la copia y empieza de nuevo.
cli-copy-failed = No se pudo hacer la copia: { $problem }
cli-forget-done = Se borró todo lo que se guardaba sobre esa persona.
cli-forget-nothing = No se guarda nada sobre esa persona.
cli-forget-failed = No se pudo borrar todo; inténtalo de nuevo. { $problem }
cli-forget-self = Ese es el ID del propio bot, que forma parte de las partidas de otras personas. Indica el ID de una persona.
# $url: the address of the page; $api, $token, $key: settings for a bot
cli-playground-ready = El playground está abierto: { $url }
cli-playground-alone = El Discord simulado está abierto, sin bot: { $url } (para un bot: DISCORD_API_URL={ $api } DISCORD_TOKEN={ $token } DISCORD_PUBLIC_KEY={ $key })
# $url: the address of a bot
cli-playground-endpoint = Las interacciones se envían a { $url }.
cli-playground-endpoint-refused = { $url } no acepta interacciones: { $problem }
# $address: its expected address
cli-playground-taken = No se pudo abrir el playground en { $address }: { $problem }. Prueba otro puerto con --port, o 0 para cualquiera que esté libre.
# $file: a file
cli-playground-history = No se pudieron leer los mensajes de un playground anterior ({ $file }): { $problem }. --fresh los borra, y también las partidas.
cli-playground-fresh = No se pudieron eliminar las partidas antiguas: { $problem }
# $address: the address to listen on
cli-metrics-taken = No se pudieron publicar las métricas en { $address }: { $problem }. Pon otra dirección en METRICS_LISTEN o déjalo vacío.
cli-health-nowhere = Indica dónde escucha el bot: `siwa health ADDRESS:PORT`, o define METRICS_LISTEN.
cli-health-unwell = El bot en { $address } no está listo: { $problem }
# $file: a file; $url: the address of the database
cli-backup-done = Se guardó toda la base de datos en { $file }.
cli-backup-exists = { $file } ya existe. Elige otro nombre o reemplaza el archivo con --force. Una base de datos en uso nunca se reemplaza.
cli-backup-unlike = { $file } no es una copia de seguridad, o su nombre es el de un archivo de una base de datos; no se escribió nada allí. Elige otro archivo.
cli-backup-postgres = Para copiar o restaurar una base de datos PostgreSQL, usa pg_dump y pg_restore; docs/HOSTING.md explica cómo.
cli-backup-foreign = { $file } no es una base de datos de Siwa.
cli-backup-damaged = { $file } está dañado, así que no se guardó ninguna copia: { $problem }
cli-backup-failed = No se pudo copiar { $file }: { $problem }
cli-backup-stopped = Interrumpido por una señal. Nada cambió.
cli-restore-exists = Ya hay una base de datos en { $url }. Con --force, la copia de seguridad la reemplaza, y la anterior se conserva con otro nombre.
cli-restore-missing = No hay ninguna copia de seguridad en { $file }.
cli-restore-done = { $file } se restauró en { $url }. `siwa doctor` verifica cada partida.
cli-restore-kept = La base de datos anterior es ahora { $file }. Contiene datos personales: bórrala cuando ya no la necesites.
cli-playground-served = --fresh no vacía la base de datos { $url }, porque otros procesos pueden estar usándola. Quita --fresh o vacía la base en el servidor.
# $file: a file
cli-file-read = No se pudo leer { $file }: { $problem }
cli-file-written = No se pudo escribir { $file }: { $problem }
cli-record = { $file }: { $problem }
# $variant: see variant; $count: how many turns; $result: see result-won
cli-check-good = { $count ->
    [one] { $variant }, { $count } turno. { $result }
   *[other] { $variant }, { $count } turnos. { $result }
}
# $count: how many boards; $size: kilobytes
cli-replay-done = { $count ->
    [one] { $file }: { $count } tablero, { $size } KB
   *[other] { $file }: { $count } tableros, { $size } KB
}

## Errors in game records. $line: the number of the line

# $limit: the limit in kilobytes
record-too-long = Es demasiado largo para el registro de una partida: el límite es de { $limit } KB.
record-not-text = No es texto UTF-8, así que no es el registro de una partida.
# $limit: the limit
record-too-many = Es demasiado largo para el registro de una partida: el límite es de { $limit } turnos.
record-tag = La línea { $line } no es una etiqueta. Escríbela como [Variant "seega-5-classic"].
# $tag: the tag
record-tag-twice = Línea { $line }: la etiqueta { $tag } aparece dos veces.
record-second-game = Línea { $line }: aquí empieza otra partida. Pon cada partida en su propio archivo.
record-comment = Línea { $line }: el comentario que empieza aquí no termina. Ciérralo con una llave.
record-after-end = Línea { $line }: hay algo después del resultado, que tiene que ir al final.
record-no-variant = No dice qué juego es. Agrega una línea como [Variant "seega-5-classic"]; con `siwa rules variants` ves la lista.
# $variant: the written text
record-unknown-variant = No existe la variante «{ $variant }». Con `siwa rules variants` ves la lista.
# $date: the written text
record-date = «{ $date }» no es una fecha. Escríbela como 2026.11.21.
# $problem: another message
record-position = La posición no es válida para esta variante: { $problem }
# $turn: the number of a turn; $number: the written text
record-number = el turno { $turn } lleva el número { $number }.
# $turn: the number of a turn; $move: the written text; $problem: another message
record-turn = turno { $turn }, { $move }: { $problem }
record-no-move = El turno { $turn } tiene número, pero no jugada.
record-over = La partida ya había terminado antes de este turno.
# $result: the written text
record-result = «{ $result }» no es un resultado. Escribe first, second, draw o *.
# $result, $closing: the written texts
record-results = La etiqueta da el resultado { $result }, pero la última línea dice { $closing }.
# $termination: the written text
record-termination = «{ $termination }» no puede terminar una partida. Escribe resignation, time, agreement, early-agreement o claim, o quita la etiqueta.
# $result, $termination: the ones that follow from the moves
record-result-otherwise = El resultado no coincide con las jugadas. Según ellas es { $result }, por { $termination }.
# $result: the written text
record-result-open = Las jugadas no terminan la partida, así que el resultado { $result } necesita un motivo. Agrega una línea como [Termination "resignation"].
# $result, $termination: the written texts
record-result-impossible = Después de estas jugadas, la partida no puede terminar con el resultado { $result } por { $termination }.

## The board as alternative text (crates/boards/src/alt.rs).
## Together with every list of squares it must stay under 1,024 characters:
## keep each sentence short.

# $files, $ranks: how many squares across and up.
alt-board = Tablero de { $files } × { $ranks } casillas, a1 abajo a la izquierda.
# The board, seen from the other side
alt-board-turned = Tablero de { $files } × { $ranks } casillas, a1 arriba a la derecha.
# $side: a side's name; $count: how many pieces; $squares: "a1, b2".
alt-pieces = { $side } ({ $count }): { $squares }.
alt-no-pieces = { $side }: sin fichas.
# Pieces that belong to nobody.
alt-unowned = De nadie ({ $count }): { $squares }.
alt-placed = Colocadas: { $squares }.
alt-would-place = Propuestas, aún sin colocar: { $squares }.
alt-last = Última jugada
alt-proposed = Propuesta, aún sin jugar
alt-moved = { $what }: de { $from } a { $to }.
alt-moved-through = { $what }: de { $from } por { $path } a { $to }.
# A move being entered, without an end yet.
alt-move-part = Elegidas: { $squares }.
alt-captured = Capturadas a las { $side } ({ $count }): { $squares }.
alt-would-take = Serían capturadas a las { $side } ({ $count }): { $squares }.
# Squares where no piece can be put at present.
alt-closed = Cerradas ahora: { $squares }.
# The squares where one can be put, if they are fewer
alt-open = Abiertas ahora: { $squares }.
# A square with a special rule (Seega’s centre).
alt-special = Casilla especial: { $squares }.
alt-target = Puede ir a: { $squares }.
alt-wall = Muro de la barrera de las { $side }: { $squares }.
alt-decisive = Decidida por: { $squares }.
# The squares that an illegal move names.
alt-refused = En la jugada rechazada: { $squares }.

## Every game: why a text is not a legal move, or not a position

refused-over = La partida terminó ({ $clause }). Empieza otra para seguir jugando.
# $wanted: the size of the board
position-ranks = El tablero necesita { $wanted } filas, separadas por barras.
# $rank: the number of the rank; $wanted: the size of the board
position-length = La fila { $rank } necesita { $wanted } casillas.

## Seega: names

# The label of a choice in the panel. $count: how many pieces the move takes
seega-hint-takes = { $count ->
    [one] captura una ficha
   *[other] captura { $count } fichas
}

# What to do, in one sentence, for newcomers.
seega-goal = Captura las fichas rivales encerrando cada una entre dos tuyas: si las capturas todas, o te quedan más al final, ganas.
# The characters of a board as text
seega-legend = { $closed ->
    [yes] x: Claras. o: Oscuras. Punto: vacía. #: cerrada mientras se colocan fichas.
   *[no] x: Claras. o: Oscuras. Punto: vacía.
}
seega-name = Seega
# A side of the board.
# $case: first (places first) or second
seega-side = { $case ->
    [first] Claras
   *[second] Oscuras
}

## Seega: why a text is not a legal move
## Every message has $clause, the clause of the rules (S1), and $legal, some
## legal moves separated by commas.

seega-refused-unreadable-placement = Ahí no veo dos casillas. Escribe las dos casillas vacías para tus fichas, por ejemplo { $legal } ({ $clause }).
seega-refused-unreadable-movement = Ahí no veo una jugada. Escribe dónde está una ficha y adónde va, por ejemplo { $legal } ({ $clause }).
seega-refused-too-long-placement = Eso es demasiado largo para colocar fichas. Escribe dos casillas vacías, por ejemplo { $legal } ({ $clause }).
seega-refused-too-long-movement = Eso es demasiado largo para una jugada. Escribe dónde está una ficha y adónde va, por ejemplo { $legal } ({ $clause }).
# $square: the typed text; $corner: the square in the upper right corner
seega-refused-unknown-square = No hay ninguna casilla { $square } en este tablero; va de a1 a { $corner } ({ $clause }). Prueba con { $legal }.
seega-refused-still-placing = No puedes mover hasta que todas las fichas estén colocadas ({ $clause }). Elige dos casillas vacías, por ejemplo { $legal }.
seega-refused-already-moving = Todas las fichas están colocadas; ahora toca mover ({ $clause }). Escribe dónde está una ficha y adónde va, por ejemplo { $legal }.
# $square: the only square given
seega-refused-one-to-place = Colocas dos fichas en cada turno, y { $square } es una sola casilla ({ $clause }). Agrega otra, por ejemplo { $legal }.
# $given: how many squares were given
seega-refused-many-to-place = Colocas dos fichas en cada turno, no { $given } ({ $clause }). Elige dos casillas vacías, por ejemplo { $legal }.
seega-refused-twice = Indicaste { $square } dos veces; las dos fichas necesitan casillas distintas ({ $clause }). Prueba con { $legal }.
seega-refused-closed = { $square } es el centro, y ahí no se colocan fichas ({ $clause }). Elige otras dos casillas vacías, por ejemplo { $legal }.
seega-refused-taken = La casilla { $square } está ocupada ({ $clause }). Elige dos casillas vacías, por ejemplo { $legal }.
seega-refused-blocked = La ficha de { $square } no puede moverse: no hay ninguna casilla vacía a su lado ({ $clause }). Mueve otra, por ejemplo { $legal }.
seega-refused-no-target = ¿Adónde va la ficha de { $square }? Escribe las dos casillas, por ejemplo { $legal } ({ $clause }).
seega-refused-no-piece = No hay ninguna ficha en { $square } ({ $clause }). Mueve una de las tuyas, por ejemplo { $legal }.
# $owner: the opponent's side
seega-refused-not-yours = La ficha de { $square } es de las { $owner } ({ $clause }). Mueve una de las tuyas, por ejemplo { $legal }.
seega-refused-no-step = La ficha no puede quedarse en { $square }; tiene que avanzar una casilla ({ $clause }). Prueba con { $legal }.
seega-refused-diagonal = De { $from } a { $to } es en diagonal, y las fichas solo van en línea recta ({ $clause }). Prueba con { $legal }.
seega-refused-far = De { $from } a { $to } es demasiado lejos: una ficha avanza una casilla, en línea recta ({ $clause }). Prueba con { $legal }.
seega-refused-occupied = La casilla { $square } está ocupada, y una ficha solo va a una casilla vacía ({ $clause }). Prueba con { $legal }.
seega-refused-one-step = Con estas reglas, un turno es un solo paso ({ $clause }). Prueba con { $legal }.
seega-refused-quiet = El paso de { $from } a { $to } no captura nada. En un turno de varios pasos, cada uno tiene que capturar ({ $clause }). Prueba con { $legal }.
# $square: the square of the piece after the typed steps
seega-refused-must-go-on = Desde { $square } la ficha puede capturar de nuevo, así que tiene que seguir ({ $clause }). Escribe el turno completo: { $legal }.
seega-refused-must-capture = Puedes capturar, así que tienes que hacerlo ({ $clause }). Elige una jugada que capture: { $legal }.
# $blocked: the opponent's side
seega-refused-must-open = Las { $blocked } no pueden mover, así que tu turno extra tiene que abrirles paso ({ $clause }). Elige una jugada que lo haga: { $legal }.
seega-refused-recurs = Durante los turnos extra no puede repetirse ninguna posición ({ $clause }). Elige otra jugada, como { $legal }.

## Seega: why a text is not a position

seega-invalid-fields = Una posición tiene cuatro partes, separadas por espacios: el tablero, el bando al que le toca, la fase y el número de turnos desde la última captura.
# $rank: the number of the rank
seega-invalid-piece = La fila { $rank } contiene algo que no es «x», «o» ni un punto.
seega-invalid-turn = El bando al que le toca es «x» u «o».
seega-invalid-phase = La fase es «p» (colocación), «m» (movimiento) o «e» (turno extra).
seega-invalid-idle = El número de turnos desde la última captura es un número entero.
# $square: the centre
seega-invalid-centre = { $square } es el centro, que queda vacío durante la colocación.
seega-invalid-uneven = Colocando dos fichas por turno, esas cantidades son imposibles si le toca a ese bando.
seega-invalid-placed = Todas las fichas están colocadas, así que la fase no puede ser la colocación.
seega-invalid-counted = Los turnos no se cuentan durante la colocación: el número tiene que ser 0.
# $side: a side; $most: how many pieces it places
seega-invalid-too-many = Las { $side } tienen más de { $most } fichas.
seega-invalid-bare = No hay fichas en el tablero.

## siwa rules: errors

# $variant: the typed text
cli-rules-unknown-variant = No existe la variante { $variant }. Con `siwa rules variants` ves la lista.
# $line: the number of the line; $problem: another message
cli-rules-line = Línea { $line }: { $problem }
# $number: the number of the move; $problem: another message
cli-rules-move = Jugada { $number }: { $problem }
cli-rules-over = La partida terminó, así que no se puede jugar nada más.
# $variant: the variant's id
cli-rules-no-fortress = { $variant } no tiene fortalezas.
# $option: an option of `siwa render`; $problem: another message
cli-render-move = { $option }: { $problem }

## siwa engine

# $line: the typed line
cli-engine-unknown = No se entiende: { $line }
# $word: the typed word
cli-engine-number = Hace falta un número entero, no «{ $word }».
cli-engine-position = Indica primero una posición: position VARIANTE "POSICIÓN", o startpos en lugar de la posición.
cli-level = El nivel es un número del 1 al 8.
# $side: a side
cli-play-begin = Tu bando: { $side }. Escribe una jugada. Para ver las jugadas posibles, escribe un signo de interrogación, solo o tras el principio de una jugada. Para salir, escribe q.
# $move: a move
cli-play-you = Jugaste { $move }.
cli-play-siwa = Siwa jugó { $move }.
cli-play-nothing = Ninguna jugada posible empieza así.
cli-play-left = Dejaste la partida.

## The playground's page
page-speak-as = Hablar como
page-skip-to-writing = Ir al cuadro de mensaje
page-channels = Canales
page-messages = Mensajes
page-message = Mensaje
page-write = Mensaje o /comando
page-commands = Comandos
page-send = Enviar
page-cancel = Cancelar
page-close = Cerrar
page-done = Listo
page-submit = Enviar
page-choose = Elegir
page-yes = Sí
page-no = No
page-bot = Bot
page-used = usó
page-edited = (editado)
page-thinking = { $name } está pensando…
page-only-you = Solo tú puedes ver esto
page-dismiss = Descartar mensaje
page-picture = una imagen
page-open-picture = Abrir imagen
page-spoiler = Mostrar el texto oculto
page-archived = archivado
page-outside = Sin { $bot }
page-other-server = { $channel } de otro servidor
page-open-thread = Abrir hilo
page-newest = Mensajes más recientes ↓
page-calls = Menciones nuevas: { $count }
page-searching = Un momento…
page-no-command = Ese comando no existe. Escribe / para verlos todos.
page-no-choice = No hay nada para elegir
page-no-suggestions = El bot no ofreció nada. Escríbelo directamente.
page-missing = Completa «{ $name }», por favor.
page-no-such-choice = «{ $name }» tiene que ser una de las opciones.
page-no-such-person = «{ $name }» tiene que ser alguien de aquí.
# $min, $max: numbers
page-no-such-number = «{ $name }» tiene que ser un número del { $min } al { $max }.
page-not-possible = Eso no es posible aquí: { $detail }.
page-failed = Esta interacción falló.
page-away = { $name } no está en línea. Nada tendrá respuesta hasta que vuelva.
page-lost = Se perdió la conexión. Reintentando…
page-let-time-pass = Dejar pasar el tiempo
page-one-hour = 1 hora
page-one-day = 1 día
page-ahead = El reloj va { $hours } h por delante.
page-faults = Fallos de Discord
page-set-faults = Hacer fallar así las peticiones
page-how-to = Cómo se juega aquí
page-welcome = ¡Te damos la bienvenida al servidor { $name }!
page-welcome-text = Este es un Discord solo tuyo. Aquí no hay nadie más, nada sale de este equipo, y puedes hablar en nombre de todo el mundo. { $bot } se comporta exactamente igual que en Discord.
page-goal = Seega: { seega-goal }
page-empty = Todavía no se dijo nada en { $channel }
page-step-command = Hablas como { $name }. Escribe /{ command-play } para jugar contra { $bot }, /{ command-challenge } para desafiar a alguien, o solo / para ver todos los comandos.
page-step-answer = Arriba, cambia a la persona a la que desafiaste y acepta. Un número rojo muestra a quién se menciona.
page-step-play = Haz tus jugadas con los botones debajo del tablero o escribiendo un comando.
page-step-private = Algunas respuestas solo las ve una persona.
page-play-now = Jugar ahora
# $bot: the bot's name
page-hint-start = 1 de 3. Presiona { button-begin }. Debajo del tablero aparecen, solo para ti, las fichas que puedes mover.
page-hint-move = 2 de 3. Elige una de tus fichas de color, luego una casilla de al lado, y confirma. { $bot } responde en el mismo tablero.
page-hint-capture = 3 de 3. Capturas una ficha al encerrarla entre dos tuyas. Las casillas que capturan son verdes.
page-hint-done = Entendido
page-two-tabs = Para ser dos personas a la vez, abre esta página en dos pestañas y elige a una persona distinta en cada una.
page-key-slash = ver los comandos
page-key-tab = aceptar la sugerencia y pasar a la siguiente opción
page-key-enter = aceptar la sugerencia o enviar
page-key-escape = cancelar

# $winner, $loser: people; $side: the winner’s side
ended-won-plain = { $by ->
    [goal] **Gana { $winner } ({ $side }):** una ficha entró en la meta de { $loser }.
    [repetition] **Gana { $winner } ({ $side }):** una posición se repitió contra las reglas.
    [resignation] **Gana { $winner } ({ $side }):** { $loser } abandonó.
    [absence] **Gana { $winner } ({ $side }):** { $loser } dejó de jugar.
   *[time] **Gana { $winner } ({ $side }):** a { $loser } se le acabó el tiempo.
}
ended-drawn-plain = { $by ->
    [repetition] **Empate por repetición.**
    [dead] **Empate:** ya nadie puede ganar.
   *[agreement] **Empate:** ambos bandos lo acordaron.
}
gyges-to-place = { $by ->
    [command] { $player } ({ $side }), coloca tus seis fichas con `/{ command-place }`.
   *[button] { $player } ({ $side }), coloca tus seis fichas: presiona el botón o usa `/{ command-place }`.
}
gyges-panel-place = { $rules ->
    [cosmoludo] Elige tu formación y mírala antes de confirmar. Las cifras son anillos, de izquierda a derecha; ↑ marca una ficha en tu segunda fila.
   *[leroy] Elige tu formación y mírala antes de confirmar. Las cifras son anillos: aquí de izquierda a derecha, al escribir de la columna a hasta la f.
}
# For games without counting
offer-agree = { $player } propone empate. { $opponent }, ¿te parece bien?

## Gygès: names

# The label of a choice in the panel. $level: how many rings the piece has
gyges-hint-piece = { $level ->
    [1] un anillo
    [2] dos anillos
   *[3] tres anillos
}
# A set-up. $pieces: its pieces, from left to right; an arrow marks those on the second row
gyges-set-up = { $pieces }
gyges-hint-swap = toma el lugar de la { $level }
gyges-hint-goal = a la meta

# What to do, in one sentence, for newcomers.
gyges-goal = Lleva una ficha a la meta rival y ganas.
# The characters of a board as text
gyges-legend = 1, 2, 3: una ficha con esos anillos. Punto: casilla vacía. S, N: las metas.
gyges-name = Gygès
# A side of the board.
# $case: first (South, below rank 1, takes the first turn) or second (North)
gyges-side = { $case ->
    [first] Sur
   *[second] Norte
}

## Gygès: the rules

rules-gyges =
    Sur (debajo de la fila 1) y Norte (encima de la fila 6) juegan con las mismas doce fichas, de uno, dos y tres anillos. **{ gyges-goal }**
    - **Qué puedes mover.** Solo las fichas de la fila ocupada más cercana a ti. Si ninguna de ellas puede moverse, las de la siguiente fila ocupada.
    - **Mover.** Una ficha da exactamente tantos pasos como anillos tiene, nunca en diagonal, con los giros que quieras. Solo su última casilla puede estar ocupada.
    - **¿Sobre una ficha?** *Rebota:* sigue con tantos pasos como anillos tenga esa ficha, cuantas veces quieras. O *toma su lugar:* lleva esa ficha a una casilla vacía, pero no más allá de la fila ocupada más cercana a tu rival.
    - **La meta.** Solo se entra en ella con el último paso de la jugada. Tu propia meta está cerrada para ti.
    - Una jugada tiene que cambiar el tablero: no vale terminar donde empezó ni intercambiar fichas iguales.
    - **Cómo se escribe.** `a1-b3`, `a1-goal` o `a1-b3=d4`: tomar el lugar de b3, cuya ficha va a d4. No hace falta escribir los rebotes.
rules-gyges-gates = **Reglas con puertas** (la hoja de la caja): la primera fila de cada bando empieza con 3 2 1 1 2 3. Solo se entra en una meta desde c o d de la última fila. Una jugada no puede cruzar dos veces la misma frontera entre dos casillas. La misma posición por tercera vez, si le toca al mismo bando, es empate.
rules-gyges-leroy = **Reglas de Leroy** (del autor, traducidas por Zago): Sur y después Norte colocan dos fichas de cada tipo en su primera fila, escritas de la columna a hasta la f: `231123`. Se entra en una meta desde toda la última fila. Una jugada no puede cruzar dos veces la misma frontera entre dos casillas, ni repetir una posición anterior.
rules-gyges-cosmoludo = **Reglas de Cosmoludo** (la página de la editorial): Sur y después Norte colocan dos fichas de cada tipo en seis casillas cualesquiera de sus dos primeras filas: `a1=3 b1=1 c2=2 d1=1 e1=2 f1=3`, o `312123` para la primera fila. Se entra en una meta desde toda la última fila. Una jugada no puede visitar dos veces la misma casilla. La misma posición por tercera vez, si le toca al mismo bando, es empate.
rules-gyges-example = -# En la imagen, Norte levantó la ficha 1 de d6, rebotó en la 3 de e6 y tomó el lugar de la 2 de d4, que fue a d3.

## The clauses of Gygès, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

lesson-gyges-g1 = El tablero tiene seis por seis casillas y una meta en cada extremo. Las doce fichas no son de nadie: cuatro de un anillo, cuatro de dos y cuatro de tres. Sur está debajo de la fila 1 y tiene el primer turno; Norte está encima de la fila 6.
    .title = Tablero y fichas
lesson-gyges-g2-fixed = La primera fila de cada bando empieza con 3 2 1 1 2 3.
    .title = Formación
lesson-gyges-g2-row = Sur y después Norte colocan dos fichas de cada tipo en su primera fila, en cualquier orden. Escríbelas de la columna a hasta la f.
    .title = Formación
lesson-gyges-g2-two-rows = Sur y después Norte colocan dos fichas de cada tipo en seis casillas cualesquiera de sus dos primeras filas. Escribe cada casilla con su ficha, o solo seis cifras para la primera fila.
    .title = Formación
lesson-gyges-g3 = Solo puedes mover fichas de una fila: la fila ocupada más cercana a ti.
    .title = Qué puedes mover
lesson-gyges-g4 = Si ninguna ficha de esa fila puede moverse, mueves de la siguiente fila ocupada, y así sucesivamente. Aquí las fichas 3 de la fila 1 están atascadas, así que puedes mover las de la fila 2.
    .title = Una fila atascada
lesson-gyges-g5 = Una ficha da exactamente tantos pasos como anillos tiene, nunca en diagonal, y puede girar después de cada uno. Todas las casillas antes de la última tienen que estar vacías; la de salida cuenta como vacía.
    .title = Pasos
lesson-gyges-g6 = Cuando una ficha llega a una casilla vacía, la jugada termina.
    .title = En una casilla vacía
lesson-gyges-g7 = Cuando llega sobre una ficha, eliges. Puede rebotar: sigue con exactamente tantos pasos como anillos tiene esa ficha, cuantas veces quieras. O puede tomar el lugar de esa ficha (G9). Aquí la ficha 2 rebotó en la 3.
    .title = Sobre otra ficha
lesson-gyges-g8-border = Una jugada no puede cruzar dos veces la misma frontera entre dos casillas, en ningún sentido. Las casillas sí pueden visitarse de nuevo: aquí el camino vuelve a pasar por d2.
    .title = Ninguna frontera dos veces
lesson-gyges-g8-square = Una jugada no puede visitar dos veces la misma casilla, ni volver a la primera. Aquí la ficha 2 llegó a b3 pasando por b2: puede rebotar hasta c1, pero no volver a b2.
    .title = Ninguna casilla dos veces
lesson-gyges-g9 = La ficha cuyo lugar tomas va a cualquier casilla vacía, incluso a aquella de la que salió la tuya. Pero no puede ir más allá de la fila ocupada más cercana a tu rival, ni a una meta. Aquí la ficha 1 de a1 toma el lugar de la 2 de a2, que no puede ir a las filas 5 y 6.
    .title = Tomar el lugar de una ficha
lesson-gyges-g10 = En la meta rival se entra con el último paso de la jugada; antes puede haber rebotes. Nada pasa a través de una meta, y la tuya está cerrada para ti.
    .title = Entrar en la meta
lesson-gyges-g11-middle = Solo se entra en una meta desde las dos casillas del medio de la última fila, en las columnas c y d.
    .title = Las puertas
lesson-gyges-g11-row = Se entra en una meta desde cualquier casilla de la última fila.
    .title = Toda la última fila
lesson-gyges-g12 = Lleva una ficha a la meta rival y ganas al instante.
    .title = Victoria
lesson-gyges-g13 = Una jugada tiene que cambiar el tablero. Una ficha no puede terminar donde empezó, y dos fichas iguales no pueden intercambiar sus lugares. Aquí la ficha 1 de d1 no puede ir a c1.
    .title = Toda jugada cambia el tablero
lesson-gyges-g14-threefold = Cuando la misma posición aparece por tercera vez y le toca al mismo bando, la partida es empate. Aquí ambos bandos fueron y volvieron dos veces.
    .title = Otra vez la misma posición
lesson-gyges-g14-superko = Una jugada no puede repetir una posición anterior de la partida, sin importar de quién era el turno. Si un bando no tiene otra jugada, la partida es empate. Aquí Norte fue de d5 a d6 y no puede volver, porque el tablero quedaría como antes.
    .title = Ninguna posición se repite

## Gygès: why a text is not a legal move
## Every message has $clause, the clause of the rules (G1), and $legal, some
## legal moves separated by commas. Where a text says $from or $to, it may be a
## square or “goal”; $level: the rings of a piece, 1 to 3.

gyges-refused-unreadable-placement = Ahí no veo una formación. Escribe dos fichas de cada tipo, por ejemplo { $legal } ({ $clause }).
gyges-refused-unreadable-movement = Ahí no veo una jugada. Escribe dónde está una ficha y dónde termina, por ejemplo { $legal } ({ $clause }).
gyges-refused-too-long-placement = Eso es demasiado largo para una formación. Escribe seis fichas, por ejemplo { $legal } ({ $clause }).
gyges-refused-too-long-movement = Eso es demasiado largo para una jugada. Escribe dónde está una ficha y dónde termina, por ejemplo { $legal } ({ $clause }).
# $square: the typed text
gyges-refused-unknown-square = No hay ninguna casilla { $square } en este tablero; va de a1 a f6 ({ $clause }). Prueba con { $legal }.
gyges-refused-still-placing = No puedes mover hasta que ambos bandos hayan colocado sus fichas ({ $clause }). Escribe tu formación, por ejemplo { $legal }.
gyges-refused-already-moving = Todas las fichas están en el tablero; ahora toca mover ({ $clause }). Escribe dónde está una ficha y dónde termina, por ejemplo { $legal }.
# $given: how many pieces
gyges-refused-not-six = Una formación tiene seis fichas, y ahí hay { $given } ({ $clause }). Prueba con { $legal }.
# $ones, $twos, $threes: how many pieces of one, two and three rings
gyges-refused-not-two-each = Una formación tiene dos fichas de cada tipo; ahí hay { $ones } de un anillo, { $twos } de dos y { $threes } de tres ({ $clause }). Prueba con { $legal }.
# $level: the typed text
gyges-refused-no-level = Las fichas tienen 1, 2 o 3 anillos, no { $level } ({ $clause }). Prueba con { $legal }.
gyges-refused-twice = Indicaste { $square } dos veces; seis fichas necesitan seis casillas ({ $clause }). Prueba con { $legal }.
# $rows: numbers of rows, separated by commas
gyges-refused-not-own-row = Tu formación va en tu lado (filas: { $rows }); { $square } no está ahí ({ $clause }). Prueba con { $legal }.
gyges-refused-no-target = ¿Dónde termina la ficha { $level } de { $square }? Escribe las dos casillas, por ejemplo { $legal } ({ $clause }).
gyges-refused-no-piece = No hay ninguna ficha en { $square } ({ $clause }). Mueve una de la fila más cercana a ti, por ejemplo { $legal }.
# $row: the number of the row that can move
gyges-refused-far-row = Solo puedes mover de la fila { $row }, la ocupada más cercana a ti; { $square } está más lejos ({ $clause }). Prueba con { $legal }.
gyges-refused-far-row-stuck = Solo puedes mover de la fila { $row }: ninguna ficha más cercana puede moverse, y { $square } está más lejos ({ $clause }). Prueba con { $legal }.
gyges-refused-stuck-row = Solo puedes mover de la fila { $row }: ninguna ficha más cercana puede moverse, ni siquiera la de { $square } ({ $clause }). Prueba con { $legal }.
# $distance: the number of steps in between, along ranks and files
gyges-refused-steps = { $level ->
    [one] La ficha 1 de { $from } tiene que dar exactamente un paso; { $to } está a una distancia de { $distance } ({ $clause }). Prueba con { $legal }.
   *[other] La ficha { $level } de { $from } tiene que dar exactamente { $level } pasos; { $to } está a una distancia de { $distance } ({ $clause }). Prueba con { $legal }.
}
gyges-refused-goal-steps = La ficha { $level } de { $from } no puede entrar en la meta: el último de sus pasos, { $level } en total, tiene que terminar dentro de ella ({ $clause }). Prueba con { $legal }.
# $gates: squares, separated by commas
gyges-refused-not-gate = Desde { $from } no se entra en la meta: con estas reglas, solo se entra desde { $gates } ({ $clause }). Prueba con { $legal }.
# $squares: the pieces in the way, separated by commas
gyges-refused-blocked = La ficha { $level } de { $from } no puede llegar hasta { $to }: hay fichas en el camino, en { $squares } ({ $clause }). Prueba con { $legal }.
gyges-refused-goal-blocked = La ficha { $level } de { $from } no puede llegar a la meta: hay fichas en el camino, en { $squares } ({ $clause }). Prueba con { $legal }.
# $border: the two squares on its sides, such as a3|b3
gyges-refused-crossed = Esta jugada ya cruzó la frontera `{ $border }` ({ $clause }). Prueba con { $legal }.
gyges-refused-visited = Esta jugada ya visitó la casilla { $square } ({ $clause }). Prueba con { $legal }.
gyges-refused-only-crossing = De { $from } { $to ->
        [goal] hasta la meta
       *[other] hasta { $to }
    }, todo camino cruza alguna frontera dos veces ({ $clause }). Prueba con { $legal }.
gyges-refused-only-visiting = De { $from } { $to ->
        [goal] hasta la meta
       *[other] hasta { $to }
    }, todo camino visita alguna casilla dos veces ({ $clause }). Prueba con { $legal }.
gyges-refused-no-bounce = La casilla { $square } está vacía, así que la jugada termina ahí ({ $clause }). Prueba con { $legal }.
gyges-refused-no-change = Una jugada tiene que cambiar el tablero, y volver a la casilla { $square } no cambia nada ({ $clause }). Prueba con { $legal }.
gyges-refused-equal-swap = Una jugada tiene que cambiar el tablero, e intercambiar las dos fichas { $level } de { $from } y { $to } no cambia nada ({ $clause }). Prueba con { $legal }.
gyges-refused-no-drop = Hay una ficha { $level } en { $square }. Para tomar su lugar, indica adónde va, por ejemplo { $legal } ({ $clause }).
gyges-refused-nothing-to-drop = { $square ->
    [goal] En la meta no hay ninguna ficha que desplazar ({ $clause }). Prueba con { $legal }.
   *[other] La casilla { $square } está vacía, así que no hay ninguna ficha que desplazar ({ $clause }). Prueba con { $legal }.
}
gyges-refused-occupied = La casilla { $square } está ocupada, y una ficha desplazada va a una casilla vacía ({ $clause }). Prueba con { $legal }.
# $side: the opponent; $row: the number of a row
gyges-refused-beyond = { $square } está demasiado lejos: una ficha desplazada no puede ir más allá de la fila { $row }, la ocupada más cercana a { $side } ({ $clause }). Prueba con { $legal }.
gyges-refused-drop-in-goal = Una ficha desplazada no puede ir a una meta ({ $clause }). Prueba con { $legal }.
# $side: the side to move
gyges-refused-own-goal = Esa es tu propia meta, { $side }, y está cerrada para ti ({ $clause }). Prueba con { $legal }.
gyges-refused-past-goal = La jugada termina en la meta: nada pasa a través de ella ({ $clause }). Prueba con { $legal }.
gyges-refused-recurs = El tablero ya estuvo exactamente así, y con estas reglas ninguna jugada puede repetirlo ({ $clause }). Prueba con { $legal }.

## Gygès: why a text is not a position

gyges-invalid-fields = Una posición tiene tres partes, separadas por espacios: el tablero, el bando al que le toca y lo que hay en una meta.
# $rank: the number of the rank
gyges-invalid-piece = La fila { $rank } contiene algo que no es 1, 2, 3 ni un punto.
gyges-invalid-turn = El bando al que le toca es «S» o «N».
gyges-invalid-goal = La última parte es «-», o la letra de una meta y la ficha que hay en ella, por ejemplo N2.
# $level: the rings of a piece; $most: how many pieces of that kind there are
gyges-invalid-too-many = Hay más de { $most } fichas de nivel { $level }.

alt-ones = De un anillo ({ $count }): { $squares }.
alt-twos = De dos anillos ({ $count }): { $squares }.
alt-threes = De tres anillos ({ $count }): { $squares }.
alt-empty = No hay fichas en el tablero.
alt-goal = Meta de { $side }: se entra por { $squares }.
alt-goal-shut = Meta de { $side }: sin entrada.
alt-goal-inside = En la meta de { $side }: { $piece }.
alt-goal-decisive = Decidida por: la ficha en la meta de { $side }.
alt-moved-goal = { $what }: de { $from } hasta la meta de { $side }.
alt-moved-through-goal = { $what }: de { $from } por { $path } hasta la meta de { $side }.
alt-way = Paso a paso: { $squares }.
alt-flight = Desplazada: de { $from } a { $to }.
alt-would-displace = Se desplazaría: de { $from } a { $to }.
alt-ready = Pueden moverse: { $squares }.
