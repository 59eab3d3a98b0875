/** Part of words in Malayalam, Hindi, Arabic and others, and of emoji; invisible elsewhere. */
const joinerAlone = String.raw`(?<!(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]`;
/** Part of emoji. */
const selectorAlone = String.raw`(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F]`;

/** Control, line break, direction, filler (U+3164), unpaired surrogate; no space. */
const unseen = String.raw`(?:(?![\u200C\u200D\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]|${joinerAlone}|${selectorAlone})`;

const one = new RegExp(unseen, 'u');
const all = new RegExp(unseen, 'gu');
const blankAt = new RegExp(String.raw`\s|${unseen}`, 'uy');
const seen = new RegExp(String.raw`(?!${unseen})\S`, 'u');

export const hasUnseen = (text: string): boolean => one.test(text);

export const withoutUnseen = (text: string): string => text.replaceAll(all, '');

export const isSeen = (text: string): boolean => seen.test(text);

/** Also blanks. */
export function trimUnseen(text: string): string {
  const start = text.search(seen);
  if (start < 0) return '';
  let end = text.length;
  for (;;) {
    const isPair =
      /[\uD800-\uDBFF]/.test(text.charAt(end - 2)) && /[\uDC00-\uDFFF]/.test(text.charAt(end - 1));
    blankAt.lastIndex = end - (isPair ? 2 : 1);
    if (!blankAt.test(text)) return text.slice(start, end);
    end -= isPair ? 2 : 1;
  }
}
