## Siwa in Brazilian Portuguese. The messages, attributes and variables are those of
## English; a test compares them. `<@…>` and `<t:…>` are inserted by the program.

## Names

# A board and a ruleset of a game.
# $name: the game; $board: 5×5; $ruleset: see ruleset
variant = { $name } { $board } · { $ruleset }
variant-board = { $name } { $board }
# $case: the ruleset
ruleset = { $case ->
    [french] regras francesas
    [lugo] regras de Lugo
    [modern] regras modernas
    [gates] regras com portas
    [leroy] regras de Leroy
    [cosmoludo] regras da Cosmoludo
   *[classic] regras clássicas
}
# $number: of the level
level = { $number ->
    [1] 1 · Iniciante
    [2] 2 · Novato
    [3] 3 · Casual
    [4] 4 · Regular
    [5] 5 · Hábil
    [6] 6 · Avançado
    [7] 7 · Especialista
   *[8] 8 · Mestre
}
# A choice instead of a level
level-suggested = Siwa escolhe
# A level with its rating
level-rated = { $level } ({ $rating })
# $days: the limit of a turn in days
time-days = { $days ->
    [one] { $days } dia por jogada
   *[other] { $days } dias por jogada
}
time-none = sem limite de tempo
# $hours: the limit of a turn in hours
time-hours = { $hours ->
    [one] { $hours } hora por jogada
   *[other] { $hours } horas por jogada
}
# $days: for the whole game; $hours: for each turn
time-bank = { $days } dias por pessoa, mais { $hours } horas por jogada
# The colours of the boards. $case: the theme
theme = { $case ->
    [night] Noite
    [paper] Papel
    [contrast] Alto contraste
   *[classic] Clássico
}
# A name as a choice: of a theme, a level, rules, a language, a place
choice = { $choice }
# The choice that resets a setting
theme-default = Padrão
# The choices of a command: whose theme is set
# A list: all but its last item, and the last. $before, $after: texts
list-more = { $before }, { $after }
list-and = { $before } e { $after }

## Commands: the value is the command's name, the attributes its description
## and the names and descriptions of its options. Names: lower case, no spaces.

command-challenge = desafiar
    .description = Desafie alguém ou deixe o desafio aberto
    .opponent = oponente
    .opponent-description = Quem você quer desafiar; deixe vazio para um desafio aberto
    .game = jogo
    .game-description = Qual jogo jogar
    .board = tabuleiro
    .board-description = O tamanho do tabuleiro
    .rules = regras
    .rules-description = Com quais regras jogar
    .time = tempo
    .time-description = O limite de tempo, por jogada ou para a partida toda
    .rated = ranqueada
    .rated-description = Se a partida vale pontuação
    .games = partidas
    .games-description = Uma partida, ou ida e volta: duas com os lados trocados e um só resultado
    .start = início
    .start-description = Colocar as peças ou receber uma posição equilibrada, pronta para mover (só no Seega)
    .side = lado
    .side-description = Qual é a sua jogada; deixe vazio para um sorteio
command-play = jogar
    .description = Jogue contra mim: escolha um jogo e um nível
    .start = início
    .start-description = Colocar as peças ou receber uma posição equilibrada, pronta para mover (só no Seega)
    .side = lado
    .side-description = Qual é a sua jogada; deixe vazio para um sorteio
command-puzzle = problema
    .description = O problema do dia, e quantos mais você quiser
    .game = jogo
    .game-description = Qual jogo; deixe vazio para o problema do dia
    .rules = regras
    .rules-description = Quais regras; deixe vazio para quaisquer
command-place = colocar
    .description = Coloque as peças da sua jogada
    .squares = casas
    .squares-description = Onde, por exemplo a1 b2 no Seega; as opções aparecem enquanto você digita
    .game = partida
    .game-description = O número da partida, se você joga várias aqui
command-move = mover
    .description = Faça a sua jogada, ou coloque as suas peças
    .move = jogada
    .move-description = De onde para onde, por exemplo c2-c3; as opções aparecem enquanto você digita
    .game = partida
    .game-description = O número da partida, se você joga várias aqui
command-board = tabuleiro
    .description = Veja um tabuleiro, só para você
    .game = partida
    .game-description = O número da partida, se houver várias aqui
    .text = texto
    .text-description = O tabuleiro em texto em vez de imagem
command-games = partidas
    .description = Suas partidas em andamento: de quem é a vez, até quando e onde
command-draw = acordo
    .description = Proponha parar aqui: contar as peças no Seega, empate no Gygès
    .game = partida
    .game-description = O número da partida, se você joga várias aqui
command-resign = desistir
    .description = Desista de uma partida; antes, peço confirmação
    .game = partida
    .game-description = O número da partida, se você joga várias aqui
command-replay = replay
    .description = A partida inteira em animação, ou jogada por jogada; só você vê
    .game = partida
    .game-description = O número da partida; deixe vazio para a última deste canal
command-leaderboard = classificação
    .description = A classificação deste servidor
    .game = jogo
    .game-description = Qual jogo; deixe vazio para ver todos juntos
    .against = contra
    .against-description = As partidas entre pessoas ou as partidas contra mim
command-tournament = torneio
    .description = Abra um torneio neste servidor ou veja um
    .game = jogo
    .game-description = Qual jogo jogar
    .board = tabuleiro
    .board-description = O tamanho do tabuleiro
    .rules = regras
    .rules-description = Com quais regras jogar
    .time = tempo
    .time-description = O limite de tempo, por jogada ou para a partida toda
    .signup = inscrições
    .signup-description = Por quanto tempo dá para se inscrever; deixe vazio para um dia
    .players = vagas
    .players-description = Número máximo de pessoas; deixe vazio para 32
    .name = nome
    .name-description = O nome do torneio; deixe vazio para um nome com número
    .show = ver
    .show-description = Qual torneio ver, mesmo um antigo
    .start = início
    .start-description = Colocar as peças, em ida e volta, ou recebê-las distribuídas, em uma partida só (no Seega)
command-profile = perfil
    .description = Como alguém joga aqui: pontuação, resultados e oponentes frequentes; só você vê
    .player = pessoa
    .player-description = Quem; deixe vazio para ver o seu
    .game = jogo
    .game-description = Qual jogo; deixe vazio para o mais jogado
command-rules = regras
    .description = Leia as regras em palavras simples, com imagens
    .game = jogo
    .game-description = Qual jogo
    .rules = regras
    .rules-description = Quais regras
    .clause = item
    .clause-description = Qual item, como S6; deixe vazio para uma visão geral
command-settings = ajustes
    .description = Como você joga, avisos e cores dos tabuleiros, e pausa dos seus relógios
command-setup = configurar
    .description = O que me falta neste servidor, e como se joga nele
command-privacy = privacidade
    .description = Os seus dados: veja o que guardo, leve uma cópia, apague tudo
    .show = ver
    .show-description = O que guardo sobre você; só você vê
    .export = exportar
    .export-description = Tudo o que guardo sobre você, em arquivos; só você vê
    .delete = apagar
    .delete-description = Apague tudo o que guardo sobre você; antes, peço confirmação
command-help = ajuda
    .description = Veja o que o Siwa faz e como começar

## Buttons and menus

button-hint = Dica
button-hint-move = Ver a jogada
button-hint-play = Jogar essa
button-hint-why = Por quê?
button-engine = Jogar contra o Siwa
button-begin = Começar
button-begin-rated = Começar ranqueada
button-start-dealt = Distribuir as peças
button-start-placed = Colocar as peças
button-ladder-siwa = Contra o Siwa
button-ladder-people = Entre pessoas
button-ladder-month = Este mês
button-ladder-all-time = Desde o início
button-accept = Aceitar
button-decline = Recusar
button-cancel = Cancelar desafio
button-rules = Regras
button-place = Colocar peças
button-place-rest = Colocar o resto por mim
button-move = Fazer uma jogada
button-board = Tabuleiro
button-more = Mais…
button-turned = Virar o tabuleiro
# $count: the number of games in which it is the player’s turn
button-next-game = Próxima partida ({ $count })
button-claim = Reivindicar contagem
button-offer = Propor contagem
button-stop = Parar e contar
button-offer-instead = Só propor
button-draw = Propor empate
button-resign = Desistir
button-play = Jogar
button-open = Abrir
button-stay = Continuar jogando
button-replay = Replay
button-export = Exportar
# These four step through a game, turn by turn
button-first = ⏮ Início
button-earlier = ◀ Voltar
button-later = Avançar ▶
button-last = Fim ⏭
button-animation = GIF
button-review = Análise
# $turn: a number
button-turning-point = Jogada { $turn }
button-boards = Ver jogada por jogada
button-review-back = Voltar à análise
button-puzzle-again = Tentar de novo
button-puzzle-solution = Ver a solução
button-puzzle-another = Outro problema
# $rules: see ruleset
button-puzzle-alike = Outro: { $rules }
button-share = Compartilhar
button-puzzle-open = Resolver
button-played = Ver a jogada feita
button-rematch = Revanche
button-confirm = Confirmar
button-back = Recomeçar
button-type = Digitar…
button-surprise = Surpreenda-me
# $from: the square of the piece that enters the goal
button-goal = Gol! ({ $from })
button-rated = Mudar para ranqueados
button-unrated = Mudar para amistosos
button-anywhere = Liberar todos os canais
button-check = Verificar de novo
choose-places = Canais em que se pode jogar
choose-language = Idioma das minhas mensagens
choose-theme = Cores dos tabuleiros
choose-clock = Tempo padrão dos desafios
button-privacy-export = Exportar
button-privacy-delete = Apagar…
button-forget = Apagar tudo
button-forget-not = Manter tudo
button-settings-trust = Jogar sem confirmar
button-settings-confirm = Pedir confirmação
button-settings-buttons = Tabuleiro em botões
button-settings-menus = Tabuleiro em menus
button-settings-turns = Geral
button-settings-notices = Avisos
button-settings-themes = Cores
button-settings-away = Ausência
button-notify-here = Junto ao tabuleiro
button-notify-direct = Mensagem direta
button-notify-digest = Uma vez por dia
button-notify-never = Nunca
button-zone = Outra cidade…
choose-quiet = Horário de silêncio
choose-hour = Hora do resumo diário
choose-zone = Seu fuso horário
button-takebacks = Permitir desfazer
button-no-takebacks = Proibir desfazer
button-join = Participar
button-leave = Sair
button-start-now = Começar agora
button-cancel-tournament = Cancelar o torneio
button-keep-tournament = Manter o torneio
button-my-games = Minhas partidas
button-standings = Classificação
button-withdraw = Desistir do torneio
button-tournaments = Torneios: qualquer membro
button-no-tournaments = Restringir torneios
choose-weekends = Relógio nos fins de semana
button-accept-thread = Aceitar em um tópico
button-accept-here = Aceitar neste canal
button-claim-time = Declarar vitória
button-nudge = Cutucar
button-wait = Esperar um dia
button-give = Dar mais 24 horas
button-take-back = Desfazer jogada
button-plan = Planejar jogadas
button-plan-on = Continuar o plano
button-plan-other = Planejar outro caso
button-plan-all = Ver todos os planos
button-plan-clear = Remover todos os planos
choose-games-in = Partidas: em tópico ou no canal
choose-reminder = Lembrete da sua vez
choose-away = Último dia da ausência
button-previous = Anterior
button-next = Próxima

## Challenges. $challenger, $opponent, $player: people

challenge-member = { $challenger } desafia { $opponent }.
# $level: see level
challenge-engine = { $challenger } joga contra { $opponent }, nível { $level }.
challenge-open = { $challenger } quer jogar. Quem aceitar primeiro joga.
# $game: the id of the previous game
challenge-rematch = { $challenger } pede a { $opponent } a revanche da partida #{ $game }.
# $variant: see variant; $time: see time-days; $rated: see challenge-rated
challenge-terms = **{ $variant }** · { $time } · { $rated }
challenge-rated = ranqueada
challenge-unrated = amistosa
challenge-pair = -# Partidas: { $games }, com os lados trocados e um só resultado.
pair-single = uma partida
pair-at-once = ida e volta, ao mesmo tempo
pair-in-turn = ida e volta, uma depois da outra
challenge-first = Desta vez, { $player } faz a primeira jogada.
# $order: first or second
challenge-order = { $order ->
    [first] { $player } faz a primeira jogada.
   *[second] { $player } faz a segunda jogada.
}
challenge-order-pair = { $order ->
    [first] Na ida, { $player } faz a primeira jogada.
   *[second] Na ida, { $player } faz a segunda jogada.
}
# $turns: a number
start-placed = -# Colocar as peças leva { $turns } jogadas. Com `{ command-challenge.start }: { choice-dealt }`, elas são distribuídas e essa parte é pulada.
start-dealt = -# As peças já estão distribuídas: uma posição sorteada em que os dois lados têm quase as mesmas chances.
choice-placed = colocadas
choice-dealt = distribuídas
# $order: random, first or second
choice-order = { $order ->
    [first] primeira jogada
    [second] segunda jogada
   *[random] por sorteio
}
# $until: a time, shown as “in 3 days”
challenge-expires = -# Fim do prazo para aceitar: { $until }.
challenge-outside = -# Eu não estou nesta conversa: só mostro tabuleiros em resposta ao que alguém aperta ou digita e não mando lembretes. Por isso a partida é amistosa e sem limite de tempo. Se faltar um tabuleiro, `/{ command-board }` o mostra.
# $game: the id of the new game
challenge-accepted = { $other ->
    [none] { $player } aceitou: partida #{ $game }.
   *[other] { $player } aceitou: partidas #{ $game } e #{ $other }.
}
place-no-thread = Não consigo usar tópicos aqui, então a partida fica neste canal.
place-moved = -# Não consigo escrever no tópico da partida, então ela continua aqui.
place-opens = A partida começou. Vou abrir um tópico para ela.
# On the card of a game with a thread. $side: the player’s side
place-turn = É a vez de { $player } ({ $side }).
# The name of a thread. $game: its number; $first, $second: the players’ names; $variant: see variant
place-name = { $first } – { $second } · { $variant } ({ $game })
challenge-declined = *O desafio foi recusado.*
challenge-cancelled = *O desafio foi cancelado.*
challenge-expired = *O desafio expirou.*

# The name of a command in the menu of a person
menu-challenge = Desafiar
# $opponent: a mention; $variant: a title; $time: a time limit; $rated: see challenge-rated
invite-choose = Desafie { $opponent }: **{ $variant }**, { $time }, { $rated }. Mude abaixo ou envie o desafio.
invite-time = Escolha um limite de tempo…
button-challenge = Desafiar

lots-drawn = Por sorteio, { $player } faz a primeira jogada.

## The board of a turn

# $variant: see variant; $game: the game’s id
turn-header = **{ $variant }** · partida #{ $game } · { $rated }
pair-place = -# Partida { $number } de 2 · primeira jogada: { $player }
# The same in a tournament. $opponent: the other player
pair-players = -# { $player } – { $opponent } · partida { $number } de 2 · primeira jogada: { $player }
pair-game = { $variant } · partida { $number } de 2
# The heading of a game against the bot. $level: see level
turn-header-engine = **{ $variant }** · partida #{ $game } · nível { $level } · { $rated }
# $side: the player’s side; $move: the move, such as c2-c3xb3
# $count: how many pieces the move takes
turn-played = { $count ->
    [0] { $player } ({ $side }) jogou **{ $move }**.
    [one] { $player } ({ $side }) jogou **{ $move }** e capturou uma peça.
   *[other] { $player } ({ $side }) jogou **{ $move }** e capturou { $count } peças.
}
turn-rest-placed = { $player } me deixou colocar o resto das peças dos dois lados.
turn-passed = { $player } não tem jogada possível e passa a vez.
# The moves of Siwa are before it
turn-passed-between = Nesse meio-tempo, { $player } não tinha jogada possível.
# A planned move; $count: how many pieces it captures
turn-planned = { $count ->
    [0] { $player } ({ $side }) respondeu com **{ $move }**, como tinha planejado.
    [one] { $player } ({ $side }) respondeu com **{ $move }**, como tinha planejado, e capturou uma peça.
   *[other] { $player } ({ $side }) respondeu com **{ $move }**, como tinha planejado, e capturou { $count } peças.
}
seega-to-place = { $by ->
    [command] { $player } ({ $side }), coloque duas peças com `/{ command-place }`.
   *[button] { $player } ({ $side }), coloque duas peças: aperte o botão ou use `/{ command-place }`.
}
turn-to-move = { $by ->
    [command] { $player } ({ $side }), é a sua vez. Use `/{ command-move }`.
   *[button] { $player } ({ $side }), é a sua vez: aperte o botão ou use `/{ command-move }`.
}
# $player: the bot; $side: its side
turn-thinking = { $player } ({ $side }) está pensando.
# $until: a time, shown as “in 2 days”
turn-pieces = -# Peças: { $first-side } { $first } · { $second-side } { $second }
turn-repeated = { $counted ->
    [yes] Esta posição apareceu pela segunda vez. Na terceira, a partida acaba e as peças são contadas.
   *[no] Esta posição apareceu pela segunda vez. Na terceira, a partida empata.
}
turn-idle = { $turns ->
    [one] Se ninguém capturar nesta jogada, a partida acaba e as peças são contadas.
   *[other] Se ninguém capturar nas próximas { $turns } jogadas, a partida acaba e as peças são contadas.
}
turn-away = -# Ausência de { $player } · volta: { $until }.
turn-deadline = -# Fim do prazo desta jogada: { $until }.
turn-weekends = -# O relógio para nos fins de semana.
# $player: the player who gave it
turn-given = { $player } deu mais 24 horas ao outro lado.
# $player: the player who took it back
turn-taken-back = { $player } desfez a última jogada.
# $player: the player who asks; $opponent: the player who can accept
offer-takeback = { $player } gostaria de desfazer a última jogada. { $opponent }, você concorda?
# About the time of a turn. $player: the player to move; $opponent: the waiting player; $until: the deadline
notice-soon = { $player }, ainda é a sua vez. Fim do prazo: { $until }.
notice-nudge = { $player }, seu tempo acabou { $until }, e { $opponent } espera por você.
notice-late = O tempo de { $player } acabou { $until }. { $opponent }, você pode declarar vitória ou continuar esperando.
notice-waiting = O tempo de { $player } acabou { $until }, e { $opponent } continua esperando.
# $player: the player to move
notice-turn = { $player }, é a sua vez.
# In the channel, in place of a direct message
notice-closed = -# Não consigo enviar mensagens diretas para você. Permita-as nas configurações de privacidade do servidor, ou escolha outro aviso com `/{ command-settings }`.
notice-nowhere = -# Não consigo escrever no canal da partida, então ela continua aqui, sem relógio. Se seu adversário passar 30 dias sem jogar, `/{ command-draw }` encerra a partida, e ela não vale.
# $count: how many games
digest-head = { $count ->
    [one] **É a sua vez em uma partida**
   *[other] **É a sua vez em { $count } partidas**
}
games-waiting = { $count ->
    [one] **É a vez do outro lado em uma partida**
   *[other] **É a vez do outro lado em { $count } partidas**
}
# $count: how many games are not listed
games-more = -# … e mais { $count }: em cada servidor, `/{ command-games }` mostra as de lá.
# $link: a URL
notice-board = -# [Ir para o tabuleiro]({ $link })

## The end. $by: the reason; $first, $second: pieces left of the winner and the
## loser; in a draw both are $first

ended-won = { $by ->
    [elimination] **{ $winner } ({ $side }) vence:** { $loser } ficou sem peças.
    [barrier] **{ $winner } ({ $side }) vence na contagem, { $first } a { $second }:** uma barreira encerrou a partida.
    [idle] **{ $winner } ({ $side }) vence na contagem, { $first } a { $second }:** nada foi capturado por muito tempo.
    [repetition] **{ $winner } ({ $side }) vence na contagem, { $first } a { $second }:** a mesma posição apareceu pela terceira vez.
    [claim] **{ $winner } ({ $side }) vence ao reivindicar a contagem, { $first } a { $second }:** { $loser } não pode capturar mais nada.
    [agreement] **{ $winner } ({ $side }) vence na contagem, { $first } a { $second }:** os dois lados concordaram em parar.
    [goal] **{ $winner } ({ $side }) vence:** uma peça entrou no gol de { $loser }.
    [resignation] **{ $winner } ({ $side }) vence:** { $loser } desistiu.
    [absence] **{ $winner } ({ $side }) vence:** { $loser } parou de jogar.
   *[time] **{ $winner } ({ $side }) vence:** o tempo de { $loser } acabou.
}
ended-drawn = { $by ->
    [dead] **Empate:** com uma peça de cada lado, ninguém pode capturar mais nada.
    [barrier] **Empate na contagem, { $first } a { $first }:** uma barreira encerrou a partida.
    [idle] **Empate na contagem, { $first } a { $first }:** nada foi capturado por muito tempo.
    [repetition] **Empate na contagem, { $first } a { $first }:** a mesma posição apareceu pela terceira vez.
    [claim] **Empate na contagem reivindicada, { $first } a { $first }.**
    [early-agreement] **Empate:** os dois lados concordaram em parar.
   *[agreement] **Empate na contagem, { $first } a { $first }:** os dois lados concordaram em parar.
}
# $grade: great or small
ended-grade = { $grade ->
    [great] Uma grande vitória!
   *[small] Uma pequena vitória.
}
# $before, $after: ratings
ended-rating = -# { $player }: { $before } → { $after }
ended-void = { $rated ->
    [yes] -# Não vale: a partida acabou antes que os dois fizessem duas jogadas. As pontuações não mudam.
   *[no] -# Não vale: a partida acabou antes que os dois fizessem duas jogadas.
}
ended-void-tournament = -# Vale no torneio. As pontuações não mudam: a partida acabou antes que os dois fizessem duas jogadas.
ended-absence = -# Não vale: foi perdida na mesma ausência que outra partida, ou em um canal onde não consigo escrever.
pair-rated-later = -# Ida e volta: a pontuação só muda no fim das duas partidas.
pair-counts-later = -# Ida e volta: o resultado sai no fim das duas partidas.
pair-broken = -# Esta dupla de partidas não terá a segunda: ela não conta para ninguém.
pair-sum = **No total: { $leader } { $more }, { $other } { $less }**

## Offers. $first, $second: pieces left; $first-side, $second-side: the sides

offer-count = { $player } propõe parar aqui e contar as peças ({ $first-side } { $first }, { $second-side } { $second }). { $opponent }, você concorda?
offer-declined = { $offer ->
    [offer-takeback] { $player } não aceitou desfazer a jogada. A partida #{ $game } continua.
    [offer-agree] { $player } recusou o empate. A partida #{ $game } continua.
   *[other] { $player } não quis parar e contar as peças. A partida #{ $game } continua.
}
offer-past = { $offer ->
    [offer-takeback] { $player } pediu para desfazer a última jogada.
    [offer-agree] { $player } propôs empate.
   *[other] { $player } propôs parar e contar as peças.
}

## The replay. $count: how many turns

# $first, $second: people; $first-side, $second-side: their sides
viewer-players = { $first } ({ $first-side }) – { $second } ({ $second-side })
# $turn: the number of a turn; $side: the side that played it; $move: the move
viewer-turn = Jogada { $turn } de { $count } · { $side }: **{ $move }**
viewer-start = { $count ->
    [0] Posição inicial
   *[other] Jogada 0 de { $count } · posição inicial
}
viewer-jump = Ir para uma jogada…
viewer-option = { $turn }. { $move }
viewer-option-start = Início
animation-head = { $count ->
    [one] A partida inteira, { $count } jogada.
   *[other] A partida inteira, { $count } jogadas.
}
# The animation of a running game
animation-so-far = { $count ->
    [one] A partida até agora, { $count } jogada.
   *[other] A partida até agora, { $count } jogadas.
}
animation-too-big = Esta partida é longa demais para uma animação. Veja jogada por jogada com os botões abaixo.
# The alternative text; that of the last board follows. $game: the game’s id; $result: see result-won
animation-alt = { $count ->
    [one] Animação da partida #{ $game }, { $variant }, { $count } jogada. { $result } A seguir, o último tabuleiro.
   *[other] Animação da partida #{ $game }, { $variant }, { $count } jogadas. { $result } A seguir, o último tabuleiro.
}
# A game reviewed by the bot. $first, $second, $side: sides; $move, $better: moves; $turn: a number;
# $before, $after: chances in hundredths; $chances: a list of turns with chances
review-curve = -# No alto, vantagem: { $first }; embaixo: { $second }.
review-placements = -# Não avalio as colocações.
review-no-turning-points = Nenhuma jogada, sozinha, decidiu esta partida.
review-turning-point = **Jogada { $turn }** · { $side }: { $move }. As chances de vencer caíram de { $before }% para { $after }%.
review-alt = Chances de vencer ({ $side }), em porcentagem, por jogada: { $chances }.
review-better = **Jogada { $turn }** · { $side }: { $move }. Eu teria jogado **{ $better }**.
# $reply: the opponent’s move; $why: what it does, such as hint-captures
review-allowed = -# Isso permitiu **{ $reply }**. { $why }
# Puzzles. $grade: how hard it is, in stars; $side: the side to move; $move: a move
puzzle-of-the-day = **Problema do dia** · { $variant } · { $grade }
puzzle = **Problema** · { $variant } · { $grade }
puzzle-find = Seu lado: { $side }. Uma jogada é claramente a melhor. Encontre-a.
puzzle-counts = -# A primeira tentativa muda a sua pontuação de problemas. Ver a solução conta como erro.
puzzle-daily-solved = -# Você já resolveu o problema do dia. Aqui está outro.
puzzle-wrong = **{ $move }** não é a jogada. Olhe de novo: há algo mais forte.
puzzle-right = **{ $move }**: é isso!
puzzle-solution = A melhor jogada era **{ $move }**.
# $before, $after: ratings
puzzle-rating = -# Sua pontuação de problemas: { $before } → { $after }
# $count: days
puzzle-streak = { $count ->
    [one] -# Sequência: { $count } dia
   *[other] -# Sequência: { $count } dias
}
puzzle-shared = { $player } resolveu o problema do dia. E você?
export-done = O registro da partida #{ $game }.
export-so-far = O registro da partida #{ $game } até agora: ela ainda está em andamento.
export-alt = O registro da partida #{ $game } em arquivo de texto.
# The end of a game, without names. $side: the winner’s side; $by: the
# reason; $first, $second: pieces left of the winner and the loser
result-won = { $by ->
    [elimination] Vitória: { $side }, por capturar tudo.
    [barrier] Vitória: { $side }, por barreira, { $first } a { $second }.
    [idle] Vitória: { $side }, na contagem, { $first } a { $second }: nada foi capturado por muito tempo.
    [repetition] Vitória: { $side }, na contagem, { $first } a { $second }: uma posição se repetiu.
    [claim] Vitória: { $side }, em contagem reivindicada, { $first } a { $second }.
    [agreement] Vitória: { $side }, em contagem combinada, { $first } a { $second }.
    [goal] Vitória: { $side }, por entrar no gol.
    [resignation] Vitória: { $side }, por desistência.
   *[time] Vitória: { $side }, por tempo.
}
result-drawn = { $by ->
    [dead] Empate: ninguém mais podia vencer.
    [barrier] Empate por barreira.
    [idle] Empate na contagem: nada foi capturado por muito tempo.
    [repetition] Empate por repetição.
    [claim] Empate na contagem reivindicada.
    [early-agreement] Empate por acordo.
   *[agreement] Empate por acordo.
}
result-none = A partida ainda está em andamento.

## Private messages

more = O que você quer fazer?
resign-sure = Quer mesmo desistir? A vitória vai para o outro lado.
resign-sure-rated = Quer mesmo desistir? A vitória vai para o outro lado, e a sua pontuação vai cair: esta partida é ranqueada.
# The count if both agree to stop, before it is offered to the bot. $own, $engine: pieces; $winner: own, engine or nobody
offer-sure = Peças agora: você { $own }, eu { $engine }. { $winner ->
    [engine] Se pararmos aqui, eu venço na contagem.
    [own] Se eu concordar em parar aqui, você vence na contagem.
   *[nobody] Se eu concordar em parar aqui, dá empate.
}
claim-not-yet = Você ainda não pode reivindicar a contagem. Para isso é preciso uma barreira que nunca possa ser quebrada, e pelo menos tantas peças quanto o outro lado (item E6). Em vez disso, você pode propor parar e contar.
resign-not = Tudo bem, a partida continua.
# $move: the move
done-played = Você jogou **{ $move }**.
done-resigned = Você desistiu da partida.
done-ended = A partida terminou.
done-offered = Proposta enviada. Agora a resposta cabe ao outro lado.
done-asked = Eu respondo no tabuleiro.
# $channel: another channel
done-elsewhere = Pronto. O tabuleiro está em { $channel }.
done-gave = Você deu mais 24 horas ao outro lado.
done-taken-back = Jogada desfeita.
seega-panel-place = Escolha duas casas vazias.
panel-move = Escolha a sua jogada.
panel-narrow = -# As linhas de botões se quebram, ou você usa um leitor de tela? Aperte **{ button-settings-menus }**: os menus dizem o nome de cada casa.
# $typed: the choices so far
panel-go-on = Até agora: **{ $typed }**. Escolha como continuar.
panel-go-on-displacing = Até agora: **{ $typed }**. Escolha uma casa vazia, ou uma peça para tomar o lugar dela.
panel-choose = Escolha…
# $move: the move; $count: how many pieces it takes
panel-preview = { $count ->
    [0] **{ $move }**. É essa a jogada?
    [one] **{ $move }** captura uma peça. É essa a jogada?
   *[other] **{ $move }** captura { $count } peças. É essa a jogada?
}
# The same if there is nothing else to choose
panel-only = { $count ->
    [0] **{ $move }** é a sua única jogada.
    [one] **{ $move }** é a sua única jogada. Ela captura uma peça.
   *[other] **{ $move }** é a sua única jogada. Ela captura { $count } peças.
}
# $move: the move
panel-too-long = **{ $move }** é longa demais para um botão. Aperte **{ button-type }** e digite a jogada: ela vale na hora.
# A menu of squares. $ranks: their ranks; $count: how many ranks, 0 if it has all squares
panel-two-squares = { $count ->
    [0] 1 ou 2 casas…
    [one] Fileira { $ranks }: 1 ou 2 casas
   *[other] Fileiras { $ranks }: 1 ou 2 casas
}
panel-piece = { $count ->
    [0] Escolha uma peça
    [one] Fileira { $ranks }: escolha uma peça
   *[other] Fileiras { $ranks }: escolha uma peça
}
panel-to = { $count ->
    [0] Escolha uma casa
    [one] Fileira { $ranks }: escolha uma casa
   *[other] Fileiras { $ranks }: escolha uma casa
}
panel-displace = { $count ->
    [0] Tome o lugar de uma peça
    [one] Fileira { $ranks }: tome o lugar de uma peça
   *[other] Fileiras { $ranks }: tome o lugar de uma peça
}
panel-pattern = Escolha uma formação comum
# A form with one field
form-title = Sua jogada
form-move = A jogada (vale ao enviar)
# The form for a puzzle, where nothing is played
puzzle-form-title = Sua solução
puzzle-form = A jogada

# Plans: the player’s answers to moves that the opponent may play. $player: the opponent
plan-theirs = O que { $player } poderia jogar?
plan-own = Qual é a sua resposta?
# $move: the move that is already planned
plan-replaces = Por enquanto, a sua resposta é **{ $move }**. Outra a substitui.
plan-move = Escolha uma jogada.
# $move: the move; $count: how many pieces it takes
plan-preview = { $count ->
    [0] **{ $move }**. Planejar essa jogada?
    [one] **{ $move }** captura uma peça. Planejar essa jogada?
   *[other] **{ $move }** captura { $count } peças. Planejar essa jogada?
}
plan-too-long = **{ $move }** é longa demais para um botão. Aperte **{ button-type }** e digite a jogada.
plan-form = A jogada
# A line of play, combined from these: “If a1 b2, then **c1 d2**, if a3 b4”
plan-if-first = Se { $move }
plan-if = se { $move }
plan-then = então **{ $move }**
plan-added = Planejado. Se chegar a isso, jogo por você na hora; se não, descarto o plano. Só você vê.
plan-list = Seus planos, com as suas jogadas em **negrito**. Só você vê.
plan-none = Você ainda não tem planos nesta partida.
plan-remove = Remover um plano

next-none = Não é a sua vez em nenhuma outra partida aqui.

denied-share = Você não pode escrever neste canal, então também não mostro nada aqui.
denied-share-running = Uma partida em andamento só pode ser compartilhada no canal dela.

# Above a message that a person shares.
shared = { $player } compartilhou isto:

# A person’s settings
settings-confirms = Antes de uma jogada sua, mostro como ela fica e espero você apertar **{ button-confirm }**.
settings-trusts = Sua jogada vale assim que não resta nada a escolher.
settings-buttons = No 5×5, o painel mostra o tabuleiro em botões. Se as linhas se quebram no seu celular, escolha **{ button-settings-menus }**.
settings-menus = O painel mostra todos os tabuleiros em menus.
# When a player is reminded. $share: per cent
reminder-at = quando restam { $share }% do tempo
reminder-never = nunca
# $when: see above
settings-reminder =
    Lembrete da sua vez: **{ $when }**.
    -# Em partidas amistosas, a outra pessoa também pode cutucar você depois do fim do prazo. Para não receber nem um nem outro, escolha “{ button-notify-never }” em **{ button-settings-notices }**.
# How a player is notified of a turn. $case: the choice
notify = { $case ->
    [direct] por mensagem direta
    [digest] uma vez por dia, em uma mensagem direta com todas as partidas
    [never] nunca
   *[here] junto ao tabuleiro
}
# $how: see notify
notify-how = Aviso da sua vez: **{ $how }**.
# $hour: of the day, 0 to 23
hour = { $hour }:00
# $when: see hour
notify-hour = Hora do resumo diário: **{ $when }**.
# $hours: see quiet-hours
notify-quiet = Horário de silêncio: **{ $hours }**.
# $from, $to: hours of the day
quiet-hours = das { $from }:00 às { $to }:00
quiet-never = nenhum
# $place: the end of a time zone’s name; $name: that end with spaces
city = { $place ->
    [Los_Angeles] Los Angeles
    [Mexico_City] Cidade do México
    [Bogota] Bogotá
    [New_York] Nova York
    [Sao_Paulo] São Paulo
    [London] Londres
    [Lisbon] Lisboa
    [Madrid] Madri
    [Paris] Paris
    [Berlin] Berlim
    [Cairo] Cairo
    [Johannesburg] Joanesburgo
    [Istanbul] Istambul
    [Dubai] Dubai
    [Kolkata] Calcutá
    [Shanghai] Xangai
    [Tokyo] Tóquio
    [Sydney] Sydney
   *[other] { $name }
}
# $zone: see city; $clock: the time there
zone = { $zone } · { $clock }
notify-zone = Seu fuso horário: **{ $zone }** (agora: { $clock }).
# $count: how many time zones match; $zone: the first of them, see city
notify-zones = { $count ->
    [1] **Você quis dizer { $zone }?** Então escolha no menu.
   *[other] Há vários fusos horários possíveis. **Escolha o seu no menu.**
}
form-zone = Seu fuso horário
form-city = Cidade, país ou diferença de horário
settings-server = -# Os ajustes do servidor estão em `/{ command-setup }`.
setup-head = **O Siwa neste servidor**
setup-unchecked = ⚠️ Não consegui verificar minhas permissões. Aperte **{ button-check }** daqui a pouco, por favor.
setup-unseen = ⚠️ Não consigo ver este tópico privado. Mencione-me aqui uma vez ({ $bot }) para que eu entre.
setup-timed-out = ⛔ A moderação me colocou de castigo, e não consigo publicar nada. O castigo termina { $ends }.
# $channels: links to channels
setup-sound = ✅ { $channels }: tenho todas as permissões de que preciso.
# $channels: links to channels; $permissions: a list; $count: how many permissions
setup-lacks = { $count ->
    [one] ⛔ { $channels }: preciso da permissão { $permissions } para mostrar tabuleiros. Sem ela, não há partidas.
   *[other] ⛔ { $channels }: preciso das permissões { $permissions } para mostrar tabuleiros. Sem elas, não há partidas.
}
setup-lacks-threads = { $count ->
    [one] ⚠️ { $channels }: preciso da permissão { $permissions } para usar tópicos. Sem ela, as partidas ficam no próprio canal.
   *[other] ⚠️ { $channels }: preciso das permissões { $permissions } para usar tópicos. Sem elas, as partidas ficam no próprio canal.
}
setup-lacks-history = ⚠️ { $channels }: preciso da permissão { $permissions } para ver quais tabuleiros já estão lá. Sem ela, um pode aparecer duas vezes depois de uma falha do Discord.
setup-gone = { $count ->
    [one] ⛔ { $channels }: este canal não existe mais. Escolha outros abaixo ou libere todos.
   *[other] ⛔ { $channels }: estes canais não existem mais. Escolha outros abaixo ou libere todos.
}
setup-anywhere = Canais em que se pode jogar: **todos**.
setup-places = Canais em que se pode jogar: { $channels }
setup-own-language = Idioma das minhas mensagens públicas: **o do servidor no Discord**.
# $language: see language
setup-language = Idioma das minhas mensagens públicas: **{ $language }**.
setup-language-of-server = O idioma do servidor no Discord
# The language’s own name
language = Português
# $time: a time control
setup-clock = Tempo padrão dos desafios: **{ $time }**.
setup-rated = Desafios, por padrão: **ranqueados**.
setup-unrated = Desafios, por padrão: **amistosos**.
# Where games are played. $case: the choice
games-in = { $case ->
    [channel] no canal do desafio
    [ask] à escolha de quem aceitar
   *[threads] em um tópico próprio
}
# $place: see games-in
settings-games-in = Cada partida: **{ $place }**.
# $day: from 0 for Monday
weekday = { $day ->
    [0] segunda-feira
    [1] terça-feira
    [2] quarta-feira
    [3] quinta-feira
    [4] sexta-feira
    [5] sábado
   *[6] domingo
}
# $days: how many; $first, $last: see weekday; $zone: see city
settings-weekends = { $days ->
    [1] Fins de semana em novas partidas: **o relógio para ({ $first })**, fuso horário: { $zone }.
   *[other] Fins de semana em novas partidas: **o relógio para ({ $first } e { $last })**, fuso horário: { $zone }.
}
settings-no-weekends = Fins de semana em novas partidas: **o relógio não para**.
# $zone: see zone
weekends-still = O relógio para: { $zone }
weekends-count = O relógio não para
settings-takebacks = Desfazer jogadas em novas partidas ranqueadas: **permitido**, se a outra pessoa concordar.
settings-no-takebacks = Desfazer jogadas em novas partidas ranqueadas: **proibido**.
settings-tournaments = Quem pode abrir torneios: **qualquer membro**.
settings-no-tournaments = Quem pode abrir torneios: **quem tem a permissão { permission-manage }**.

# $month: a month
month = { $month ->
    [1] janeiro
    [2] fevereiro
    [3] março
    [4] abril
    [5] maio
    [6] junho
    [7] julho
    [8] agosto
    [9] setembro
    [10] outubro
    [11] novembro
   *[12] dezembro
}
# $day: of the month; $month: see month; $days: how many days it is until then
away-choice = { $days ->
    [one] { $day ->
        [1] 1º
       *[other] { $day }
    } de { $month } · { $days } dia
   *[other] { $day ->
        [1] 1º
       *[other] { $day }
    } de { $month } · { $days } dias
}
away-back = Voltei
# $until: a time
away-until = Fim da sua ausência: { $until }. Até lá, seus relógios ficam parados, menos em torneios.
away-not = Você não está ausente: seus relógios estão correndo. Escolha um dia, e eles ficam parados até o fim dele, menos em torneios.
away-left = { $days ->
    [0] -# Você já usou todos os dias de ausência deste ano.
    [one] -# Resta { $days } dia de ausência neste ano.
   *[other] -# Restam { $days } dias de ausência neste ano.
}
games-none = Você não tem partidas em andamento para mostrar. Comece uma com `/{ command-play }` ou `/{ command-challenge }`.
# $count: how many
# $link: a link to the board; $variant: see variant-board; $until: a time, or see time-none
games-line = { $link } · { $opponent } · { $variant } · { $until }
games-your-turn = sua vez
games-their-turn = vez do outro lado
games-won = vitória
games-lost = derrota
games-drawn = empate
which-choose = Qual partida?
# $opponent, $first, $second: names
which-own = #{ $game } contra { $opponent } · { $variant } · { $turn }
which-other = #{ $game } { $first } – { $second } · { $variant }

# $name: the game; $scope: people, month or engine (games against the bot)
leaderboard-head = { $scope ->
    [engine] **Classificação contra mim: { $name }** (vitórias–empates–derrotas)
    [month] **Classificação do mês: { $name }** (pontos · vitórias–empates–derrotas)
   *[people] **Classificação: { $name }** (vitórias–empates–derrotas)
}
leaderboard-all = todos os jogos
leaderboard-empty = { $scope ->
    [engine] Ninguém terminou uma partida ranqueada contra mim aqui ainda. Comece com `/{ command-play }`.
    [month] Nenhuma partida ranqueada entre pessoas terminou aqui este mês ainda. Comece com `/{ command-challenge }`.
   *[people] Ninguém terminou uma partida aqui ainda. Comece com `/{ command-challenge }`.
}
leaderboard-month-note = -# Em partidas ranqueadas, uma vitória vale 1 ponto e um empate, ½. O mês começa no dia 1º, à meia-noite UTC.
# $levels: a list of level-rated
leaderboard-levels = -# Meus níveis: { $levels }.
# The choices of a command: which games are listed
leaderboard-people = pessoas
leaderboard-siwa = Siwa
# $score: see rating; on the leaderboard of a month: points, such as 2½
leaderboard-line = { $place }. { $player } · { $score } · { $won }–{ $drawn }–{ $lost }
leaderboard-line-own = **{ $place }.** { $player } · **{ $score }** · { $won }–{ $drawn }–{ $lost } ← você
leaderboard-own = …
leaderboard-own-none = { $scope ->
    [engine] -# Você ainda não aparece aqui: primeiro termine uma partida ranqueada contra mim.
    [month] -# Você ainda não aparece aqui: primeiro termine uma partida ranqueada contra alguém.
   *[people] -# Você ainda não aparece aqui: primeiro termine uma partida.
}
rating = { $rating }
# A rating that a few more games may change a lot, and the meaning of its sign.
rating-provisional = { $rating }?
rating-provisional-note = -# “?” marca uma pontuação que ainda pode mudar bastante.
rating-none = sem pontuação

## Profiles

# $player: the player; $name: the game
profile-head = **{ $player } · { $name }** (vitórias–empates–derrotas)
profile-empty = { $player } ainda não tem resultados em { $name } aqui.
# $rating: see rating; $place: the rank on the leaderboard
profile-people = Contra pessoas: **{ $rating }** · { $place }º lugar · { $won }–{ $drawn }–{ $lost }
profile-siwa = Contra mim: **{ $rating }** · { $place }º lugar · { $won }–{ $drawn }–{ $lost }
profile-rivals = Oponentes mais frequentes:
profile-rival = - { $player } · { $won }–{ $drawn }–{ $lost }
profile-curve = -# A curva mostra a pontuação depois de cada partida ranqueada contra pessoas.
# $count: how many games; the others: ratings
profile-alt = Gráfico da pontuação nas últimas { $count } partidas ranqueadas: de { $first } a { $last }, mínimo { $low }, máximo { $high }.
profile-bot = Bots não têm perfil. Para ver os meus níveis, use `/{ command-leaderboard }` com um jogo e `{ command-leaderboard.against }:{ leaderboard-siwa }`.

## Tournaments. $group: see tournament-group; $points, $berger: numbers such as 2½

# $name: the name of a tournament
tournament-head = **{ $name }**
# The name of a tournament that got none. $number: a number
tournament-name = { $game } { $number }
# $start: placed or dealt
tournament-fair = { $start ->
    [dealt] Em cada grupo, todo mundo joga uma vez contra todo mundo. As peças já estão distribuídas: uma posição em que os dois lados têm quase as mesmas chances. Todas as partidas começam ao mesmo tempo.
   *[placed] Em cada grupo, todo mundo joga contra todo mundo, ida e volta, com os lados trocados. As duas partidas dão um só resultado, então nenhum lado tem vantagem. Todas as partidas de ida começam ao mesmo tempo.
}
# $until: a time, shown as “in 3 days”
tournament-closes = Fim das inscrições: { $until }
tournament-nobody = Ninguém se inscreveu ainda. Há { $most } vagas.
# $count: how many have joined; $most: how many can; $players: a list
tournament-players = Inscrições: **{ $count } de { $most }**. { $players }
tournament-cancelled = *{ $player } cancelou este torneio.*
tournament-cancelled-on = *{ $player } cancelou este torneio.* As partidas em andamento continuam, mas nenhuma nova começa.
tournament-too-few = *Este torneio não começou: eram necessárias pelo menos três pessoas.*
# $posted of $total boards were posted
tournament-starting = -# Tabuleiros publicados: { $posted } de { $total }
# $count: how many; $players: a list
tournament-won = { $count ->
    [one] 🏆 **{ $players } venceu o torneio.**
   *[other] 🏆 **{ $players } dividem o primeiro lugar.**
}
tournament-no-winner = *O torneio terminou. Não sobrou ninguém, então ninguém venceu.*
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
   *[other] **{ $place }.** { $player } · **{ $points }** · SB { $berger } · derrotas por tempo: { $late }
}
tournament-row-withdrawn = **{ $place }.** ~~{ $player }~~ · **{ $points }** (fora do torneio)
tournament-alt = { $group }: tabela de resultados.
tournament-alt-row = { $place }. { $player }, pontos: { $points }; { $results }.
tournament-alt-win = venceu { $player }
tournament-alt-draw = empatou com { $player }
tournament-alt-loss = perdeu para { $player }
tournament-alt-unplayed = sem resultado contra { $player }
tournament-alt-pending = ainda joga contra { $player }
# $start: placed or dealt
tournament-begun = { $start ->
    [dealt] As partidas começaram. Quem perde duas partidas por tempo sai do torneio. Para ver as suas partidas, aperte **{ button-my-games }** abaixo da tabela do grupo.
   *[placed] As partidas começaram. A volta começa quando a ida termina. Quem perde duas partidas por tempo sai do torneio. Para ver as suas partidas, aperte **{ button-my-games }** abaixo da tabela do grupo.
}
tournament-game = **#{ $game }** { $first } – { $second }
tournament-standings-group = **{ $group }**
tournament-order = -# Ordem: pontos, confronto direto, Sonneborn-Berger (SB), menos derrotas por tempo.
tournament-tie = -# De cada grupo segue uma só pessoa: em caso de empate, a de maior pontuação.
tournament-file = As tabelas de resultados em texto
tournament-no-games = **Você não tem partida do torneio em andamento.**
tournament-cancel = Cancelar o torneio? Ninguém vence. As partidas em andamento continuam, mas nenhuma nova começa.
tournament-cancel-early = Cancelar o torneio? As inscrições se encerram, e ele não começa.
tournament-withdraw = { $start ->
    [dealt] Quer desistir do torneio? As partidas em andamento continuam: se o seu tempo acabar, você perde.
   *[placed] Quer desistir do torneio? Os confrontos cuja volta não começou não vão contar. As partidas em andamento continuam: se o seu tempo acabar, você perde.
}
tournament-withdrawn = Você desistiu do torneio. As partidas em andamento continuam. Para ver as partidas, use `/{ command-games }`.
# $days: how many
days = { $days ->
    [one] { $days } dia
   *[other] { $days } dias
}

## Denials, with what to do instead

denied-not-your-turn = É a vez de { $player }. Com `/{ command-settings }` você escolhe como saber quando é a sua.
denied-not-your-game = Você não joga na partida #{ $game }. Veja as suas com `/{ command-games }`.
denied-unknown-game = Essa partida não existe aqui. Veja as suas com `/{ command-games }`.
denied-no-game-here = Você não tem partida em andamento aqui. Comece uma com `/{ command-play }` ou `/{ command-challenge }`, ou veja as de outros lugares com `/{ command-games }`.
# $count: how many
denied-several-games = Pode ser qualquer uma de { $count } partidas. Qual delas? (Da próxima vez, você pode indicar com `{ command-place.game }:`.)
denied-nothing-to-replay = Ainda não houve nenhuma partida neste canal. Indique uma de outro canal com `{ command-replay.game }:` ou comece uma com `/{ command-play }` ou `/{ command-challenge }`.
denied-game-over = A partida #{ $game } acabou. Aperte **{ button-rematch }** abaixo do último tabuleiro, ou comece outra com `/{ command-play }` ou `/{ command-challenge }`.
denied-use-move = Todas as peças já estão no tabuleiro: use `/{ command-move }`. Mostro opções permitidas enquanto você digita.
denied-moved-on = Esse botão está desatualizado. A partida #{ $game } agora está assim:
denied-already-offered = Você já tem uma proposta em aberto. Agora a resposta cabe ao outro lado.
denied-offered-before = Sua última proposta foi recusada. Você pode fazer outra depois da próxima jogada.
denied-no-offer = Essa proposta não está mais em aberto. Continue jogando ou faça uma com `/{ command-draw }`.
denied-own-offer = Essa proposta é sua. Agora a resposta cabe ao outro lado.
denied-time-is-up = O tempo acabou, e a partida #{ $game } terminou. Comece outra com `/{ command-challenge }`.
denied-not-over = A partida #{ $game } ainda está em andamento. Termine-a primeiro.
denied-animation-waiting = Ainda estou preparando o seu último pedido. Tente de novo quando ele estiver pronto.
denied-busy = Não deu certo desta vez. Tente de novo, por favor.
# $limit: the limit
denied-too-many-games = { $player } tem { $limit } partidas em andamento aqui, e esse é o limite. Uma delas precisa terminar primeiro.
denied-own-games = Você pode ter no máximo { $limit } partidas em andamento aqui, e ida e volta conta como duas. Uma delas precisa terminar primeiro.
denied-room-for-one = { $player } só tem lugar para mais uma partida aqui (o limite é { $limit }). Escolha uma partida só, ou ida e volta, uma depois da outra.
denied-too-many-challenges = Você tem { $limit } desafios abertos aqui, e esse é o limite. Cancele um ou espere uma resposta.
# $limit: the limit
denied-too-many-plans = Você tem { $limit } planos nesta partida, e esse é o limite. Remova um primeiro.
denied-plan-too-long = Um plano pode ter até { $limit } jogadas. Planeje o resto depois que algumas delas forem feitas.
denied-challenge-open = Você já fez exatamente esse desafio a { $player }, e ele continua aberto.
denied-challenge-self = Você não pode se desafiar. Deixe `{ command-challenge.opponent }` vazio para que qualquer pessoa possa aceitar.
denied-own-challenge = Esse desafio é seu. Espere alguém aceitar ou, enquanto isso, jogue contra mim com `/{ command-play }`.
denied-challenge-bot = Outros bots não jogam. Desafie uma pessoa ou a mim, ou deixe `{ command-challenge.opponent }` vazio para que qualquer pessoa possa aceitar.
# $game: the game’s id
denied-hint-in-rated = A partida #{ $game } é ranqueada, e pontuação se conquista sem ajuda. Há dicas nas partidas amistosas.
denied-review-running = A partida #{ $game } ainda está em andamento. Quando ela terminar, eu a analiso com você.
denied-no-puzzles = Ainda não há problemas.
denied-unknown-puzzle = Esse problema não está mais disponível. Para ver o de hoje, use `/{ command-puzzle }`.
denied-nothing-to-share = Você pode compartilhar uma vez por dia, depois de resolver o problema de hoje sem ver a solução.
denied-no-deal = Só no Seega a partida pode começar com as peças distribuídas. Deixe `{ command-challenge.start }` vazio.
denied-side-in-rated = Em partida ranqueada, um sorteio decide os lados. Deixe `{ command-challenge.side }` vazio, desligue a opção `{ command-challenge.rated }` ou jogue ida e volta com `{ command-challenge.games }`.
denied-rated-without-limit = Uma partida ranqueada precisa de um limite de tempo. Escolha um em `{ command-challenge.time }` ou desligue a opção `{ command-challenge.rated }`.
denied-terms-outside = Eu não estou nesta conversa e não consigo mandar lembretes. Por isso as partidas daqui são amistosas, sem limite de tempo e uma de cada vez. Deixe `{ command-challenge.time }`, `{ command-challenge.rated }` e `{ command-challenge.games }` vazios.
denied-unknown-challenge = Esse desafio não existe mais. Faça um novo com `/{ command-challenge }`.
denied-not-for-you = Este desafio é para { $player }. Faça o seu com `/{ command-challenge }`.
denied-not-your-challenge = Só { $player } pode cancelar este desafio.
denied-nothing-to-decline = Você não precisa recusar um desafio aberto. É só ignorar.
denied-challenge-expired = Este desafio expirou. Faça um novo com `/{ command-challenge }`.
denied-challenge-taken = Alguém já aceitou este desafio. Faça um novo com `/{ command-challenge }`.
denied-challenge-declined = Este desafio foi recusado. Faça um novo com `/{ command-challenge }`.
denied-challenge-cancelled = Este desafio foi cancelado. Faça um novo com `/{ command-challenge }`.
denied-rematch-begun = A revanche já começou: partida #{ $game }. Veja as suas partidas com `/{ command-games }`.
denied-rematch-asked = Você já pediu a revanche. Agora a resposta cabe ao outro lado.
denied-opponent-gone = Quem jogou com você a partida #{ $game } saiu, então não há quem aceite a revanche. Desafie outra pessoa com `/{ command-challenge }` ou jogue contra mim com `/{ command-play }`.
channel-closed = Está tudo salvo, mas não consigo mostrar o tabuleiro no canal da partida. Peça à administração do servidor que me deixe ver esse canal e enviar mensagens e arquivos nele; se for um tópico privado, mencione-me lá uma vez. Vou tentar de novo em uma hora e, se não der, escrevo diretamente para vocês dois.
# $bot: a mention of the bot
channel-private = Está tudo salvo, mas não consigo ver este tópico privado. Mencione-me aqui uma vez ({ $bot }) para que eu entre e depois use `/{ command-board }`.
channel-nowhere = Está tudo salvo. Não consigo escrever no canal da partida, então ela continua por mensagens diretas, sem relógio. `/{ command-games }` mostra a partida.
denied-outside = Isso só funciona em servidores em que eu estou. Fora deles, você pode jogar contra mim (`/{ command-play }`) e, em conversas com outras pessoas, desafiá-las (`/{ command-challenge }`). O resto está em `/{ command-help }`.
answer-unseen = Só você vê minha resposta: o Discord esconde aqui as respostas de aplicativos. Peça à administração as permissões “Usar apps externos”, “Enviar mensagens” e “Anexar arquivos”, ou jogue em uma mensagem direta ou em um grupo.
denied-unseen = Aqui só você veria o que eu digo: você não tem a permissão “Usar apps externos” neste servidor. Peça-a à administração, ou jogue por mensagem direta ou em um grupo.
# $permissions: a list of permissions; $count: how many
denied-unheard = { $count ->
    [one] Aqui só você veria o que eu digo: você não tem a permissão { $permissions } neste canal. Peça-a à administração, ou jogue por mensagem direta ou em um grupo.
   *[other] Aqui só você veria o que eu digo: você não tem as permissões { $permissions } neste canal. Peça-as à administração, ou jogue por mensagem direta ou em um grupo.
}
# $permissions: a list of permissions; $count: how many
denied-permissions = { $count ->
    [one] Não consigo mostrar tabuleiros neste canal: falta a permissão { $permissions }. Peça-a à administração (`/{ command-setup }` mostra a ela o que me impede) ou tente outro canal.
   *[other] Não consigo mostrar tabuleiros neste canal: faltam as permissões { $permissions }. Peça-as à administração (`/{ command-setup }` mostra a ela o que me impede) ou tente outro canal.
}
permission-view = “Ver canal”
permission-send = “Enviar mensagens”
permission-send-in-threads = “Enviar mensagens em tópicos”
permission-attach = “Anexar arquivos”
permission-connect = “Conectar”
permission-threads = “Criar tópicos públicos”
permission-history = “Ver histórico de mensagens”
permission-manage = “Gerenciar servidor”
# $channels: links to channels
denied-place = Neste servidor, as partidas só podem começar em: { $channels }
denied-unknown-command = Não conheço esse comando. Veja em `/{ command-help }` o que eu faço.
denied-unknown-button = Esse botão não funciona mais. Veja as suas partidas com `/{ command-games }`.
denied-no-variant = Não conheço esse jogo, ou essas opções não combinam. Escolha entre as sugestões.
denied-no-clause = Essas regras não têm esse item. Deixe `{ command-rules.clause }` vazio em `/{ command-rules }` para ver todos.
denied-no-time = Esse tempo não é uma das opções. Escolha entre as de `/{ command-challenge }`.
# $permission: see permission-manage
denied-settings = Só quem tem a permissão { $permission } pode mudar isso no servidor.
# $days: how many can be chosen; $most: how many an absence lasts at most
denied-away-when = { $days ->
    [0] Você já ficou ausente { $most } dias seguidos. Pode se ausentar de novo a partir de amanhã.
    [one] Uma ausência dura no máximo { $most } dias seguidos. Escolha hoje.
   *[other] Uma ausência dura no máximo { $most } dias seguidos. Escolha um dos próximos { $days } dias, contando hoje.
}
denied-away-used-up = { $days ->
    [0] Você já usou todos os dias de ausência deste ano.
    [one] Resta { $days } dia de ausência neste ano. Escolha um dia mais próximo.
   *[other] Restam { $days } dias de ausência neste ano. Escolha um dia mais próximo.
}
denied-not-away = Você não está ausente.
# $city: the typed text
denied-zone = Não conheço nenhum fuso horário com “{ $city }”. Digite o nome de uma cidade grande do seu fuso horário, um país ou uma diferença como “UTC-3”, ou escolha no menu.
denied-own-turn = Só quem está esperando pode fazer isso, e agora é a sua vez.
denied-answer-first = Há uma proposta do outro lado nesta partida. Responda a ela primeiro.
denied-takeback-in-rated = A partida #{ $game } é ranqueada. Quando ela começou, este servidor não permitia desfazer jogadas em partidas ranqueadas.
denied-takeback-from-engine = A partida #{ $game } é ranqueada, e nas ranqueadas contra mim não dá para desfazer jogadas.
denied-nothing-to-take-back = Não há o que desfazer: a última jogada não é sua.
denied-no-limit = Esta partida não tem limite de tempo.
denied-time-enough = Esta jogada ainda tem mais de 30 dias.
# $until: a time
denied-not-late = Isso só vale depois do fim do prazo desta jogada: { $until }.
denied-too-long = Isso é longo demais. Encurte, por favor, ou acrescente `{ command-place.game }:` para dizer qual é a partida.
# $incident: the error number in the log
fault = Algo deu errado do meu lado. Veja como está a sua partida com `/{ command-board }`. Se acontecer de novo, passe este número à administração: `{ $incident }`.
denied-hard-clock = A partida #{ $game } é de um torneio: não dá para dar mais tempo.
denied-unknown-tournament = Esse torneio não existe neste servidor. Escolha um com `/{ command-tournament } { command-tournament.show }:`.
denied-no-tournament = Não há torneio aberto nem em andamento aqui. Para abrir um, acrescente `{ command-tournament.game }:` a `/{ command-tournament }`; para ver um antigo, `{ command-tournament.show }:`.
denied-no-tournament-yet = Não há torneio aberto nem em andamento aqui. Quem tem a permissão { permission-manage } pode abrir um. Para ver um antigo, use `/{ command-tournament } { command-tournament.show }:`.
denied-tournament-by-managers = Só quem tem a permissão { permission-manage } pode abrir torneios, e mudar essa regra com `/{ command-setup }`.
# $name: the name of a tournament
denied-tournament-open = **{ $name }** ainda não terminou, e cada servidor só pode ter um torneio por vez. Veja-o com `/{ command-tournament }`.
denied-tournament-name = Este servidor já teve um torneio chamado **{ $name }**. Escolha outro `{ command-tournament.name }:`.
denied-tournament-place = Um torneio precisa de um tópico para cada grupo. Use o comando em um canal de texto em que eu possa abrir tópicos.
denied-sign-up-closed = As inscrições acabaram. Veja o torneio com `/{ command-tournament }`.
denied-already-joined = Você já se inscreveu. Para sair, aperte **{ button-leave }**.
denied-not-joined = Você não joga neste torneio. Veja-o com `/{ command-tournament }`.
denied-not-organizer = Só { $player }, que abriu este torneio, e quem tem a permissão { permission-manage } podem fazer isso.
# $limit: how many
denied-too-few-players = Um torneio precisa de pelo menos { $limit } pessoas. Espere mais gente ou aperte **{ button-cancel-tournament }**.

## Themes

# The chosen theme. $theme: see theme
# The present themes. $theme: see theme
theme-own = Tabuleiros que só você vê: **{ $theme }** (escolha sua, em todos os servidores).
theme-default-own = Tabuleiros que só você vê: **{ $theme }** (o padrão: o tema de cada servidor).
theme-now-public = Tabuleiros públicos deste servidor: **{ $theme }**.
# $permission: see permission-manage

## Data about a person

# Replaces the name of a person whose data was deleted
player-gone = alguém que saiu
privacy-head = **O que guardo sobre você**
# $name: the person’s name
privacy-name = - Seu ID do Discord, o último nome que vi (**{ $name }**) e o que você escolheu em `/{ command-settings }`
# $running: how many of the games are in progress
privacy-games = - { $count ->
    [one] Uma partida, jogada por jogada
   *[other] { $count } partidas, jogada por jogada
} (em andamento: { $running })
privacy-challenges = - { $count ->
    [one] Um desafio feito
   *[other] { $count } desafios feitos
} por você ou a você
privacy-ratings = - { $count ->
    [one] Sua pontuação e seus resultados em uma classificação
   *[other] Suas pontuações e seus resultados em { $count } classificações
}
privacy-puzzles = - { $count ->
    [one] Seu resultado em um problema
   *[other] Seus resultados em { $count } problemas
}
privacy-tournaments = - { $count ->
    [one] Um torneio em que você se inscreveu
   *[other] { $count } torneios em que você se inscreveu
}
privacy-plans = - { $count ->
    [one] Um plano de resposta seu
   *[other] { $count } planos de resposta seus
}
privacy-messages = - { $count ->
    [one] Uma referência à mensagem direta que enviei ou vou enviar a você, para mantê-la atualizada
   *[other] Referências às { $count } mensagens diretas que enviei ou vou enviar a você, para mantê-las atualizadas
}
# $days: how long data is stored after the bot or the person has left a server; $years: after the person was last active
privacy-how-long = -# Guardo isso só para você poder jogar. Você pode apagar tudo quando quiser. Se não apagar, apago eu: os dados de um servidor, { $days } dias depois que ele me remove; os seus dados nele, no máximo { $days } dias depois que você sai (se você estiver na classificação dele); e tudo, depois de { $years } anos sem notícias suas. Não guardo nenhuma das suas mensagens.
privacy-nothing = Não guardo nada sobre você.
# $running: in how many games the person plays
privacy-sure = { $running ->
    [0] **Apagar tudo o que guardo sobre você?** Seus desafios são cancelados. Seu nome, suas pontuações, escolhas, planos e resultados de problemas somem na hora e para sempre.
    [one] **Apagar tudo o que guardo sobre você?** Você desiste da sua partida em andamento, e seus desafios são cancelados. Seu nome, suas pontuações, escolhas, planos e resultados de problemas somem na hora e para sempre.
   *[other] **Apagar tudo o que guardo sobre você?** Você desiste das suas { $running } partidas em andamento, e seus desafios são cancelados. Seu nome, suas pontuações, escolhas, planos e resultados de problemas somem na hora e para sempre.
} Você também sai dos torneios em que joga. Quem jogou com você fica com as partidas, com “{ player-gone }” no seu lugar. O que já escrevi nos canais continua lá. Se quiser uma cópia, use antes `/{ command-privacy } { command-privacy.export }`.
privacy-kept-on = Nada foi apagado.
privacy-forgotten = Pronto. Apaguei tudo o que guardava sobre você. As cópias de segurança de quem me hospeda ainda podem conter isso por um tempo; se uma delas for restaurada, apague de novo, por favor.
privacy-export = Tudo o que guardo sobre você, tabela por tabela.
privacy-export-short = -# Com as suas jogadas, o arquivo ficaria grande demais; elas estão nos registros das suas partidas.
privacy-export-alt = Tudo o que o Siwa guarda sobre você, em JSON
privacy-records = { $count ->
    [one] O registro da sua partida.
   *[other] Os registros das suas { $count } partidas, das mais novas às mais antigas.
}
privacy-left-out = { $count ->
    [one] Mais uma não coube; no servidor dela, use `/{ command-replay }` e aperte **{ button-export }**.
   *[other] Mais { $count } não couberam; nos servidores delas, use `/{ command-replay }` e aperte **{ button-export }**.
}
privacy-records-alt = Os registros das suas partidas em texto

## Help and rules

help =
    O **Seega**, do Egito, e o **Gygès**, de Claude Leroy, são jogos de tabuleiro para duas pessoas: jogue agora, responda amanhã.
    Seega: { seega-goal }

    1. `/{ command-play }`, ou o botão abaixo, começa uma partida contra mim; `/{ command-challenge }`, contra quem você quiser.
    2. Na sua vez, você recebe uma menção: aperte o botão abaixo do tabuleiro. Em **{ button-more }** há propostas e desistência.
    3. `/{ command-rules }` ensina com imagens; com `/{ command-puzzle }`, você treina.

    - **Partidas:** `/{ command-games }`, `/{ command-board }` (em texto: opção `{ command-board.text }`), `/{ command-replay }`
    - **Torneios e resultados:** `/{ command-leaderboard }`, `/{ command-tournament }`, `/{ command-profile }`
    - **Ajustes:** `/{ command-settings }`

    Se o seu tempo acaba, você perde; em uma amistosa entre pessoas, a outra pode declarar vitória ou esperar. Digite / para ver todos os comandos.
help-outside =
    O **Seega**, do Egito, e o **Gygès**, de Claude Leroy: jogue agora, responda amanhã. Aqui eu só respondo, e há menos do que nos servidores em que estou.
    Seega: { seega-goal }

    1. `/{ command-play }`, ou o botão abaixo, começa uma partida contra mim; em conversas com outras pessoas, `/{ command-challenge }` começa uma entre vocês.
    2. Aperte o botão abaixo do tabuleiro. Se ele não aparecer, `/{ command-board }` o mostra (em texto: opção `{ command-board.text }`).
    3. `/{ command-rules }` ensina com imagens.

    - **Partidas:** `/{ command-games }`, `/{ command-draw }`, `/{ command-resign }`
    - **Ajustes:** `/{ command-settings }`

    As partidas daqui são amistosas e esperam para sempre. Nos servidores há também limites de tempo, pontuações, classificações, problemas e replays.
help-direct =
    O **Seega**, do Egito, e o **Gygès**, de Claude Leroy, são jogos de tabuleiro para duas pessoas: jogue agora, responda amanhã.
    Seega: { seega-goal }

    1. `/{ command-play }`, ou o botão abaixo, começa uma partida contra mim. As suas partidas de todos os servidores também continuam aqui.
    2. Na sua vez, aperte o botão abaixo do tabuleiro. Em **{ button-more }** há propostas e desistência.
    3. `/{ command-rules }` ensina com imagens.

    - **Partidas:** `/{ command-games }`, `/{ command-board }` (em texto: opção `{ command-board.text }`), `/{ command-draw }`, `/{ command-resign }`
    - **Ajustes:** `/{ command-settings }`

    Em uma ranqueada, você perde se o seu tempo acabar. Nos servidores em que estou há também desafios, torneios, classificações, problemas e replays.
# Below the help
help-privacy = -# `/{ command-privacy } { command-privacy.show }` mostra o que guardo sobre você.
# $address: a URL
help-page = -# [Privacidade]({ $address })
# $address: a URL
help-terms = -# [Termos]({ $address })
# A hint. $square: the start of the move
hint-square = Olhe para **{ $square }**.
# $digit: the first digit of a set-up
hint-digit = Comece por **{ $digit }**.
# $move: the move
hint-move = Jogue **{ $move }**.
hint-wins = Essa jogada vence.
# $count: how many pieces the move captures, saves or threatens
hint-captures = { $count ->
    [one] Captura uma peça.
   *[other] Captura { $count } peças.
}
hint-parries = Impede o outro lado de vencer na jogada seguinte.
hint-threatens-win = Ameaça vencer na jogada seguinte, se nada impedir.
hint-blocks = Deixa o outro lado sem jogada, e ele passa.
hint-wall = Faz uma barreira que nunca poderá ser rompida.
hint-defends = { $count ->
    [one] Defende uma peça que podia ser capturada.
   *[other] Defende { $count } peças que podiam ser capturadas.
}
hint-threatens = { $count ->
    [one] Ameaça capturar uma peça.
   *[other] Ameaça capturar { $count } peças.
}
hint-makes-way = Abre caminho para o outro lado jogar de novo.
hint-frees = Liberta as suas peças: só uma podia se mover.
hint-opens-gate = Abre o caminho para uma porta do gol do outro lado.
hint-shuts-gates = Bloqueia o caminho do outro lado para todas as portas do seu gol.
# $moves: moves of both sides in turn, separated by commas
hint-line = A melhor sequência que encontrei: { $moves }.
hint-compared = A melhor das possibilidades que comparei.
# Setting up a game against the bot. $variant: see variant; $level: see level
engine-choose = **{ $variant }**, nível { $level }. Mude abaixo ou comece. { $order ->
    [first] A primeira jogada é sua.
    [second] A primeira jogada é minha.
   *[random] Um sorteio decide quem faz a primeira jogada.
}
# $games: how many games the person has finished against the bot
engine-suggested = { $games ->
    [0] -# Um nível para começar. Depois das suas primeiras partidas contra mim, escolho um em que você vença cerca de metade.
   *[other] -# Escolhi este nível para que você vença cerca de metade das suas partidas contra mim.
}
engine-rated = -# **{ button-begin }**: amistosa, sem limite de tempo, com dicas. **{ button-begin-rated }**: { $time }, sem dicas, e vale para sua pontuação contra mim.
engine-rated-direct = -# **{ button-begin }**: amistosa, sem limite de tempo, com dicas. **{ button-begin-rated }**: { $time }, sem dicas, e vale para sua pontuação contra mim nesta conversa; nenhuma classificação mostra essa pontuação.
# If the person has chosen their turn
engine-unrated = -# **{ button-begin }**: amistosa, sem limite de tempo, com dicas. Em uma ranqueada, a primeira jogada é por sorteio.
# If a challenge of the bot had more options
engine-options = -# Contra mim, `{ command-challenge.time }`, `{ command-challenge.rated }` e `{ command-challenge.games }` não valem: escolha aqui.
engine-outside = -# Aqui só mostro tabuleiros em resposta ao que você aperta ou digita. Por isso a partida é amistosa e sem limite de tempo. Se faltar um tabuleiro, `/{ command-board }` o mostra.
engine-variant = Escolha um jogo…
engine-level = Escolha um nível…
engine-begun = A partida #{ $game } começou.
# $variant: see variant
rules-head = ## { $variant }
# A clause of the rules. $clause: such as S6; $title: its title
rules-clause = ### { $clause } · { $title }
# A clause in a menu
rules-choice = { $clause } · { $title }
rules-overview = Visão geral
rules-choose = Escolha um item…
# $variant: see variant; $page, $pages: numbers
rules-page = -# { $variant } · { $page } de { $pages }
# The balance of a variant. $games: how many games; $first, $second: sides; $won, $lost: percentages of wins
rules-tally = -# Em { $games } partidas que joguei contra mim mesmo, as vitórias: { $first } { $won }%, { $second } { $lost }%. Para um resultado justo, o melhor é jogar ida e volta.
# The caption of a clause’s picture. $side: a side; $move: the move; $count: how many pieces it takes
lesson-played = { $count ->
    [0] Na imagem, a última jogada é **{ $move }** ({ $side }).
    [one] Na imagem, a última jogada é **{ $move }** ({ $side }) e captura uma peça.
   *[other] Na imagem, a última jogada é **{ $move }** ({ $side }) e captura { $count } peças.
}
lesson-proposed = { $count ->
    [0] A imagem mostra o que **{ $move }** faria.
    [one] A imagem mostra o que **{ $move }** faria: captura uma peça.
   *[other] A imagem mostra o que **{ $move }** faria: captura { $count } peças.
}
lesson-claimed = Na imagem, um lado reivindica a contagem ({ $side }).
# $moves: one or more moves, separated by commas
lesson-refused = Aqui não vale: **{ $moves }**.
# Of a clause that is the same on every board. $board: 5×5
lesson-board = A imagem mostra o tabuleiro { $board }.
# $side: the winner; $first, $second: pieces left of the winner and the loser
lesson-won = Resultado: vitória ({ $side }).
lesson-won-count = Resultado: vitória ({ $side }), { $first } a { $second } na contagem.
lesson-drawn = Resultado: empate.
lesson-drawn-count = Resultado: empate, { $first } a { $first } na contagem.
rules-seega = **{ seega-goal }**
    Dois lados, Claras (□, quadradas) e Escuras (○, redondas), em um tabuleiro quadrado.
    - **Colocação.** Cada lado, na sua vez, coloca duas peças em casas vazias, menos no centro, até que só o centro fique vazio. Ainda não se captura nada. A colocação pode ser pulada: as peças são então distribuídas em uma posição em que os dois lados têm quase as mesmas chances.
    - **Movimento.** As Escuras, que colocaram por último, fazem o primeiro movimento, entrando no centro. Na sua vez, mova uma peça uma casa para cima, para baixo ou para um dos lados, até uma casa vazia.
    - **Captura.** Quando a sua peça chega ao lado de uma inimiga que tem outra peça sua logo atrás, na mesma linha, você captura a inimiga. Um passo pode capturar até três. Uma peça no centro não pode ser capturada, mas ajuda a capturar. Entrar entre duas inimigas não tem perigo.
    - **Bloqueio.** Quem não tem jogada passa, e o outro lado joga de novo.
    - **Fim.** Quem fica sem peças perde. Uma peça de cada lado é empate. Fora isso, as peças são contadas, e vence o lado que tem mais: quando nada é capturado por muito tempo, quando uma posição aparece pela terceira vez, quando os dois lados concordam, ou quando um lado com pelo menos tantas peças quanto o outro reivindica a contagem atrás de uma barreira que nunca poderá ser rompida.
rules-seega-classic = **Regras clássicas** (folhetos de regras de Portugal): capturar é opcional, e a jogada é de um só passo. Enquanto o outro lado está bloqueado, vale qualquer jogada que não repita uma posição dessa sequência. Se não resta nenhuma, a partida acaba e as peças são contadas. Quando os dois lados estão atrás de barreiras seguras, a partida acaba e as peças são contadas.
rules-seega-french = **Regras francesas** (um folheto de regras da França): como as clássicas, mas, quando o outro lado tem que passar, é preciso abrir caminho para ele, se for possível.
rules-seega-lugo = **Regras de Lugo** (festival Arde Lucus): quem pode capturar tem que capturar, e continua com a mesma peça enquanto ela puder. Quando o outro lado tem que passar, é preciso abrir caminho para ele. Uma fileira ou coluna completa de um lado, fora da borda, encerra a partida na hora se atrás dela só houver peças desse lado e algum espaço vazio: as peças são contadas. Capturar tudo é uma grande vitória; vencer na contagem, uma pequena.
rules-seega-modern = **Regras modernas** (comuns em fontes em inglês): depois de capturar, a mesma peça pode continuar enquanto capturar de novo. Quando o outro lado tem que passar, é preciso abrir caminho para ele. Quando os dois lados estão atrás de barreiras seguras, a partida acaba e as peças são contadas.
rules-seega-example = -# Na imagem, c2-c3 acaba de capturar três peças em um só passo.

## The clauses of Seega, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

# $pieces: how many pieces a side has
lesson-seega-s1 = Cada lado, na sua vez, coloca duas peças em casas vazias, menos no centro, até ter colocado { $pieces }. As Claras colocam primeiro. Ainda não se captura nada.
    .title = Colocação
lesson-seega-s2 = Quando só o centro está vazio, as peças começam a se mover. As Escuras colocaram por último, então fazem o primeiro movimento.
    .title = Da colocação ao movimento
lesson-seega-s3 = Na sua vez, mova uma peça uma casa para cima, para baixo ou para um dos lados, até uma casa vazia. Agora o centro é uma casa como as outras. Você não pode passar enquanto tiver jogada. Aqui a peça de b3 pode ir para a3, b2 ou c3.
    .title = Movimento
lesson-seega-s4 = Nesse momento só o centro está vazio, por isso o primeiro movimento vai sempre para lá.
    .title = O primeiro movimento
lesson-seega-s5 = Quando a sua peça chega ao lado de uma inimiga que tem outra peça sua logo atrás, na mesma linha, você captura a inimiga. Um passo pode capturar até três.
    .title = Captura
lesson-seega-s6 = Tem que haver exatamente uma peça inimiga entre duas suas. Duas seguidas estão a salvo: aqui nada é capturado.
    .title = Duas seguidas
lesson-seega-s7 = Só peças capturam; bordas, cantos e o centro vazio nunca ajudam. Por isso uma peça em um canto está sempre a salvo, e uma na borda só pode ser capturada ao longo dessa borda. Aqui nada é capturado.
    .title = Bordas, cantos, centro vazio
lesson-seega-s8 = Uma peça no centro não pode ser capturada, mas pode ajudar a capturar. Aqui as Escuras foram para d3, mas c3 está a salvo entre duas inimigas. Depois, c3 ajudou as Claras a capturar b3.
    .title = Uma peça no centro
lesson-seega-s9 = Entrar entre duas peças inimigas não tem perigo. A sua peça só é capturada se depois uma inimiga chegar ao lado dela.
    .title = Entre duas inimigas
lesson-seega-s10-none = A jogada é de um só passo, mesmo que a mesma peça pudesse capturar de novo.
    .title = Um passo por jogada
lesson-seega-s10-optional = Depois de um passo que captura, a mesma peça pode continuar se o passo seguinte também capturar, e assim por diante. Você pode parar quando quiser, mas cada passo seguinte tem que capturar.
    .title = Continuar capturando
lesson-seega-s10-mandatory = Depois de um passo que captura, a mesma peça tem que continuar enquanto puder capturar. Cada passo seguinte tem que capturar.
    .title = Continuar capturando
lesson-seega-s11-optional = Capturar nunca é obrigatório. Aqui as Claras poderiam capturar uma peça, mas também podem fazer outra coisa.
    .title = Capturar é opcional
lesson-seega-s11-mandatory = Quem pode capturar tem que capturar. Se houver várias jogadas que capturam, a escolha é sua.
    .title = Capturar é obrigatório
lesson-seega-s12 = Quem não tem jogada passa automaticamente, e o outro lado ganha uma jogada extra. Aqui as Escuras estão presas, então as Claras jogam de novo.
    .title = Passar
lesson-seega-s13-skip = Na jogada extra, você joga o que quiser, menos o que traga de volta uma posição anterior dessas jogadas extras. Elas continuam até que o lado bloqueado possa se mover; se não sobrar nenhuma jogada assim, as peças são contadas. Aqui as Escuras continuam presas, então as Claras jogam mais uma vez.
    .title = A jogada extra
lesson-seega-s13-open = Na jogada extra, é preciso abrir caminho: só valem jogadas que deixam o lado bloqueado se mover. Se não houver nenhuma, vale qualquer uma, e as jogadas extras continuam até que o lado bloqueado possa se mover.
    .title = A jogada extra
lesson-seega-e1 = Quem fica sem peças perde.
    .title = Sem peças
lesson-seega-e1-graded = Quem fica sem peças perde. Para o outro lado, é uma grande vitória.
    .title = Sem peças
lesson-seega-e2 = Uma peça de cada lado é empate, porque são precisas duas para capturar.
    .title = Uma peça de cada lado
lesson-seega-e3-mutual = Uma barreira segura é um muro que nunca poderá ser rompido, com espaço atrás dele para jogar para sempre. Quando os dois lados estão atrás de uma, a partida acaba e as peças são contadas. Vence o lado que tem mais; com números iguais, é empate.
    .title = Barreiras
lesson-seega-e3-row = Uma fileira ou coluna completa de um lado, fora da borda, encerra a partida na hora se atrás dela só houver peças desse lado e algum espaço vazio. As peças são contadas: vence o lado que tem mais, não importa quem fez a fileira; com números iguais, é empate. Vencer na contagem é uma pequena vitória.
    .title = Uma fileira completa
# $turns: how many turns, of both sides together
lesson-seega-e4 = Depois de { $turns } jogadas de movimento sem captura, somando os dois lados, sem contar as jogadas extras, a partida acaba e as peças são contadas. Vence o lado que tem mais; com números iguais, é empate.
    .title = Muito tempo sem captura
lesson-seega-e4-open = Depois de { $turns } jogadas de movimento sem captura, somando os dois lados e as jogadas extras, a partida acaba e as peças são contadas. Vence o lado que tem mais; com números iguais, é empate.
    .title = Muito tempo sem captura
lesson-seega-e5 = Quando a mesma posição aparece pela terceira vez, na vez do mesmo lado, a partida acaba e as peças são contadas. Vence o lado que tem mais; com números iguais, é empate. As posições das jogadas extras não contam. Aqui os dois lados foram e voltaram duas vezes.
    .title = A mesma posição de novo
lesson-seega-e5-open = Quando a mesma posição aparece pela terceira vez, na vez do mesmo lado, a partida acaba e as peças são contadas. Vence o lado que tem mais; com números iguais, é empate. Aqui os dois lados foram e voltaram duas vezes.
    .title = A mesma posição de novo
lesson-seega-e6 = Quando os dois lados concordam, a partida acaba e as peças são contadas; enquanto são colocadas, é empate. Atrás de uma barreira segura, e com pelo menos tantas peças quanto o outro lado, você pode reivindicar a contagem sem o acordo dele. `/{ command-draw }` serve para ambos.
    .title = Acordo e contagem reivindicada
lesson-seega-e6-open = Quando os dois lados concordam, a partida acaba e as peças são contadas; enquanto são colocadas, é empate. Atrás de uma barreira segura, com pelo menos tantas peças quanto o outro lado e enquanto ele puder se mover, você pode reivindicar a contagem sem o acordo dele. `/{ command-draw }` serve para ambos.
    .title = Acordo e contagem reivindicada

## Command line. $problem: another message, or one of the system

cli-error = siwa: { $problem }
cli-token-missing = DISCORD_TOKEN não está definido. Coloque o token do bot em .env ou experimente `siwa playground`, que não precisa dele.
cli-token-refused = O token em DISCORD_TOKEN não é válido. Gere outro no portal de desenvolvedores do Discord (Bot → Reset Token) e copie o novo.
cli-public-key-missing = DISCORD_PUBLIC_KEY não está definido. Copie a chave pública do aplicativo do portal de desenvolvedores do Discord para .env.
cli-public-key-refused = DISCORD_PUBLIC_KEY e DISCORD_TOKEN são de aplicativos diferentes. Copie os dois do mesmo aplicativo no portal de desenvolvedores do Discord.
# $address: the address to listen on; $problem: the operating system’s message
cli-listen = Não foi possível escutar em “{ $address }”: { $problem }. --listen precisa de um endereço e de uma porta livre, como `127.0.0.1:8080`.
# $range: the value of SHARD_RANGE
cli-shard-range = SHARD_RANGE “{ $range }” não é válido: SHARDS precisa ser um número, e os shards são contados a partir de 0. Veja docs/SETTINGS.md.
# $name: a setting
cli-setting-invalid = { $name } tem um valor que não é possível. Veja em docs/SETTINGS.md os valores possíveis.
cli-setting-unreadable = { $name } não é um texto UTF-8 válido.
# $line: a number
cli-env-line = A linha { $line } do .env não é uma configuração. Escreva NOME=valor, com aspas em volta de um valor que tem espaços, e feche cada uma delas.
# $name: a setting
cli-env-dollar = No .env, o valor de { $name } tem um cifrão, que ali inicia o nome de uma variável. Escreva o valor entre aspas simples: { $name }='…'
# $url: the address of the database
cli-database-address = DATABASE_URL “{ $url }” não é o endereço de um arquivo SQLite, como sqlite://siwa.db, nem o de um servidor PostgreSQL, como postgres://host/siwa, ou contém um parâmetro inválido. Na senha, escreva # como %23, $ como %24, % como %25, / como %2F e @ como %40.
cli-database-file = Não foi possível abrir o banco de dados { $url } para escrita: { $problem }
cli-database-refused = O servidor do banco de dados { $url } recusou o usuário ou a senha. Corrija-os em DATABASE_URL.
cli-database-absent = O banco de dados { $url } não existe. Crie-o no servidor ou corrija o nome em DATABASE_URL.
cli-database-hosts = O endereço do banco de dados cita vários servidores. Indique um só: o bot não procura o que aceita escrita.
cli-database-certificate = Não foi possível ler { $file }, citado no endereço do banco de dados: { $problem }. Corrija o caminho; ele é relativo ao diretório de trabalho, e ~ não significa nada.
cli-database-pooler = Entre o bot e o banco de dados { $url } há um gerenciador de conexões, como o pgbouncer, que não está em modo de sessão ou tem poucas conexões. Indique no endereço o próprio servidor PostgreSQL, ou ponha o gerenciador em modo de sessão, com onze conexões para cada processo do bot.
cli-database-away = Não é possível alcançar o servidor do banco de dados { $url } no momento: { $problem }
cli-database-server = Não é possível usar o banco de dados { $url }: { $problem }
cli-database-copying = Uma cópia para o banco de dados { $url } não foi terminada. Execute de novo o mesmo `siwa copy` para continuar de onde parou.
cli-database-used = O banco de dados { $url } não está vazio nem contém uma cópia inacabada desse mesmo banco. Copie para um banco vazio.
# $problem: a parameter, an encoding, a number, tables or the server’s words
cli-database-scheme = O endereço do banco de dados precisa começar com sqlite://, como em sqlite://siwa.db, ou com postgres://, como em postgres://usuario:senha@host/siwa.
cli-database-port = No endereço do banco de dados, depois dos dois-pontos que seguem o host vem uma porta: um número de 1 a 65535. Na senha, escreva # como %23, $ como %24, % como %25, / como %2F e @ como %40.
cli-database-parameter = No endereço do banco de dados, o valor de { $problem } não é possível. A documentação do PostgreSQL diz quais são.
cli-database-encoding = A codificação do banco de dados { $url } é { $problem }, que não comporta todos os nomes. Crie-o com UTF8: createdb --encoding=UTF8 --template=template0.
cli-database-connections = O servidor PostgreSQL só permite { $problem } conexões com { $url }, mas cada processo do bot precisa de onze. Aumente o limite de conexões do usuário e do banco de dados, ou max_connections.
cli-database-rights = O usuário do endereço do banco de dados não tem direitos suficientes em { $url }: { $problem }. Faça dele o dono do esquema e das tabelas.
cli-database-busy = Outro programa bloqueia o banco de dados { $url } há mais de cinco segundos. Encerre esse programa ou inicie de novo mais tarde.
# $lock: the file that is locked
cli-database-in-use = O banco de dados { $url } está em uso por outro processo do Siwa, que bloqueia { $lock }. Pare esse processo ou use outro arquivo.
cli-database-linked = O arquivo do banco de dados { $url } tem vários nomes (links físicos), pelos quais dois bots poderiam usá-lo ao mesmo tempo. Apague todos menos um; `ls -i` mostra o mesmo número para cada um.
cli-database-foreign = O banco de dados { $url } tem tabelas que esta versão do Siwa não conhece; elas não foram alteradas. Use a versão que as criou ou um banco de dados vazio.
cli-database-older = O banco de dados { $url } foi gravado por uma versão mais antiga do Siwa. Inicie o bot uma vez para atualizá-lo.
cli-database-migration = Não foi possível atualizar o banco de dados { $url }: { $problem }
cli-painter = Não foi possível desenhar os tabuleiros: { $problem }
cli-runtime = Não foi possível iniciar o programa: { $problem }
cli-output = Não foi possível escrever a saída: { $problem }
# $count: how many games
cli-doctor-good = { $count ->
    [0] O banco de dados está em ordem. Ainda não há partidas. Nada foi alterado.
    [one] O banco de dados está em ordem, e a única partida gravada segue as suas regras. Nada foi alterado.
   *[other] O banco de dados está em ordem, e todas as { $count } partidas gravadas seguem as suas regras. Nada foi alterado.
}
# $game: the game’s id
cli-doctor-bad = A partida #{ $game } não segue as suas regras: { $problem }
cli-doctor-failed = Não foi possível ler as partidas: { $problem }
cli-doctor-none = Ainda não há banco de dados em { $url }. `siwa run` cria um.
cli-doctor-file = O arquivo do banco de dados está danificado: { $problem }
# $table, $parent: tables; $count: how many rows
cli-doctor-reference = { $count ->
    [one] O banco de dados está danificado: uma linha de { $table } se refere a uma linha de { $parent } que não existe.
   *[other] O banco de dados está danificado: { $count } linhas de { $table } se referem a linhas de { $parent } que não existem.
}
cli-doctor-schema = O banco de dados está danificado: { $name } não é igual ao que esta versão do Siwa cria.
# $table: a table; $key: the key of a row; $column: a column; $found, $expected: its value and the expected one
cli-doctor-row = O banco de dados está danificado: { $column } de { $table } ({ $key }) é { $found }, mas, pelas partidas, deveria ser { $expected }.
# $what: a table, a column, a row, and the value
cli-doctor-value = O banco de dados está danificado: este valor não é possível: { $what }
cli-doctor-more = { $count ->
    [one] Há mais um problema.
   *[other] Há mais { $count } problemas.
}
cli-doctor-no-token = Ainda não há DISCORD_TOKEN. `siwa run` precisa de um; `siwa playground`, não.
cli-copy-done = { $count ->
    [0] { $rows } linhas foram copiadas para { $to } e comparadas. Ainda não há partidas. O original não mudou.
    [one] { $rows } linhas foram copiadas para { $to } e comparadas; a única partida segue as suas regras do começo ao fim. O original não mudou.
   *[other] { $rows } linhas foram copiadas para { $to } e comparadas; { $count } partidas seguem as suas regras do começo ao fim. O original não mudou.
}
# $table: a table
cli-copy-differs = A cópia em { $to } não é igual a { $from }: { $table } difere, provavelmente porque alguém jogou enquanto isso. Pare todos os processos do Siwa que usam o original, esvazie a cópia e copie de novo.
cli-copy-failed = Não foi possível fazer a cópia: { $problem }
cli-forget-done = Todos os dados sobre essa pessoa foram apagados.
cli-forget-nothing = Não há dados sobre essa pessoa.
cli-forget-failed = Nem tudo pôde ser apagado; tente de novo. { $problem }
cli-forget-self = Esse é o ID do próprio bot, que faz parte das partidas de outras pessoas. Informe o ID de uma pessoa.
# $url: the address of the page; $api, $token, $key: settings for a bot
cli-playground-ready = O playground está aberto: { $url }
cli-playground-alone = O Discord simulado está aberto, sem bot: { $url } (para um bot: DISCORD_API_URL={ $api } DISCORD_TOKEN={ $token } DISCORD_PUBLIC_KEY={ $key })
# $url: the address of a bot
cli-playground-endpoint = As interações são enviadas para { $url }.
cli-playground-endpoint-refused = { $url } não aceita interações: { $problem }
# $address: its expected address
cli-playground-taken = Não foi possível abrir o playground em { $address }: { $problem }. Tente outra porta com --port, ou 0 para qualquer uma.
# $file: a file
cli-playground-history = Não foi possível ler as mensagens de um playground anterior em { $file }: { $problem }. Use --fresh para apagá-las, junto com as partidas.
cli-playground-fresh = Não foi possível remover as partidas antigas: { $problem }
# $address: the address to listen on
cli-metrics-taken = Não foi possível publicar as métricas em { $address }: { $problem }. Mude o endereço em METRICS_LISTEN ou deixe-o vazio.
cli-health-nowhere = Informe o endereço do bot: `siwa health ADDRESS:PORT`, ou defina METRICS_LISTEN.
cli-health-unwell = O bot em { $address } não está pronto: { $problem }
# $file: a file; $url: the address of the database
cli-backup-done = O banco de dados inteiro foi salvo em { $file }.
cli-backup-exists = { $file } já existe. Escolha outro nome ou substitua o arquivo com --force. Um banco de dados em uso nunca é substituído.
cli-backup-unlike = { $file } não é um backup, ou seu nome é o de um arquivo de um banco de dados; nada foi gravado ali. Escolha outro arquivo.
cli-backup-postgres = Para fazer o backup de um banco de dados PostgreSQL, ou restaurá-lo, use pg_dump e pg_restore. Veja docs/HOSTING.md.
cli-backup-foreign = { $file } não é um banco de dados do Siwa.
cli-backup-damaged = { $file } está danificado, por isso nenhuma cópia foi guardada: { $problem }
cli-backup-failed = Não foi possível copiar { $file }: { $problem }
cli-backup-stopped = Interrompido por um sinal. Nada mudou.
cli-restore-exists = Já há um banco de dados em { $url }. Use --force para trocá-lo pelo backup; o antigo é guardado com outro nome.
cli-restore-missing = Não há nenhum backup em { $file }.
cli-restore-done = { $file } foi restaurado em { $url }. Execute `siwa doctor` para verificar cada partida.
cli-restore-kept = O banco de dados anterior foi guardado em { $file }. Ele contém dados pessoais: apague-o quando não precisar mais dele.
cli-playground-served = --fresh não esvazia o banco de dados { $url }, porque outros processos podem usá-lo. Tire essa opção ou esvazie o banco no servidor.
# $file: a file
cli-file-read = Não foi possível ler { $file }: { $problem }
cli-file-written = Não foi possível gravar { $file }: { $problem }
cli-record = { $file }: { $problem }
# $variant: see variant; $count: how many turns; $result: see result-won
cli-check-good = { $count ->
    [one] { $variant }, { $count } jogada. { $result }
   *[other] { $variant }, { $count } jogadas. { $result }
}
# $count: how many boards; $size: kilobytes
cli-replay-done = { $count ->
    [one] { $file }: { $count } tabuleiro, { $size } KB
   *[other] { $file }: { $count } tabuleiros, { $size } KB
}

## Errors in game records. $line: the number of the line

# $limit: the limit in kilobytes
record-too-long = Isso é longo demais para um registro de partida. O limite é de { $limit } KB.
record-not-text = Isso não é texto UTF-8, portanto não pode ser um registro de partida.
# $limit: the limit
record-too-many = Isso é longo demais para um registro de partida. O limite é de { $limit } jogadas.
record-tag = A linha { $line } não é uma etiqueta. Escreva, por exemplo, [Variant "seega-5-classic"].
# $tag: the tag
record-tag-twice = Linha { $line }: a etiqueta { $tag } aparece duas vezes.
record-second-game = Linha { $line }: aqui começa outra partida. Coloque cada partida em um arquivo próprio.
record-comment = Linha { $line }: o comentário que começa aqui não termina. Feche com uma chave.
record-after-end = Linha { $line }: o resultado precisa vir por último.
record-no-variant = O registro não diz o que foi jogado. Acrescente uma linha como [Variant "seega-5-classic"]. Veja a lista com `siwa rules variants`.
# $variant: the written text
record-unknown-variant = Não existe a variante “{ $variant }”. Veja a lista com `siwa rules variants`.
# $date: the written text
record-date = “{ $date }” não é uma data. Escreva, por exemplo, 2026.11.21.
# $problem: another message
record-position = Essa posição não é válida para esta variante: { $problem }
# $turn: the number of a turn; $number: the written text
record-number = a jogada { $turn } tem o número { $number }.
# $turn: the number of a turn; $move: the written text; $problem: another message
record-turn = jogada { $turn }, { $move }: { $problem }
record-no-move = A jogada { $turn } tem um número, mas não a jogada.
record-over = A partida já tinha acabado antes desta jogada.
# $result: the written text
record-result = “{ $result }” não é um resultado. Escreva first, second, draw ou *.
# $result, $closing: the written texts
record-results = A etiqueta diz que o resultado é { $result }, mas a última linha diz { $closing }.
# $termination: the written text
record-termination = “{ $termination }” não termina nenhuma partida. Escreva resignation, time, agreement, early-agreement ou claim, ou deixe de fora.
# $result, $termination: the ones that follow from the moves
record-result-otherwise = O resultado não corresponde às jogadas. Por elas, ele é { $result }, por { $termination }.
# $result: the written text
record-result-open = As jogadas não terminam a partida, então o resultado { $result } precisa de um motivo. Acrescente uma linha como [Termination "resignation"].
# $result, $termination: the written texts
record-result-impossible = Depois dessas jogadas, a partida não pode terminar com o resultado { $result } por { $termination }.

## The board as alternative text (crates/boards/src/alt.rs).
## Together with every list of squares it must stay under 1,024 characters:
## keep each sentence short.

# $files, $ranks: how many squares across and up.
alt-board = Tabuleiro de { $files } × { $ranks } casas, a1 embaixo à esquerda.
# The board, seen from the other side
alt-board-turned = Tabuleiro de { $files } × { $ranks } casas, a1 em cima à direita.
# $side: a side's name; $count: how many pieces; $squares: "a1, b2".
alt-pieces = { $side } ({ $count }): { $squares }.
alt-no-pieces = { $side }: sem peças.
# Pieces that belong to nobody.
alt-unowned = Sem dono ({ $count }): { $squares }.
alt-placed = Colocadas agora: { $squares }.
alt-would-place = Propostas, ainda não colocadas: { $squares }.
alt-last = Última jogada
alt-proposed = Proposta, ainda não jogada
alt-moved = { $what }: de { $from } para { $to }.
alt-moved-through = { $what }: de { $from } por { $path } para { $to }.
# A move being entered, without an end yet.
alt-move-part = Escolhidas: { $squares }.
alt-captured = Capturadas das { $side } ({ $count }): { $squares }.
alt-would-take = Seriam capturadas das { $side } ({ $count }): { $squares }.
# Squares where no piece can be put at present.
alt-closed = Fechadas agora: { $squares }.
# The squares where one can be put, if they are fewer
alt-open = Abertas agora: { $squares }.
# A square with a special rule (Seega’s centre).
alt-special = Casa especial: { $squares }.
alt-target = Pode ir para: { $squares }.
alt-wall = Muro da barreira das { $side }: { $squares }.
alt-decisive = Decidida por: { $squares }.
# The squares that an illegal move names.
alt-refused = Na jogada recusada: { $squares }.

## Every game: why a text is not a legal move, or not a position

refused-over = A partida acabou ({ $clause }). Comece outra para continuar jogando.
# $wanted: the size of the board
position-ranks = O tabuleiro precisa de { $wanted } fileiras, separadas por barras.
# $rank: the number of the rank; $wanted: the size of the board
position-length = A fileira { $rank } precisa de { $wanted } casas.

## Seega: names

# The label of a choice in the panel. $count: how many pieces the move takes
seega-hint-takes = { $count ->
    [one] captura uma peça
   *[other] captura { $count } peças
}

# What to do, in one sentence, for newcomers.
seega-goal = Capture as peças do outro lado cercando cada uma entre duas das suas: se capturar todas, ou ficar com mais no fim, você vence.
# The characters of a board as text
seega-legend = { $closed ->
    [yes] x: Claras. o: Escuras. Ponto: vazia. #: fechada durante a colocação.
   *[no] x: Claras. o: Escuras. Ponto: vazia.
}
seega-name = Seega
# A side of the board.
# $case: first (places first) or second
seega-side = { $case ->
    [first] Claras
   *[second] Escuras
}

## Seega: why a text is not a legal move
## Every message has $clause, the clause of the rules (S1), and $legal, some
## legal moves separated by commas.

seega-refused-unreadable-placement = Não encontrei duas casas aí. Digite as duas casas vazias para as suas peças, por exemplo { $legal } ({ $clause }).
seega-refused-unreadable-movement = Não encontrei uma jogada aí. Digite onde a peça está e para onde vai, por exemplo { $legal } ({ $clause }).
seega-refused-too-long-placement = Isso é longo demais para colocar peças. Digite duas casas vazias, por exemplo { $legal } ({ $clause }).
seega-refused-too-long-movement = Isso é longo demais para uma jogada. Digite onde a peça está e para onde vai, por exemplo { $legal } ({ $clause }).
# $square: the typed text; $corner: the square in the upper right corner
seega-refused-unknown-square = Não existe a casa { $square } neste tabuleiro; ele vai de a1 a { $corner } ({ $clause }). Tente { $legal }.
seega-refused-still-placing = Você só pode mover depois que todas as peças estiverem no tabuleiro ({ $clause }). Escolha duas casas vazias, por exemplo { $legal }.
seega-refused-already-moving = Todas as peças já estão no tabuleiro; agora é hora de mover ({ $clause }). Digite onde a peça está e para onde vai, por exemplo { $legal }.
# $square: the only square given
seega-refused-one-to-place = Você coloca duas peças em cada jogada, e { $square } é uma casa só ({ $clause }). Acrescente outra, por exemplo { $legal }.
# $given: how many squares were given
seega-refused-many-to-place = Você coloca duas peças em cada jogada, não { $given } ({ $clause }). Escolha duas casas vazias, por exemplo { $legal }.
seega-refused-twice = Você indicou { $square } duas vezes; as duas peças precisam de casas diferentes ({ $clause }). Tente { $legal }.
seega-refused-closed = { $square } é o centro, e ali não se colocam peças ({ $clause }). Escolha outras duas casas vazias, por exemplo { $legal }.
seega-refused-taken = A casa { $square } está ocupada ({ $clause }). Escolha duas casas vazias, por exemplo { $legal }.
seega-refused-blocked = A peça em { $square } não pode se mover: não há casa vazia ao lado dela ({ $clause }). Mova outra, por exemplo { $legal }.
seega-refused-no-target = Para onde vai a peça de { $square }? Digite as duas casas, por exemplo { $legal } ({ $clause }).
seega-refused-no-piece = Não há peça em { $square } ({ $clause }). Mova uma das suas, por exemplo { $legal }.
# $owner: the opponent's side
seega-refused-not-yours = A peça em { $square } é das { $owner } ({ $clause }). Mova uma das suas, por exemplo { $legal }.
seega-refused-no-step = A peça não pode ficar em { $square }; ela tem que andar uma casa ({ $clause }). Tente { $legal }.
seega-refused-diagonal = De { $from } para { $to } é na diagonal, mas as peças só andam em linha reta ({ $clause }). Tente { $legal }.
seega-refused-far = De { $from } para { $to } é longe demais: a peça anda uma casa, em linha reta ({ $clause }). Tente { $legal }.
seega-refused-occupied = A casa { $square } está ocupada, mas as peças só andam para casas vazias ({ $clause }). Tente { $legal }.
seega-refused-one-step = Com estas regras, a jogada é de um só passo ({ $clause }). Tente { $legal }.
seega-refused-quiet = O passo de { $from } para { $to } não captura nada. Em uma jogada de vários passos, cada um precisa capturar ({ $clause }). Tente { $legal }.
# $square: the square of the piece after the typed steps
seega-refused-must-go-on = De { $square }, a peça pode capturar de novo, então tem que continuar ({ $clause }). Digite a jogada inteira: { $legal }.
seega-refused-must-capture = Você pode capturar, então é obrigatório ({ $clause }). Escolha uma jogada que capture: { $legal }.
# $blocked: the opponent's side
seega-refused-must-open = As { $blocked } não têm jogada, então a sua jogada extra precisa abrir caminho ({ $clause }). Escolha uma que abra: { $legal }.
seega-refused-recurs = Durante as jogadas extras, nenhuma posição pode se repetir ({ $clause }). Escolha outra jogada, como { $legal }.

## Seega: why a text is not a position

seega-invalid-fields = Uma posição tem quatro partes, separadas por espaços: o tabuleiro, o lado que joga, a fase e o número de jogadas desde a última captura.
# $rank: the number of the rank
seega-invalid-piece = A fileira { $rank } contém algo além de “x”, “o” e pontos.
seega-invalid-turn = O lado que joga é “x” ou “o”.
seega-invalid-phase = A fase é “p” (colocação), “m” (movimento) ou “e” (jogada extra).
seega-invalid-idle = O número de jogadas desde a última captura é um número inteiro.
# $square: the centre
seega-invalid-centre = { $square } é o centro, que fica vazio durante a colocação.
seega-invalid-uneven = Colocando duas peças em cada jogada, não se chega a esses números de peças com esse lado para jogar.
seega-invalid-placed = Todas as peças já foram colocadas, então a fase não pode ser a colocação.
seega-invalid-counted = As jogadas não são contadas durante a colocação: o número tem que ser 0.
# $side: a side; $most: how many pieces it places
seega-invalid-too-many = As { $side } têm mais de { $most } peças.
seega-invalid-bare = Não há peças no tabuleiro.

## siwa rules: errors

# $variant: the typed text
cli-rules-unknown-variant = Não existe a variante { $variant }. Veja a lista com `siwa rules variants`.
# $line: the number of the line; $problem: another message
cli-rules-line = Linha { $line }: { $problem }
# $number: the number of the move; $problem: another message
cli-rules-move = Jogada { $number }: { $problem }
cli-rules-over = A partida acabou, então nada mais pode ser jogado.
# $variant: the variant's id
cli-rules-no-fortress = { $variant } não tem fortalezas.
# $option: an option of `siwa render`; $problem: another message
cli-render-move = { $option }: { $problem }

## siwa engine

# $line: the typed line
cli-engine-unknown = Comando desconhecido: { $line }
# $word: the typed word
cli-engine-number = É preciso um número inteiro, não “{ $word }”.
cli-engine-position = Defina primeiro uma posição: position VARIANTE "POSIÇÃO", ou position VARIANTE startpos.
cli-level = O nível é um número de 1 a 8.
# $side: a side
cli-play-begin = Seu lado: { $side }. Digite uma jogada. Para ver o que é possível, digite “?”, ou o começo de uma jogada e “?”. Para sair, digite q.
# $move: a move
cli-play-you = Você jogou { $move }.
cli-play-siwa = O Siwa jogou { $move }.
cli-play-nothing = Nenhuma jogada permitida começa assim.
cli-play-left = Você saiu da partida.

## The playground's page
page-speak-as = Falar como
page-skip-to-writing = Ir para a caixa de mensagem
page-channels = Canais
page-messages = Mensagens
page-message = Mensagem
page-write = Mensagem ou /comando
page-commands = Comandos
page-send = Enviar
page-cancel = Cancelar
page-close = Fechar
page-done = Pronto
page-submit = Enviar
page-choose = Escolher
page-yes = Sim
page-no = Não
page-bot = Bot
page-used = usou
page-edited = (editada)
page-thinking = { $name } está pensando…
page-only-you = Só você pode ver isto
page-dismiss = Dispensar mensagem
page-picture = uma imagem
page-open-picture = Abrir imagem
page-spoiler = Mostrar texto oculto
page-archived = arquivado
page-outside = Sem { $bot }
page-other-server = { $channel } de outro servidor
page-open-thread = Abrir tópico
page-newest = Mensagens mais recentes ↓
page-calls = Menções novas: { $count }
page-searching = Um momento…
page-no-command = Esse comando não existe. Digite / para ver todos.
page-no-choice = Não há nada para escolher
page-no-suggestions = O bot não ofereceu nada. É só digitar.
page-missing = Preencha “{ $name }”, por favor.
page-no-such-choice = “{ $name }” precisa ser uma das opções.
page-no-such-person = “{ $name }” precisa ser alguém daqui.
# $min, $max: numbers
page-no-such-number = “{ $name }” precisa ser um número de { $min } a { $max }.
page-not-possible = Isso não é possível aqui: { $detail }.
page-failed = Esta interação falhou.
page-away = { $name } está offline. Nada será respondido até que volte.
page-lost = A conexão caiu. Tentando de novo…
page-let-time-pass = Deixar o tempo passar
page-one-hour = 1 hora
page-one-day = 1 dia
page-ahead = O relógio está { $hours } h adiantado.
page-faults = Falhas do Discord
page-set-faults = Fazer os pedidos falharem assim
page-how-to = Como jogar aqui
page-welcome = Boas-vindas ao servidor { $name }!
page-welcome-text = Este é um Discord só seu. Não há mais ninguém aqui, nada sai deste computador, e você pode falar como qualquer pessoa. { $bot } se comporta exatamente como no Discord.
page-goal = Seega: { seega-goal }
page-empty = Ninguém disse nada ainda em { $channel }
page-step-command = Você fala como { $name }. Digite /{ command-play } para jogar contra { $bot }, /{ command-challenge } para desafiar alguém, ou só / para ver todos os comandos.
page-step-answer = Lá em cima, escolha a pessoa que você desafiou e aceite. Um número vermelho mostra quem recebeu uma menção.
page-step-play = Faça as suas jogadas com os botões abaixo do tabuleiro ou digitando um comando.
page-step-private = Algumas respostas só são vistas por uma pessoa.
page-play-now = Jogar agora
# $bot: the bot's name
page-hint-start = 1 de 3. Aperte { button-begin }. Abaixo do tabuleiro aparecem, só para você, as peças que podem jogar.
page-hint-move = 2 de 3. Escolha uma das suas peças coloridas, depois uma casa ao lado, e confirme. { $bot } responde no mesmo tabuleiro.
page-hint-capture = 3 de 3. Você captura uma peça ao cercá-la entre duas das suas. As casas que capturam são verdes.
page-hint-done = Entendi
page-two-tabs = Para ser duas pessoas ao mesmo tempo, abra esta página em duas abas e escolha uma pessoa diferente em cada uma.
page-key-slash = listar os comandos
page-key-tab = aceitar a sugestão e ir para a próxima opção
page-key-enter = aceitar a sugestão ou enviar
page-key-escape = cancelar

# $winner, $loser: people; $side: the winner’s side
ended-won-plain = { $by ->
    [goal] **{ $winner } ({ $side }) vence:** uma peça entrou no gol de { $loser }.
    [repetition] **{ $winner } ({ $side }) vence:** apareceu de novo uma posição que não podia se repetir.
    [resignation] **{ $winner } ({ $side }) vence:** { $loser } desistiu.
    [absence] **{ $winner } ({ $side }) vence:** { $loser } parou de jogar.
   *[time] **{ $winner } ({ $side }) vence:** o tempo de { $loser } acabou.
}
ended-drawn-plain = { $by ->
    [repetition] **Empate por repetição.**
    [dead] **Empate:** ninguém mais pode vencer.
   *[agreement] **Empate:** os dois lados concordaram.
}
gyges-to-place = { $by ->
    [command] { $player } ({ $side }), monte a sua formação de seis peças com `/{ command-place }`.
   *[button] { $player } ({ $side }), monte a sua formação de seis peças: aperte o botão ou use `/{ command-place }`.
}
gyges-panel-place = { $rules ->
    [cosmoludo] Monte a sua formação e veja como fica antes de confirmar. Os algarismos são anéis, da esquerda para a direita; ↑ marca uma peça na sua segunda fileira.
   *[leroy] Monte a sua formação e veja como fica antes de confirmar. Os algarismos são anéis: aqui da esquerda para a direita, ao digitar da coluna a até a f.
}
# For games without counting
offer-agree = { $player } propõe empate. { $opponent }, você concorda?

## Gygès: names

# The label of a choice in the panel. $level: how many rings the piece has
gyges-hint-piece = { $level ->
    [1] um anel
    [2] dois anéis
   *[3] três anéis
}
# A set-up. $pieces: its pieces, from left to right; an arrow marks those on the second row
gyges-set-up = { $pieces }
gyges-hint-swap = toma o lugar da { $level }
gyges-hint-goal = para dentro do gol

# What to do, in one sentence, for newcomers.
gyges-goal = Leve uma peça até o gol do outro lado e você vence.
# The characters of a board as text
gyges-legend = 1, 2, 3: uma peça com esses anéis. Ponto: casa vazia. S, N: os gols.
gyges-name = Gygès
# A side of the board.
# $case: first (South, below rank 1, takes the first turn) or second (North)
gyges-side = { $case ->
    [first] Sul
   *[second] Norte
}

## Gygès: the rules

rules-gyges =
    Sul (abaixo da fileira 1) e Norte (acima da fileira 6) jogam com as mesmas doze peças, de um, dois e três anéis. **{ gyges-goal }**
    - **O que mover.** Só as peças da fileira ocupada mais próxima de você. Se nenhuma delas puder se mover, as da fileira ocupada seguinte.
    - **Movimento.** A peça dá exatamente tantos passos quantos anéis tem, nunca na diagonal, e pode virar depois de cada um. Só a última casa pode estar ocupada.
    - **Em cima de uma peça?** *Ricochete:* continue com tantos passos quantos anéis essa peça tem, quantas vezes quiser. Ou *tome o lugar dela:* leve essa peça para uma casa vazia, mas não além da fileira ocupada mais próxima do outro lado.
    - **O gol.** Só se entra nele com o último passo da jogada. O seu próprio gol é fechado para você.
    - Uma jogada tem que mudar o tabuleiro: não vale terminar onde começou nem trocar duas peças iguais.
    - **Como digitar.** `a1-b3`, `a1-goal`, ou `a1-b3=d4` para tomar o lugar de b3, cuja peça vai para d4. Não é preciso digitar os ricochetes.
rules-gyges-gates = **Regras com portas** (a folha da caixa): a primeira fileira de cada lado começa com 3 2 1 1 2 3. Só se entra em um gol a partir de c ou d da última fileira. Uma jogada não pode cruzar duas vezes a mesma fronteira entre duas casas. A mesma posição pela terceira vez, na vez do mesmo lado, é empate.
rules-gyges-leroy = **Regras de Leroy** (do autor, traduzidas por Zago): Sul e depois Norte colocam duas peças de cada tipo na sua primeira fileira, digitadas da coluna a até a f: `231123`. Pode-se entrar em um gol a partir de toda a última fileira. Uma jogada não pode cruzar duas vezes a mesma fronteira entre duas casas, nem trazer de volta uma posição anterior.
rules-gyges-cosmoludo = **Regras da Cosmoludo** (da página da editora): Sul e depois Norte colocam duas peças de cada tipo em seis casas quaisquer das suas duas primeiras fileiras: `a1=3 b1=1 c2=2 d1=1 e1=2 f1=3`, ou `312123` para a primeira fileira. Pode-se entrar em um gol a partir de toda a última fileira. Uma jogada não pode visitar duas vezes a mesma casa. A mesma posição pela terceira vez, na vez do mesmo lado, é empate.
rules-gyges-example = -# Na imagem, Norte levantou a peça 1 de d6, ricocheteou na 3 de e6 e tomou o lugar da 2 de d4, que foi para d3.

## The clauses of Gygès, one by one, each above a picture. The attribute is the
## title; clause and title together are at most 100 characters.

lesson-gyges-g1 = O tabuleiro tem seis por seis casas e um gol em cada ponta. As doze peças não são de ninguém: quatro de um anel, quatro de dois e quatro de três. Sul fica abaixo da fileira 1 e faz a primeira jogada; Norte fica acima da fileira 6.
    .title = Tabuleiro e peças
lesson-gyges-g2-fixed = A primeira fileira de cada lado começa com 3 2 1 1 2 3.
    .title = Formação
lesson-gyges-g2-row = Sul e depois Norte colocam duas peças de cada tipo na sua primeira fileira, em qualquer ordem. Digite-as da coluna a até a f.
    .title = Formação
lesson-gyges-g2-two-rows = Sul e depois Norte colocam duas peças de cada tipo em seis casas quaisquer das suas duas primeiras fileiras. Digite cada casa com a sua peça, ou só seis algarismos para a primeira fileira.
    .title = Formação
lesson-gyges-g3 = Você só pode mover peças de uma fileira: a fileira ocupada mais próxima de você.
    .title = O que mover
lesson-gyges-g4 = Se nenhuma peça dessa fileira puder se mover, você move da fileira ocupada seguinte, e assim por diante. Aqui as peças 3 da fileira 1 estão presas, então você pode mover as da fileira 2.
    .title = Uma fileira presa
lesson-gyges-g5 = A peça dá exatamente tantos passos quantos anéis tem, nunca na diagonal, e pode virar depois de cada um. Todas as casas antes da última têm que estar vazias; a casa de onde ela saiu conta como vazia.
    .title = Passos
lesson-gyges-g6 = Quando a peça chega a uma casa vazia, a jogada termina.
    .title = Em uma casa vazia
lesson-gyges-g7 = Quando ela chega em cima de uma peça, você escolhe. Ela pode ricochetear: continua com exatamente tantos passos quantos anéis essa peça tem, quantas vezes você quiser. Ou pode tomar o lugar dessa peça (G9). Aqui a peça 2 ricocheteou na 3.
    .title = Em cima de uma peça
lesson-gyges-g8-border = Uma jogada não pode cruzar duas vezes a mesma fronteira entre duas casas, em nenhum sentido. Já as casas podem ser visitadas de novo: aqui o caminho passa outra vez por d2.
    .title = Nenhuma fronteira duas vezes
lesson-gyges-g8-square = Uma jogada não pode visitar duas vezes a mesma casa, nem voltar à primeira. Aqui a peça 2 chegou a b3 passando por b2: ela pode ricochetear até c1, mas não voltar a b2.
    .title = Nenhuma casa duas vezes
lesson-gyges-g9 = A peça cujo lugar você toma vai para qualquer casa vazia, até mesmo aquela de onde a sua saiu. Mas ela não pode ir além da fileira ocupada mais próxima do outro lado, nem para dentro de um gol. Aqui a peça 1 de a1 toma o lugar da 2 de a2, que não pode ir para as fileiras 5 e 6.
    .title = Tomar o lugar de uma peça
lesson-gyges-g10 = Entre no gol do outro lado com o último passo da jogada; antes dele pode haver ricochetes. Não se passa através de um gol, e o seu próprio é fechado para você.
    .title = Entrar no gol
lesson-gyges-g11-middle = Só se entra em um gol a partir das duas casas do meio da última fileira, nas colunas c e d.
    .title = As portas
lesson-gyges-g11-row = Pode-se entrar em um gol a partir de qualquer casa da última fileira.
    .title = Toda a última fileira
lesson-gyges-g12 = Leve uma peça até o gol do outro lado e você vence na hora.
    .title = Vitória
lesson-gyges-g13 = Uma jogada tem que mudar o tabuleiro. Uma peça não pode terminar onde começou, e duas peças iguais não podem trocar de lugar. Aqui a peça 1 de d1 não pode ir para c1.
    .title = Toda jogada muda o tabuleiro
lesson-gyges-g14-threefold = Quando a mesma posição aparece pela terceira vez, na vez do mesmo lado, a partida é empate. Aqui os dois lados foram e voltaram duas vezes.
    .title = A mesma posição de novo
lesson-gyges-g14-superko = Uma jogada não pode trazer de volta uma posição anterior da partida, não importa de quem era a vez. Se um lado não tiver outra jogada, a partida é empate. Aqui Norte foi de d5 para d6 e não pode voltar, porque o tabuleiro ficaria como antes.
    .title = Nenhuma posição volta

## Gygès: why a text is not a legal move
## Every message has $clause, the clause of the rules (G1), and $legal, some
## legal moves separated by commas. Where a text says $from or $to, it may be a
## square or “goal”; $level: the rings of a piece, 1 to 3.

gyges-refused-unreadable-placement = Não encontrei uma formação aí. Digite duas peças de cada tipo, por exemplo { $legal } ({ $clause }).
gyges-refused-unreadable-movement = Não encontrei uma jogada aí. Digite onde a peça está e onde termina, por exemplo { $legal } ({ $clause }).
gyges-refused-too-long-placement = Isso é longo demais para uma formação. Digite seis peças, por exemplo { $legal } ({ $clause }).
gyges-refused-too-long-movement = Isso é longo demais para uma jogada. Digite onde a peça está e onde termina, por exemplo { $legal } ({ $clause }).
# $square: the typed text
gyges-refused-unknown-square = Não existe a casa { $square } neste tabuleiro; ele vai de a1 a f6 ({ $clause }). Tente { $legal }.
gyges-refused-still-placing = Você só pode mover depois que os dois lados montarem a formação ({ $clause }). Digite a sua, por exemplo { $legal }.
gyges-refused-already-moving = Todas as peças já estão no tabuleiro; agora é hora de mover ({ $clause }). Digite onde a peça está e onde termina, por exemplo { $legal }.
# $given: how many pieces
gyges-refused-not-six = Uma formação tem seis peças, e aí há { $given } ({ $clause }). Tente { $legal }.
# $ones, $twos, $threes: how many pieces of one, two and three rings
gyges-refused-not-two-each = Uma formação tem duas peças de cada tipo; aí há { $ones } de um anel, { $twos } de dois e { $threes } de três ({ $clause }). Tente { $legal }.
# $level: the typed text
gyges-refused-no-level = As peças têm 1, 2 ou 3 anéis, não { $level } ({ $clause }). Tente { $legal }.
gyges-refused-twice = Você indicou { $square } duas vezes; seis peças precisam de seis casas ({ $clause }). Tente { $legal }.
# $rows: numbers of rows, separated by commas
gyges-refused-not-own-row = A sua formação fica do seu lado (fileiras: { $rows }), e { $square } não fica ali ({ $clause }). Tente { $legal }.
gyges-refused-no-target = Onde termina a peça { $level } de { $square }? Digite as duas casas, por exemplo { $legal } ({ $clause }).
gyges-refused-no-piece = Não há peça em { $square } ({ $clause }). Mova uma da fileira mais próxima de você, por exemplo { $legal }.
# $row: the number of the row that can move
gyges-refused-far-row = Você só pode mover da fileira { $row }, a ocupada mais próxima de você; { $square } fica mais longe ({ $clause }). Tente { $legal }.
gyges-refused-far-row-stuck = Você só pode mover da fileira { $row }: nenhuma peça mais próxima pode se mover, e { $square } fica mais longe ({ $clause }). Tente { $legal }.
gyges-refused-stuck-row = Você só pode mover da fileira { $row }: nenhuma peça mais próxima pode se mover, nem mesmo a de { $square } ({ $clause }). Tente { $legal }.
# $distance: the number of steps in between, along ranks and files
gyges-refused-steps = { $level ->
    [one] A peça 1 de { $from } dá exatamente um passo, e { $to } fica a uma distância de { $distance } ({ $clause }). Tente { $legal }.
   *[other] A peça { $level } de { $from } dá exatamente { $level } passos, e { $to } fica a uma distância de { $distance } ({ $clause }). Tente { $legal }.
}
gyges-refused-goal-steps = A peça { $level } de { $from } não consegue entrar no gol: o último dos seus passos, o de número { $level }, tem que levar para dentro dele ({ $clause }). Tente { $legal }.
# $gates: squares, separated by commas
gyges-refused-not-gate = De { $from } não se entra no gol: com estas regras, só se entra por { $gates } ({ $clause }). Tente { $legal }.
# $squares: the pieces in the way, separated by commas
gyges-refused-blocked = A peça { $level } de { $from } não consegue chegar a { $to }: há peças no caminho, em { $squares } ({ $clause }). Tente { $legal }.
gyges-refused-goal-blocked = A peça { $level } de { $from } não consegue chegar ao gol: há peças no caminho, em { $squares } ({ $clause }). Tente { $legal }.
# $border: the two squares on its sides, such as a3|b3
gyges-refused-crossed = Esta jogada já cruzou a fronteira `{ $border }` ({ $clause }). Tente { $legal }.
gyges-refused-visited = Esta jogada já visitou a casa { $square } ({ $clause }). Tente { $legal }.
gyges-refused-only-crossing = De { $from } { $to ->
        [goal] ao gol
       *[other] a { $to }
    }, todo caminho cruza duas vezes alguma fronteira ({ $clause }). Tente { $legal }.
gyges-refused-only-visiting = De { $from } { $to ->
        [goal] ao gol
       *[other] a { $to }
    }, todo caminho visita duas vezes alguma casa ({ $clause }). Tente { $legal }.
gyges-refused-no-bounce = A casa { $square } está vazia, então a jogada termina ali ({ $clause }). Tente { $legal }.
gyges-refused-no-change = Uma jogada tem que mudar o tabuleiro, e voltar para { $square } não muda nada ({ $clause }). Tente { $legal }.
gyges-refused-equal-swap = Uma jogada tem que mudar o tabuleiro, e trocar as duas peças { $level } de { $from } e { $to } não muda nada ({ $clause }). Tente { $legal }.
gyges-refused-no-drop = Há uma peça { $level } em { $square }. Para tomar o lugar dela, diga para onde ela vai, por exemplo { $legal } ({ $clause }).
gyges-refused-nothing-to-drop = { $square ->
    [goal] No gol não há peça para deslocar ({ $clause }). Tente { $legal }.
   *[other] A casa { $square } está vazia, então não há peça para deslocar ({ $clause }). Tente { $legal }.
}
gyges-refused-occupied = A casa { $square } está ocupada, mas uma peça deslocada vai para uma casa vazia ({ $clause }). Tente { $legal }.
# $side: the opponent; $row: the number of a row
gyges-refused-beyond = { $square } é longe demais: uma peça deslocada não pode ir além da fileira { $row }, a ocupada mais próxima de { $side } ({ $clause }). Tente { $legal }.
gyges-refused-drop-in-goal = Uma peça deslocada não pode ir para um gol ({ $clause }). Tente { $legal }.
# $side: the side to move
gyges-refused-own-goal = Esse é o seu próprio gol, { $side }, e ele é fechado para você ({ $clause }). Tente { $legal }.
gyges-refused-past-goal = A jogada termina no gol, então não se passa através dele ({ $clause }). Tente { $legal }.
gyges-refused-recurs = Isso traria de volta uma posição anterior, o que estas regras não permitem ({ $clause }). Tente { $legal }.

## Gygès: why a text is not a position

gyges-invalid-fields = Uma posição tem três partes, separadas por espaços: o tabuleiro, o lado que joga e o que está em um gol.
# $rank: the number of the rank
gyges-invalid-piece = A fileira { $rank } contém algo além de 1, 2, 3 e pontos.
gyges-invalid-turn = O lado que joga é “S” ou “N”.
gyges-invalid-goal = A última parte é “-”, ou a letra de um gol e a peça que está nele, por exemplo N2.
# $level: the rings of a piece; $most: how many pieces of that kind there are
gyges-invalid-too-many = Há mais de { $most } peças de nível { $level }.

alt-ones = De um anel ({ $count }): { $squares }.
alt-twos = De dois anéis ({ $count }): { $squares }.
alt-threes = De três anéis ({ $count }): { $squares }.
alt-empty = Nenhuma peça no tabuleiro.
alt-goal = Gol de { $side }: entra-se por { $squares }.
alt-goal-shut = Gol de { $side }: sem entrada.
alt-goal-inside = No gol de { $side }: { $piece }.
alt-goal-decisive = Decidida por: a peça no gol de { $side }.
alt-moved-goal = { $what }: de { $from } para o gol de { $side }.
alt-moved-through-goal = { $what }: de { $from } por { $path } para o gol de { $side }.
alt-way = Passo a passo: { $squares }.
alt-flight = Deslocada: de { $from } para { $to }.
alt-would-displace = Seria deslocada: de { $from } para { $to }.
alt-ready = Podem se mover: { $squares }.
