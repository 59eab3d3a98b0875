/** Students need its details to choose a project; everything else may come later or never. */
export function isReady({ details }: { details: string }): boolean {
  return details !== '';
}
