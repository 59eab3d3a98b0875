/** A text as the end of a sentence: a name that ends in an initial ("Devika R.") brings its full stop along. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
