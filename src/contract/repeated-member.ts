/** JSON strings, with the colon after a member's name. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Whether an object has two members with one name, of which parsers pick different ones.
 * @param json valid JSON
 * @param value its parsed value
 */
export function hasRepeatedMember(json: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(strings)) if (colon !== undefined) written += 1;
  let left = 0;
  // No recursion: deep nesting must not exhaust the stack.
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
