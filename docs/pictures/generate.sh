#!/bin/sh
# Draws the pictures of docs/pictures.md, in the folder of this script.
#
# usage: generate.sh DROVER [FOLDER]
set -eu
drover=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
folder=$(realpath "${2:-$here}")
cd "$here/../.."

"$drover" draw examples/store-buffering.drv --select "left:a == 0 && right:b == 0" -m tso -o "$folder/store-buffering.svg"
"$drover" draw examples/message-passing.drv --select 1 --show +sw -o "$folder/message-passing.svg"
"$drover" draw IRIW+scs --select witness --select forbidden -o "$folder/iriw-forbidden.svg"
"$drover" draw LB+rlxs --select witness --select forbidden -o "$folder/load-buffering-forbidden.svg"
"$drover" draw MP+na+rel+acq --select race -o "$folder/race.svg"
"$drover" draw bench/programs/readers.drv -D N=3 --show +symb --select 4 -o "$folder/symmetric-threads.svg"
"$drover" draw examples/ttas-lock.drv --select 1 -o "$folder/ttas-lock.svg"
"$drover" draw examples/treiber-stack.drv --select 1 --dark -o "$folder/treiber-stack-dark.svg"
"$drover" relax examples/relax/seqlock.drv -o "$folder/relax-seqlock.svg" > /dev/null
rm -f "$folder"/relax-seqlock-*.svg
