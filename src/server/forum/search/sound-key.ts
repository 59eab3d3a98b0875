import { normalizeText } from '#contract/normalize-text';

/**
 * By consonants, across scripts: `deadline`, `ഡെഡ്‌ലൈൻ` and `डेडलाइन` match. Similar letters are equal;
 * vowels count at the beginning.
 */

const byLetter = (classes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(classes).flatMap(([sound, letters]) => Array.from(letters, (one) => [one, sound])));

/** `a` is any independent vowel. */
const indicSounds = byLetter({
  k: 'കഖൿकखक़ख़',
  g: 'ഗഘगघग़',
  c: 'ചഛचछ',
  j: 'ജഝजझज़',
  t: 'ടഠതഥटठतथ',
  d: 'ഡഢദധडढदधड़ढ़',
  n: 'ങഞണനൺൻङञणनऩंँ',
  p: 'പप',
  f: 'ഫफफ़',
  b: 'ബഭबभ',
  m: 'മംमൔ',
  y: 'യय',
  r: 'രറർरऱ',
  l: 'ലളഴൽൾലलळऴ',
  v: 'വव',
  s: 'ശഷസशषस',
  h: 'ഹह',
  a: 'അആഇഈഉഊഋഎഏഐഒഓഔअआइईउऊऋऍएऐऑओऔ',
});
/** They join consonants, so that doubled ones count once. */
const viramas = new Set(['്', '्']);
const indic = /[\u0900-\u097f\u0d00-\u0d7f]/;

function latinSounds(word: string): string {
  return normalizeText(word, 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|s|ly)$/, '')
    .replaceAll(/[ts]ion/g, 'sn')
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replaceAll('ph', 'f')
    .replaceAll('ch', '1')
    .replaceAll('sh', 's')
    .replaceAll('ck', 'k')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll('1', 'c')
    .replaceAll('x', 'ks')
    .replaceAll('z', 'j')
    .replaceAll('w', 'v')
    .replaceAll(/(?<=.)[hy]/g, '')
    .replaceAll(/([bdfgjklmnprstv])\1/g, '$1')
    .replace(/^[aeiou]+/, 'A')
    .replaceAll(/[aeiou]/g, '')
    .toLowerCase();
}

function indicSoundsOf(word: string): string {
  // Written as two r, spoken as t, as in `submit`.
  const letters = Array.from(normalizeText(word, 'NFC').replaceAll('റ്റ', 'ട').replaceAll('ന്റ', 'ൻട'));
  let sounds = '';
  for (const [index, letter] of letters.entries()) {
    const sound = indicSounds.get(letter);
    if (sound === undefined) continue;
    const isDoubled = viramas.has(letters[index - 1] ?? '') && sounds.endsWith(sound);
    if (isDoubled || (index > 0 && (sound === 'a' || sound === 'y'))) continue;
    sounds += sound;
  }
  return sounds;
}

/** Consonants in Latin; empty for other scripts and numbers. */
export function soundsOf(word: string): string {
  if (indic.test(word)) return indicSoundsOf(word);
  return /^[\p{Script=Latin}\p{M}]+$/u.test(word) ? latinSounds(word) : '';
}
