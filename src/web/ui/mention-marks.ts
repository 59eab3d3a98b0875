/** The longest first: `@Anu Thomas` does not mention Anu. */
function pattern(mentions: readonly string[]): RegExp {
  const names = mentions
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`(${names.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u');
}

/** Every second piece is a mention. */
export function splitMentions(text: string, mentions: readonly string[]): string[] {
  return mentions.length === 0 ? [text] : text.split(pattern(mentions));
}
