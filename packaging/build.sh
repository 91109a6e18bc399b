#!/bin/sh
# Builds what a host downloads: target/package/siwa-VERSION-linux-PROCESSOR.tar.gz, for the processor of this machine.
# Further options are cargo's. The program contains the C library, so it runs on any Linux, also in an empty image.
#
#   packaging/build.sh && packaging/test.sh target/package/siwa-*.tar.gz
set -eu
cd "$(dirname "$0")/.."

processor=$(uname -m)
target=$processor-unknown-linux-gnu
profile=${PROFILE:-release}
# With `--target`, the flags are for the program alone, not for what runs while it is compiled.
RUSTFLAGS="-C target-feature=+crt-static" \
    cargo build --locked --profile "$profile" --target "$target" --package siwa --bin siwa "$@"

folder=$profile
[ "$profile" != dev ] || folder=debug
built=${CARGO_TARGET_DIR:-target}/$target/$folder/siwa
version=$("$built" --version | cut -d ' ' -f 2)
name=siwa-$version-linux-$processor
rm -rf target/package
mkdir -p "target/package/$name"
# With what the README links to, and with the licences of the data and the font that the program contains.
cp "$built" "target/package/$name"
cp -r --parents README.md CHANGELOG.md CONTRIBUTING.md .env.example LICENSE-APACHE LICENSE-MIT docs assets/readme \
    assets/places/LICENSE crates/boards/assets/fonts/Cabin-OFL.txt "target/package/$name"
cp docs/siwa.service "target/package/$name"
strip "target/package/$name/siwa"
# The same files make the same archive.
tar --create --gzip --file "target/package/$name.tar.gz" --directory target/package \
    --sort name --owner 0 --group 0 --numeric-owner --mtime @0 "$name"
echo "target/package/$name.tar.gz"
