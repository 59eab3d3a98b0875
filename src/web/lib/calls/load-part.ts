import { offlineError } from './call-error.ts';

/** Of what is loaded on demand. @throws CallError `offline` */
export const loadPart = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(() => {
    throw offlineError();
  });
