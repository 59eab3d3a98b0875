import { offlineError } from './call-error.ts';

let failures = 0;

/**
 * Loads what is needed on demand. A browser remembers a script that did not arrive for as long as the page is
 * open, and its error names the address: it is asked for again by another one.
 * @throws CallError `offline`
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load()
    .catch(
      (error: unknown): Promise<Part> =>
        import(/* @vite-ignore */ `${String(error).match(/http\S+/)?.[0]}?${failures}`),
    )
    .catch(() => {
      failures++;
      throw offlineError();
    });
