/** A question's id as it stands in an address; null for anything that can be no id. */
export function parseQuestionId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
