#!/bin/sh
# Makes titles.woff2, and letters.txt with the letters that it has, from JunicodeTwoBeta-Semibold.otf of Debian's fonts-junicode
# 2+git20230104+ds-1, with python3-fonttools 4.38.0 and python3-brotli.
# An em of 936 units instead of 1000 gives titles the average width of Times New Roman Bold, the
# fallback in static/type.css. Ascent and descent are those of Times too, so that nothing moves
# when the font arrives.
set -eu
cd "$(dirname "$0")"
/usr/bin/python3 -m fontTools.subset "${1:-/usr/share/fonts/opentype/junicode/JunicodeTwoBeta-Semibold.otf}" \
	--unicodes=U+0020-007E,U+00A0,U+00AB,U+00B0,U+00B1,U+00B7,U+00BB,U+00BF-00FF,U+0152,U+0153,U+1E9E,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+202F,U+2192,U+2212 \
	--layout-features=kern --no-hinting --desubroutinize --name-IDs=0,13 --output-file=titles.otf
/usr/bin/python3 - <<'PYTHON'
from fontTools.ttLib import TTFont
font = TTFont("titles.otf", recalcTimestamp=False)
font["head"].unitsPerEm = 936
font["CFF "].cff.topDictIndex[0].FontMatrix = [1 / 936, 0, 0, 1 / 936, 0, 0]
font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = 834, -202, 0
font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender, font["OS/2"].sTypoLineGap = 834, -202, 0
font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = 834, 202
font.flavor = "woff2"
font.save("titles.woff2")
with open("letters.txt", "w", encoding="utf-8") as letters:
    letters.write("".join(map(chr, sorted(font.getBestCmap()))) + "\n")
PYTHON
rm titles.otf
sha256sum LICENSE letters.txt subset.sh titles.woff2 >SHA256SUMS
