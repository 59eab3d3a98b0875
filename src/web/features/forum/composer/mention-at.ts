/** What is typed of a name before the caret: from where, its sign included, and what. */
export type TypedMention = { start: number; typed: string };

/** More words than the names of most people have. */
const maxWords = 4;

const typing = /(?<![\p{L}\p{M}\p{N}_@.])@([\p{L}\p{M}\p{N}][^@\n]{0,60})$/u;

/** The mention that is being typed at a place of a text; null for none. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const match = typing.exec(text.slice(Math.max(0, caret - 80), caret));
  const typed = match?.[1];
  if (typed === undefined || typed.split(' ').length > maxWords) return null;
  return { start: caret - typed.length - 1, typed };
}

/** A text with what is typed of a name replaced by the name, and where the caret goes. */
export function insertMention(
  text: string,
  { start, typed }: TypedMention,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + typed.length);
  const mention = `@${name}${rest.startsWith(' ') ? '' : ' '}`;
  const caret = start + name.length + 2;
  return { text: text.slice(0, start) + mention + rest, caret };
}
