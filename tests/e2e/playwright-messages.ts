/**
 * Whether the console's line is about what Playwright itself puts into every frame: in imported documents and previews, which run nothing,
 * the browser refuses it.
 */
export const isFromPlaywright = (line: string): boolean =>
  /^Blocked script execution in '(?:about:srcdoc'|[^']*\/(?:documents|previews)\/)/.test(line);
