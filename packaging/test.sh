#!/bin/sh
# Unpacks an archive into an empty root, without a system, and plays from there: the playground has to answer with its
# page, and to end when it is told to.
#
#   packaging/test.sh target/package/siwa-*.tar.gz
set -eu

root=$(mktemp -d)
playground=
finish() {
    [ -z "$playground" ] || kill "$playground" 2> /dev/null || true
    rm -rf "$root"
}
trap finish EXIT

tar --extract --file "$1" --directory "$root" --strip-components 1
# Root may change the root directory; anybody else in a namespace of users, which some systems forbid: then use sudo.
[ "$(id -u)" = 0 ] && namespace= || namespace="unshare --map-root-user"
$namespace chroot "$root" /siwa --version
$namespace chroot "$root" /siwa playground --port 18765 &
playground=$!
page=$(curl --silent --show-error --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:18765/)
case $page in
    *"<title>"*) ;;
    *) echo "the page has no title" >&2; exit 1 ;;
esac
kill -TERM "$playground"
wait "$playground"
playground=
echo "the archive plays"
