/**
 * Inserts a mark on a line of its own, with the caret behind it.
 * @param field null if it is gone or does not show the text yet
 * @returns the new text
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
