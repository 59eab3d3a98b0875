/**
 * Puts a mark into a text where it is being written, on a line of its own, and leaves the caret behind it.
 * @param field where the text is being written; null where that is gone, and for a text that it does not show yet
 * @returns the text with it
 */
export function insertMark(field: HTMLTextAreaElement | null, text: string, mark: string): string {
  const isShown = field?.value === text;
  const place = isShown ? field.selectionEnd : text.length;
  const [before, after] = [text.slice(0, place), text.slice(place)];
  const added = `${before === '' || before.endsWith('\n') ? '' : '\n'}${mark}${after.startsWith('\n') ? '' : '\n'}`;
  if (isShown) {
    field.setRangeText(added, place, place);
    field.setSelectionRange(place + added.length, place + added.length);
  }
  return before + added + after;
}
