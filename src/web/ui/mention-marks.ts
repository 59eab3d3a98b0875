/** Finds mentions in a text, the longest first: `@Anu Thomas` is no mention of Anu. */
function pattern(mentions: readonly string[]): RegExp {
  const names = mentions
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`(${names.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u');
}

/** A text in pieces: every second one is a mention. */
export function splitMentions(text: string, mentions: readonly string[]): string[] {
  return mentions.length === 0 ? [text] : text.split(pattern(mentions));
}
