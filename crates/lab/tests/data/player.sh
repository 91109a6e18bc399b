# A player that writes down what it hears, and ends after the first two moves of a game of Seega.
while read -r line; do
    echo "$line" >>heard
    case $line in
    *startpos) answer='"a1 b1"' ;;
    *'moves "a1 b1"') answer='"d5 e5"' ;;
    position*) exit ;;
    go*) echo "bestmove $answer" ;;
    esac
done
