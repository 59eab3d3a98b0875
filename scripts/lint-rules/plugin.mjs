import { boundedNormalize } from './bounded-normalize.mjs';
import { secureContext } from './secure-context.mjs';
import { storedNames } from './stored-names.mjs';
import { textStandsAlone } from './text-stands-alone.mjs';

/** Rules of ours for oxlint (`.oxlintrc.json`). */
export default {
  meta: { name: 'capstone' },
  rules: {
    'bounded-normalize': boundedNormalize,
    'secure-context': secureContext,
    'stored-names': storedNames,
    'text-stands-alone': textStandsAlone,
  },
};
