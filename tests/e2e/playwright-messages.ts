/**
 * Whether the console's line is about what Playwright itself puts into every frame: in imported documents, which run nothing,
 * the browser refuses it.
 */
export const isFromPlaywright = (line: string): boolean =>
  /^Blocked script execution in '[^']*\/documents\//.test(line);
