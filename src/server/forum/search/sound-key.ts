/**
 * What a word sounds like, by its consonants alone: a student writes `deadline`, `ഡെഡ്‌ലൈൻ` or `डेडलाइन`, and inflects each
 * as their language does. Close letters of one script are one, vowels count only where a word begins with one.
 */

const byLetter = (classes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(classes).flatMap(([sound, letters]) => Array.from(letters, (one) => [one, sound])));

/** Letters of Malayalam and Devanagari by their consonant; `a` stands for any vowel that has a letter of its own. */
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
/** Take away the vowel between two consonants: what is doubled then is one. */
const viramas = new Set(['്', '्']);
const indic = /[\u0900-\u097f\u0d00-\u0d7f]/;

function latinSounds(word: string): string {
  return word
    .normalize('NFD')
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
  // Written as two r and said as t: in loan words the t of `submit` and `test`.
  const letters = Array.from(word.normalize('NFC').replaceAll('റ്റ', 'ട').replaceAll('ന്റ', 'ൻട'));
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

/** A word's consonants in their order, as Latin letters; empty for scripts that are not listened to, and for numbers. */
export function soundsOf(word: string): string {
  if (indic.test(word)) return indicSoundsOf(word);
  return /^[\p{Script=Latin}\p{M}]+$/u.test(word) ? latinSounds(word) : '';
}
