/** Joiners belong to words of Malayalam, Hindi, Arabic and others, and to emoji; behind a Latin letter or a sign they show nothing. */
const joinerAlone = String.raw`(?<!(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]`;
/** These choose how an emoji is drawn. */
const selectorAlone = String.raw`(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F]`;

/**
 * A character that shows nothing: control characters, line breaks, those that turn the direction of a text, fillers such as U+3164,
 * the empty Braille cell, the place of an object, and unpaired surrogates. Spaces are not among them.
 */
const unseen = String.raw`(?:(?![\u200C\u200D\uFE0E\uFE0F])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]|${joinerAlone}|${selectorAlone})`;

const one = new RegExp(unseen, 'u');
const all = new RegExp(unseen, 'gu');
const blankAt = new RegExp(String.raw`\s|${unseen}`, 'uy');
const seen = new RegExp(String.raw`(?!${unseen})\S`, 'u');

/** Whether a text holds a character that shows nothing. */
export const hasUnseen = (text: string): boolean => one.test(text);

/** A text without the characters that show nothing. */
export const withoutUnseen = (text: string): string => text.replaceAll(all, '');

/** Whether a text shows anything: blanks and what shows nothing do not count. */
export const isSeen = (text: string): boolean => seen.test(text);

/** A text without blanks, and characters that show nothing, at its ends. */
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
