#!/bin/bash
# Trains Models/ocrb.traineddata, the Tesseract model that reads machine-readable zones, from nothing but the OCR-B font:
#   Models/train-ocrb.sh [WORK_FOLDER]
# Debian 12: apt-get install tesseract-ocr fonts-ocr-b imagemagick (lstmtraining, combine_lang_model and
# unicharset_extractor are in tesseract-ocr; the fonts are free to use, modify and distribute, see Models/README.md).
# Every random choice has a seed. About 40 minutes on one core.
set -euo pipefail
export OMP_THREAD_LIMIT=1 LC_ALL=C # more threads make lstmtraining many times slower
models=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
lines=${LINES_TO_DRAW:-2500} held_back=${LINES_HELD_BACK:-300} iterations=${ITERATIONS:-14000} batch=100
small_lines=${SMALL_LINES_TO_DRAW:-1000} small_held_back=${SMALL_LINES_HELD_BACK:-100} small_iterations=${SMALL_ITERATIONS:-9000}
fonts=$(dirname "$(fc-list : file | grep -m1 '/OCRB.otf' | cut -d: -f1)")
mkdir -p "$work"

# draw SEED COUNT NAME [SMALL]: COUNT line pictures, of small print where SMALL is 1, as pages of NAME.N.tif, their text
# in NAME.N.box, Tesseract's form of both in NAME.N.lstmf, and NAME.list.
draw() {
    local seed=$1 count=$2 name=$3 n=0 part page width height
    awk -v seed="$seed" -v count="$count" -v small="${4:-0}" -f "$models/zone-lines.awk" >"$work/$name.tsv"
    : >"$work/$name.list"
    while IFS=$'\t' read -r text font kerning weight height margin turn ink paper blur noise texture jpeg threshold; do
        part=$work/$name.$((n / batch)) page=$((n % batch))
        [ $page = 0 ] && rm -rf "$part.pages" && mkdir -p "$part.pages" && : >"$part.box"
        local -a steps=(-seed $((seed * 100000 + n)) -background white -fill black -font "$fonts/$font.otf" -pointsize 90
            -kerning "$kerning" "label:$text" -trim +repage)
        [ "$weight" -gt 0 ] && steps+=(-bordercolor white -border 4 -morphology Erode "Disk:$weight" -trim +repage)
        [ "$weight" -lt 0 ] && steps+=(-morphology Dilate "Disk:$((-weight))" -trim +repage)
        steps+=(-bordercolor white -border "$margin" -virtual-pixel white -distort SRT "$turn"
            -filter Box -resize "x$((height * (63 + 2 * margin) / 63))" +level "$ink%,$paper%")
        [ "$texture" -gt 0 ] && steps+=("(" +clone +noise Random -colorspace Gray -virtual-pixel tile
            -blur 0x5 -auto-level +level "$((100 - texture))%,100%" ")" -compose multiply -composite)
        [ "$blur" != 0.00 ] && steps+=(-gaussian-blur "0x$blur")
        [ "$noise" != 0.00 ] && steps+=(-attenuate "$noise" +noise Gaussian)
        steps+=(-colorspace Gray -depth 8)
        local last=(-compress zip -format '%w %h\n' -write info: "$part.pages/$(printf %03d $page).tif")
        [ "$threshold" -gt 0 ] && last=(-auto-level -threshold "$threshold%" "${last[@]}")
        if [ "$jpeg" -gt 0 ]; then
            read -r width height < <(convert "${steps[@]}" -quality "$jpeg" jpeg:- | convert jpeg:- "${last[@]}")
        else
            read -r width height < <(convert "${steps[@]}" "${last[@]}")
        fi
        printf 'WordStr 0 0 %d %d %d #%s\n\t 0 0 %d %d %d\n' \
            "$width" "$height" $page "$text" "$width" "$height" $page >>"$part.box"
        n=$((n + 1))
        if [ $((n % batch)) = 0 ] || [ $n = "$count" ]; then
            convert "$part.pages/*.tif" -compress zip "$part.tif"
            tesseract "$part.tif" "$part" --psm 13 lstm.train >"$part.log" 2>&1
            echo "$part.lstmf" >>"$work/$name.list"
        fi
    done <"$work/$name.tsv"
}

draw 1 "$lines" train
draw 2 "$held_back" test
draw 3 "$small_lines" small 1
draw 4 "$small_held_back" smalltest 1

cut -f1 "$work/train.tsv" >"$work/all.txt"
unicharset_extractor --output_unicharset "$work/unicharset" --norm_mode 1 "$work/all.txt" >"$work/model.log" 2>&1
# combine_lang_model insists on this file; it has no radicals to hold here.
mkdir -p "$work/script" && echo '# none' >"$work/script/radical-stroke.txt"
combine_lang_model --input_unicharset "$work/unicharset" --script_dir "$work/script" --output_dir "$work" --lang ocrb \
    --version_str "recto ocrb 1" >>"$work/model.log" 2>&1

characters=$(head -1 "$work/ocrb/ocrb.unicharset")
lstmtraining --traineddata "$work/ocrb/ocrb.traineddata" --train_listfile "$work/train.list" \
    --net_spec "[1,36,0,1 Ct3,3,16 Mp3,3 Lfys48 Lfx96 Lrx96 Lfx128 O1c$characters]" --model_output "$work/net" \
    --max_iterations "$iterations" --learning_rate 0.001 --target_error_rate 0.001 >"$work/training.log" 2>&1
# Large print first, then both: from random weights, small print alone would teach nothing.
cat "$work/train.list" "$work/small.list" >"$work/both.list"
lstmtraining --traineddata "$work/ocrb/ocrb.traineddata" --train_listfile "$work/both.list" \
    --continue_from "$work/net_checkpoint" --model_output "$work/both" --max_iterations "$small_iterations" \
    --learning_rate 0.0005 --target_error_rate 0.001 >>"$work/training.log" 2>&1
lstmtraining --stop_training --convert_to_int --continue_from "$work/both_checkpoint" \
    --traineddata "$work/ocrb/ocrb.traineddata" --model_output "$work/ocrb.traineddata" >>"$work/training.log" 2>&1
install -m 644 "$work/ocrb.traineddata" "$models/ocrb.traineddata"
(cd "$models" && sha256sum ocrb.traineddata)
