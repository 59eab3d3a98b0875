/** JSON strings, with a member's colon. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * Two members of one name, of which parsers choose differently.
 * @param json valid
 * @param value parsed
 */
export function hasRepeatedMember(json: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(strings)) if (colon !== undefined) written += 1;
  let left = 0;
  // Deep nesting must not exhaust the stack.
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
