/** The strings of a JSON text, each with the colon behind it where it is the name of a member. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Whether an object in a JSON text has two members of one name. Readers disagree about which of them counts, so that such a
 * text says different things to different readers; a parsed value has only one of them left.
 * @param json valid JSON
 * @param value what JSON.parse makes of it
 */
export function hasRepeatedMember(json: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(strings)) if (colon !== undefined) written += 1;
  let left = 0;
  // Not by recursion: what is nested without end must not exhaust the stack.
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    const members = Object.values(next) as unknown[];
    if (!Array.isArray(next)) left += members.length;
    for (const member of members) waiting.push(member);
  }
  return written !== left;
}
